// What is remembered of a text from one version to the next: how each call was read, and what each declaration came to.
//
// It is of one text among one set of surroundings; when a controller or the configuration changes, a new one begins.

import type { ReadCall } from '../language/read-call.js';
import type { Block, CallableValue, Declaration } from '../language/declarations.js';
import type { Syntax } from '../language/syntax.js';
import type { Binding } from './bindings.js';
import type { Outcome } from './outcome.js';
import { isSame, type Scope } from './scope.js';

export class Memory {
  /** How often something has changed. */
  version = 0;
  readonly bindings = new WeakMap<CallableValue, Binding>();
  /** Included files as they were read last. */
  readonly files = new Map<string, { readonly text: string; readonly syntax: Syntax }>();
  readonly #calls = new WeakMap<Declaration, ReadCall>();
  readonly #outcomes = new WeakMap<Declaration, Outcome>();
  readonly #scopes = new WeakMap<Block, Scope>();
  readonly #touched = new WeakMap<Declaration, number>();
  readonly #settled = new WeakSet<Declaration>();

  /** @param isForOnce the text will have no other version: what a declaration came to need not be remembered */
  constructor(readonly isForOnce = false) {}

  /** Something has changed inside the blocks of these declarations. */
  touch(declarations: readonly Declaration[]): void {
    this.version++;
    for (const declaration of declarations) {
      this.#outcomes.delete(declaration);
      this.#settled.delete(declaration);
      this.#touched.set(declaration, this.version);
    }
  }

  /** How a call was read in an earlier version. */
  callOf(declaration: Declaration): ReadCall | undefined {
    return this.isForOnce ? undefined : this.#calls.get(declaration);
  }

  /** Only a call with nothing wrong in it: what is wrong is told anew, at the place where it stands by then. */
  rememberCall(declaration: Declaration, call: ReadCall): void {
    this.#calls.set(declaration, call);
  }

  /** Every call in a declaration with a block is known, and there is no concern and no included file in it. */
  settle(declaration: Declaration): void {
    this.#settled.add(declaration);
  }

  isSettled(declaration: Declaration): boolean {
    return this.#settled.has(declaration);
  }

  /** What a declaration came to in this scope, if that still holds. `concern` gives the definition of a name. */
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

  /** The scope inside a block: the one it had before, where that is the same, so that what is inside finds its outcome. */
  scopeOf(block: Block, scope: Scope): Scope {
    if (this.isForOnce) return scope;
    const known = this.#scopes.get(block);
    if (known && isSame(known, scope)) return known;
    this.#scopes.set(block, scope);
    return scope;
  }
}
