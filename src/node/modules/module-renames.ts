// Renames an export of a module without a change of what the module does.
//
//   export { list as index }      index is renamed here alone: list may be used elsewhere
//   export function index() {}    the function and its calls; only the export where `index` means something else further in

import { isReserved } from '../../language/reserved-words.js';
import type { Span } from '../../language/source.js';
import { assignedExports } from './commonjs-exports.js';
import {
  bindingsIn,
  isNode,
  keyOf,
  listIn,
  type ModuleTree,
  nameIn,
  type Node,
  nodesOf,
  pathOf,
  propertyOf,
} from './module-tree.js';

export interface ModuleChange {
  readonly span: Span;
  readonly text: string;
}

/** A class or object that has the actions of a module, and what its members are read from beside `this`: `posts`, `Posts.prototype`. */
export interface Owner {
  readonly node: Node;
  readonly paths: readonly string[];
}

/** A module in which something gets another name. */
export interface Renaming extends ModuleTree {
  readonly name: string;
  readonly newName: string;
}

/** A method or property of a class or object, and what calls it. */
export function renamedMember(
  owner: Owner,
  { whole, name, newName }: Renaming,
): readonly ModuleChange[] | undefined {
  if (!hasMember(owner, whole, name)) return undefined;
  const keys = membersOf(owner.node).flatMap((member) => {
    const found = keyOf(member);
    return found?.name === name ? [renamedKey(member, found.key, newName)] : [];
  });
  return [...keys, ...readsOf(owner, whole, name).map(({ span }) => ({ span, text: newName }))];
}

/** Whether a class or object has a method or property of a name, from the beginning or because it is assigned to. */
export function hasMember(owner: Owner, whole: Node, name: string): boolean {
  return (
    membersOf(owner.node).some((member) => keyOf(member)?.name === name) ||
    readsOf(owner, whole, name).some(({ isAssigned }) => isAssigned)
  );
}

/** Where a member is written behind what it belongs to: `this.show`, `posts.show`. */
function readsOf(
  { node: owner, paths }: Owner,
  whole: Node,
  name: string,
): readonly { readonly span: Span; readonly isAssigned: boolean }[] {
  return [...nodesOf(whole)].flatMap(({ node, above }) => {
    const read = propertyOf(node);
    if (read?.name !== name || !read.object) return [];
    const isOwn =
      read.object.type === 'ThisExpression'
        ? owner.start <= node.start && node.end <= owner.end
        : paths.includes(pathOf(read.object) ?? '');
    return isOwn ? [{ span: read.span, isAssigned: above.at(-1)?.['left'] === node }] : [];
  });
}

function membersOf(owner: Node): readonly Node[] {
  const { body } = owner;
  const members = isNode(body) ? listIn(body, 'body') : listIn(owner, 'properties');
  return members.filter((member) => member['static'] !== true);
}

/** `{ id }` becomes `{ postId: id }`: the key has another name, what it stands for has not. */
export function renamedKey(property: Node, key: Node, newName: string): ModuleChange {
  if (property['shorthand'] === true)
    return { span: { start: key.start, end: key.start }, text: `${newName}: ` };
  const quote = key.type === 'Literal' ? 1 : 0;
  return { span: { start: key.start + quote, end: key.end - quote }, text: newName };
}

/** An export of a module, however it is written. */
export function renamedExport(renaming: Renaming): readonly ModuleChange[] | undefined {
  const { body, text, name, newName } = renaming;
  for (const statement of body) {
    const found =
      statement.type === 'ExportNamedDeclaration'
        ? renamedInStatement(statement, renaming)
        : renamedProperty(statement, renaming);
    if (found) return found;
  }
  // `export *` brings it along, if nothing else does: beside it, it gets its other name.
  const [all, another] = body.filter((each) => each.type === 'ExportAllDeclaration' && !each['exported']);
  if (!all || another) return undefined;
  const from = all['source'];
  if (!isNode(from)) return undefined;
  const end = { start: all.end, end: all.end };
  const specifier = text.slice(from.start, from.end);
  return [{ span: end, text: `\nexport { ${name} as ${newName} } from ${specifier};` }];
}

/** Whether a module exports something of a name itself, a type too. */
export function isExported(body: readonly Node[], name: string): boolean {
  return body.some((statement) =>
    statement.type === 'ExportNamedDeclaration'
      ? declares(statement, name) ||
        listIn(statement, 'specifiers').some((each) => nameIn(each['exported']) === name)
      : assignedExports(statement).some((each) => each.name === name),
  );
}

function renamedInStatement(statement: Node, renaming: Renaming): readonly ModuleChange[] | undefined {
  const { body, name, newName } = renaming;
  for (const { exported, local } of listIn(statement, 'specifiers')) {
    if (nameIn(exported) !== name || !isNode(exported) || !isNode(local)) continue;
    const isOne = exported.start === local.start;
    return isOne
      ? [{ span: { start: local.end, end: local.end }, text: ` as ${newName}` }]
      : [{ span: { start: exported.start, end: exported.end }, text: newName }];
  }
  if (!declares(statement, name)) return undefined;
  // A function with overloads is declared by several statements, which have to stay together.
  const last = body.findLast((each) => declares(each, name)) ?? statement;
  return renamedBinding(last, renaming);
}

/** Whether an export declares a name. */
function declares({ type, declaration }: Node, name: string): boolean {
  return (
    type === 'ExportNamedDeclaration' &&
    isNode(declaration) &&
    [...declaredIn(declaration)].some((id) => nameIn(id) === name)
  );
}

/** `exports.name = …`, and every other place that says `exports.name`. */
function renamedProperty(
  statement: Node,
  { whole, name, newName }: Renaming,
): readonly ModuleChange[] | undefined {
  if (!assignedExports(statement).some((each) => each.name === name)) return undefined;
  const paths = [`exports.${name}`, `module.exports.${name}`];
  return [...nodesOf(whole)].flatMap(({ node }) => {
    const read = propertyOf(node);
    return read && paths.includes(pathOf(node) ?? '') ? [{ span: read.span, text: newName }] : [];
  });
}

function* declaredIn(declaration: Node): Iterable<Node> {
  if (declaration.type !== 'VariableDeclaration') {
    if (isNode(declaration['id'])) yield declaration['id'];
    return;
  }
  for (const declarator of listIn(declaration, 'declarations'))
    for (const id of bindingsIn(declarator)) yield id;
}

/** An exported function and everything that calls it; only its export where the name means something else further in. */
function renamedBinding(statement: Node, { whole, name, newName }: Renaming): readonly ModuleChange[] {
  const isBoundTwice = [...bindingsIn(whole)].filter((id) => nameIn(id) === name).length > 1;
  const isTaken = [...nodesOf(whole)].some(
    ({ node }) => node.type === 'Identifier' && nameIn(node) === newName,
  );
  if (isBoundTwice || isTaken || isReserved(newName)) {
    const end = { start: statement.end, end: statement.end };
    return [{ span: end, text: `\nexport { ${name} as ${newName} };` }];
  }
  const changes: ModuleChange[] = [];
  for (const { node, above } of nodesOf(whole)) {
    if (node.type !== 'Identifier' || nameIn(node) !== name) continue;
    const around = above.at(-1) ?? whole;
    const isKey = around['key'] === node && around['computed'] !== true;
    if (around['shorthand'] === true && isKey) {
      changes.push({ span: { start: node.start, end: node.end }, text: `${name}: ${newName}` });
      continue;
    }
    const isShorthandValue = around['shorthand'] === true && around['value'] === node;
    const isProperty = around['property'] === node && around['computed'] !== true;
    const isOther =
      around['label'] === node ||
      around.type === 'TSEnumMember' ||
      (around.type === 'TSQualifiedName' && around['right'] === node);
    if (!isKey && !isShorthandValue && !isProperty && !isOther)
      changes.push({ span: { start: node.start, end: node.end }, text: newName });
  }
  return changes;
}
