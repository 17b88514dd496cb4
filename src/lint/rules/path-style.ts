// Literal text in a path that is not in the configured style, such as kebab-case.

import { spanIn } from '../../language/declarations.js';
import { inRoutes, type Rule } from '../rule.js';

export const pathStyle: Rule = {
  code: 'path-style',
  severity: 'off',
  summary: 'A word of the path is not in the configured style',
  reason:
    'People see paths, type them and link to them. With one style for all paths, nobody has to guess between `/sign-in`, `/sign_in` and `/signIn`. The rule ' +
    'is off by default. The option `style` sets the style.',
  bad: inRoutes("get '/sign_in', to => 'sessions#new'"),
  good: inRoutes("get '/sign-in', to => 'sessions#new'"),
  options: {
    style: {
      default: 'kebab-case',
      words: ['kebab-case', 'snake_case', 'camelCase'],
      doc: 'How words are joined',
    },
  },
  check(context) {
    const style = context.option<string>('style');
    const isForeign = style === 'kebab-case' ? /[_A-Z]/ : style === 'snake_case' ? /[-A-Z]/ : /[-_]/;
    context.eachDeclaration(({ declaration, paths }) => {
      for (const { value: path, isPositional } of paths) {
        if (!isPositional) continue;
        for (const { 0: word, index } of path.value.matchAll(
          /(?<![:*%\p{L}\p{M}\p{Nd}_])[\p{L}\p{M}\p{Nd}_-]+/gu,
        )) {
          if (!isForeign.test(word)) continue;
          const span = spanIn(path, index, index + word.length);
          context.report({
            at: { source: declaration.source, span },
            message: `'${word}' is not in ${style}; write '${restyled(word, style)}'`,
            suggestion: restyled(word, style),
          });
          break;
        }
      }
    });
  },
};

function restyled(word: string, style: string): string {
  const parts = word.split(/[-_]+|(?<=[a-z0-9])(?=[A-Z])/).map((part) => part.toLowerCase());
  if (style === 'camelCase')
    return parts
      .map((part, index) => (index === 0 ? part : part.charAt(0).toUpperCase() + part.slice(1)))
      .join('');
  return parts.join(style === 'kebab-case' ? '-' : '_');
}
