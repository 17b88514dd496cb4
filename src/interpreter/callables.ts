// A callable of the text as the value that it stands for, checked for the part that it has to play.

import type { CallableValue } from '../language/declarations.js';
import type { Place } from '../language/diagnostics.js';
import type { Program } from './program.js';

/** What a callable is needed for. */
export type CallableRole = 'target' | 'constraint' | 'app' | 'location';

const roles: Record<CallableRole, { readonly method: string | undefined; readonly wants: string }> = {
  target: { method: 'call', wants: 'a function of the request, or an object with `call`' },
  constraint: { method: 'matches', wants: 'a function, or an object with `matches`' },
  app: { method: 'call', wants: 'an object with `call`, or a function' },
  location: { method: undefined, wants: 'a function that returns a location' },
};

export class CallableReader {
  constructor(readonly program: Program) {}

  /** The value of a callable, or undefined where it is not known or not fit for the role, which is reported. */
  read(value: CallableValue, place: Place, role: CallableRole): unknown {
    const binding = this.program.binding(value);
    if (binding?.kind !== 'found') return undefined;
    const found = binding.value;
    const { method, wants } = roles[role];
    if (typeof found === 'function' || (method !== undefined && hasMethod(found, method))) return found;
    this.program.diagnostics.error(
      'not-callable',
      place,
      `${callableLabel(value)} is ${describe(found, method)}; what is needed here is ${wants}`,
    );
    return undefined;
  }
}

/** `&handlers#health` as the route table shows it; `inline` for a template's function. */
export function callableLabel(value: CallableValue): string {
  if (value.inline !== undefined) return 'inline';
  return value.export === undefined ? `&${value.module}` : `&${value.module}#${value.export}`;
}

function hasMethod(value: unknown, method: string): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as Record<string, unknown>)[method] === 'function'
  );
}

function describe(value: unknown, method: string | undefined): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object'
    ? `an object${method === undefined ? '' : ` without \`${method}\``}`
    : `a ${typeof value}`;
}
