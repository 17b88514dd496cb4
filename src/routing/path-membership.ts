// Does a route match one given path? The plain way, by trying: for questions about single paths beside the languages
// of path-language.ts, whose words these are, where a constraint has no language of its own.

import { allowsValue, type MatchedConstraint } from './constraints.js';
import { escapedDot, separator } from './path-language.js';
import type { PatternPart } from './pattern.js';
import type { RouteDefinition } from './route.js';

const slash = 0x2f;
const dot = 0x2e;

/** Whether the route matches the path (a word of path-language.ts), its callables not being asked. */
export function allowsRoutePath(route: RouteDefinition, word: readonly number[]): boolean {
  const matches = (parts: readonly PatternPart[], from: number): boolean => {
    const [part, ...rest] = parts;
    if (!part) return from === word.length;
    switch (part.kind) {
      case 'group':
        return matches([...part.parts, ...rest], from) || matches(rest, from);
      case 'literal': {
        const end = from + part.text.length;
        for (let i = from; i < end; i++) {
          if (!isLiteral(part.text.charCodeAt(i - from), word[i])) return false;
        }
        return matches(rest, end);
      }
      case 'segment':
      case 'glob': {
        const constraints = (route.segmentConstraints.get(part.name) ?? []).filter(isMatched);
        for (let end = from + 1; end <= word.length; end++) {
          const symbol = word[end - 1]!;
          if (part.kind === 'segment' && (symbol === separator || (symbol === dot && constraints.length === 0))) return false;
          const value = constraints.length > 0 ? valueOf(word.slice(from, end)) : '';
          if (constraints.every((constraint) => allowsValue(constraint, value)) && matches(rest, end)) return true;
        }
        return false;
      }
      default:
        return part satisfies never;
    }
  };
  if (route.pattern.text === '/') return word.length === 0;
  return matches(route.pattern.parts, 0);
}

const isMatched = (constraint: { readonly kind: string }): constraint is MatchedConstraint => constraint.kind !== 'callable';

function isLiteral(unit: number, symbol: number | undefined): boolean {
  if (unit === slash) return symbol === separator;
  return symbol === unit || (unit === dot && symbol === escapedDot);
}

/** The decoded text of a value. */
function valueOf(word: readonly number[]): string {
  return String.fromCharCode(...word.map((symbol) => (symbol === separator ? slash : symbol === escapedDot ? dot : symbol)));
}
