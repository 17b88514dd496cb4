// Finds words of a regular language, the shortest and most readable first, within a budget.
//
// The search is breadth-first over derivatives. From each expression it tries one symbol of each class (`classesOf`). If it ends without a
// word, the language is empty. If the budget ends first, the result is unknown.

import { classesOf, representativeOf } from './character-set.js';
import type { Expression, Expressions } from './expression.js';

/** A word, as a list of symbols. */
export type Word = readonly number[];

/** A word of a language. `none`: the language is empty. `unknown`: that is not known, or not within the budget. */
export type Found = Word | 'none' | 'unknown';

/** The maximal number of different derivatives in a search. */
const budget = 2000;
/**
 * The maximal number of expressions looked at. Usual routes need some thousands; some dozen optional groups in a row would need millions.
 */
const mostWork = 200_000;

interface Step {
  readonly at: Expression;
  readonly symbol: number;
  readonly from: Step | undefined;
}

/** The shortest word of a language. */
export function shortestWord(expressions: Expressions, language: Expression): Found {
  const limit = expressions.work + mostWork;
  const seen = new Set<Expression>([language]);
  let level: Step[] = [{ at: language, symbol: -1, from: undefined }];
  while (level.length > 0) {
    const accepted = level.find((step) => step.at.nullable);
    if (accepted) return wordOf(accepted);
    const next: Step[] = [];
    for (const step of level) {
      for (const symbol of symbolsFrom(expressions, step.at)) {
        const at = expressions.derivative(step.at, symbol);
        if (seen.size >= budget || expressions.work > limit) return 'unknown';
        if (at === expressions.nothing || seen.has(at)) continue;
        seen.add(at);
        next.push({ at, symbol, from: step });
      }
    }
    level = next;
  }
  return 'none';
}

/**
 * Up to `count` words of a language, shorter ones first. Each expression is passed at most eight times, so that words differ in more than
 * letters.
 */
export function sampleWords(expressions: Expressions, language: Expression, count: number): Word[] {
  const passes = new Map<Expression, number>();
  const words: Word[] = [];
  const limit = expressions.work + mostWork;
  let steps = 0;
  let level: Step[] = [{ at: language, symbol: -1, from: undefined }];
  while (level.length > 0) {
    const next: Step[] = [];
    for (const step of level) {
      if (step.at.nullable) words.push(wordOf(step));
      if (words.length >= count) return words;
      for (const symbol of symbolsFrom(expressions, step.at)) {
        const at = expressions.derivative(step.at, symbol);
        const passed = passes.get(at) ?? 0;
        if (at === expressions.nothing || passed >= 8) continue;
        passes.set(at, passed + 1);
        next.push({ at, symbol, from: step });
        if (++steps > budget * 4 || expressions.work > limit) return words;
      }
    }
    level = next;
  }
  return words;
}

function symbolsFrom(expressions: Expressions, at: Expression): number[] {
  const { sets, possible } = expressions.firstSets(at);
  return classesOf(sets, possible)
    .map(representativeOf)
    .sort((a, b) => a.rank - b.rank)
    .map(({ symbol }) => symbol);
}

function wordOf(step: Step): Word {
  const word: number[] = [];
  for (let at: Step | undefined = step; at?.from; at = at.from) word.push(at.symbol);
  return word.reverse();
}
