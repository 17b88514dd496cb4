// Does a route match one given path? The plain way, by trying: for questions about single paths beside the languages
// of path-language.ts, whose words these are, where a constraint has no language of its own.

import { allowsValue, type MatchedConstraint } from '../routing/patterns/constraints.js';
import { escapedDot, separator } from './path-language.js';
import type { PatternPart } from '../routing/patterns/pattern.js';
import type { RouteDefinition } from '../routing/patterns/route.js';

const slash = 0x2f;
const dot = 0x2e;

/** Whether the route matches the path (a word of path-language.ts), its callables not being asked. */
export function allowsRoutePath(route: RouteDefinition, word: readonly number[]): boolean {
  if (route.pattern.text === '/') return word.length === 0;
  const { parts } = route.pattern;
  const isEnd = (end: number): boolean => end === word.length;
  if (matches(route, word, parts, 0, 0, isEnd)) return true;
  // `(/:locale)(.:format)` has `/.json`: the first slash is before whatever is next.
  return parts[0]?.kind === 'group' && word[0] === separator && matches(route, word, parts, 0, 1, isEnd);
}

/** Whether the parts from `index` on match the word from `from` on in some way whose end suits what follows. */
function matches(
  route: RouteDefinition,
  word: readonly number[],
  parts: readonly PatternPart[],
  index: number,
  from: number,
  follows: (end: number) => boolean,
): boolean {
  const part = parts[index];
  if (!part) return follows(from);
  switch (part.kind) {
    case 'group':
      return (
        matches(route, word, part.parts, 0, from, (end) =>
          matches(route, word, parts, index + 1, end, follows),
        ) || matches(route, word, parts, index + 1, from, follows)
      );
    case 'literal': {
      const { text } = part;
      for (let i = 0; i < text.length; i++) if (!isLiteral(text.charCodeAt(i), word[from + i])) return false;
      return matches(route, word, parts, index + 1, from + text.length, follows);
    }
    case 'segment':
    case 'glob': {
      const constraints = route.segmentConstraints.get(part.name)?.filter(isMatched) ?? [];
      for (let end = from + 1; end <= word.length; end++) {
        const symbol = word[end - 1]!;
        if (part.kind === 'segment' && (symbol === separator || (symbol === dot && constraints.length === 0)))
          return false;
        if (constraints.length > 0) {
          const value = valueOf(word.slice(from, end));
          if (!constraints.every((constraint) => allowsValue(constraint, value))) continue;
        }
        if (matches(route, word, parts, index + 1, end, follows)) return true;
      }
      return false;
    }
    default:
      return part satisfies never;
  }
}

const isMatched = (constraint: { readonly kind: string }): constraint is MatchedConstraint =>
  constraint.kind !== 'callable';

function isLiteral(unit: number, symbol: number | undefined): boolean {
  if (unit === slash) return symbol === separator;
  return symbol === unit || (unit === dot && symbol === escapedDot);
}

/** The decoded text of a value. */
function valueOf(word: readonly number[]): string {
  return String.fromCharCode(
    ...word.map((symbol) => (symbol === separator ? slash : symbol === escapedDot ? dot : symbol)),
  );
}
