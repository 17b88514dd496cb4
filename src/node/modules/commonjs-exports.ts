// What a CommonJS module exports: what its top assigns by name, and whether it may export more than that.
//
//   exports.show = …; module.exports = { show }                                 known
//   for (const name of names) exports[name] = …; copyAll(require('x'), exports) more, whose names the text does not tell

import type * as Ast from '@oxc-project/types';
import { isNode, listIn, nameIn, pathOf } from './module-tree.js';

/** `module.exports = …`, `exports.name = …` or `module.exports.name = …`. */
export function commonJsAssignment(
  node: Ast.Expression,
): { readonly name: string | undefined; readonly value: Ast.Expression } | undefined {
  if (node.type !== 'AssignmentExpression' || node.operator !== '=') return undefined;
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
  if (value.type === 'AssignmentExpression' && exportedName(memberPath(value['left'])) !== undefined)
    return true;
  // What compilers write first.
  const isDefinition =
    value.type === 'CallExpression' && memberPath(value['callee']) === 'Object.defineProperty';
  if (isDefinition && nameIn(listIn(value, 'arguments')[1]) === '__esModule') return false;
  return Object.values(value).some(handsOutExports);
}

function exportedName(path: string | undefined): string | undefined {
  return /^(?:module\.)?exports\.([^.]+)$/.exec(path ?? '')?.[1];
}

function memberPath(value: unknown): string | undefined {
  return isNode(value) ? pathOf(value) : undefined;
}
