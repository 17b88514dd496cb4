// Finds mistakes in calls of helpers in a TypeScript file: a name that no route has, a missing or a surplus value.
//
//   helpers.pathFor('edit-usr', 5)     no route is called 'edit-usr'; did you mean 'edit-user'?
//   helpers.editUserPath()             '/users/:id/edit' needs a value for ':id'
//
// The number of values is not checked if the type of a value is unknown: it may be an object with options.

import type TS from 'typescript/lib/tsserverlibrary.js';
import { didYouMean, nearest } from '../language/nearest.js';
import { camelCaseName, canonicalName } from '../routing/patterns/route-name.js';
import type { RouteDefinition } from '../routing/patterns/route.js';
import { headingFile } from '../typescript/generated-heading.js';
import type { KnownRoutes } from './project-routes.js';

export interface HelperMistake {
  readonly kind: 'unknown-route' | 'wrong-values';
  /** The name in its canonical spelling. */
  readonly name: string;
  readonly start: number;
  readonly length: number;
  /** The offset at which the call ends. */
  readonly end: number;
  readonly message: string;
  /** The text to write instead. */
  readonly suggestion?: string;
}

/** A call of a helper: the route's name as written, and its place. */
interface HelperCall {
  readonly call: TS.CallExpression;
  readonly name: string;
  readonly start: number;
  readonly length: number;
  /** Spells a route's name as this call does. */
  readonly spelled: (name: string) => string;
  /** Whether the name is written in the call, so that another can replace it. */
  readonly isWritten: boolean;
  readonly values: readonly TS.Expression[];
  /** Whether an object may be a record in place of a segment's value. `pathFor` takes a last object as options. */
  readonly takesRecords: boolean;
}

/** The mistakes in the calls of helpers of a file, in source order. */
export function helperMistakes(
  ts: typeof TS,
  file: TS.SourceFile,
  checker: TS.TypeChecker,
  routes: KnownRoutes,
): readonly HelperMistake[] {
  const mistakes: HelperMistake[] = [];
  const visit = (node: TS.Node): void => {
    const found = ts.isCallExpression(node) ? helperCall(ts, node, checker, routes) : undefined;
    if (found) mistakes.push(...mistakesIn(ts, found, checker, routes));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return mistakes;
}

/** The name in the string at an offset, `pathFor('edi|')`. If the string has no closing quote, only the text before the offset. */
export function nameAt(
  ts: typeof TS,
  file: TS.SourceFile,
  checker: TS.TypeChecker,
  routes: KnownRoutes,
  offset: number,
): TS.TextSpan | undefined {
  const visit = (node: TS.Node): TS.TextSpan | undefined => {
    if (offset < node.pos || node.end < offset) return undefined;
    const helper = ts.isCallExpression(node) ? helperCall(ts, node, checker, routes) : undefined;
    const [first] = helper?.call.arguments ?? [];
    if (first === undefined || helper?.start !== first.getStart() + 1) return ts.forEachChild(node, visit);
    const { start, length } = helper;
    if (offset < start || start + length < offset) return ts.forEachChild(node, visit);
    return { start, length: isUnterminated(ts, first) ? offset - start : length };
  };
  return visit(file);
}

/** Whether a string has no closing quote. */
function isUnterminated(ts: typeof TS, node: TS.Expression | undefined): boolean {
  return node !== undefined && ts.isStringLiteralLike(node) && node.isUnterminated === true;
}

function helperCall(
  ts: typeof TS,
  call: TS.CallExpression,
  checker: TS.TypeChecker,
  routes: KnownRoutes,
): HelperCall | undefined {
  const called = calledMember(ts, call.expression, checker);
  if (!called) return undefined;
  const { arguments: values } = call;
  const [first] = values;
  if (/^(?:pathFor|urlFor)$/.test(called.text)) {
    if (!first || !ts.isStringLiteralLike(first) || !isOfHelpers(called.owner, checker, routes, 'any'))
      return undefined;
    const place = { start: first.getStart() + 1, length: first.getWidth() - (first.isUnterminated ? 1 : 2) };
    const own = { name: first.text, spelled: (name: string) => name, isWritten: true };
    return { call, ...place, ...own, values: values.slice(1), takesRecords: false };
  }
  const [suffix] = /(?:Path|Url|[-_](?:path|url))$/.exec(called.text) ?? [];
  if (
    suffix === undefined ||
    /^polymorphic(?:Path|Url)$/.test(called.text) ||
    !isOfHelpers(called.owner, checker, routes, 'known')
  )
    return undefined;
  const written = (name: string): string => {
    if (suffix.startsWith('-')) return name;
    return suffix.startsWith('_') ? name.replaceAll('-', '_') : camelCaseName(name);
  };
  return {
    call,
    name: called.text.slice(0, -suffix.length),
    start: called.start,
    length: called.length,
    spelled: (name) => written(name) + suffix,
    isWritten: called.isWritten,
    values,
    takesRecords: true,
  };
}

/** The member that a call names. */
interface CalledMember {
  readonly text: string;
  /** A node with the type of the object that has the member. */
  readonly owner: TS.Node;
  readonly start: number;
  readonly length: number;
  /** Whether the member's name is in the call itself, not in a destructuring. */
  readonly isWritten: boolean;
}

/** The member in `helpers.editUserPath` and `helpers['edit-user-path']`, or after `const { editUserPath } = helpers` in any module. */
function calledMember(
  ts: typeof TS,
  called: TS.Expression,
  checker: TS.TypeChecker,
): CalledMember | undefined {
  if (ts.isPropertyAccessExpression(called)) {
    const { name, expression } = called;
    const place = { start: name.getStart(), length: name.getWidth() };
    return { text: name.text, owner: expression, ...place, isWritten: true };
  }
  if (ts.isElementAccessExpression(called)) {
    const { argumentExpression: key, expression } = called;
    if (!ts.isStringLiteralLike(key)) return undefined;
    const place = { start: key.getStart() + 1, length: key.getWidth() - 2 };
    return { text: key.text, owner: expression, ...place, isWritten: true };
  }
  if (!ts.isIdentifier(called)) return undefined;
  const found = checker.getSymbolAtLocation(called);
  const isImported = found !== undefined && (found.flags & ts.SymbolFlags.Alias) !== 0;
  const taken = (isImported ? checker.getAliasedSymbol(found) : found)?.valueDeclaration;
  if (!taken || !ts.isBindingElement(taken) || taken.dotDotDotToken) return undefined;
  const key = taken.propertyName ?? taken.name;
  if (!ts.isIdentifier(key) && !ts.isStringLiteralLike(key)) return undefined;
  const place = { start: called.getStart(), length: called.getWidth() };
  return { text: key.text, owner: taken.parent, ...place, isWritten: false };
}

/**
 * Whether an object has the type of waypost's helpers. An object of type `any` counts if `pathFor` is called on it. Helpers whose types
 * were generated from another routes file do not count.
 */
function isOfHelpers(
  owner: TS.Node,
  checker: TS.TypeChecker,
  { file }: KnownRoutes,
  least: 'any' | 'known',
): boolean {
  const type = checker.getNonNullableType(checker.getTypeAtLocation(owner));
  if (least === 'any' && checker.typeToString(type) === 'any') return true;
  const types = type.isIntersection() ? type.types : [type];
  return types.some((each) => {
    const symbol = each.aliasSymbol ?? each.getSymbol();
    if (symbol?.name !== 'RouteHelpers') return symbol?.name === 'LooseHelpers';
    const written = headingFile(symbol.declarations?.[0]?.getSourceFile().text ?? '');
    return written !== undefined && `/${file.replaceAll('\\', '/')}`.endsWith(`/${written}`);
  });
}

function mistakesIn(
  ts: typeof TS,
  helper: HelperCall,
  checker: TS.TypeChecker,
  { byName, direct }: KnownRoutes,
): readonly HelperMistake[] {
  const { call, name: written, start, length, spelled, isWritten } = helper;
  const name = canonicalName(written);
  const place = { name, start, length, end: call.end };
  // An unterminated string is still being written.
  if (direct.has(name) || isUnterminated(ts, call.arguments[0])) return [];
  const route = byName.get(name);
  if (!route) {
    const meant = nearest(name, [...byName.keys(), ...direct]);
    const message = `no route is called '${written}'${didYouMean(meant && spelled(meant))}`;
    return [
      { kind: 'unknown-route', ...place, message, ...(meant && isWritten && { suggestion: spelled(meant) }) },
    ];
  }
  const message = valuesMistake(ts, helper, checker, route);
  return message === undefined ? [] : [{ kind: 'wrong-values', ...place, message }];
}

/** The mistake in the values of a call; undefined if there is none, or if a value's type or the keys of the options are not known. */
function valuesMistake(
  ts: typeof TS,
  { call, values, takesRecords }: HelperCall,
  checker: TS.TypeChecker,
  { pattern, defaults }: RouteDefinition,
): string | undefined {
  const last = values.at(-1);
  const options = last && ts.isObjectLiteralExpression(last) ? last : undefined;
  const plain = options ? values.slice(0, -1) : values;
  // A spread list has an unknown number of values.
  const isCounted = plain.every(
    (value) => !ts.isSpreadElement(value) && isPlain(ts, checker.getTypeAtLocation(value)),
  );
  if (!isCounted) return undefined;
  const named = new Set<string>();
  for (const property of options?.properties ?? []) {
    if (!property.name || (!ts.isIdentifier(property.name) && !ts.isStringLiteral(property.name)))
      return undefined;
    named.add(property.name.text);
  }
  const left = pattern.names.filter((name) => !named.has(name));
  const required = left.filter((name) => !pattern.optionalNames.has(name) && !defaults.has(name));
  // The params of the current request are not known, and after an open parenthesis more values may follow.
  const isOpen = call.getChildren().at(-1)?.kind !== ts.SyntaxKind.CloseParenToken;
  const missing = isOpen || named.has('currentParams') ? [] : required.slice(plain.length);
  // An object may be a record, which replaces one value.
  const isRecord = takesRecords && options !== undefined && !pattern.names.some((name) => named.has(name));
  if (missing.length > (isRecord ? 1 : 0)) {
    const names = missing.map((name) => `':${name}'`);
    return `'${pattern.text}' needs a value for ${names.join(' and ')}`;
  }
  if (plain.length > left.length)
    return `'${pattern.text}' takes ${count(left.length, 'value')} here, not ${plain.length}`;
  return undefined;
}

function isPlain(ts: typeof TS, type: TS.Type): boolean {
  const { StringLike, NumberLike, BooleanLike, BigIntLike } = ts.TypeFlags;
  const isOne = ({ flags }: TS.Type): boolean =>
    (flags & (StringLike | NumberLike | BooleanLike | BigIntLike)) !== 0;
  return type.isUnion() ? type.types.every(isOne) : isOne(type);
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;
