// Text → declarations. Total: any text whatever has a tree of what could be understood, and diagnostics for the rest.
//
//   tokenize ─ arrange (what each token is at its place) ─ read (the shape of calls, and declarations of them)
//
// Comments and all tokens are kept beside the tree, in source order, for the formatter and the editors.

import { arrange } from '../../grammar/arrange.js';
import type { Excerpt } from '../../grammar/excerpt.js';
import { endOf } from '../../grammar/inline-code.js';
import * as messages from '../../grammar/messages.js';
import { signBeforeString } from '../../grammar/foreign-messages.js';
import { foreignComment, isOfConflict } from '../../grammar/value-messages.js';
import type { Extent, Problem } from '../../grammar/problem.js';
import { placeholderMark } from '../../grammar/scanners.js';
import type { TokenKind } from '../../grammar/token-kind.js';
import { tokenize } from '../../grammar/lexer.js';
import type { Token } from '../../grammar/tokens.js';
import type { Comment, Declaration } from './declarations.js';
import { errorAt, type Diagnostic } from './diagnostics.js';
import { Source } from './source.js';
import { readStatements } from './statement-reader.js';

export type { TokenKind };

/** A token of the text. Words and braces have the kind that they play at their place: `Keyword`, `Key`, `BlockOpen` … */
export interface SyntaxToken {
  readonly kind: TokenKind;
  /** Offsets in the text, `end` exclusive. */
  readonly start: number;
  /** Behind its last character. */
  readonly end: number;
  /** As written. */
  readonly text: string;
}

/** A text as the notation has it: declarations without their meaning. */
export interface Syntax {
  /** The text. */
  readonly source: Source;
  /** The outermost declarations, in the order of the text. */
  readonly declarations: readonly Declaration[];
  /** All comments, in the order of the text. */
  readonly comments: readonly Comment[];
  /** Every token but white space and comments, in source order. */
  readonly tokens: readonly SyntaxToken[];
  /** In source order. */
  readonly diagnostics: readonly Diagnostic[];
  /** Where something does not fit, in source order: the diagnostics, and what follows from them and is not told. */
  readonly problems: readonly SyntaxProblem[];
}

/** Something that does not fit in the notation. */
export interface SyntaxProblem {
  /** As in the registry of diagnostics. */
  readonly code: string;
  /** Offsets in the text, `end` exclusive. */
  readonly start: number;
  /** Behind its last character. */
  readonly end: number;
}

export interface SyntaxOptions {
  /** How many `${…}` the template literal had that the source was made of by `templateSource`. */
  readonly inlineCallables?: number;
  /** The text is an excerpt of a longer one, and what is around it there. */
  readonly excerpt?: Excerpt;
}

/** How many mistakes of one text are reported; a text with more is no routes file. */
const mostProblems = 1_000;

/** Parses a routes file; never throws. */
export function parseSyntax(
  source: Source,
  { inlineCallables = 0, excerpt }: SyntaxOptions = {},
): ParsedSyntax {
  const { tokens, comments } = tokenize(source.text);
  const tooMuch = tokens[messages.mostTokens];
  if (tooMuch) {
    const problem = messages.tooLong({ start: tooMuch.startOffset, end: endOf(tooMuch) });
    return new ParsedSyntax({
      source,
      declarations: [],
      comments: [],
      tokens: () => [],
      problems: [problem],
      guessed: [],
      isCertain: false,
      isLaidOut: false,
      loose: [],
    });
  }
  const { input, problems, guessed, isLaidOut, loose } = arrange(
    source.text,
    tokens,
    inlineCallables,
    excerpt,
  );
  const { declarations, problems: mistakes, errors } = readStatements(source, input, inlineCallables > 0);
  const foreign = comments.filter(({ image }) => !image.startsWith('#'));
  const conflict = foreign.findIndex(({ image }) => isOfConflict(image));
  const found = [
    ...problems,
    ...mistakes,
    // The lines of a conflict are one mistake.
    ...foreign
      .filter(({ image }, index) => index <= conflict || !isOfConflict(image))
      .map((comment) => commentProblem(source.text, comment)),
    ...errors.map(netProblem),
  ];
  const isCertain =
    !(source.text.includes('/*') && tokens.some(opensComment)) &&
    !/^[ \t]*=begin|'''|"""/m.test(source.text) &&
    conflict < 0 &&
    !foreign.some(({ image }) => /[\n\r]/.test(image)) &&
    inlineCallables === 0 &&
    found.length <= mostProblems;
  return new ParsedSyntax({
    source,
    declarations,
    comments: comments.map((comment) => ({
      span: { start: comment.startOffset, end: endOf(comment) },
      text: comment.image,
    })),
    tokens: () => tokens.map(syntaxToken),
    problems: found.sort((one, other) => one.start - other.start || one.end - other.end),
    guessed,
    isCertain,
    isLaidOut: isLaidOut && isCertain && !found.some((problem) => isOnLines(source.text, problem)),
    loose,
  });
}

/** What is said of what was passed over as if it were a comment. */
function commentProblem(text: string, { image, startOffset: start }: Token): Problem {
  const place = { start, end: start + image.length };
  if (image.startsWith('&')) return messages.escapedBlanks(place, image);
  if (image.length === 1) return signBeforeString(place, image);
  const isLast = /^[^\S\n\r]*(?:[\n\r]|$)/.test(text.slice(place.end, place.end + 200));
  return foreignComment(place, image, isLast);
}

/** `/*` that nothing closes: what is written far behind it may make it a comment. */
function opensComment({ image }: Token): boolean {
  return image.startsWith('/*');
}

/** Whether a piece of program text goes over several lines, whose indentation says nothing then. */
function isOnLines(text: string, { code, start, end }: Problem): boolean {
  return code === 'inline-code' && text.slice(start, end).includes('\n');
}

interface SyntaxParts extends Omit<Syntax, 'tokens' | 'diagnostics' | 'problems'> {
  readonly tokens: () => readonly SyntaxToken[];
  /** In source order, consequences of others among them. */
  readonly problems: readonly Problem[];
  readonly guessed: readonly Extent[];
  readonly isCertain: boolean;
  readonly isLaidOut: boolean;
  readonly loose: readonly Extent[];
}

/** A text parsed; the tokens and the diagnostics are made when somebody asks for them. */
export class ParsedSyntax implements Syntax {
  readonly source: Source;
  readonly declarations: readonly Declaration[];
  readonly comments: readonly Comment[];
  readonly problems: readonly Problem[];
  /** The statements in which brackets have no partner, so that one was guessed. */
  readonly guessed: readonly Extent[];
  /** Whether no statement depends on a comment or on program text that may go on far behind it. */
  readonly isCertain: boolean;
  /** Whether statements are independent of one another where brackets are open: the indentation tells where each statement ends. */
  readonly isLaidOut: boolean;
  /** The statements in which it does not, so that they go together. */
  readonly loose: readonly Extent[];
  #tokens: readonly SyntaxToken[] = [];
  #diagnostics: readonly Diagnostic[] | undefined;
  #makeTokens: (() => readonly SyntaxToken[]) | undefined;

  constructor(parts: SyntaxParts) {
    this.source = parts.source;
    this.declarations = parts.declarations;
    this.comments = parts.comments;
    this.problems = parts.problems;
    this.guessed = parts.guessed;
    this.isCertain = parts.isCertain;
    this.isLaidOut = parts.isLaidOut;
    this.loose = parts.loose;
    this.#makeTokens = parts.tokens;
  }

  /** Whether what a statement comes to depends on nothing but its own text: no bracket of the file was guessed. */
  get isSettled(): boolean {
    return this.isCertain && this.guessed.length === 0;
  }

  get tokens(): readonly SyntaxToken[] {
    if (this.#makeTokens) {
      this.#tokens = this.#makeTokens();
      this.#makeTokens = undefined;
    }
    return this.#tokens;
  }

  get diagnostics(): readonly Diagnostic[] {
    return (this.#diagnostics ??= diagnosticsOf(this.source, this.problems));
  }
}

/**
 * The source of a template literal: the raw texts, with a mark where each `${…}` stood. `parseSyntax` takes the marks
 * for callables when it is told how many there are.
 */
export function templateSource(raw: readonly string[]): Source {
  return new Source(
    'routes',
    raw.reduce((text, next, index) => `${text}${placeholderMark}${index - 1}${placeholderMark}${next}`),
  );
}

function diagnosticsOf(source: Source, found: readonly Problem[]): Diagnostic[] {
  const problems = withoutEchoes(source.text, onLinesBegun(source.text, found));
  const last = problems[mostProblems];
  const told = last ? [...problems.slice(0, mostProblems), messages.tooManyProblems(last)] : problems;
  return told.map(({ code, start, end, message, suggestion, fix }) =>
    errorAt(code, { source, span: { start, end } }, message, {
      suggestion,
      fix: fix && {
        title: fix.title,
        edits: fix.edits.map((edit) => ({ span: { start: edit.start, end: edit.end }, text: edit.text })),
      },
    }),
  );
}

/**
 * Leaves out what follows from a line's being half written: behind a bracket that it leaves open there is one mistake, that bracket. Where its
 * block is there already and lacks the `{` alone, the line is not finished either.
 */
function onLinesBegun(text: string, problems: readonly Problem[]): readonly Problem[] {
  if (!problems.some(isOfLineBegun)) return problems;
  const told: Problem[] = [];
  for (let index = 0; index < problems.length;) {
    let end = index + 1;
    while (end < problems.length && areOnLine(text, problems[end - 1], problems[end])) end++;
    const onLine = problems.slice(index, end);
    const others = onLine.filter(({ isUnopened }) => !isUnopened);
    const rest = others.length > 0 ? others : onLine;
    const open = rest.findIndex(({ isUnclosed }) => isUnclosed);
    told.push(...(open < 0 ? rest : upToBracket(text, rest.slice(0, open + 1))));
    index = end;
  }
  return told;
}

/** Of mistakes up to a bracket that is never closed: glued to one it is a part of that, and in the place of a value it is that value. */
function upToBracket(text: string, problems: readonly Problem[]): readonly Problem[] {
  const [before, bracket] = problems.slice(-2);
  if (!before || !bracket) return problems;
  if (before.end === bracket.start) return problems.slice(0, -1);
  const isValue = before.mayBeEcho && text.slice(before.end, bracket.start).trim() === '';
  return isValue ? [...problems.slice(0, -2), bracket] : problems;
}

function isOfLineBegun({ isUnclosed, isUnopened }: Problem): boolean {
  return isUnclosed === true || isUnopened === true;
}

const longestLine = 1_000;

function areOnLine(text: string, one: Problem | undefined, other: Problem | undefined): boolean {
  if (!one || !other || other.start - one.start > longestLine) return false;
  return !/[\r\n]/.test(text.slice(one.start, other.start));
}

/** Leaves out problems that are consequences of the one before them, so that one mistake is reported once. */
function withoutEchoes(text: string, problems: readonly Problem[]): Problem[] {
  const told: Problem[] = [];
  const tooDeep = problems.find(({ isTooDeep }) => isTooDeep);
  const hasConflict = problems.some(({ isOfConflict }) => isOfConflict);
  for (const problem of problems) {
    const before = told.at(-1);
    const isEcho = before && isEchoOf(text, before, problem);
    const isAroundTooDeep =
      tooDeep &&
      problem !== tooDeep &&
      problem.start <= tooDeep.start &&
      (problem.covers ?? problem.end) > tooDeep.start;
    const isUncertain = hasConflict && problem.code === 'unmatched-bracket';
    if (isEcho || isAroundTooDeep || isUncertain) continue;
    const fence = problem.isFence ? told.findIndex(({ isFence }) => isFence) : -1;
    const first = told[fence];
    if (first) {
      told[fence] = together(first, problem);
      continue;
    }
    if (before && isNextForeignLine(text, before, problem)) {
      told[told.length - 1] = { ...before, end: problem.end };
      continue;
    }
    if (before && isCauseOf(problem, before)) told.pop();
    if (before && isSameOnLine(text, before, problem)) told[told.length - 1] = together(before, problem);
    else told.push(problem);
  }
  return told;
}

/** Whether a problem is what the one before it comes of: an arrow that is half written gives a key no value. */
function isCauseOf({ knowsMore, mergesOnLine, start, end }: Problem, before: Problem): boolean {
  if (knowsMore && before.start === start) return true;
  return before.mayBeEcho === true && mergesOnLine === 'arrow' && end === before.end;
}

const farthestEcho = 100;

/** Whether a problem is a consequence of the one before it. */
function isEchoOf(text: string, before: Problem, problem: Problem): boolean {
  if (problem.isStrayCloser && explains(text, before, problem)) return true;
  if (problem.knowsMore && before.start === problem.start) return before.suggestion !== undefined;
  const isOfForeign = before.code === 'unknown-keyword' && problem.code !== 'unmatched-bracket';
  const mayBeCovered = problem.code === 'inline-code' || isOfForeign;
  if (mayBeCovered && !problem.isTooDeep && problem.start < (before.covers ?? 0)) return true;
  const between = problem.start - before.end;
  return (
    problem.mayBeEcho === true &&
    between < farthestEcho &&
    /^[ \t,)\]}]*$/.test(text.slice(before.end, problem.start))
  );
}

/** Whether lines that begin no declaration follow one another: a piece of another notation, TOML say. */
function isNextForeignLine(text: string, before: Problem, problem: Problem): boolean {
  if (!before.isForeignLine || !problem.isForeignLine) return false;
  return problem.start - before.end < farthestEcho && text.slice(before.end, problem.start).trim() === '';
}

function isSameOnLine(text: string, one: Problem, other: Problem): boolean {
  return (
    one.mergesOnLine !== undefined &&
    one.mergesOnLine === other.mergesOnLine &&
    other.start - one.end < farthestEcho &&
    !text.slice(one.end, other.start).includes('\n') &&
    (one.mergesOnLine !== 'comma' || text.slice(one.end, other.start).trim() === '')
  );
}

/** The first of two mistakes, which is mended together with the other. */
function together(first: Problem, other: Problem): Problem {
  if (!first.fix || !other.fix) return first;
  return { ...first, end: first.end, fix: { ...first.fix, edits: [...first.fix.edits, ...other.fix.edits] } };
}

/** How far behind a mistake a closer is still taken for its consequence. */
const farthestCloser = 10_000;

/**
 * Whether a closer has no partner because of the mistake before it, so that there is one mistake and not two: on its
 * line, or at the end of a block whose `{` is missing.
 */
function explains(text: string, problem: Problem, closer: Problem): boolean {
  if (!problem.mayLackOpener || closer.start - problem.start > farthestCloser) return false;
  const [first = '', ...between] = text
    .slice(text.lastIndexOf('\n', problem.start - 1) + 1, closer.start)
    .split('\n');
  const last = between.pop();
  if (last === undefined) return true;
  const indent = indentOf(`${last}.`);
  return (
    /^\s*\}?$/.test(last) &&
    indentOf(first) >= indent &&
    between.every((line) => line.trim() === '' || indentOf(line) > indent)
  );
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function netProblem({ message, token }: { readonly message: string; readonly token: Token }): Problem {
  const start = Number.isFinite(token.startOffset) ? token.startOffset : 0;
  return { code: 'syntax-error', start, end: start + token.image.length, message };
}

function syntaxToken(token: Token): SyntaxToken {
  return {
    kind: token.tokenType.name as TokenKind,
    start: token.startOffset,
    end: endOf(token),
    text: token.image,
  };
}
