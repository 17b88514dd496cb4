// Finds the text that the formatter keeps as written: statements with a mistake in their notation, and regions that a
// comment excludes.
//
//   get '/a' to 'x#y'; get '/b'       two units: the first is kept as written, the second is laid out
//
// Text that the parser could not read as a declaration (the rest of a line, a stray brace, program text) belongs to no
// node of the tree. It is found among the tokens. Everything on its line and between its brackets is kept with it.

import { insideOf, type Declaration } from '../language/declarations.js';
import { firstIndex } from '../language/first-index.js';
import type { Span } from '../language/source.js';
import type { Syntax, SyntaxToken } from '../language/syntax.js';

/** A part of the text that is laid out, or kept as written, as a whole. */
export interface Unit extends Span {
  /** Undefined if the whole unit is kept as written. */
  readonly declaration: Declaration | undefined;
  /** Whether only the inside of its block is laid out. */
  readonly hasBrokenHead: boolean;
}

interface Draft extends Unit {
  readonly isStray: boolean;
  /** The number of brackets that it opens, minus those that it closes. */
  readonly depth: number;
}

export class VerbatimPlaces {
  readonly #syntax: Syntax;
  readonly #text: string;
  readonly #mistakes: readonly number[];
  /** The offsets of unmatched brackets. */
  readonly #brackets: ReadonlySet<number>;
  /** The mistakes that span several lines. */
  readonly #longMistakes: readonly Span[];
  readonly #off: readonly Span[];

  constructor(syntax: Syntax) {
    this.#syntax = syntax;
    this.#text = syntax.source.text;
    this.#mistakes = syntax.problems.map(({ start }) => start);
    this.#brackets = new Set(
      syntax.problems.filter(({ code }) => code === 'unmatched-bracket').map(({ start }) => start),
    );
    this.#longMistakes = syntax.problems.filter(({ start, end }) =>
      /[\r\n]/.test(this.#text.slice(start, end)),
    );
    this.#off = this.#text.includes('waypost-format') ? offPlaces(syntax) : [];
  }

  /** The `waypost-format off` region that contains an offset. */
  offPlace(offset: number): Span | undefined {
    if (this.#off.length === 0) return undefined;
    return this.#off.find(({ start, end }) => offset >= start && offset < end);
  }

  /** Whether a `waypost-format off` region begins in the head of a call. The call is then kept as written. */
  cuts({ span, block }: Declaration): boolean {
    if (this.#off.length === 0) return false;
    const end = block?.span.start ?? span.end;
    return this.#off.some(({ start }) => start > span.start && start < end);
  }

  hasMistake({ start, end }: Span): boolean {
    const mistakes = this.#mistakes;
    const mistake = mistakes[firstIndex(mistakes, (place) => place >= start)];
    return mistake !== undefined && mistake < end;
  }

  /** The units between two offsets, in order. */
  unitsOf(declarations: readonly Declaration[], start: number, end: number): readonly Unit[] {
    if (!this.hasMistake({ start, end: end + 1 }))
      return declarations.map((declaration) => this.#clean(declaration));
    const drafts = [
      ...declarations.map((declaration) => this.#draft(declaration)),
      ...this.#strays(declarations, start, end),
    ];
    return this.#merge(drafts.sort((one, other) => one.start - other.start));
  }

  #clean(declaration: Declaration): Unit {
    return {
      start: declaration.span.start,
      end: this.#statementEnd(declaration),
      declaration,
      hasBrokenHead: false,
    };
  }

  #draft(declaration: Declaration): Draft {
    const { block, span, damaged } = declaration;
    const unit = { start: span.start, end: this.#statementEnd(declaration), isStray: false, depth: 0 };
    const hasBrokenHead =
      damaged || this.hasMistake({ start: span.start, end: block ? block.span.start + 1 : unit.end });
    if (!block)
      return { ...unit, declaration: hasBrokenHead ? undefined : declaration, hasBrokenHead: false };
    const written = this.#text.slice(block.span.start, block.span.end);
    const isBracketed =
      block.notation === 'do' ? /^do\b[^]*\bend$/.test(written) : /^\{[^]*\}$/.test(written);
    const { end: close } = insideOf(block);
    // A block that is never closed ends with its content, perhaps at a closing bracket that belongs to the content.
    const isClosed =
      !this.#brackets.has(block.span.start) && (block.declarations.at(-1)?.span.end ?? 0) <= close;
    const isWhole =
      isBracketed &&
      isClosed &&
      !this.hasMistake({ start: close, end: span.end }) &&
      this.#isBalanced(declaration);
    return { ...unit, declaration: isWhole ? declaration : undefined, hasBrokenHead };
  }

  /** Whether no stray bracket closes the block before its end. */
  #isBalanced({ block }: Declaration): boolean {
    if (!block) return true;
    const inside = insideOf(block);
    if (!this.hasMistake(inside)) return true;
    let depth = 0;
    return this.#strays(block.declarations, inside.start, inside.end).every(
      (stray) => (depth += stray.depth) >= 0,
    );
  }

  /** The end of a statement, including a `;` that follows after white space. */
  #statementEnd({ span }: Declaration): number {
    ending.lastIndex = span.end;
    return ending.test(this.#text) ? ending.lastIndex : span.end;
  }

  /** The tokens that belong to no declaration. */
  #strays(declarations: readonly Declaration[], start: number, end: number): Draft[] {
    const { tokens } = this.#syntax;
    const strays: Draft[] = [];
    let next = 0;
    for (let index = firstFrom(tokens, start); ; index++) {
      const token = tokens[index];
      if (!token || token.start >= end) return strays;
      while ((declarations[next]?.span.end ?? Infinity) <= token.start) next++;
      const declaration = declarations[next];
      if (declaration && declaration.span.start <= token.start) {
        index = firstFrom(tokens, declaration.span.end) - 1;
        continue;
      }
      if (token.kind === 'Semicolon') continue;
      strays.push({
        start: token.start,
        end: token.end,
        declaration: undefined,
        hasBrokenHead: false,
        isStray: true,
        depth: bracketDepth(token.text),
      });
    }
  }

  /** Joins stray tokens with the units on their lines, between their brackets and in the same mistake. */
  #merge(drafts: readonly Draft[]): Unit[] {
    const merged: Draft[] = [];
    for (const draft of drafts) {
      const last = merged.at(-1);
      if (
        last &&
        (draft.start < last.end ||
          last.depth > 0 ||
          ((last.isStray || draft.isStray) && this.#belongTogether(last, draft)))
      ) {
        const depth = Math.max(0, last.depth + draft.depth);
        const end = Math.max(last.end, draft.end);
        merged[merged.length - 1] = {
          start: last.start,
          end,
          declaration: undefined,
          hasBrokenHead: false,
          isStray: true,
          depth,
        };
      } else merged.push(draft.isStray ? { ...draft, depth: Math.max(0, draft.depth) } : draft);
    }
    return merged;
  }

  #belongTogether(one: Span, other: Span): boolean {
    if (!/[\r\n]/.test(this.#text.slice(one.end, other.start))) return true;
    return this.#longMistakes.some(({ start, end }) => start <= one.start && end >= other.end);
  }
}

/** Includes the full-width semicolon, which is a mistake of the statement before it. */
const ending = /\s*[;\uff1b]/y;

function bracketDepth(text: string): number {
  if (text === '{' || text === '(' || text === '[') return 1;
  return text === '}' || text === ')' || text === ']' ? -1 : 0;
}

function firstFrom(tokens: readonly SyntaxToken[], offset: number): number {
  return firstIndex(tokens, ({ start }) => start >= offset);
}

/** The regions from each `# waypost-format off` to the next `on`, or to the end of the file. */
function offPlaces({ comments, source }: Syntax): Span[] {
  const places: Span[] = [];
  let start: number | undefined;
  for (const { text, span } of comments) {
    const word = /^#\s*waypost-format\s+(on|off)\b/.exec(text)?.[1];
    if (word === 'off') start ??= span.start;
    else if (word === 'on' && start !== undefined) {
      places.push({ start, end: span.start });
      start = undefined;
    }
  }
  if (start !== undefined) places.push({ start, end: source.text.length });
  return places;
}
