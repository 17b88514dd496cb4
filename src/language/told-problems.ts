// Selects the problems to report: one mistake gives one diagnostic, and its consequences give none.
//
//   constraints id => [a, b {     the list is never closed. `a` and `b` have no quotes for the same reason
//   }

import { closerOfLostWrapper, secondDraw } from '../../grammar/bracket-messages.js';
import { nameOfValue } from '../../grammar/foreign-messages.js';
import type { Problem } from '../../grammar/problem.js';
import { valueWithRest } from '../../grammar/value-messages.js';
import type { Declaration } from './declarations.js';
import { isWrapper } from './roles.js';

/** Selects the problems to report from all that were found. Both lists are in source order. */
export function toldProblems(
  text: string,
  declarations: readonly Declaration[],
  found: readonly Problem[],
): readonly Problem[] {
  const told = withoutEchoes(text, onLinesBegun(text, found));
  const last = told.at(-1);
  const lost = last && lostWrapper(text, declarations, last);
  const withLost = lost ? told.with(-1, lost) : told;
  return withNamesOfValues(text, withOneDraw(text, declarations, withLost));
}

/** `Rails.application.routes.draw` behind a wrapper is one too many, in whichever words. */
function withOneDraw(
  text: string,
  declarations: readonly Declaration[],
  problems: readonly Problem[],
): readonly Problem[] {
  if (!problems.some(({ isForeignDraw }) => isForeignDraw)) return problems;
  const wrapper = declarations.find((each) => isWrapper(each) && each.block);
  return problems.map((problem) =>
    problem.isForeignDraw && wrapper && wrapper.keyword.span.end < problem.end
      ? secondDraw(problem, text.slice(problem.start, problem.end))
      : problem,
  );
}

const named = /^[ \t]*(?:(?:const|let|var)[ \t]+)?([\p{L}_][\p{L}\p{M}\p{Nd}_]*)[ \t]*(?:\|\|)?=(?![=>~])/gmu;

/** Rewrites problems about names that an assignment has defined: `id_pattern = /\d+/`, then `id => id_pattern`. */
function withNamesOfValues(text: string, problems: readonly Problem[]): readonly Problem[] {
  const lines = problems.filter(({ code, isForeignLine }) => isForeignLine || code === 'inline-code');
  const names = lines.flatMap(({ start, end }) =>
    [...text.slice(start, end).matchAll(named)].map(([, name]) => name),
  );
  if (names.length === 0) return problems;
  const known = new Set(names);
  return problems.map((problem) => {
    const word = text.slice(problem.start, problem.end);
    const isBare = problem.suggestion === `'${word}'` || problem.suggestion === `&${word}`;
    return isBare && known.has(word) ? nameOfValue(problem, word) : problem;
  });
}

/** If a text ends with a stray closer, it may belong to a missing `routes {` at the beginning. */
function lostWrapper(
  text: string,
  declarations: readonly Declaration[],
  { isStrayCloser, start, end }: Problem,
): Problem | undefined {
  const [first] = declarations;
  const closer = text.slice(start, end);
  const mayBe =
    isStrayCloser && (closer === '}' || closer === 'end') && first && !declarations.some(isWrapper);
  if (!mayBe || /[^\s;]/.test(text.slice(end).replaceAll(/#.*/g, ''))) return undefined;
  const lineStart = text.lastIndexOf('\n', first.span.start) + 1;
  const [indent = ''] = /^[ \t]*$/.exec(text.slice(lineStart, first.span.start)) ?? [];
  return closerOfLostWrapper({ start, end }, closer, first.span.start, indent);
}

/**
 * Leaves out the consequences of a line that is half written. If the line leaves a bracket open, that bracket is the one mistake. A line
 * whose block exists but lacks its `{` is half written, too.
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

/**
 * For problems that end with an unclosed bracket: if the bracket is glued to the problem before it, only that problem stays. If it is that
 * problem's value, only the bracket stays.
 */
function upToBracket(text: string, problems: readonly Problem[]): readonly Problem[] {
  const [before, bracket] = problems.slice(-2);
  if (!before || !bracket) return problems;
  if (before.end >= bracket.start) return problems.slice(0, -1);
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

/** Leaves out problems that are consequences of the problem before them. */
function withoutEchoes(text: string, problems: readonly Problem[]): Problem[] {
  const told: Problem[] = [];
  const tooDeep = problems.find(({ isTooDeep }) => isTooDeep);
  const hasConflict = problems.some(({ isOfConflict }) => isOfConflict);
  for (const problem of problems) {
    const before = told.at(-1);
    const isEcho = before && isEchoOf(text, before, problem);
    const isAroundTooDeep = tooDeep && problem !== tooDeep && isAround(problem, tooDeep);
    const isUncertain = hasConflict && problem.code === 'unmatched-bracket';
    if (isEcho) told[told.length - 1] = withEcho(text, before, problem);
    if (isEcho || isAroundTooDeep || isUncertain) continue;
    const partner = partnerOf(text, told, problem);
    const first = told[partner];
    if (first) {
      told[partner] = together(first, problem);
      continue;
    }
    if (before && isNextForeignLine(text, before, problem)) {
      told[told.length - 1] = { ...before, end: problem.end };
      continue;
    }
    if (before && isCauseOf(problem, before)) told.pop();
    const last = told.at(-1);
    if (last && isSameOnLine(text, last, problem)) told[told.length - 1] = together(last, problem);
    else told.push(problem);
  }
  return told;
}

/**
 * The index of the reported problem that this one is the other half of: the first line of a Markdown fence, or the opener of a full-width
 * closer.
 */
function partnerOf(
  text: string,
  told: readonly Problem[],
  { isFence, mergesOnLine, start }: Problem,
): number {
  if (isFence) return told.findIndex((each) => each.isFence);
  if (mergesOnLine !== 'sign' || !/[\uff09\uff3d\uff5d]/.test(text.charAt(start))) return -1;
  const opener = openerOf(text, start);
  return told.findLastIndex(({ fix }) => fix?.edits.some((edit) => edit.start === opener));
}

/** The offset of the bracket that a closer closes, judged by brackets alone. */
function openerOf(text: string, closer: number): number {
  const nearest = Math.max(0, closer - farthestCloser);
  for (let at = closer, depth = 0; at >= nearest; at--) {
    if (/[)\]}\uff09\uff3d\uff5d]/.test(text.charAt(at))) depth++;
    else if (/[([{\uff08\uff3b\uff5b]/.test(text.charAt(at)) && --depth === 0) return at;
  }
  return -1;
}

function isAround({ start, end, covers }: Problem, inner: Problem): boolean {
  return start <= inner.start && (covers ?? end) > inner.start;
}

/**
 * One problem for a misspelt value and the sign without meaning after it. Mending one alone would leave the other.
 *
 *   get /about,::    →    get '/about'
 */
function withRest(text: string, value: Problem, sign: Problem): Problem | undefined {
  const [edit, second] = value.fix?.edits ?? [];
  const rest = text.slice(value.end, sign.end);
  if (!edit || second || edit.start !== value.start || edit.end !== value.end) return undefined;
  if (!/^['"&]/.test(edit.text)) return undefined;
  if (sign.code !== 'syntax-error' || !/^(?![\s\S]*[\r\n])[^\p{L}\p{Nd}'"&=]+$/u.test(rest)) return undefined;
  const isLast = /^[ \t]*(?:[;}#\r\n]|$)/.test(text.slice(sign.end, sign.end + longestLine));
  if (!isLast && !sign.fix) return undefined;
  const meant = edit.text + (isLast ? '' : text.slice(value.end, sign.start).trimEnd());
  const place = { start: value.start, end: sign.end };
  return { ...value, ...valueWithRest(place, text.slice(place.start, place.end), meant) };
}

/** The first of two problems, if the second follows from it. */
function withEcho(text: string, before: Problem, echo: Problem): Problem {
  return before.mayHoldCloser ? withoutFix(before) : (withRest(text, before, echo) ?? before);
}

/** The problem without its fix: its end is unknown. */
function withoutFix({ fix: _, ...problem }: Problem): Problem {
  return problem;
}

/** Whether a problem is the cause of the one before it. A half-written arrow, for example, gives its key no value. */
function isCauseOf({ knowsMore, mergesOnLine, start, end }: Problem, before: Problem): boolean {
  if (knowsMore && before.start === start) return true;
  return before.mayBeEcho === true && mergesOnLine === 'arrow' && end === before.end;
}

const farthestEcho = 100;

/** Whether a problem is a consequence of the one before it. */
function isEchoOf(text: string, before: Problem, problem: Problem): boolean {
  if (problem.isStrayCloser && explains(text, before, problem)) return true;
  if (problem.knowsMore && before.start === problem.start) return before.suggestion !== undefined;
  // A problem inside another is a part of it.
  if (problem.code !== 'unmatched-bracket' && problem.start < before.end) return true;
  const isOfForeign = before.code === 'unknown-keyword' && problem.code !== 'unmatched-bracket';
  const mayBeCovered = problem.code === 'inline-code' || isOfForeign;
  if (mayBeCovered && !problem.isTooDeep && problem.start < (before.covers ?? 0)) return true;
  const isCloser = problem.code === 'unmatched-bracket' && !problem.isUnclosed;
  const mayFollow = problem.mayBeEcho ?? (before.mayHoldCloser && isCloser);
  if (!mayFollow || problem.start - before.end >= farthestEcho) return false;
  const between = text.slice(before.end, problem.start);
  return /^[ \t,)\]}]*$/.test(between) || isRestOf(text, before, problem, between);
}

/** Whether a line contains only arguments of a call whose keyword is in a mistake at the end of the line before. */
function isRestOf(
  text: string,
  before: Problem,
  { isForeignLine, start }: Problem,
  between: string,
): boolean {
  const isNext = isForeignLine && !before.isForeignLine && /^[ \t]*(?:\r\n?|\n)[ \t]*$/.test(between);
  return isNext === true && /['":]/.test(text.charAt(start));
}

/** Whether two lines that begin no declaration follow one another, as in another notation (such as TOML). */
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

/** The first of two problems, with the fixes of both. */
function together(first: Problem, other: Problem): Problem {
  if (!first.fix || !other.fix) return first;
  return { ...first, end: first.end, fix: { ...first.fix, edits: [...first.fix.edits, ...other.fix.edits] } };
}

/** The distance within which a closer can be a consequence of a mistake. */
const farthestCloser = 10_000;

/**
 * Whether a closer has no partner because of the mistake before it, so that both are one mistake: it is on the same line, or at the end
 * of a block whose `{` is missing.
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
