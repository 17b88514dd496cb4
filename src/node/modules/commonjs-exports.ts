// What a CommonJS module exports: what its top assigns by name, and whether it may export more than that.
//
//   exports.show = …; module.exports = { show }                                 known
//   for (const name of names) exports[name] = …; copyAll(require('x'), exports) more, whose names the text does not tell

import type * as Ast from '@oxc-project/types';

/** `module.exports = …`, `exports.name = …` or `module.exports.name = …`. */
export function commonJsAssignment(
  node: Ast.Expression,
): { readonly name: string | undefined; readonly value: Ast.Expression } | undefined {
  if (node.type !== 'AssignmentExpression' || node.operator !== '=' || node.left.type !== 'MemberExpression')
    return undefined;
  const path = memberPath(node.left);
  if (path === 'module.exports') return { name: undefined, value: node.right };
  const name = exportedName(path);
  return name === undefined ? undefined : { name, value: node.right };
}

/** Whether a module exports in other ways than by assignments at its top, so that it may have names that were not read. */
export function hidesExports({ body }: Ast.Program): boolean {
  if (body.some(({ type }) => /^(?:Import|Export|TSExport)/.test(type))) return false;
  return body.some((statement) => {
    if (statement.type !== 'ExpressionStatement') return handsOutExports(statement);
    let node = statement.expression;
    for (let next = commonJsAssignment(node); next; next = commonJsAssignment(node)) node = next.value;
    return handsOutExports(node);
  });
}

/** Whether something below a node is assigned to an export, or has all of them at its hands. */
function handsOutExports(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(handsOutExports);
  if (!isNode(value)) return false;
  const path = memberPath(value);
  if (path === 'exports' || path === 'module.exports') return true;
  if (exportedName(path) !== undefined) return false;
  if (value.type === 'AssignmentExpression' && exportedName(memberPath(value.left)) !== undefined)
    return true;
  // What compilers write first.
  if (value.type === 'CallExpression' && memberPath(value.callee) === 'Object.defineProperty') {
    const [, name] = value.arguments;
    if (name?.type === 'Literal' && name.value === '__esModule') return false;
  }
  return Object.values(value).some(handsOutExports);
}

function isNode(value: unknown): value is Ast.Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

function exportedName(path: string | undefined): string | undefined {
  return /^(?:module\.)?exports\.([^.]+)$/.exec(path ?? '')?.[1];
}

/** `module.exports.show` for what is written so. */
function memberPath(node: Ast.Node): string | undefined {
  if (node.type === 'Identifier') return node.name;
  if (node.type !== 'MemberExpression' || node.computed || node.property.type !== 'Identifier')
    return undefined;
  const object = memberPath(node.object);
  return object === undefined ? undefined : `${object}.${node.property.name}`;
}
