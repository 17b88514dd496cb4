// Renames an export or a member in a module, without changing what the module does.
//
//   export { list as index }      only `index` is renamed here, since `list` may be used elsewhere
//   export function index() {}    the function and its calls are renamed, or only the export if `index` has another meaning further in

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

/** A class or object with the actions of a module. Its members are read from `this` and from `paths`: `posts`, `Posts.prototype`. */
export interface Owner {
  readonly node: Node;
  readonly paths: readonly string[];
}

/** A module, and the rename in it. */
export interface Renaming extends ModuleTree {
  readonly name: string;
  readonly newName: string;
}

/** The changes that rename a member of a class or object and its uses; undefined if it has no such member. */
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

/** Whether a class or object has a member of a name, declared or assigned later. */
export function hasMember(owner: Owner, whole: Node, name: string): boolean {
  return (
    membersOf(owner.node).some((member) => keyOf(member)?.name === name) ||
    readsOf(owner, whole, name).some(({ isAssigned }) => isAssigned)
  );
}

/** The places that read or assign a member: `this.show`, `posts.show`. */
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

/** The change that renames a key and keeps its value: `{ id }` becomes `{ postId: id }`. */
export function renamedKey(property: Node, key: Node, newName: string): ModuleChange {
  if (property['shorthand'] === true)
    return { span: { start: key.start, end: key.start }, text: `${newName}: ` };
  const quote = key.type === 'Literal' ? 1 : 0;
  return { span: { start: key.start + quote, end: key.end - quote }, text: newName };
}

/** The changes that rename an export, in whatever form it is written; undefined if there is none. */
export function renamedExport(renaming: Renaming): readonly ModuleChange[] | undefined {
  const { body, text, name, newName } = renaming;
  for (const statement of body) {
    const found =
      statement.type === 'ExportNamedDeclaration'
        ? renamedInStatement(statement, renaming)
        : renamedProperty(statement, renaming);
    if (found) return found;
  }
  // It comes from `export *`, if there is only one. An export with the new name is added beside that.
  const [all, another] = body.filter((each) => each.type === 'ExportAllDeclaration' && !each['exported']);
  if (!all || another) return undefined;
  const from = all['source'];
  if (!isNode(from)) return undefined;
  const end = { start: all.end, end: all.end };
  const specifier = text.slice(from.start, from.end);
  return [{ span: end, text: `\nexport { ${name} as ${newName} } from ${specifier};` }];
}

/** Whether a module itself exports something of a name, including types. */
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
  // The statements of an overloaded function must stay together, so a new export goes after the last.
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

/** Renames `exports.name` everywhere, if the statement assigns it. */
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

/**
 * Renames an exported declaration and its uses, or only the export if the old name has another meaning further in, or the new one is in use
 * or reserved.
 */
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
