// Everything that has to be known before a declaration can be given a meaning: every file that belongs to the text,
// every call read against its signature, every concern by its name, every callable by what it stands for.

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
  /** Absent where `bind` is to say later what the callables stand for. */
  readonly bindings?: Bindings | undefined;
  /** The text of a file, or undefined where there is none. */
  readonly read?: ((path: string) => string | undefined) | undefined;
  /** `native`: every regex is left to JavaScript's engine, however long a text may keep it busy. */
  readonly regex?: 'native' | undefined;
  /** What an earlier version of the text came to. */
  readonly memory?: Memory | undefined;
  /** Nobody asks for calls once they have their meaning: a router is all that is made of the text. */
  readonly letsCallsGo?: boolean | undefined;
}

/** A file that is to be read. */
interface FileUse {
  readonly syntax: Syntax;
  /** Whether it is included in a concern. */
  readonly isInConcern: boolean;
  /** How many files lead to it. */
  readonly depth: number;
}

/** How deep blocks, concerns and files may stand inside one another. */
export const maximalDepth = 400;

/** So many files are read: links that lead back to a folder above, or a `read` of one's own, give a file ever new names. */
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
  /** Every file that was read, by its resolved path; the main one first. */
  readonly files = new Map<string, Syntax>();
  readonly concerns = new Map<string, Concern>();
  readonly memory: Memory;
  readonly diagnostics = new Diagnostics();
  readonly regexes: RegexJudge;
  readonly calls: Calls;
  /** False where a definition or a file could not be read: a concern that nobody defines may have been in it. */
  knowsAllConcerns = true;
  /** The lines on which a concern may be defined that could not be read, once somebody has asked. */
  #lostDefinitions: readonly string[] | undefined;
  /** Where brackets stand that have no partner, in the order of the text. */
  readonly #unmatched = new Map<Source, readonly number[]>();
  #saidTooMany = false;
  readonly #includes = new Map<Declaration, Syntax | undefined>();
  /** What stands in program text and so is no call, also where an earlier version of the text had it read as one. */
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

  /** The texts of all files by the names that diagnostics have, in the order in which they were read. */
  get sources(): ReadonlyMap<string, Source> {
    return new Map([...this.files.values()].map(({ source }) => [source.file, source]));
  }

  /** The file that has a text; undefined where that is none of these. */
  fileOf(source: Source): Syntax | undefined {
    return [...this.files.values()].find((file) => file.source === source);
  }

  /** A call read against its row, or undefined for an unknown keyword. */
  call(declaration: Declaration): ReadCall | undefined {
    if (this.#inCode.size > 0 && this.#inCode.has(declaration)) return undefined;
    return this.calls.of(declaration);
  }

  /** Whether the end of a declaration's block is missing, so that what follows it seems to stand inside. */
  isUnclosed({ block, source }: Declaration): boolean {
    return block !== undefined && this.#hasUnmatchedIn(source, block.span.start, block.span.start + 1);
  }

  /** Whether some bracket of a file has no partner, so that what stands inside of what is not certain. */
  hasUnmatched(source: Source): boolean {
    return (this.#unmatched.get(source)?.length ?? 0) > 0;
  }

  /** Whether a bracket without a partner stands between two places. */
  #hasUnmatchedIn(source: Source, start: number, end: number): boolean {
    const places = this.#unmatched.get(source);
    if (!places || places.length === 0) return false;
    const place = places[firstIndex(places, (each) => each >= start)];
    return place !== undefined && place < end;
  }

  redirectCall(value: RedirectValue): RedirectCall {
    return this.call(value.call) as RedirectCall;
  }

  /** The file that an `include` names; undefined where it does not exist, which has been reported. */
  includedFile(declaration: Declaration): Syntax | undefined {
    return this.#includes.get(declaration);
  }

  /** Reads a file's calls, and gives the files that it includes for the first time. */
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
    // Deeper files get no meaning, which is told where they would.
    if (depth >= maximalDepth) return [];
    return included.flatMap(({ declaration, isInConcern }) => {
      const syntax = this.#include(declaration);
      return syntax ? { syntax, isInConcern, depth: depth + 1 } : [];
    });
  }

  /** Whether a concern of this name may have been in what could not be read. */
  mayHaveConcern(name: string): boolean {
    this.#lostDefinitions ??= [...this.files.values()].flatMap(lostDefinitions);
    return !this.knowsAllConcerns || this.#lostDefinitions.some((line) => line.includes(name));
  }

  /** Adds what is wrong in the notation of a file, but not in what is of another language, nor in a block that is one too many. */
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

  /** What stands before a closer of no block, and is indented deeper, was in that block. */
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

  /** Reads declarations and what is in their blocks; whether the next version of the text can pass over all of them. */
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

  /** The same of one. What is in a concern may never get a meaning, or several. */
  #readDeclaration(declaration: Declaration, included: IncludeUse[], isInConcern: boolean): boolean {
    const {
      keyword: { text },
      block,
    } = declaration;
    const isBegun = this.#leaveBegun(declaration);
    if (block && this.memory.isSettled(declaration)) return true;
    const mayBeConcern = hasSurplusBlock(declaration);
    this.knowsAllConcerns &&= !mayBeConcern;
    this.calls.add(declaration, !isInConcern);
    if (text === 'concern') this.#defineConcern(declaration);
    if (text === 'include') included.push({ declaration, isInConcern });
    const isInsideSettled =
      !block || this.#readBlock(declaration, block, included, isInConcern || text === 'concern');
    const isAlone = !isBegun && !mayBeConcern && text !== 'concern' && text !== 'include';
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

  /** Has nothing said of a declaration that does not parse, nor of what is being written on the line of a block that is never closed. */
  #leaveBegun(declaration: Declaration): boolean {
    const { block, source, span } = declaration;
    const end = block ? block.span.start : span.end;
    // A `]` right behind its last argument has lost its `[` in it.
    const head = source.text[end] === ']' ? end + 1 : end;
    const isDamaged = declaration.damaged || this.#hasUnmatchedIn(source, span.start, head);
    const begun = block && this.isUnclosed(declaration) ? lastOnLine(block) : undefined;
    if (isDamaged) this.diagnostics.leaveAlone(declaration);
    if (isDamaged && block) this.diagnostics.doubt(declaration);
    if (begun) this.diagnostics.leaveAlone(begun);
    return isDamaged || begun !== undefined;
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
      const text: unknown = this.#saidTooMany ? undefined : this.options.read?.(path);
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
    if (this.#saidTooMany) return undefined;
    this.diagnostics.error(
      'missing-file',
      { source: declaration.source, span: file.span },
      `there is no routes file '${file.value}' (looked for ${asked} and ${asked}.routes)`,
    );
    return undefined;
  }

  #tooMany(source: Source, span: Span): undefined {
    this.#saidTooMany = true;
    this.knowsAllConcerns = false;
    this.diagnostics.error(
      'too-deep',
      { source, span },
      `more than ${mostFiles.toLocaleString('en')} files are included with this one; take out the include, or the link to a folder above, that leads to ever more of them`,
    );
  }
}

/** Whether there is a block where the keyword takes none: it may be meant for what makes a concern. */
function hasSurplusBlock({ keyword, block }: Declaration): boolean {
  return block !== undefined && keywordRow(keyword.text)?.block === 'none';
}

/** Whether a block holds program text in the place of a callable, as in `direct :home { link }`. */
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
