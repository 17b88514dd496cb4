// The reference for recognition in tests: it tries every route in order, and every way to split the path.
//
// It shares no code with `src/routing`, so a mistake there is not repeated here. A path is a list of tokens, a pattern
// generates all ways to match it, and the first way is the answer.

import type {
  RequestConstraint,
  RequestContext,
  SegmentConstraint,
} from '../../src/routing/patterns/constraints.js';
import type { PatternPart } from '../../src/routing/patterns/pattern-parts.js';
import type { RouteDefinition } from '../../src/routing/patterns/route.js';

/** A UTF-16 unit of a decoded path. A separator is a slash that was not escaped. */
interface Token {
  readonly unit: string;
  readonly isSeparator: boolean;
  readonly isEscaped: boolean;
}

export interface Recognised {
  readonly index: number;
  readonly params: [string, string][];
}

/** The index of the first route that answers, with its params in order. */
export function recognise(
  routes: readonly RouteDefinition[],
  method: string,
  path: string,
  context: RequestContext = {},
): Recognised | undefined {
  for (const [index, route] of routes.entries()) {
    if (!answers(route, method)) continue;
    const values = valuesOf(route, path, method, context);
    if (!values) continue;
    const params = new Map(values);
    for (const [name, value] of route.defaults) if (!params.has(name)) params.set(name, value);
    return { index, params: [...params] };
  }
  return undefined;
}

export function recognitionStatus(
  routes: readonly RouteDefinition[],
  method: string,
  path: string,
  context: RequestContext = {},
): string {
  if (recognise(routes, method, path, context)) return 'found';
  return routes.some((route) => valuesOf(route, path, method, context)) ? 'method-not-allowed' : 'not-found';
}

export function allowedMethods(
  routes: readonly RouteDefinition[],
  path: string,
  context: RequestContext = {},
): string[] {
  const verbs = routes
    .filter((route) => valuesOf(route, path, undefined, context))
    .flatMap((route) => route.verbs);
  const unique = [...new Set(verbs)];
  return unique.includes('GET')
    ? unique.filter((verb) => verb !== 'HEAD').flatMap((verb) => (verb === 'GET' ? ['GET', 'HEAD'] : [verb]))
    : unique;
}

function answers(route: RouteDefinition, method: string): boolean {
  const asked = method.toUpperCase();
  return route.any || route.verbs.includes(asked) || (asked === 'HEAD' && route.verbs.includes('GET'));
}

function valuesOf(
  route: RouteDefinition,
  path: string,
  method: string | undefined,
  context: RequestContext,
): [string, string][] | undefined {
  const tokens = tokensOf(path);
  if (!tokens) return undefined;
  const [values] = ways(route.pattern.parts, tokens, 0, true, route.segmentConstraints);
  if (!values) return undefined;
  for (const [name, value] of values) {
    for (const constraint of route.segmentConstraints.get(name) ?? []) {
      if (constraint.kind === 'callable' && !ask(constraint.callable, value)) return undefined;
    }
  }
  const format = values.find(([name]) => name === 'format')?.[1] ?? route.defaults.get('format');
  return route.requestConstraints.every((constraint) =>
    requestHolds(constraint, context, method?.toUpperCase(), format),
  )
    ? values
    : undefined;
}

/** The tokens of the last path, kept because every route of a table is tried with the same path. */
let last: { readonly path: string; readonly tokens: Token[] | undefined } = { path: '', tokens: [] };

function tokensOf(path: string): Token[] | undefined {
  if (last.path !== path) last = { path, tokens: readTokens(path) };
  return last.tokens;
}

/** The decoded path without query, doubled and trailing slashes; undefined if it cannot be decoded. */
function readTokens(path: string): Token[] | undefined {
  const tokens: Token[] = [];
  for (const piece of path.split('?')[0]!.split('/')) {
    if (piece === '') continue;
    tokens.push({ unit: '/', isSeparator: true, isEscaped: false });
    for (const part of piece.split(/((?:%[^%]{0,2})+)/)) {
      const isEscape = part.startsWith('%');
      const whole = isEscape ? /^(?:%[0-9a-f]{2})+/i.exec(part)?.[0] : part;
      if (whole === undefined) return undefined;
      let text = whole;
      try {
        if (isEscape) text = decodeURIComponent(whole);
      } catch {
        return undefined;
      }
      for (const unit of text.split('')) tokens.push({ unit, isSeparator: false, isEscaped: isEscape });
      for (const unit of part.slice(whole.length).split('')) {
        if (unit === '%') return undefined;
        tokens.push({ unit, isSeparator: false, isEscaped: false });
      }
    }
  }
  return tokens;
}

type Constraints = ReadonlyMap<string, readonly SegmentConstraint[]>;

/** Every way in which the parts match the rest of the path, preferred ones first. `isDue`: a slash has to come next. */
function* ways(
  parts: readonly PatternPart[],
  path: readonly Token[],
  from: number,
  isDue: boolean,
  constraints: Constraints,
): Generator<[string, string][]> {
  const [part, ...rest] = parts;
  if (!part) {
    if (from === path.length) yield [];
    return;
  }
  if (part.kind === 'group') {
    yield* ways([...part.parts, ...rest], path, from, isDue, constraints);
    yield* ways(rest, path, from, isDue, constraints);
    return;
  }
  let at = from;
  let due = isDue;
  const readsDueSlash = (): boolean => {
    if (due && !path[at]?.isSeparator) return false;
    if (due) at++;
    due = false;
    return true;
  };
  if (part.kind === 'literal') {
    for (const unit of part.text.split('')) {
      if (unit === '/') due = true;
      else {
        if (!readsDueSlash() || path[at]?.isSeparator !== false || path[at]!.unit !== unit) return;
        at++;
      }
    }
    yield* ways(rest, path, at, due, constraints);
    return;
  }
  const next = rest[0];
  if (part.kind === 'glob' && next?.kind === 'group' && next.parts.length === 2) {
    const [dot, name] = next.parts;
    if (dot!.kind === 'literal' && dot!.text === '.' && name!.kind === 'segment') {
      yield* ways([part, ...next.parts, ...rest.slice(1)], path, from, isDue, constraints);
      yield* ways([part, ...rest.slice(1)], path, from, isDue, constraints);
      return;
    }
  }
  if (!readsDueSlash()) return;
  const demands = (constraints.get(part.name) ?? []).filter(({ kind }) => kind !== 'callable');
  const isInside = (token: Token): boolean =>
    part.kind === 'glob' ||
    (!token.isSeparator && (demands.length > 0 || token.unit !== '.' || token.isEscaped));
  let end = at;
  while (end < path.length && isInside(path[end]!)) end++;
  for (; end > at; end--) {
    if (isLowSurrogate(path[end]?.unit) && isHighSurrogate(path[end - 1]!.unit)) continue;
    if (path[end]?.unit === '.' && path[end]?.isEscaped) continue;
    const value = path
      .slice(at, end)
      .map(({ unit }) => unit)
      .join('');
    if (!demands.every((demand) => demandHolds(demand, value))) continue;
    for (const others of ways(rest, path, end, false, constraints)) yield [[part.name, value], ...others];
  }
}

function isLowSurrogate(unit: string | undefined): boolean {
  return unit !== undefined && unit >= '\udc00' && unit <= '\udfff';
}

function isHighSurrogate(unit: string): boolean {
  return unit >= '\ud800' && unit <= '\udbff';
}

function demandHolds(demand: SegmentConstraint, value: string): boolean {
  const equals = (wanted: string | RegExp): boolean =>
    typeof wanted === 'string'
      ? wanted === value
      : new RegExp(`^(?:${wanted.source})$`, wanted.flags.replace(/[gym]/g, '')).test(value);
  switch (demand.kind) {
    case 'regex':
      return equals(demand.regex);
    case 'string':
      return equals(demand.value);
    case 'list':
      return demand.values.some(equals);
    case 'callable':
      return true;
  }
}

function requestHolds(
  constraint: RequestConstraint,
  context: RequestContext,
  method: string | undefined,
  format: string | undefined,
): boolean {
  if (constraint.kind === 'callable') return ask(constraint.callable, context);
  const { attribute, test } = constraint;
  const given =
    context[attribute] ?? (attribute === 'format' ? format : attribute === 'method' ? method : undefined);
  const bare = (text: string): string =>
    attribute === 'protocol'
      ? text.replace(/:\/\/$|:$/, '')
      : attribute === 'method'
        ? text.toUpperCase()
        : text;
  const value = given === undefined ? undefined : bare(String(given));
  if (test.kind === 'presence') return test.present === (value !== undefined && value !== '');
  if (value === undefined) return false;
  switch (test.kind) {
    case 'string':
      return bare(test.value) === value;
    case 'regex':
      return new RegExp(test.regex.source, test.regex.flags.replace('g', '')).test(value);
    case 'list':
      return test.values.some((wanted) =>
        typeof wanted === 'string' ? bare(wanted) === value : wanted.test(value),
      );
    case 'callable':
      return ask(test.callable, given);
  }
}

function ask(callable: unknown, argument: unknown): boolean {
  return Boolean(
    typeof callable === 'function'
      ? callable(argument)
      : (callable as { matches(argument: unknown): unknown }).matches(argument),
  );
}
