// Regexes in Raku's notation, which has another meaning in JavaScript.

import { change } from '../../language/diagnostics.js';
import { patternSpan, regexesIn } from '../../language/declarations.js';
import { isRequestAttribute } from '../../language/vocabulary.js';
import { inRoutes, type Rule } from '../rule.js';

export const foreignRegexSyntax: Rule = {
  code: 'foreign-regex-syntax',
  severity: 'warning',
  summary: 'The regex has a notation of Raku, which is literal text here',
  reason:
    "Regexes are JavaScript's. Raku ignores white space in a regex, and writes classes in angle brackets, `<digit>` and `<[a..z]>`. In JavaScript both are " +
    'literal text that a value would have to contain. (A constraint on the request may match anywhere in the attribute. White space at its ends may be ' +
    'meant there, so the rule ignores it.)',
  bad: inRoutes("get '/users/:id', to => 'users#show', id => / <digit>+ /"),
  good: inRoutes("get '/users/:id', to => 'users#show', id => /\\d+/"),
  check(context) {
    context.eachDeclaration(({ declaration: { source }, constraints }) => {
      for (const { key, value } of constraints) {
        for (const each of regexesIn(value)) {
          if (!each.regex) continue;
          const ends = isRequestAttribute(key) ? [] : endsInSpace(each.pattern);
          const named = [...each.pattern.matchAll(classes)].find((found) => instead(found) !== undefined);
          if (ends.length === 0 && !named) continue;
          const written = asJavaScript(each.pattern, ends.length > 0);
          const inside = patternSpan(each, source);
          const start = inside.start + (named?.index ?? 0);
          const at = named && { start, end: start + named[0].length };
          context.report({
            at: { source, span: at ?? each.span },
            message: named
              ? `'${named[0]}' stands for these characters themselves; write '${instead(named)}'`
              : `white space stands for itself in a regex: ':${key}' would have to ${ends.join(' and ')} with it; leave it out`,
            fix: change(`Write '/${written}/'`, inside, written),
          });
        }
      }
    });
  },
};

/** Raku's classes: `<digit>`, `<[a..z]>`, `<-[/]>`. Named groups, `(?<id>`, and lookbehinds do not match. */
const classes = /(?<!\(\?|\\[kg]?)<(?:([a-z]+)|(-?)\[([^\][]+)\])>/g;

const names: ReadonlyMap<string, string> = new Map([
  ['alpha', '[a-zA-Z_]'],
  ['alnum', '\\w'],
  ['digit', '\\d'],
  ['lower', '[a-z]'],
  ['upper', '[A-Z]'],
  ['xdigit', '[0-9a-fA-F]'],
  ['ident', '[a-zA-Z_]\\w*'],
  ['space', '\\s'],
]);

/** A class in JavaScript's notation; undefined for an unknown name. */
function instead([, name, negation, members]: RegExpExecArray | RegExpMatchArray): string | undefined {
  if (name !== undefined) return names.get(name);
  const within = members?.replaceAll(/\s+/g, '').replaceAll('..', '-') ?? '';
  return `[${negation ? '^' : ''}${within}]`;
}

/** The ends of a pattern (`begin`, `end`) that have literal white space. */
function endsInSpace(pattern: string): readonly string[] {
  return [...(/^\s/.test(pattern) ? ['begin'] : []), ...(/(?<!\\)\s$/.test(pattern) ? ['end'] : [])];
}

function asJavaScript(pattern: string, isSpaced: boolean): string {
  const text = pattern.replaceAll(classes, (...found) => instead(found as RegExpMatchArray) ?? found[0]);
  // White space in a class is kept.
  return isSpaced
    ? text.replaceAll(/\\[^]|\[(?:\\[^]|[^\]\\])*\]|\s+/g, (part) => part.trim() && part)
    : text;
}
