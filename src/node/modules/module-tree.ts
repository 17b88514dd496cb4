// Walks the syntax tree of a module, and finds what edits of a module need in it.

import type { Span } from '../../language/source.js';
import type { ParsedModule } from './module-parser.js';

/** A node of any type, with its parts by name. */
export interface Node extends Span {
  readonly type: string;
  readonly [part: string]: unknown;
}

/** A module that is to be edited. */
export interface ModuleTree {
  readonly text: string;
  /** Its top-level statements. */
  readonly body: readonly Node[];
  readonly whole: Node;
}

export function bodyOf({ program }: ParsedModule): readonly Node[] {
  const body: readonly unknown[] = program.body;
  return body.filter(isNode);
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** The nodes of a part that is a list: the members of a body, the names of an import. */
export function listIn(node: Node, part: string): readonly Node[] {
  const list = node[part];
  return Array.isArray(list) ? list.filter(isNode) : [];
}

/** The children of a node, in no particular order. */
function* childrenOf(node: Node): Iterable<Node> {
  for (const part of Object.values(node)) {
    if (isNode(part)) yield part;
    else if (Array.isArray(part)) for (const each of part) if (isNode(each)) yield each;
  }
}

/** A node and all nodes below it, each with up to three of the nodes above it, outermost first. */
export function* nodesOf(root: Node): Iterable<{ readonly node: Node; readonly above: readonly Node[] }> {
  const waiting: { readonly node: Node; readonly above: readonly Node[] }[] = [{ node: root, above: [] }];
  for (let each = waiting.pop(); each; each = waiting.pop()) {
    yield each;
    const above = [...each.above.slice(-2), each.node];
    for (const node of childrenOf(each.node)) waiting.push({ node, above });
  }
}

/** A node without the parentheses and TypeScript syntax around it: `(request.params!)` → `request.params`. */
export function bare(value: unknown): Node | undefined {
  let node = isNode(value) ? value : undefined;
  while (node && wrappers.has(node.type)) node = isNode(node['expression']) ? node['expression'] : undefined;
  return node;
}

const wrappers = new Set([
  'ChainExpression',
  'ParenthesizedExpression',
  'TSAsExpression',
  'TSNonNullExpression',
  'TSSatisfiesExpression',
  'TSTypeAssertion',
]);

/** The name in an identifier or a string. */
export function nameIn(value: unknown): string | undefined {
  if (!isNode(value)) return undefined;
  if (value.type === 'Identifier' || value.type === 'JSXIdentifier') return String(value['name']);
  return value.type === 'Literal' && typeof value['value'] === 'string' ? value['value'] : undefined;
}

/** The name of a property or method: `show() {}`, `'show'() {}`, `['show']() {}`. Undefined if the name is computed. */
export function keyOf(node: Node): { readonly name: string; readonly key: Node } | undefined {
  const { key } = node;
  if (!isNode(key) || (node['computed'] === true && key.type !== 'Literal')) return undefined;
  const name = nameIn(key);
  return name === undefined ? undefined : { name, key };
}

/** The property that a member expression reads, with its place: `a.b`, `a?.b`, `a['b']`. */
export function propertyOf(
  node: Node,
): { readonly name: string; readonly span: Span; readonly object: Node | undefined } | undefined {
  if (node.type !== 'MemberExpression' || !isNode(node['property'])) return undefined;
  const { property } = node;
  const isQuoted = property.type === 'Literal';
  const name = nameIn(property);
  if (name === undefined || (node['computed'] === true) !== isQuoted) return undefined;
  const quote = isQuoted ? 1 : 0;
  const span = { start: property.start + quote, end: property.end - quote };
  return { name, span, object: bare(node['object']) };
}

/** The text `a.b.c` of a member expression of plain names; undefined for any other. */
export function pathOf(node: Node): string | undefined {
  if (node.type === 'Identifier') return nameIn(node);
  const read = propertyOf(node);
  const object = read?.object && pathOf(read.object);
  return object === undefined ? undefined : `${object}.${read?.name}`;
}

/** The object in `Object.freeze(…)` or `Object.seal(…)`, which they return. */
export function frozenIn(node: Node): Node | undefined {
  const callee = node.type === 'CallExpression' ? bare(node['callee']) : undefined;
  const isFrozen = callee && /^Object\.(?:freeze|seal)$/.test(pathOf(callee) ?? '');
  return isFrozen ? bare(listIn(node, 'arguments')[0]) : undefined;
}

/** The modules that a module names, with their places: in imports and exports, in calls of `require`, and in calls that mock a module. */
export function* specifiersIn(root: Node): Iterable<{ readonly name: string; readonly span: Span }> {
  for (const { node } of nodesOf(root)) {
    const callee = node.type === 'CallExpression' ? bare(node['callee']) : undefined;
    const isNaming = callee && /^(?:require|require\.resolve|(?:vi|jest)\.\w+)$/.test(pathOf(callee) ?? '');
    const isReference = node.type === 'TSExternalModuleReference';
    const named = isNaming ? listIn(node, 'arguments')[0] : node[isReference ? 'expression' : 'source'];
    const name = nameIn(named);
    if (isNode(named) && named.type === 'Literal' && name !== undefined)
      yield { name, span: { start: named.start + 1, end: named.end - 1 } };
  }
}

/** The identifiers that a pattern binds. */
export function* boundIn(pattern: unknown): Iterable<Node> {
  if (!isNode(pattern)) return;
  switch (pattern.type) {
    case 'Identifier':
      yield pattern;
      return;
    case 'ObjectPattern':
      for (const property of listIn(pattern, 'properties'))
        yield* boundIn(property.type === 'Property' ? property['value'] : property['argument']);
      return;
    case 'ArrayPattern':
      for (const element of listIn(pattern, 'elements')) yield* boundIn(element);
      return;
    case 'AssignmentPattern':
      yield* boundIn(pattern['left']);
      return;
    case 'RestElement':
      yield* boundIn(pattern['argument']);
      return;
    case 'TSParameterProperty':
      yield* boundIn(pattern['parameter']);
  }
}

/** All identifiers that declare a name, at any depth: variables, functions, classes, parameters, imports. */
export function* bindingsIn(root: Node): Iterable<Node> {
  for (const { node } of nodesOf(root)) {
    const { type } = node;
    const isFunction = functions.test(type);
    if (isFunction || named.test(type)) yield* boundIn(node['id']);
    if (isFunction) for (const param of listIn(node, 'params')) yield* boundIn(param);
    if (type === 'CatchClause') yield* boundIn(node['param']);
    if (imports.test(type)) yield* boundIn(node['local']);
  }
}

const functions = /^(?:TSDeclareFunction|ArrowFunctionExpression|Function(?:Declaration|Expression))$/;
const named =
  /^(?:VariableDeclarator|Class(?:Declaration|Expression)|TS(?:Enum|Module|Interface|TypeAlias)Declaration)$/;
const imports = /^Import(?:Default|Namespace)?Specifier$/;
