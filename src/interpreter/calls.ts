// The calls of a program, each read against the row of its keyword, and what the callables in them stand for.
//
//   scope through => &auth {          read with the file: it has a block
//     get '/a', to => &a#show         read when it gets its meaning, and let go of
//   }
//
// An editor asks for calls again and again, and keeps them all. Where a router is all that is made of a text, most are asked for once, and those that
// are let go of need not be moved from one part of memory to the next: a tenth of the time of a large text. What is told is the same.

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
  /** The declaration that it was read in; undefined where that is still to be read. */
  readonly declaration: Declaration | undefined;
}

interface CallsOptions {
  readonly diagnostics: Diagnostics;
  readonly memory: Memory;
  readonly regexes: RegexJudge;
  /** Absent where `bind` is to say later what the callables stand for. */
  readonly bindings: Bindings | undefined;
  /** Whether nobody asks for calls once they have their meaning. */
  readonly letsGo: boolean;
  /** Reports a keyword that has no row. */
  readonly unknown: (declaration: Declaration) => void;
}

export class Calls {
  /** The callables that stand for nothing yet, for whoever imports their modules. */
  readonly unbound: UnboundCallable[] = [];
  readonly #options: CallsOptions;
  #bindings: Bindings | undefined;
  /** Those with something wrong in them; where the text has no other version, all that are kept. */
  readonly #kept = new Map<Declaration, ReadCall>();
  /** The declarations that are read when they get their meaning. */
  readonly #waiting: Declaration[] = [];
  /** The last of them that was read. */
  #passing: ReadCall | undefined;
  /** The declaration that is being read, or was read last. */
  #reading: Declaration | undefined;
  /** Declarations that lack something, of which nothing more is said once it is known what their callables stand for. */
  readonly #begun: Declaration[] = [];
  readonly #addMeant = (diagnostic: Diagnostic, place: Place): void =>
    this.#options.diagnostics.addMeant(diagnostic, place);

  constructor(options: CallsOptions) {
    this.#options = options;
    this.#bindings = options.bindings;
  }

  /** A call read against its row, or undefined for an unknown keyword. */
  of(declaration: Declaration): ReadCall | undefined {
    const known = this.#kept.get(declaration) ?? this.#options.memory.callOf(declaration);
    if (known || !this.#mayWait(declaration)) return known;
    if (this.#passing?.declaration !== declaration) this.#passing = this.#read(declaration, false);
    return this.#passing;
  }

  /** Reads the call of a declaration, or leaves that until it gets its meaning, if it gets no more than one. */
  add(declaration: Declaration, hasOneMeaning: boolean): void {
    if (this.#options.memory.callOf(declaration)) return;
    if (!hasOneMeaning || !this.#mayWait(declaration)) this.#read(declaration, true);
    else {
      this.#waiting.push(declaration);
      // Modules are imported before.
      if (!this.#bindings) walkValues(declaration, this.#addUnbound);
    }
  }

  /** Reads what got no meaning where there is something to report: all that is wrong in a text is told at once. */
  readWaiting(): void {
    if (this.#options.diagnostics.count > 0)
      for (const declaration of this.#waiting) this.#read(declaration, false);
  }

  /** Says what the callables stand for, once that is known. */
  bind(bindings: Bindings): void {
    const { diagnostics } = this.#options;
    this.#bindings = bindings;
    for (const { value, source, declaration } of this.unbound) {
      if (!declaration) continue;
      const told = diagnostics.list.length;
      this.#bind(value, source);
      if (diagnostics.list.length > told) diagnostics.doubt(declaration);
    }
    for (const declaration of this.#begun) diagnostics.leaveAlone(declaration);
  }

  /** What a callable stands for. Whoever gives bindings for one text finds them again sooner than a map of all callables would. */
  binding(value: CallableValue, source: Source): Binding | undefined {
    const { memory } = this.#options;
    return memory.isForOnce ? this.#bindings?.callable(value, source) : memory.bindings.get(value);
  }

  /** Whether nothing of other declarations depends on a call, and it gets a meaning wherever nothing is wrong. */
  #mayWait({ block, keyword: { text } }: Declaration): boolean {
    if (block || !this.#options.letsGo) return false;
    const row = keywordRow(text);
    return row !== undefined && row.block !== 'required' && text !== 'include';
  }

  #read(declaration: Declaration, isKept: boolean): ReadCall | undefined {
    const { diagnostics, memory, unknown } = this.#options;
    const before = diagnostics.count;
    const told = diagnostics.list.length;
    this.#reading = declaration;
    const row = keywordRow(declaration.keyword.text);
    const call = row && readCall(declaration, row, this.#addMeant);
    if (!row) unknown(declaration);
    walkValues(declaration, this.#readValue);
    if (call && isKept) this.#kept.set(declaration, call);
    if (diagnostics.list.length > told) this.#leaveOut(declaration, told);
    if (call && diagnostics.count === before && !memory.isForOnce) this.#remember(declaration, call);
    return call;
  }

  /** What values need beside their call, made once for all declarations. */
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

  /** What lacks something is still being written: nothing is said yet of what it means. */
  #leaveOut(declaration: Declaration, told: number): void {
    const { diagnostics } = this.#options;
    diagnostics.doubt(declaration);
    if (!diagnostics.list.slice(told).some(({ code }) => incomplete.has(code))) return;
    if (this.#bindings) diagnostics.leaveAlone(declaration);
    else this.#begun.push(declaration);
  }

  /** Whether nothing is wrong in it, so that the next version of the text need not read it again. */
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
