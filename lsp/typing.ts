// Decides which diagnostics are shown while somebody types: those that were shown before the statement at the cursor was begun. A
// half-written word is not yet an error, nor is anything that only seems wrong because of it, and neither does it solve problems
// elsewhere. New diagnostics appear once the cursor has left the statement, or after a short rest.
//
//   resources 'photos', concerns => 'comm│'     nothing about 'comm', or about the concern 'commentable' that seems unused
//   resources 'photos', onl│, {                 all that was shown about the contents of its block
//
// Brackets that are open around the cursor count as half written too, and so does the whole text if something in it still lacks its
// counterpart. The rest takes longer if the cursor is in the middle of something: in a word, a string or a bracket, after a comma, in an
// empty block, or after a statement that still lacks what it needs. Somebody may be reading completions.

import { openAround } from '../src/analysis/cursor.js';
import type { Snapshot } from '../src/analysis/snapshot.js';
import type { Diagnostic } from '../src/language/diagnostics.js';
import { firstIndex } from '../src/language/first-index.js';
import { isRoute, optionRole } from '../src/language/roles.js';
import type { Source, SourceEdit } from '../src/language/source.js';
import type { SyntaxToken, TokenKind } from '../src/language/syntax.js';
import { canonicalOption, keywordRow, type KeywordRow } from '../src/language/vocabulary.js';
import { rules } from '../src/lint/registry.js';
import { withCommentLines } from './features/action-edits.js';

/**
 * Milliseconds without an edit after which all diagnostics are shown: after a statement that may be complete, and within one that is not.
 */
const rests = { whole: 300, within: 1_500 };
/**
 * Inserted texts with a place to fill in: the pairs that editors insert for a bracket or quote, and the gaps of completions.
 *
 *   'ˇ'   <ˇ>   {ˇ }   scope ˇ, { … }   mount &ˇ, at => …   id => ˇ//   status => ˇ
 */
const hole = /''|""|<>|\(\)|\[\]|\{\s*\}|[(& ](?=,)|&$|=> (?=\/\/|$)/;
/** Longer than any text that a completion inserts. */
const longestHoled = 80;
/** The greatest edit that counts as a keystroke: a letter, a pair of quotes, a step of indentation. */
const keystroke = { written: 2, removed: 4 };

/** Diagnostics that parsing alone finds. */
const notation: ReadonlySet<string> = new Set([
  'syntax-error',
  'unmatched-bracket',
  'inline-code',
  'invalid-regex',
]);

/** Diagnostics about something missing that any further statement may add. */
const lacking: ReadonlySet<string> = new Set([
  'unknown-concern',
  'unused-concern',
  'unknown-constraint-key',
  'unused-constraint',
  'default-never-used',
  'redirect-to-nowhere',
  'failed-expectation',
  'invalid-expectation',
]);

/** A diagnostic and its place in the newest text. */
interface Placed {
  readonly diagnostic: Diagnostic;
  readonly start: number;
  readonly end: number;
}

interface TypedPlace {
  readonly uri: string;
  readonly cursor: number;
  /** The line on which the statement at the cursor begins, or the comments above it. */
  readonly line: number;
  /** The offset of that line. */
  readonly start: number;
  /** Whether the cursor is in the middle of something. */
  readonly isWithin: boolean;
  /** The offsets of the brackets that are open around the cursor. */
  readonly open: ReadonlySet<number>;
  /** When all diagnostics are shown if nobody types any more. */
  readonly until: number;
}

export class Typing {
  /** What was found last in each document, and what had been found before the statement was begun. */
  readonly #found = new Map<string, readonly Placed[]>();
  readonly #before = new Map<string, readonly Placed[]>();
  /** What is no longer found because a statement is half written, but was found before. */
  readonly #missed = new Map<string, readonly Placed[]>();
  #place: TypedPlace | undefined;

  /** Milliseconds until all diagnostics are shown; 0 if nobody types. */
  get remaining(): number {
    return Math.max(0, (this.#place?.until ?? 0) - performance.now());
  }

  /** Notes the edits of a document. `snapshot` is the document after them. */
  edited(uri: string, edits: readonly SourceEdit[], snapshot: Snapshot): void {
    const last = edits.at(-1);
    if (!last) return;
    for (const found of [this.#found, this.#before, this.#missed])
      found.set(uri, edits.reduce(moved, found.get(uri) ?? []));
    const open = holeIn(last.text);
    const cursor = last.start + (open ?? last.text.length);
    const { start, isWhole } = statementAt(snapshot, cursor);
    // A comment above a statement may suppress diagnostics of it.
    const above = withCommentLines(snapshot, { start, end: start }, 'above').start;
    const line = snapshot.source.lineAt(above);
    const isAwaited = start === cursor && line < snapshot.source.lineAt(cursor);
    const goesOn = this.remaining > 0 && this.#place?.uri === uri && this.#place.line === line;
    const brackets = openAround(snapshot.syntax, cursor);
    if (!goesOn) this.#begin(uri, brackets);
    const before = new Set(this.#before.get(uri)?.map(keyOf));
    const isOpened = snapshot.syntax.diagnostics
      .map(placed)
      .some((each) => isOpen(each, brackets) && !before.has(keyOf(each)));
    const isWithin = !isWhole || isAwaited || isOpened;
    const until = performance.now() + (isWithin ? rests.within : rests.whole);
    const isTyped = goesOn || open !== undefined || edits.every(isKeystroke);
    const lineStart = snapshot.source.lineStart(line);
    this.#place = isTyped
      ? { uri, cursor, line, start: lineStart, isWithin, open: brackets, until }
      : undefined;
  }

  /** Another statement is begun. From now on, everything found so far is shown. */
  #begin(uri: string, brackets: ReadonlySet<number>): void {
    const told = this.remaining > 0 ? this.#before.get(uri) : undefined;
    for (const [each, found] of this.#found) this.#before.set(each, found);
    if (told) this.#before.set(uri, settled(this.#found.get(uri) ?? [], told, brackets));
    this.#missed.clear();
  }

  /** Notes everything that was found in the newest text of a document. */
  found(uri: string, diagnostics: readonly Diagnostic[]): void {
    const found = diagnostics.map(placed);
    const now = new Set(found.map(keyOf));
    const missed = this.#place?.isWithin
      ? this.#known(uri).filter((each) => !now.has(keyOf(each)) && !this.#isInStatement(uri, each))
      : [];
    this.#missed.set(uri, missed);
    this.#found.set(uri, found);
  }

  closed(uri: string): void {
    for (const found of [this.#found, this.#before, this.#missed]) found.delete(uri);
  }

  /** The diagnostics to show now: some of the given ones, and some that are missing only because a statement is half written. */
  told(uri: string, source: Source, diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
    if (this.remaining === 0) return diagnostics;
    const before = new Map<string, Placed[]>();
    for (const each of this.#before.get(uri) ?? [])
      before.set(keyOf(each), [...(before.get(keyOf(each)) ?? []), each]);
    const told = diagnostics.flatMap((each) => {
      const found = placed(each);
      const isOpen = !notation.has(each.code) && this.#isAtCursor(uri, found);
      const those = isOpen ? [] : (before.get(keyOf(found)) ?? []);
      if (!this.#isInStatement(uri, found) || this.#isOpen(uri, found)) return asBefore(each, those);
      return those.some(({ diagnostic }) => kindOf(diagnostic) === kindOf(each)) ? [each] : [];
    });
    for (const each of diagnostics) before.delete(keyOf(placed(each)));
    const around = [...before.values()].flat().filter((each) => this.#isOpen(uri, each));
    return [...told, ...[...around, ...(this.#missed.get(uri) ?? [])].map((each) => inPlace(each, source))];
  }

  /**
   * The diagnostics to keep showing while only the syntax of the new text has been checked: those found before the statement was begun
   * that may still hold. `told` are the mistakes in the syntax.
   */
  kept(uri: string, source: Source, told: readonly Diagnostic[]): Diagnostic[] {
    if (this.remaining === 0) return [];
    const again = new Set(told.map((each) => keyOf(placed(each))));
    const kept = this.#known(uri).filter((each) => !again.has(keyOf(each)));
    return kept.map((each) => inPlace(each, source));
  }

  /** What was found before the statement was begun and may still hold, except mistakes in the syntax and what is at the cursor. */
  #known(uri: string): readonly Placed[] {
    const last = [...(this.#found.get(uri) ?? []), ...(this.#missed.get(uri) ?? [])];
    const known = new Set(last.map(keyOf));
    const before = this.#before.get(uri) ?? [];
    return before.filter(
      (each) => known.has(keyOf(each)) && !notation.has(each.diagnostic.code) && !this.#isAtCursor(uri, each),
    );
  }

  /** What the slow rules found last. It is shown until they have checked the newest text. */
  slowlyFound(uri: string, source: Source): Diagnostic[] {
    const found = this.#found.get(uri) ?? [];
    return found
      .filter(({ diagnostic }) => rules.get(diagnostic.code)?.cost === 'slow')
      .map((each) => inPlace(each, source));
  }

  #isInStatement(uri: string, { start }: Placed): boolean {
    const place = this.#place;
    return place?.uri === uri && place.start <= start && start <= place.cursor;
  }

  #isOpen(uri: string, found: Placed): boolean {
    return this.#place?.uri === uri && isOpen(found, this.#place.open);
  }

  #isAtCursor(uri: string, { start, end }: Placed): boolean {
    const place = this.#place;
    return place?.uri === uri && start <= place.cursor && place.cursor <= end;
  }
}

/** Whether a diagnostic is about one of the brackets that are open around the cursor. */
function isOpen({ diagnostic, start }: Placed, brackets: ReadonlySet<number>): boolean {
  return diagnostic.code === 'unmatched-bracket' && brackets.has(start);
}

/** The diagnostics found, but those about open brackets or something missing only if they were shown before. */
function settled(
  found: readonly Placed[],
  told: readonly Placed[],
  brackets: ReadonlySet<number>,
): readonly Placed[] {
  const known = new Set(told.map(keyOf));
  const again = new Set(found.map(keyOf));
  const isHalf = (each: Placed): boolean => isOpen(each, brackets) || lacking.has(each.diagnostic.code);
  return [
    ...found.filter((each) => known.has(keyOf(each)) || !isHalf(each)),
    ...told.filter((each) => isOpen(each, brackets) && !again.has(keyOf(each))),
  ];
}

/** The offset in an inserted text at which the user must fill something in. */
function holeIn(text: string): number | undefined {
  const found = text.length <= longestHoled ? hole.exec(text) : null;
  return found ? found.index + (/['">)\]}]$/.test(found[0]) ? 1 : found[0].length) : undefined;
}

/**
 * The start of the statement that contains the cursor or ends at it (the cursor itself if there is none), and whether the statement may
 * be complete.
 */
function statementAt(
  snapshot: Snapshot,
  offset: number,
): { readonly start: number; readonly isWhole: boolean } {
  const { tokens } = snapshot.syntax;
  const last = firstIndex(tokens, ({ start }) => start >= offset) - 1;
  const before = tokens[last];
  if (!before) return { start: offset, isWhole: true };
  const gap = snapshot.source.text.slice(before.end, offset);
  let head = last;
  while (head >= 0 && !beginsStatement(tokens, head)) head--;
  const isWhole = isWholeAt(tokens.slice(Math.max(head, 0), last + 1), offset, gap);
  const isInComment = gap.slice(Math.max(gap.lastIndexOf('\n'), gap.lastIndexOf('\r')) + 1).includes('#');
  if (isWhole && gap !== '') return { start: offset, isWhole: !isInComment };
  if (before.kind === 'BlockClose')
    return { start: snapshot.cursor(offset).declaration?.span.start ?? offset, isWhole };
  // The head of a block has its full meaning only once the block has a first statement. So the diagnostics of both wait together.
  while (tokens[head - 1]?.kind === 'BlockOpen')
    do head--;
    while (head > 0 && !beginsStatement(tokens, head));
  return { start: tokens[head]?.start ?? offset, isWhole };
}

/**
 * Whether a statement begins with a token: with a keyword, or with a key that has a colon after it, `resources :`. A word after a comma
 * may still become an argument, whatever its line's indentation.
 */
function beginsStatement(tokens: readonly SyntaxToken[], index: number): boolean {
  const [before, token, behind] = [tokens[index - 1], tokens[index], tokens[index + 1]];
  if (before && before.kind !== 'BlockOpen' && continuing.has(before.kind)) return false;
  if (token?.kind !== 'Key' || behind?.kind !== 'Equals') return token?.kind === 'Keyword';
  return before === undefined || !keysFollow.has(before.kind);
}

/** Tokens that come before the key of an argument. */
const keysFollow: ReadonlySet<TokenKind> = new Set<TokenKind>(['Keyword', 'Comma', 'LeftParen', 'HashOpen']);

/** Tokens after which a statement continues on the next line. */
const continuing: ReadonlySet<TokenKind> = new Set<TokenKind>([
  'BlockOpen',
  'Comma',
  'Arrow',
  'Equals',
  'Label',
]);

/** Tokens that always end a statement, and those with which a statement may end. */
const ends: ReadonlySet<TokenKind> = new Set<TokenKind>(['Semicolon', 'BlockClose', 'RightBrace']);
const mayEnd: ReadonlySet<TokenKind> = new Set<TokenKind>([
  ...ends,
  ...(['SingleString', 'DoubleString', 'AngleList', 'PercentList', 'Regex', 'PercentRegex'] as const),
  ...(['RightParen', 'RightBracket', 'HashClose'] as const),
]);

/**
 * Whether a statement, given by its tokens from the keyword on, may be complete: it does not end within something, no bracket of it is
 * open, and it has what it needs: a route its target, others a block. `gap` is the text between the last token and the cursor.
 */
function isWholeAt(statement: readonly SyntaxToken[], offset: number, gap: string): boolean {
  const [head] = statement;
  const before = statement.at(-1);
  if (!head || !before) return true;
  if (/[\r\n]/.test(gap)) return !continuing.has(before.kind);
  if (gap !== '' || ends.has(before.kind)) return ends.has(before.kind) && !isHalfEnd(before);
  if (before.end > offset || !mayEnd.has(before.kind)) return false;
  const row = keywordRow(head.text);
  return (
    row?.block !== 'required' && !isWithinBrackets(statement) && (!row || givesAll(head, row, statement))
  );
}

const brackets: Partial<Record<TokenKind, number>> = {
  LeftParen: 1,
  LeftBracket: 1,
  HashOpen: 1,
  RightParen: -1,
  RightBracket: -1,
  HashClose: -1,
};

/** Whether a bracket of a statement is open behind its last token, closed by an editor already or not. */
function isWithinBrackets(statement: readonly SyntaxToken[]): boolean {
  let depth = 0;
  for (const { kind } of statement) depth += brackets[kind] ?? 0;
  return depth > 0;
}

/** Whether a statement has every argument that its keyword asks for, and a route its target. */
function givesAll(head: SyntaxToken, row: KeywordRow, statement: readonly SyntaxToken[]): boolean {
  const given = new Set<string | undefined>();
  let commas = 0;
  statement.forEach(({ kind, text }, index) => {
    if (kind === 'Comma') commas++;
    else if (kind === 'Label') given.add(canonicalOption(text.slice(0, -1)));
    else if (kind === 'AdverbName') given.add(canonicalOption(text.slice(1)));
    else if (statement[index + 1]?.kind === 'Arrow')
      given.add(index === 1 && kind !== 'Key' ? row.pairFor : canonicalOption(text.replace(/^:/, '')));
  });
  const required = row.positionals.filter(({ presence }) => presence === 'required').length;
  if (commas < required - 1 || row.required?.some((name) => !given.has(name))) return false;
  return !isRoute({ keyword: head }) || [...given].some((name) => optionRole(name) === 'target');
}

/** Whether a word that closes a block is an incomplete `end`. */
function isHalfEnd({ kind, text }: SyntaxToken): boolean {
  return kind === 'BlockClose' && text !== '}' && text !== 'end';
}

function isKeystroke({ start, end, text }: SourceEdit): boolean {
  return (text.length <= keystroke.written || text.trim() === '') && end - start <= keystroke.removed;
}

function placed(diagnostic: Diagnostic): Placed {
  return { diagnostic, start: diagnostic.range.start.offset, end: diagnostic.range.end.offset };
}

function inPlace({ diagnostic, start, end }: Placed, source: Source): Diagnostic {
  return { ...diagnostic, range: source.rangeOf({ start, end }) };
}

function keyOf({ diagnostic, start }: Placed): string {
  return `${diagnostic.code} ${start}`;
}

/** The message of a diagnostic without the names in it. */
function kindOf({ message }: Diagnostic): string {
  return message.replace(/'[^']*'|`[^`]*`|\d+/g, '');
}

/**
 * A diagnostic with the words that were shown before: new words may depend on what is half written elsewhere. Only line numbers may
 * change.
 */
function asBefore(diagnostic: Diagnostic, before: readonly Placed[]): readonly Diagnostic[] {
  const withoutLines = ({ message }: Diagnostic): string => message.replace(/\d+/g, '');
  const [first] = before;
  if (!first || before.some((each) => withoutLines(each.diagnostic) === withoutLines(diagnostic)))
    return first ? [diagnostic] : [];
  const { message, suggestion } = first.diagnostic;
  return [{ ...diagnostic, message, ...(suggestion !== undefined && { suggestion }) }];
}

/**
 * Diagnostics moved to their places after an edit. A diagnostic about a word is dropped if the edit changes the word's beginning or end.
 */
function moved(found: readonly Placed[], { start, end, text }: SourceEdit): readonly Placed[] {
  const by = text.length - (end - start);
  return found.flatMap((each) => {
    if (each.end < start || isAhead(each, start, text)) return [each];
    if (each.start >= end) return [{ ...each, start: each.start + by, end: each.end + by }];
    return each.start <= start && end <= each.end ? [{ ...each, end: each.end + by }] : [];
  });
}

/** Whether a diagnostic ends where text is inserted that does not continue its word. */
function isAhead({ diagnostic, end }: Placed, start: number, text: string): boolean {
  return end === start && (notation.has(diagnostic.code) || /^[^\p{L}\p{M}\p{Nd}_-]/u.test(text));
}
