// Holds the calls of a program, each read against the row of its keyword, and binds the callables in them.
//
//   scope through => &auth {          read with the file, because it has a block
//     get '/a', to => &a#show         read when it gets its meaning, and released afterwards
//   }
//
// An editor asks for calls again and again, so all are kept. If a text is only made into a router, most calls are needed once and released.
// The diagnostics are the same.

import { readCall } from '../language/call-reader.js';
import type { ReadCall } from '../language/read-call.js';
import { walkValues, type CallableValue, type Declaration, type Value } from '../language/declarations.js';
import type { Diagnostic, Place } from '../language/diagnostics.js';
import type { Source } from '../language/source.js';
import { keywordRow, redirectRow } from '../language/vocabulary.js';
import type { Binding, Bindings } from './bindings.js';
import type { RegexJudge } from './judged-regexes.js';
import type { Memory } from './memory.js';
import { checkBinding } from './missing-exports.js';
import type { Diagnostics } from './reported-diagnostics.js';

const incomplete: ReadonlySet<string> = new Set(['missing-argument', 'match-without-via']);

interface UnboundCallable {
  readonly value: CallableValue;
  readonly source: Source;
  /** The declaration that contains it; undefined if that is not read yet. */
  readonly declaration: Declaration | undefined;
}

interface CallsOptions {
  readonly diagnostics: Diagnostics;
  readonly memory: Memory;
  readonly regexes: RegexJudge;
  /** Absent if `bind` will be called later. */
  readonly bindings: Bindings | undefined;
  /** Whether calls are not needed any more once they have their meaning. */
  readonly letsGo: boolean;
  /** Reports a keyword that has no row. */
  readonly unknown: (declaration: Declaration) => void;
}

export class Calls {
  /** Callables that are not bound yet, for the loader of their modules. */
  readonly unbound: UnboundCallable[] = [];
  readonly #options: CallsOptions;
  #bindings: Bindings | undefined;
  /** Calls with mistakes. If the text has no other version, all calls that are kept. */
  readonly #kept = new Map<Declaration, ReadCall>();
  /** The declarations whose calls are read when they get their meaning. */
  readonly #waiting: Declaration[] = [];
  /** The call that was read last for one of these. */
  #passing: ReadCall | undefined;
  /** The declaration that is being read, or was read last. */
  #reading: Declaration | undefined;
  /** Declarations that lack something. Once `bind` has checked their callables, nothing more is reported about them. */
  readonly #unfinished: Declaration[] = [];
  readonly #addMeant = (diagnostic: Diagnostic, place: Place): void =>
    this.#options.diagnostics.addMeant(diagnostic, place);

  constructor(options: CallsOptions) {
    this.#options = options;
    this.#bindings = options.bindings;
  }

  /** The call of a declaration, read against its row; undefined for an unknown keyword. */
  of(declaration: Declaration): ReadCall | undefined {
    const known = this.#kept.get(declaration) ?? this.#options.memory.callOf(declaration);
    if (known || !this.#mayWait(declaration)) return known;
    if (this.#passing?.declaration !== declaration) this.#passing = this.#read(declaration, false);
    return this.#passing;
  }

  /** Reads the call of a declaration. If the declaration gets exactly one meaning, the call may be read then instead. */
  add(declaration: Declaration, hasOneMeaning: boolean): void {
    if (this.#options.memory.callOf(declaration)) return;
    if (!hasOneMeaning || !this.#mayWait(declaration)) this.#read(declaration, true);
    else {
      this.#waiting.push(declaration);
      // The modules of callables have to be imported before that.
      if (!this.#bindings) walkValues(declaration, this.#addUnbound);
    }
  }

  /** Reads the calls that got no meaning, if there are mistakes: all mistakes of a text are reported at once. */
  readWaiting(): void {
    if (this.#options.diagnostics.count > 0)
      for (const declaration of this.#waiting) this.#read(declaration, false);
  }

  /** Binds the callables that could not be bound before. */
  bind(bindings: Bindings): void {
    const { diagnostics } = this.#options;
    this.#bindings = bindings;
    for (const { value, source, declaration } of this.unbound) {
      if (!declaration) continue;
      const reported = diagnostics.list.length;
      this.#bind(value, source);
      if (diagnostics.list.length > reported) diagnostics.doubt(declaration);
    }
    for (const declaration of this.#unfinished) diagnostics.leaveAlone(declaration);
  }

  /** The binding of a callable. For a text that is read once, asking `Bindings` again is faster than a map of all callables. */
  binding(value: CallableValue, source: Source): Binding | undefined {
    const { memory } = this.#options;
    return memory.isForOnce ? this.#bindings?.callable(value, source) : memory.bindings.get(value);
  }

  /** Whether a call can be read later: no other declaration depends on it, and it gets a meaning unless there are mistakes. */
  #mayWait({ block, keyword: { text } }: Declaration): boolean {
    if (block || !this.#options.letsGo) return false;
    const row = keywordRow(text);
    return row !== undefined && row.block !== 'required' && text !== 'include';
  }

  #read(declaration: Declaration, isKept: boolean): ReadCall | undefined {
    const { diagnostics, memory, unknown } = this.#options;
    const before = diagnostics.count;
    const reported = diagnostics.list.length;
    this.#reading = declaration;
    const row = keywordRow(declaration.keyword.text);
    const call = row && readCall(declaration, row, this.#addMeant);
    if (!row) unknown(declaration);
    walkValues(declaration, this.#readValue);
    if (call && isKept) this.#kept.set(declaration, call);
    if (diagnostics.list.length > reported) this.#leaveOut(declaration, reported);
    if (call && diagnostics.count === before && !memory.isForOnce) this.#remember(declaration, call);
    return call;
  }

  /** Reads what values need besides their call. One function for all declarations. */
  readonly #readValue = (value: Value, { source }: Declaration): void => {
    switch (value.kind) {
      case 'redirect':
        this.#kept.set(value.call, readCall(value.call, redirectRow, this.#addMeant));
        break;
      case 'callable':
        this.#bind(value, source);
        break;
      case 'regex':
        this.#options.regexes.value(value, source, 'whole');
        break;
    }
  };

  readonly #addUnbound = (value: Value, { source }: Declaration): void => {
    if (value.kind === 'callable') this.unbound.push({ value, source, declaration: undefined });
  };

  #bind(value: CallableValue, source: Source): void {
    const { diagnostics, memory } = this.#options;
    if (!this.#bindings) {
      this.unbound.push({ value, source, declaration: this.#reading });
      return;
    }
    const binding = this.#bindings.callable(value, source);
    if (!memory.isForOnce) memory.bindings.set(value, binding);
    checkBinding(value, source, binding, this.#bindings, diagnostics);
  }

  /** A declaration that lacks something is probably still being written, so nothing is reported about its meaning yet. */
  #leaveOut(declaration: Declaration, reported: number): void {
    const { diagnostics } = this.#options;
    diagnostics.doubt(declaration);
    if (!diagnostics.list.slice(reported).some(({ code }) => incomplete.has(code))) return;
    if (this.#bindings) diagnostics.leaveAlone(declaration);
    else this.#unfinished.push(declaration);
  }

  /** Keeps a call without mistakes, so that the next version of the text need not read it again. */
  #remember(declaration: Declaration, call: ReadCall): void {
    const { memory } = this.#options;
    this.#kept.delete(declaration);
    memory.rememberCall(declaration, call);
    walkValues(declaration, (value) => {
      if (value.kind !== 'redirect') return;
      const redirect = this.#kept.get(value.call);
      if (redirect) memory.rememberCall(value.call, redirect);
      this.#kept.delete(value.call);
    });
  }
}
