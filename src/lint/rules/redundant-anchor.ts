// `^…$` around a segment's constraint, which always matches the whole segment.

import { patternSpan, regexesIn, type RegexValue } from '../../language/declarations.js';
import type { Source, Span } from '../../language/source.js';
import { isRequestAttribute } from '../../language/vocabulary.js';
import { inRoutes, type Rule } from '../rule.js';

export const redundantAnchor: Rule = {
  code: 'redundant-anchor',
  severity: 'info',
  isUnnecessary: true,
  summary: "A segment's constraint always matches the whole segment, so anchors at its ends have no effect",
  reason:
    'A constraint on a segment always matches the whole value. Anchors at its ends are accepted, since people are used to them from other routers, but they ' +
    'have no effect. (A constraint on the request may match anywhere in the attribute. Anchors matter there, so the rule ignores them.)',
  bad: inRoutes("get '/users/:id', to => 'users#show', id => /^\\d+$/"),
  good: inRoutes("get '/users/:id', to => 'users#show', id => /\\d+/"),
  check(context) {
    context.eachDeclaration(({ declaration: { source }, constraints }) => {
      for (const { key, value } of constraints) {
        if (isRequestAttribute(key)) continue;
        for (const each of regexesIn(value)) {
          const spans = each.regex ? anchors(each, source) : [];
          if (spans.length === 0) continue;
          const shown = spans.map((span) => `'${source.textOf(span)}'`).join(' and ');
          context.report({
            at: { source, span: each.span },
            message: `${shown} ${spans.length === 1 ? 'says' : 'say'} nothing here, since a constraint matches the whole of ':${key}'; leave ${spans.length === 1 ? 'it' : 'them'} out`,
            fix: { title: 'Leave the anchors out', edits: spans.map((span) => ({ span, text: '' })) },
          });
        }
      }
    });
  },
};

/** The anchors at the ends of a regex. None if it has alternatives at its top level, or nothing else. */
function anchors(regex: RegexValue, source: Source): Span[] {
  const { pattern } = regex;
  const { start, end } = patternSpan(regex, source);
  const found: Span[] = [];
  const [leading] = /^(?:\^|\\A)/.exec(pattern) ?? [];
  const [trailing] = /(?:\$|\\[zZ])$(?<=(?:^|[^\\])(?:\\\\)*(?:\$|\\[zZ]))/.exec(pattern) ?? [];
  const length = (leading?.length ?? 0) + (trailing?.length ?? 0);
  if (length === 0 || length === pattern.length || hasAlternatives(pattern)) return [];
  if (leading) found.push({ start, end: start + leading.length });
  if (trailing) found.push({ start: end - trailing.length, end });
  return found;
}

/** Whether there is a `|` outside all groups and classes. */
function hasAlternatives(pattern: string): boolean {
  let depth = 0;
  for (const [bracket] of pattern.matchAll(/\\.|\[(?:\\.|[^\]\\])*\]|[()|]/gs)) {
    if (bracket === '(') depth++;
    if (bracket === ')') depth--;
    if (bracket === '|' && depth === 0) return true;
  }
  return false;
}
