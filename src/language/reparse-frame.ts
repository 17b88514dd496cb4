// Parses the lines around a long block again, but not the block. For an edit of its first or last line, the content stays as it is.
//
//   routes {      # edited       routes {      # edited       parsed, with one word in place of
//     …           20,000 lines     x                          the content
//   }                            }

import { indentAt } from '../../grammar/inline-code.js';
import type { Extent, Problem } from '../../grammar/problem.js';
import type { Declaration } from './declarations.js';
import { firstIndex } from './first-index.js';
import {
  growSpan,
  kept,
  moveComments,
  moveDeclarations,
  movedExtents,
  movedProblem,
  moveTokens,
} from './move.js';
import { Source, type SourceEdit, type Span } from './source.js';
import { ParsedSyntax, parseSyntax } from './syntax.js';

/** A block with fewer characters is parsed together with its frame. */
const leastInside = 2_000;

/** A declaration in a list, the lines that it occupies, and the lines inside its block. */
export interface Framed {
  readonly before: ParsedSyntax;
  readonly list: Declaration[];
  readonly index: number;
  readonly lines: Span;
  readonly inside: Span;
  /** The number of brackets open around the list. */
  readonly depth: number;
}

/** Whether an edit is on the first lines of a declaration, up to its block, or on its last lines. */
export function isOfFrame({ before, lines, inside }: Framed, edit: Span): boolean {
  const isInHead = edit.start >= lines.start && edit.end < inside.start;
  const isInTail = edit.start >= inside.end && edit.end <= lines.end;
  if (before.loose.some(({ start, end }) => start < inside.start && end > lines.start)) return false;
  return before.isLaidOut && inside.end - inside.start >= leastInside && (isInHead || isInTail);
}

/**
 * Applies an edit of the lines around a block, in place, and moves the content of the block. Undefined, with nothing changed, if the
 * content may depend on the edit. The caller moves what follows the declaration.
 */
export function reparseFrame(framed: Framed, edit: SourceEdit): ParsedSyntax | undefined {
  const { before, list, index, lines, inside, depth } = framed;
  const { text, file } = before.source;
  const first = list[index]!.block!.declarations[0];
  const indent = first && !first.damaged ? indentAt(text, first.span.start) : -1;
  if (indent < 0) return undefined;
  const isInHead = edit.end < inside.start;
  const head = pieceOf(text, { start: lines.start, end: inside.start }, isInHead ? edit : undefined);
  const line = `${' '.repeat(indent)}x\n`;
  const tail = pieceOf(text, { start: inside.end, end: lines.end }, isInHead ? undefined : edit);
  const parsed = parseSyntax(new Source(file, head + line + tail), {
    excerpt: { isAtStart: false, isAtEnd: false, depth },
  });
  const at = head.length + indent;
  const [found] = parsed.declarations;
  if (!found || parsed.declarations.length > 1 || !holdsAlone(found, at) || !isApart(framed, parsed))
    return undefined;
  // The content would belong to a loose statement.
  const isSettled = before.isSettled && parsed.isSettled;
  if (parsed.loose.length > 0 || (!parsed.isLaidOut && !isSettled)) return undefined;

  const { block } = list[index]!;
  const by = edit.text.length - (edit.end - edit.start);
  const growth = inside.end - inside.start - line.length;
  // In what was parsed, everything from the last line on stands farther down by the length of the block.
  const grow = (spans: readonly (Span | undefined)[]): void => {
    for (const span of spans) if (span && span.end > at) growSpan(span, growth);
  };
  grow([found.span, found.block!.span, found.parentheses]);
  moveDeclarations([found], lines.start, before.source);
  moveDeclarations(block!.declarations, isInHead ? by : 0);
  moveDeclarations(list.slice(index + 1), by);
  list[index] = { ...found, block: kept(block!, found.block!, block!.declarations) };
  const joined = <Item>(
    old: readonly Item[],
    fresh: readonly Item[],
    startOf: (item: Item) => number,
    moved: (items: readonly Item[], by: number) => readonly Item[],
  ): readonly Item[] => {
    // Looked up before anything is moved.
    const [atHead, atInside, atTail, behind] = [lines.start, inside.start, inside.end, lines.end].map(
      (start) => firstIndex(old, (item) => startOf(item) >= start),
    );
    const split = firstIndex(fresh, (item) => startOf(item) >= at);
    const [head, tail] = [fresh.slice(0, split), fresh.slice(split).filter((item) => startOf(item) > at)];
    return [
      ...old.slice(0, atHead),
      ...moved(head, lines.start),
      ...moved(old.slice(atInside, atTail), isInHead ? by : 0),
      ...moved(tail, lines.start + growth),
      ...moved(old.slice(behind), by),
    ];
  };
  const placed = ({ start, end }: Extent): Extent => ({
    start: lines.start + start + (start > at ? growth : 0),
    end: lines.start + end + (end > at ? growth : 0),
  });
  const guessed = [...movedExtents(guessedElsewhere(framed), edit), ...parsed.guessed.map(placed)];
  const tokens = joined(before.tokens, parsed.tokens, ({ start }) => start, moveTokens);
  const comments = joined(before.comments, parsed.comments, ({ span }) => span.start, moveComments);
  const problems = joined(
    before.problems,
    parsed.problems,
    ({ start }) => start,
    (items, by) => items.map((each) => movedProblem(each, by)),
  );
  before.source.replace(edit, edit.text);
  return new ParsedSyntax({
    source: before.source,
    declarations: before.declarations,
    comments,
    tokens: () => tokens,
    problems,
    guessed,
    isCertain: before.isCertain && parsed.isCertain,
    isLaidOut: parsed.isLaidOut,
    loose: movedExtents(before.loose, edit),
  });
}

/** Whether the stand-in word, at an offset, is the only content of the block. */
function holdsAlone({ block, arguments: values }: Declaration, at: number): boolean {
  const [only, more] = block?.declarations ?? [];
  return (
    block?.isClosed === true &&
    !more &&
    only?.span.start === at &&
    only.span.end === at + 1 &&
    values.every(({ span }) => span.end <= at)
  );
}

/**
 * Whether the lines around the block are independent in their list: none of their unmatched brackets may be the partner of one elsewhere.
 */
function isApart(framed: Framed, parsed: ParsedSyntax): boolean {
  const { before, list, index, lines, inside } = framed;
  const { text } = before.source;
  const level = indentAt(text, list[0]!.span.start);
  const next = list[index + 1];
  const isElsewhere = ({ start }: Span): boolean =>
    start < lines.start || start >= lines.end || (start >= inside.start && start < inside.end);
  const indents = parsed.tokens.map(({ start }) => indentAt(parsed.source.text, start));
  const isOpenElsewhere = before.problems.some((problem) => isUnmatched(problem) && isElsewhere(problem));
  const elsewhere = guessedElsewhere(framed);
  const isOpenHere = [...parsed.problems, ...before.problems.filter((each) => !isElsewhere(each))].some(
    isUnmatched,
  );
  const isClosedApart =
    (parsed.isSettled &&
      (elsewhere.length === 0 || (elsewhere.length === before.guessed.length && !isOpenHere))) ||
    haveNoPartners([...parsed.problems, ...before.problems.filter(isElsewhere)]);
  return (
    isClosedApart &&
    (parsed.isSettled ||
      ((index > 0 || list.length === 1) && !isOpenElsewhere && !isInFirst(before, lines))) &&
    indents[0] === level &&
    indents.every((each) => each < 0 || each >= level) &&
    (!next || indentAt(text, next.span.start) === level)
  );
}

/** The guessed brackets outside the lines around the block. */
function guessedElsewhere({ before, lines, inside }: Framed): readonly Extent[] {
  return before.guessed.filter(
    ({ start, end }) =>
      start < lines.start || end > lines.end || (start >= inside.start && end <= inside.end),
  );
}

/** Whether a place is in the first of several statements. If that is open, the text is judged as a whole. */
function isInFirst({ declarations: [first, second] }: ParsedSyntax, { start }: Span): boolean {
  return second !== undefined && start < first!.span.end;
}

/** Whether there are unmatched brackets, none of which may be the partner of another. */
export function haveNoPartners(problems: readonly Problem[]): boolean {
  const unmatched = problems.filter(isUnmatched);
  if (problems.some(({ isBracketAlone }) => isBracketAlone)) return false;
  return (
    unmatched.length === 1 ||
    (unmatched.length > 1 &&
      (unmatched.every(({ isUnclosed }) => isUnclosed) ||
        unmatched.every(({ isStrayCloser }) => isStrayCloser)))
  );
}

/** Whether an offset is inside a loose statement, after its beginning. */
export function isInLoose({ loose }: ParsedSyntax, offset: number): boolean {
  return loose.some(({ start, end }) => start < offset && offset < end);
}

export function isUnmatched({ code }: Problem): boolean {
  return code === 'unmatched-bracket';
}

function pieceOf(text: string, { start, end }: Span, edit: SourceEdit | undefined): string {
  return edit
    ? text.slice(start, edit.start) + edit.text + text.slice(edit.end, end)
    : text.slice(start, end);
}
