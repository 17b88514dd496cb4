// Gathers what must be known before a declaration can be interpreted: all included files, all calls read against their rows, all concerns
// by name, and all callables with their bindings.

import type { ReadCall } from '../language/read-call.js';
import type { Block, Declaration, RedirectValue } from '../language/declarations.js';
import { walkDeclarations } from '../language/declarations.js';
import { namePlace } from '../language/diagnostics.js';
import { kindOf } from '../http/object-shape.js';
import { firstIndex } from '../language/first-index.js';
import { isForeignBlock, unknownKeyword } from '../language/unknown-keywords.js';
import { resolvePath, Source, type Span } from '../language/source.js';
import { parseSyntax, type Syntax } from '../language/syntax.js';
import { keywordRow, type redirectRow } from '../language/vocabulary.js';
import type { Bindings } from './bindings.js';
import { Calls } from './calls.js';
import { RegexJudge } from './judged-regexes.js';
import { Memory } from './memory.js';
import { Diagnostics } from './reported-diagnostics.js';
import { lastOf, lastOnLine, lostDefinitions } from './unfinished.js';

export interface ProgramOptions {
  /** Absent if `bind` will be called later. */
  readonly bindings?: Bindings | undefined;
  /** Returns the text of a file, or undefined if it does not exist. */
  readonly read?: ((path: string) => string | undefined) | undefined;
  /** `native` leaves every regex to JavaScript's engine, however long a text may take. */
  readonly regex?: 'native' | undefined;
  /** The memory of an earlier version of the text. */
  readonly memory?: Memory | undefined;
  /** Whether calls are not needed any more once they have their meaning: the text is only made into a router. */
  readonly letsCallsGo?: boolean | undefined;
}

/** A file to be read. */
interface FileUse {
  readonly syntax: Syntax;
  /** Whether a concern includes it. */
  readonly isInConcern: boolean;
  /** How many files include one another down to it. */
  readonly depth: number;
}

/** How deep blocks, concerns and files may nest. */
export const maximalDepth = 400;

/** The maximal number of files. Symbolic links to a parent folder, or a custom `read`, could give a file ever new names. */
const mostFiles = 10_000;

interface IncludeUse {
  readonly declaration: Declaration;
  readonly isInConcern: boolean;
}

type RedirectCall = ReadCall<(typeof redirectRow)['positionals']>;

export interface Concern {
  readonly name: string;
  readonly declaration: Declaration;
}

export class Program {
  readonly main: Syntax;
  /** All files by their resolved paths, the main file first. */
  readonly files = new Map<string, Syntax>();
  readonly concerns = new Map<string, Concern>();
  readonly memory: Memory;
  readonly diagnostics = new Diagnostics();
  readonly regexes: RegexJudge;
  readonly calls: Calls;
  /** False if a definition or a file could not be read: it may have contained a concern that seems to be missing. */
  knowsAllConcerns = true;
  /** The lines that may define a concern but could not be read; found when first needed. */
  #lostDefinitions: readonly string[] | undefined;
  /** The offsets of brackets without a partner, in order. */
  readonly #unmatched = new Map<Source, readonly number[]>();
  #hasReportedTooMany = false;
  readonly #includes = new Map<Declaration, Syntax | undefined>();
  /** Declarations inside program text. They are no calls, even if an earlier version of the text read them as calls. */
  readonly #inCode = new Set<Declaration>();

  constructor(
    syntax: Syntax,
    readonly options: ProgramOptions,
  ) {
    const { bindings, memory = new Memory(true), regex, letsCallsGo = false } = options;
    this.main = syntax;
    this.memory = memory;
    this.regexes = new RegexJudge(
      regex === 'native'
        ? undefined
        : (place, message) => this.diagnostics.error('unsafe-regex', place, message),
    );
    this.calls = new Calls({
      diagnostics: this.diagnostics,
      memory,
      regexes: this.regexes,
      bindings,
      letsGo: letsCallsGo,
      unknown: (declaration) => this.#unknownKeyword(declaration),
    });
    const queue: FileUse[] = [{ syntax, isInConcern: false, depth: 0 }];
    for (let next = queue.shift(); next; next = queue.shift()) queue.push(...this.#addFile(next));
  }

  /** The sources of all files by their names in diagnostics, in the order of reading. */
  get sources(): ReadonlyMap<string, Source> {
    return new Map([...this.files.values()].map(({ source }) => [source.file, source]));
  }

  /** The file with this source; undefined if it is none of the program's. */
  fileOf(source: Source): Syntax | undefined {
    return [...this.files.values()].find((file) => file.source === source);
  }

  /** The call of a declaration, read against its row. Undefined for an unknown keyword and for declarations inside program text. */
  call(declaration: Declaration): ReadCall | undefined {
    if (this.#inCode.size > 0 && this.#inCode.has(declaration)) return undefined;
    return this.calls.of(declaration);
  }

  /** Whether the block of a declaration is not closed. What follows the block then seems to be inside it. */
  isUnclosed({ block, source }: Declaration): boolean {
    return block !== undefined && this.#hasUnmatchedIn(source, block.span.start, block.span.start + 1);
  }

  /** Whether a file has brackets without a partner. What is inside what is then uncertain. */
  hasUnmatched(source: Source): boolean {
    return (this.#unmatched.get(source)?.length ?? 0) > 0;
  }

  /** Whether a bracket without a partner is between two offsets. */
  #hasUnmatchedIn(source: Source, start: number, end: number): boolean {
    const places = this.#unmatched.get(source);
    if (!places || places.length === 0) return false;
    const place = places[firstIndex(places, (each) => each >= start)];
    return place !== undefined && place < end;
  }

  redirectCall(value: RedirectValue): RedirectCall {
    return this.call(value.call) as RedirectCall;
  }

  /** The file of an `include`; undefined if it does not exist, which has been reported. */
  includedFile(declaration: Declaration): Syntax | undefined {
    return this.#includes.get(declaration);
  }

  /** Reads the calls of a file, and returns the files that it is the first to include. */
  #addFile({ syntax, isInConcern, depth }: FileUse): FileUse[] {
    this.files.set(resolvePath('', syntax.source.file), syntax);
    const unmatched = syntax.problems.filter(({ code }) => code === 'unmatched-bracket');
    this.#unmatched.set(
      syntax.source,
      unmatched.map(({ start }) => start),
    );
    this.#addNotation(syntax);
    const unfinished = unmatched.length > 0 && lastOf(syntax);
    if (unfinished) this.diagnostics.leaveAlone(unfinished);
    for (const { start } of unmatched) if (isCloserAt(syntax, start)) this.#doubtBefore(start, syntax);
    const included: IncludeUse[] = [];
    this.#readDeclarations(syntax.declarations, included, isInConcern);
    // Deeper files are not interpreted; that is reported at the include.
    if (depth >= maximalDepth) return [];
    return included.flatMap(({ declaration, isInConcern }) => {
      const syntax = this.#include(declaration);
      return syntax ? { syntax, isInConcern, depth: depth + 1 } : [];
    });
  }

  /** Whether a concern of this name may be in a part of the text that could not be read. */
  mayHaveConcern(name: string): boolean {
    this.#lostDefinitions ??= [...this.files.values()].flatMap(lostDefinitions);
    return !this.knowsAllConcerns || this.#lostDefinitions.some((line) => line.includes(name));
  }

  /** Adds the syntax errors of a file, except those in blocks of another language and in surplus blocks. */
  #addNotation({ diagnostics, declarations, source }: Syntax): void {
    if (diagnostics.length === 0) return;
    const foreign: Span[] = [];
    const find = (declaration: Declaration): void => {
      const { block, damaged } = declaration;
      const isSurplus = hasSurplusBlock(declaration) && !damaged && this.isUnclosed(declaration);
      if (block && isSurplus) foreign.push({ start: block.span.start - 1, end: block.span.end });
      else if (block && isForeignBlock(declaration)) foreign.push(block.span);
      else block?.declarations.forEach(find);
    };
    declarations.forEach(find);
    for (const diagnostic of diagnostics) {
      const { offset } = diagnostic.range.start;
      if (!foreign.some(({ start, end }) => offset > start && offset < end))
        this.diagnostics.add(diagnostic, source);
    }
  }

  /**
   * Handles a closing bracket without a block. Deeper indented declarations before it were probably in that block, so they become doubtful.
   */
  #doubtBefore(end: number, { source, declarations }: Syntax): void {
    const columnAt = (offset: number): number => source.positionAt(offset).column;
    let list = declarations;
    let start = end;
    for (let last = lastBefore(list, end); last; last = lastBefore(list, start)) {
      if (start === end && last.block && last.block.span.end > end) list = last.block.declarations;
      else if (columnAt(last.span.start) > columnAt(end)) start = last.span.start;
      else break;
    }
    if (start < end) this.diagnostics.doubt({ source, span: { start, end } });
    this.knowsAllConcerns = false;
  }

  /** Reads declarations and their blocks. Returns whether the next version of the text can skip all of them. */
  #readDeclarations(
    declarations: readonly Declaration[],
    included: IncludeUse[],
    isInConcern: boolean,
  ): boolean {
    let areSettled = true;
    for (const declaration of declarations)
      if (!this.#readDeclaration(declaration, included, isInConcern)) areSettled = false;
    return areSettled;
  }

  /** The same for one declaration. Declarations in a concern may be interpreted several times or never. */
  #readDeclaration(declaration: Declaration, included: IncludeUse[], isInConcern: boolean): boolean {
    const {
      keyword: { text },
      block,
    } = declaration;
    const isUnfinished = this.#leaveUnfinished(declaration);
    if (block && this.memory.isSettled(declaration)) return true;
    const mayBeConcern = hasSurplusBlock(declaration);
    this.knowsAllConcerns &&= !mayBeConcern;
    this.calls.add(declaration, !isInConcern);
    if (text === 'concern') this.#defineConcern(declaration);
    if (text === 'include') included.push({ declaration, isInConcern });
    const isInsideSettled =
      !block || this.#readBlock(declaration, block, included, isInConcern || text === 'concern');
    const isAlone = !isUnfinished && !mayBeConcern && text !== 'concern' && text !== 'include';
    const isSettled = isInsideSettled && isAlone && this.memory.callOf(declaration) !== undefined;
    if (isSettled && block) this.memory.settle(declaration);
    return isSettled;
  }

  #readBlock(
    declaration: Declaration,
    { declarations }: Block,
    included: IncludeUse[],
    isInConcern: boolean,
  ): boolean {
    if (!isCodeBlock(declaration) && !isForeignBlock(declaration))
      return this.#readDeclarations(declarations, included, isInConcern);
    walkDeclarations(declarations, (inside) => void this.#inCode.add(inside));
    return false;
  }

  /**
   * Makes sure that nothing is reported about the meaning of a declaration that does not parse, or is being written on the line of an
   * unclosed block.
   */
  #leaveUnfinished(declaration: Declaration): boolean {
    const { block, source, span } = declaration;
    const end = block ? block.span.start : span.end;
    // A `]` right after the last argument belongs to a `[` that is missing in it.
    const head = source.text[end] === ']' ? end + 1 : end;
    const isDamaged = declaration.damaged || this.#hasUnmatchedIn(source, span.start, head);
    const unfinished = block && this.isUnclosed(declaration) ? lastOnLine(block) : undefined;
    if (isDamaged) this.diagnostics.leaveAlone(declaration);
    if (isDamaged && block) this.diagnostics.doubt(declaration);
    if (unfinished) this.diagnostics.leaveAlone(unfinished);
    return isDamaged || unfinished !== undefined;
  }

  #unknownKeyword(declaration: Declaration): void {
    const { keyword, block, source } = declaration;
    const { text, span } = keyword;
    const behind = { hasArguments: declaration.arguments.length > 0, hasBlock: block !== undefined };
    const { message, suggestion } = unknownKeyword(text, behind);
    if (block || suggestion === 'concern') this.knowsAllConcerns = false;
    this.diagnostics.error('unknown-keyword', { source, span }, message, { suggestion });
  }

  #defineConcern(declaration: Declaration): void {
    const name = this.call(declaration)?.positionals[0];
    if (declaration.damaged || name?.kind !== 'string') this.knowsAllConcerns = false;
    if (name?.kind !== 'string') return;
    const first = this.concerns.get(name.value);
    if (!first) this.concerns.set(name.value, { name: name.value, declaration });
    else if (first.declaration !== declaration && !first.declaration.damaged) {
      this.diagnostics.error(
        'duplicate-concern',
        { source: declaration.source, span: name.span },
        `the concern '${name.value}' is defined twice; give one of them another name`,
        {
          related: [
            { message: `'${name.value}' is first defined here`, place: namePlace(first.declaration) },
          ],
        },
      );
    }
  }

  #include(declaration: Declaration): Syntax | undefined {
    const file = this.call(declaration)?.positionals[0];
    if (file?.kind !== 'string') {
      this.knowsAllConcerns = false;
      return undefined;
    }
    const asked = resolvePath(declaration.source.file, file.value);
    for (const path of [asked, `${asked}.routes`]) {
      const known = this.files.get(path);
      if (known) {
        this.#includes.set(declaration, known);
        return undefined;
      }
      const text: unknown = this.#hasReportedTooMany ? undefined : this.options.read?.(path);
      if (text !== undefined) {
        if (typeof text !== 'string')
          throw new TypeError(
            `read gives the text of a file, or undefined where there is none, not ${kindOf(text)} (docs/router.md)`,
          );
        if (this.files.size >= mostFiles) return this.#tooMany(declaration.source, file.span);
        const before = this.memory.files.get(path);
        const syntax = before?.text === text ? before.syntax : parseSyntax(new Source(path, text));
        this.memory.files.set(path, { text, syntax });
        this.#includes.set(declaration, syntax);
        this.files.set(path, syntax);
        return syntax;
      }
    }
    this.knowsAllConcerns = false;
    if (this.#hasReportedTooMany) return undefined;
    this.diagnostics.error(
      'missing-file',
      { source: declaration.source, span: file.span },
      `there is no routes file '${file.value}' (looked for ${asked} and ${asked}.routes)`,
    );
    return undefined;
  }

  #tooMany(source: Source, span: Span): undefined {
    this.#hasReportedTooMany = true;
    this.knowsAllConcerns = false;
    this.diagnostics.error(
      'too-deep',
      { source, span },
      `more than ${mostFiles.toLocaleString('en')} files are included with this one; take out the include, or the link to a folder above, that leads to ever more of them`,
    );
  }
}

/** Whether a declaration has a block that its keyword does not take. It may be meant for something that makes a concern. */
function hasSurplusBlock({ keyword, block }: Declaration): boolean {
  return block !== undefined && keywordRow(keyword.text)?.block === 'none';
}

/** Whether a block contains program text in place of a callable, as in `direct :home { link }`. */
function isCodeBlock({ keyword, block }: Declaration): boolean {
  const row = block && keywordRow(keyword.text);
  return row?.block === 'none' && row.positionals.some(({ accepts }) => accepts.includes('callable'));
}

function isCloserAt({ source: { text } }: Syntax, offset: number): boolean {
  return /^(?:[)\]}]|end\b)/.test(text.slice(offset, offset + 4));
}

function lastBefore(declarations: readonly Declaration[], offset: number): Declaration | undefined {
  return declarations.findLast(({ span }) => span.start < offset);
}
