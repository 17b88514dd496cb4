// Finds the value of a callable in the text, and checks that it fits its role.

import { callableLabel, type CallableValue } from '../language/declarations.js';
import type { ErrorCode } from '../language/diagnostics.js';
import type { Source } from '../language/source.js';
import { isLayer, isOfConnect } from '../middleware/layer.js';
import { isSchema } from '../middleware/validated.js';
import type { HelperCallable } from '../routing/generation/custom-helpers.js';
import type { ConstraintCallable } from '../routing/patterns/constraints.js';
import { isFitCallable, isMadeForFetch } from '../routing/router/fit-callable.js';
import type { ExportShape } from './bindings.js';
import type { Program } from './program.js';

/** The roles of callables, with the type of value that each gives. */
export interface Callables {
  readonly target: unknown;
  readonly constraint: ConstraintCallable;
  readonly app: unknown;
  readonly location: HelperCallable;
  readonly layer: unknown;
}

export type CallableRole = keyof Callables;

interface RoleRow {
  readonly isFit: (value: unknown) => boolean;
  readonly method: string | undefined;
  readonly wants: string;
  readonly code: ErrorCode;
}

const role = (method: string | undefined, wants: string): RoleRow => ({
  isFit: (value) => isFitCallable(value, method),
  method,
  wants,
  code: 'not-callable',
});

const roles: Record<CallableRole, RoleRow> = {
  target: role('call', 'a function of the request, or an object with `call`'),
  constraint: role('matches', 'a function, or an object with `matches`'),
  app: role('call', 'an object with `call`, or a function'),
  location: role(undefined, 'a function that returns a location'),
  layer: {
    isFit: isLayer,
    method: 'call',
    wants: 'a class or an object with `call`, or a function of the request and of what is inside it',
    code: 'invalid-value',
  },
};

/** The value of a callable. Undefined if it is not known, or does not fit the role, which is reported. */
export function readCallable<Role extends CallableRole>(
  program: Program,
  value: CallableValue,
  source: Source,
  role: Role,
): Callables[Role] | undefined {
  const binding = program.calls.binding(value, source);
  if (binding?.kind !== 'found' && binding?.kind !== 'unseen') return undefined;
  const { isFit, method, wants, code } = roles[role];
  const fault = binding.shape && misfit(binding.shape, role);
  const found = binding.kind === 'found' ? binding.value : undefined;
  if (fault === undefined) {
    if (binding.kind === 'unseen') return undefined;
    if (isFit(found)) return found as Callables[Role];
  }
  const isForFetch = fault === undefined && (role === 'app' || role === 'target') && isMadeForFetch(found);
  const is = isForFetch
    ? 'an application made for Fetch'
    : (fault ?? describe(found, method, role === 'layer'));
  const meant = fault === undefined ? meantWith(found, role, isForFetch) : '';
  const message = `${callableLabel(value)} is ${is}; what is needed here is ${wants}${meant}`;
  program.diagnostics.error(code, { source, span: value.span }, message);
  return undefined;
}

/** Where a value that does not fit would fit, or what makes a fitting value of it. */
function meantWith(found: unknown, role: CallableRole, isForFetch: boolean): string {
  if (role === 'constraint' && isLayer(found)) return '; as a layer it stands in `through`';
  if (isForFetch) return '; `fromFetch` makes one of it';
  return role === 'layer' && isOfConnect(found) ? '; `fromConnect` makes a class of it' : '';
}

/** Whether an export, of which only the text is known, certainly does not fit a role. */
export function cannotBe(shape: ExportShape, role: CallableRole): boolean {
  return misfit(shape, role) !== undefined;
}

/** What an export is, of which only the text is known, if it does not fit the role; otherwise undefined. */
function misfit({ kind, has }: ExportShape, role: CallableRole): string | undefined {
  const { method } = roles[role];
  switch (kind) {
    case 'value':
      return 'no function';
    case 'class':
      if (role !== 'layer') return 'a class';
      return has('call') || has('~standard') ? undefined : 'a class without `call`';
    case 'object':
      if (method === undefined) return 'an object';
      return has(method) || (role === 'layer' && has('~standard'))
        ? undefined
        : `an object without \`${method}\``;
    default:
      return kind satisfies never;
  }
}

function describe(value: unknown, method: string | undefined, isLayerRole: boolean): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'a list';
  if (isSchema(value)) return 'a schema';
  if (isLayerRole && isOfConnect(value)) return 'middleware of Connect or Express';
  if (typeof value === 'function') return isLayerRole ? 'a class without `call`' : 'a class';
  return typeof value === 'object'
    ? `an object${method === undefined ? '' : ` without \`${method}\``}`
    : `a ${typeof value}`;
}
