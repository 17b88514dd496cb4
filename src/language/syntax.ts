// Text → declarations. Total: any text gives a tree of what could be understood, and diagnostics for the rest.
//
//   tokenize ─ arrange (the role of each token) ─ read (calls, as declarations)
//
// Comments and all tokens are kept beside the tree, in source order, for the formatter and the editors.

import { arrange } from '../../grammar/arrange.js';
import type { Excerpt } from '../../grammar/excerpt.js';
import { endOf } from '../../grammar/inline-code.js';
import * as messages from '../../grammar/messages.js';
import { foreignSign } from '../../grammar/foreign-messages.js';
import { signBeforeString } from '../../grammar/string-messages.js';
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
import { toldProblems } from './told-problems.js';

export type { TokenKind };

/** A token of the text. Words and braces have the kind of their role: `Keyword`, `Key`, `BlockOpen` … */
export interface SyntaxToken {
  readonly kind: TokenKind;
  /** Offsets in the text, `end` exclusive. */
  readonly start: number;
  /** After its last character. */
  readonly end: number;
  /** As written. */
  readonly text: string;
}

/** A parsed text: declarations without their meaning. */
export interface Syntax {
  /** The text. */
  readonly source: Source;
  /** The outermost declarations, in source order. */
  readonly declarations: readonly Declaration[];
  /** All comments, in source order. */
  readonly comments: readonly Comment[];
  /** Every token except white space and comments, in source order. */
  readonly tokens: readonly SyntaxToken[];
  /** In source order. */
  readonly diagnostics: readonly Diagnostic[];
  /** All problems of the notation, in source order: those in `diagnostics`, and their consequences, which are not reported. */
  readonly problems: readonly SyntaxProblem[];
}

/** A problem of the notation. */
export interface SyntaxProblem {
  /** As in the registry of diagnostics. */
  readonly code: string;
  /** Offsets in the text, `end` exclusive. */
  readonly start: number;
  /** After its last character. */
  readonly end: number;
}

export interface SyntaxOptions {
  /** The number of `${…}` in the template literal that `templateSource` made the source from. */
  readonly inlineCallables?: number;
  /** Given if the text is an excerpt of a longer one: its surroundings there. */
  readonly excerpt?: Excerpt;
}

/** The maximum of reported mistakes. A text with more is no routes file. */
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
    // All markers of a conflict are one mistake.
    ...foreign
      .filter(({ image }, index) => !isOfHeredoc(image) && (index <= conflict || !isOfConflict(image)))
      .map((comment) => commentProblem(source.text, comment)),
    ...errors.map(netProblem),
  ];
  const isCertain =
    !(source.text.includes('/*') && tokens.some(opensComment)) &&
    !/^[ \t]*=begin|'''|"""|<<[\w~'"-]/m.test(source.text) &&
    conflict < 0 &&
    !foreign.some(({ image }) => /[\n\r]/.test(image)) &&
    inlineCallables === 0 &&
    found.length <= mostProblems;
  return new ParsedSyntax({
    source,
    declarations,
    comments: comments.flatMap(({ startOffset: start, image: text }) =>
      foreignSign(start, text) && !isOfHeredoc(text)
        ? []
        : { span: { start, end: start + text.length }, text },
    ),
    tokens: () => tokens.map(syntaxToken),
    problems: found.sort((one, other) => one.start - other.start || one.end - other.end),
    guessed,
    isCertain,
    isLaidOut: isLaidOut && isCertain && !found.some((problem) => isOnLines(source.text, problem)),
    loose,
  });
}

/** The problem of a text that was skipped like a comment. */
function commentProblem(text: string, { image, startOffset: start }: Token): Problem {
  const place = { start, end: start + image.length };
  if (image.startsWith('&')) return messages.escapedBlanks(place, image);
  const sign = foreignSign(start, image);
  if (sign) return { ...sign, mergesOnLine: 'sign' };
  if (image.length === 1) return signBeforeString(place, image);
  const isLast = /^[^\S\n\r]*(?:[\n\r]|$)/.test(text.slice(place.end, place.end + 200));
  return foreignComment(place, image, isLast);
}

/** Whether these are the lines of a here document, which is reported at its `<<~TEXT`. */
function isOfHeredoc(image: string): boolean {
  return /^[\n\r]/.test(image);
}

/** Whether this is a `/*` that is never closed. Text far behind may make it a comment. */
function opensComment({ image }: Token): boolean {
  return image.startsWith('/*');
}

/** Whether this is program text on several lines. Their indentation says nothing. */
function isOnLines(text: string, { code, start, end }: Problem): boolean {
  return code === 'inline-code' && text.slice(start, end).includes('\n');
}

interface SyntaxParts extends Omit<ParsedSyntax, 'tokens' | 'diagnostics' | 'isSettled'> {
  readonly tokens: () => readonly SyntaxToken[];
}

/** A parsed text. Its tokens and diagnostics are computed at the first access. */
export class ParsedSyntax implements Syntax {
  readonly source: Source;
  readonly declarations: readonly Declaration[];
  readonly comments: readonly Comment[];
  /** In source order, including consequences of others. */
  readonly problems: readonly Problem[];
  /** The statements that contain a bracket without a partner, so that one was guessed. */
  readonly guessed: readonly Extent[];
  /** Whether no statement depends on a comment or program text that may end far behind it. */
  readonly isCertain: boolean;
  /** Whether statements are independent of one another even if brackets are open: the indentation shows where each ends. */
  readonly isLaidOut: boolean;
  /** The statements whose indentation does not show this. Each is read as a whole. */
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

  /** Whether every statement depends only on its own text: no bracket was guessed. */
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
    return (this.#diagnostics ??= diagnosticsOf(this));
  }
}

/**
 * The source of a template literal: its raw texts, with a mark for each `${…}`. `parseSyntax` reads the marks as callables if it is given
 * their number.
 */
export function templateSource(raw: readonly string[]): Source {
  return new Source(
    'routes',
    raw.reduce((text, next, index) => `${text}${placeholderMark}${index - 1}${placeholderMark}${next}`),
  );
}

function diagnosticsOf({ source, declarations, problems: found }: ParsedSyntax): Diagnostic[] {
  const problems = toldProblems(source.text, declarations, found);
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
