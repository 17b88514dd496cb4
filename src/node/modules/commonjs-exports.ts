// Reads the exports of a CommonJS module: the names that its top-level statements assign, and whether it may export others.
//
//   exports.show = …; module.exports = { show }                                   known names
//   for (const name of names) exports[name] = …; copyAll(require('x'), exports)   others, whose names the text does not tell

import { bare, isNode, listIn, nameIn, pathOf, type Node } from './module-tree.js';

/** An export with its name, or without one the whole `module.exports`. */
interface AssignedExport {
  readonly name: string | undefined;
  readonly value: Node;
}

/** The exports that an expression or its statement assigns: `module.exports = …`, `exports.a = exports.b = …`. */
export function assignedExports(value: unknown): readonly AssignedExport[] {
  const node = bare(isNode(value) && value.type === 'ExpressionStatement' ? value['expression'] : value);
  if (node?.type !== 'AssignmentExpression' || node['operator'] !== '=') return [];
  const path = memberPath(node['left']);
  const name = exportedName(path);
  const assigned = bare(node['right']);
  if (!assigned || (name === undefined && path !== 'module.exports')) return [];
  return [{ name, value: assigned }, ...assignedExports(assigned)];
}

/** Whether a module also exports in other ways than by top-level assignments, so it may have names that were not read. */
export function hidesExports(body: readonly Node[]): boolean {
  if (body.some(({ type }) => /^(?:Import|Export|TSExport)/.test(type))) return false;
  return body.some((statement) => handsOutExports(assignedExports(statement).at(-1)?.value ?? statement));
}

/** Whether something in a node assigns to an export, or uses the whole `exports` object. */
function handsOutExports(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(handsOutExports);
  if (!isNode(value)) return false;
  const path = memberPath(value);
  if (path === 'exports' || path === 'module.exports') return true;
  if (exportedName(path) !== undefined) return false;
  if (value.type === 'AssignmentExpression' && exportedName(memberPath(value['left'])) !== undefined)
    return true;
  // `Object.defineProperty(exports, '__esModule', …)`, which compilers write first, adds no export.
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
