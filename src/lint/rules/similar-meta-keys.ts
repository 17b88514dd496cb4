// Keys of facts that differ only in spelling: `cache-for` and `cacheFor`.

import type { Pair } from '../../language/declarations.js';
import { change, type Place } from '../../language/diagnostics.js';
import { addTo } from '../../language/grouping.js';
import { pairsUnder } from '../../language/call-pairs.js';
import { inRoutes, type Rule } from '../rule.js';
import { withRole } from '../survey.js';

export const similarMetaKeys: Rule = {
  code: 'similar-meta-keys',
  severity: 'warning',
  summary: 'Two keys of facts differ by their spelling only',
  reason:
    'Code that reads `meta` looks for one spelling. If the other routes have `cache-for`, a route with the key `cache_for` has no such fact. The rule takes ' +
    'the most frequent spelling for the right one.',
  bad: inRoutes(
    "get '/a', to => 'pages#a', meta => { cache-for => 60 }",
    "get '/b', to => 'pages#b', meta => { cache-for => 5 }",
    "get '/c', to => 'pages#c', meta => { cacheFor => 60 }",
  ),
  good: inRoutes(
    "get '/a', to => 'pages#a', meta => { cache-for => 60 }",
    "get '/b', to => 'pages#b', meta => { cache-for => 5 }",
    "get '/c', to => 'pages#c', meta => { cache-for => 60 }",
  ),
  check(context) {
    /** The places of each spelling, by the letters alone. Letters of a nested key follow those of its hash: `auth.role`. */
    const words = new Map<string, Map<string, [Place, ...Place[]]>>();
    const note = ({ key, value }: Pair, source: Place['source'], around = ''): void => {
      const letters = `${around}${key.text.replace(/[-_]/g, '').toLowerCase()}`;
      const spellings = words.get(letters) ?? new Map<string, [Place, ...Place[]]>();
      words.set(letters, spellings);
      const text = source.textOf(key.span);
      // The fix keeps the quotes of a key that is a string.
      const within = /^['"]/.test(text)
        ? { start: key.span.start + 1, end: key.span.end - 1 }
        : { start: key.span.end - key.text.length, end: key.span.end };
      addTo<string, Place>(spellings, key.text, { source, span: within });
      if (value?.kind === 'hash') for (const pair of value.pairs) note(pair, source, `${letters}.`);
    };
    const { survey } = context;
    for (const { declaration, call } of [...survey.withOption('meta'), ...withRole(survey, 'facts')])
      for (const pair of call ? pairsUnder(call, 'meta') : []) note(pair, declaration.source);
    for (const spellings of words.values()) {
      const [most, ...others] = [...spellings].sort(([, a], [, b]) => b.length - a.length);
      if (!most) continue;
      const [usual, [first]] = most;
      for (const [spelling, places] of others) {
        for (const { source, span } of places) {
          context.report({
            at: { source, span },
            message: `'${spelling}' is '${usual}' elsewhere; spell it the same`,
            related: [{ message: `'${usual}' is written here`, place: first }],
            suggestion: usual,
            fix: change(`Write '${usual}'`, span, usual),
          });
        }
      }
    }
  },
};
