// One route against one path, by backtracking: groups are taken where they can be, an earlier name takes as much as it
// can, and constraints that are part of the match decide between the ways of splitting.

import { allowsValue, asksCallable, type MatchedConstraint, type SegmentConstraint } from './constraints.js';
import type { PatternPart } from './pattern.js';
import { decodedValue } from './request-path.js';
import type { RouteDefinition } from './route.js';

/** Raw values by name in the order of the path; undefined where the path does not fit. */
export function matchPattern(definition: RouteDefinition, path: string): Map<string, string> | undefined {
  const { pattern } = definition;
  const values = new Map<string, string>();
  if (pattern.text === '/') return path === '' ? values : undefined;
  const tests = matchedConstraints(definition.segmentConstraints);

  const walk = (parts: readonly PatternPart[], index: number, at: number, rest: (at: number) => boolean): boolean => {
    const part = parts[index];
    if (!part) return rest(at);
    const next = (to: number): boolean => walk(parts, index + 1, to, rest);
    switch (part.kind) {
      case 'literal':
        return startsWith(path, part.text, at) && next(at + part.text.length);
      case 'group':
        return walk(part.parts, 0, at, next) || next(at);
      default: {
        const demands = tests.get(part.name) ?? [];
        const end = part.kind === 'glob' ? path.length : segmentEnd(path, at, demands.length > 0);
        const take = (goOn: (to: number) => boolean): boolean => {
          for (let to = end; to > at; to--) {
            const value = decodedValue(path.slice(at, to));
            if (!demands.every((demand) => allowsValue(demand, value))) continue;
            values.set(part.name, value);
            if (goOn(to)) return true;
            values.delete(part.name);
          }
          return false;
        };
        const following = parts[index + 1];
        const extension = part.kind === 'glob' && following?.kind === 'group' && isExtension(following.parts) ? following.parts : undefined;
        const beyond = (to: number): boolean => walk(parts, index + 2, to, rest);
        return (extension !== undefined && take((to) => walk(extension, 0, to, beyond))) || take(next);
      }
    }
  };
  return walk(pattern.parts, 0, 0, (at) => at === path.length) ? inOrder(values, pattern.names) : undefined;
}

/** A group such as `(.:format)`, which takes the extension from a glob before it. */
function isExtension([dot, name, ...others]: readonly PatternPart[]): boolean {
  return dot?.kind === 'literal' && dot.text === '.' && name?.kind === 'segment' && others.length === 0;
}

/** Whether the callables on segments let the split through; each is asked once. */
export function callablesAllow(definition: RouteDefinition, values: ReadonlyMap<string, string>): boolean {
  for (const [name, constraints] of definition.segmentConstraints) {
    const value = values.get(name);
    if (value === undefined) continue;
    for (const constraint of constraints) {
      if (constraint.kind === 'callable' && !asksCallable(constraint, value)) return false;
    }
  }
  return true;
}

function matchedConstraints(all: ReadonlyMap<string, readonly SegmentConstraint[]>): ReadonlyMap<string, readonly MatchedConstraint[]> {
  const matched = new Map<string, readonly MatchedConstraint[]>();
  for (const [name, constraints] of all) {
    matched.set(name, constraints.filter((constraint): constraint is MatchedConstraint => constraint.kind !== 'callable'));
  }
  return matched;
}

/** A segment ends at a slash, and, unless a constraint says what it may hold, at a dot. */
function segmentEnd(path: string, at: number, mayHoldDots: boolean): number {
  let end = at;
  while (end < path.length && path[end] !== '/' && (mayHoldDots || path[end] !== '.')) end++;
  return end;
}

/** Literal text, where an escaped dot is a dot as good as any. */
function startsWith(path: string, text: string, at: number): boolean {
  return path.startsWith(text, at) || (decodedValue(path.slice(at, at + text.length)) === text && !crossesSlash(path, text, at));
}

function crossesSlash(path: string, text: string, at: number): boolean {
  for (let i = 0; i < text.length; i++) if ((text[i] === '/') !== (path[at + i] === '/')) return true;
  return false;
}

function inOrder(values: ReadonlyMap<string, string>, names: readonly string[]): Map<string, string> {
  const ordered = new Map<string, string>();
  for (const name of names) {
    const value = values.get(name);
    if (value !== undefined) ordered.set(name, value);
  }
  return ordered;
}
