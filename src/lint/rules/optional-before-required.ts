// An optional segment without constraints, directly before a required one.

import type { PatternPart } from '../../routing/patterns/pattern-parts.js';
import { inRoutes, type Rule } from '../rule.js';
import { namePlace } from '../../language/diagnostics.js';

export const optionalBeforeRequired: Rule = {
  code: 'optional-before-required',
  severity: 'warning',
  summary:
    'An unconstrained optional segment is directly before another segment, so a longer path changes the meaning of both',
  reason:
    'In `/(:locale)/:page`, the path `/about` is a page, but `/about/team` is the page `team` in the locale `about`. Every path with one more piece is read ' +
    'as having the optional segment. Constrain the optional segment, or put literal text between the two.',
  bad: inRoutes("get '/(:locale)/:page', to => 'pages#show'"),
  good: inRoutes("get '/(:locale)/:page', to => 'pages#show', locale => /en|de/"),
  check(context) {
    context.eachRoute(({ definition, declaration }) => {
      const { parts, optionalNames } = definition.pattern;
      if (optionalNames.size === 0) return;
      const told = new Set<string>();
      parts.forEach((part, index) => {
        if (part.kind !== 'group') return;
        const optional = onlySegment(part.parts);
        // Of several groups in a row, the first takes the piece.
        const [next, afterNext] = parts.slice(index + 1 + groupsBefore(parts, index + 1));
        const required = next?.kind === 'literal' && next.text === '/' ? afterNext : undefined;
        if (optional === undefined || required?.kind !== 'segment') return;
        if (definition.segmentConstraints.has(optional) || definition.segmentConstraints.has(required.name))
          return;
        if (told.has(required.name)) return;
        told.add(required.name);
        context.report({
          at: namePlace(declaration),
          message: `':${optional}' takes the first piece of every path with one more for ':${required.name}' in '${definition.pattern.text}'; constrain ':${optional}', as with \`${optional} => /en|de/\``,
        });
      });
    });
  },
};

/** The number of consecutive groups from an index on. */
function groupsBefore(parts: readonly PatternPart[], from: number): number {
  let count = 0;
  while (parts[from + count]?.kind === 'group') count++;
  return count;
}

/** The name in `(/:name)`, also with groups after it; undefined for other groups. */
function onlySegment(parts: readonly PatternPart[]): string | undefined {
  const [slash, segment, ...rest] = parts;
  return slash?.kind === 'literal' &&
    slash.text === '/' &&
    segment?.kind === 'segment' &&
    rest.every(({ kind }) => kind === 'group')
    ? segment.name
    : undefined;
}
