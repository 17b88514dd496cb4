// Remembers from one version of a text to the next how each call was read, and the outcome of each declaration.
//
// A memory belongs to one text and its surroundings. If a controller or the configuration changes, a new memory is made.

import type { ReadCall } from '../language/read-call.js';
import type { Block, CallableValue, Declaration } from '../language/declarations.js';
import type { Syntax } from '../language/syntax.js';
import type { Binding } from './bindings.js';
import type { Outcome } from './outcome.js';
import { isSame, type Scope } from './scope.js';

export class Memory {
  /** How many times the text has changed. */
  version = 0;
  readonly bindings = new WeakMap<CallableValue, Binding>();
  /** The included files, as they were last read. */
  readonly files = new Map<string, { readonly text: string; readonly syntax: Syntax }>();
  readonly #calls = new WeakMap<Declaration, ReadCall>();
  readonly #outcomes = new WeakMap<Declaration, Outcome>();
  readonly #scopes = new WeakMap<Block, Scope>();
  readonly #touched = new WeakMap<Declaration, number>();
  readonly #settled = new WeakSet<Declaration>();

  /** @param isForOnce the text has no other versions, so outcomes are not remembered */
  constructor(readonly isForOnce = false) {}

  /** Says that something has changed inside these declarations. */
  touch(declarations: readonly Declaration[]): void {
    this.version++;
    for (const declaration of declarations) {
      this.#outcomes.delete(declaration);
      this.#settled.delete(declaration);
      this.#touched.set(declaration, this.version);
    }
  }

  /** The call as it was read in an earlier version. */
  callOf(declaration: Declaration): ReadCall | undefined {
    return this.isForOnce ? undefined : this.#calls.get(declaration);
  }

  /** Only for a call without mistakes: mistakes have to be reported again, at their current place. */
  rememberCall(declaration: Declaration, call: ReadCall): void {
    this.#calls.set(declaration, call);
  }

  /** Says that all calls inside a declaration with a block are remembered, and that it contains no concern and no include. */
  settle(declaration: Declaration): void {
    this.#settled.add(declaration);
  }

  isSettled(declaration: Declaration): boolean {
    return this.#settled.has(declaration);
  }

  /** The remembered outcome of a declaration in this scope, if it still holds. `concern` gives the current definition of a concern. */
  outcomeOf(
    declaration: Declaration,
    scope: Scope,
    concern: (name: string) => Declaration | undefined,
  ): Outcome | undefined {
    const known = this.#outcomes.get(declaration);
    if (known?.scope !== scope) return undefined;
    for (const [name, definition] of known.concerns ?? []) {
      if (concern(name) !== definition || (this.#touched.get(definition) ?? 0) > known.version)
        return undefined;
    }
    return known;
  }

  remember(declaration: Declaration, outcome: Outcome): void {
    if (outcome.isRepeatable) this.#outcomes.set(declaration, outcome);
    else this.#outcomes.delete(declaration);
  }

  /**
   * The scope inside a block. If it equals the block's earlier scope, that one is returned, so that outcomes inside are found by identity.
   */
  scopeOf(block: Block, scope: Scope): Scope {
    if (this.isForOnce) return scope;
    const known = this.#scopes.get(block);
    if (known && isSame(known, scope)) return known;
    this.#scopes.set(block, scope);
    return scope;
  }
}
