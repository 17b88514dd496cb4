// Arranges the tokens of a text. If its brackets fit, this is one pass. Otherwise each statement is arranged separately, so that missing
// and surplus brackets are searched only where they can be.

import { Arranger, type Arrangement } from './arranger.js';
import { sideOf, surplusOf } from './brackets.js';
import { bodyOf, isOpen, statementsOf } from './division.js';
import { endOf, indentAt, isArrow, isWord } from './inline-code.js';
import * as brackets from './bracket-messages.js';
import { isWrapper, Neighbours } from './neighbours.js';
import type { Excerpt } from './excerpt.js';
import { placeholderMark } from './scanners.js';
import type { Token } from './tokens.js';
import * as tokens from './tokens.js';
import { newToken } from './tokens.js';

/**
 * `inlineCallables` is the number of `${…}` in a template literal. Marks with other numbers are stray. `surroundings` is given if the text
 * is an excerpt of a longer one.
 */
export function arrange(
  text: string,
  all: readonly Token[],
  inlineCallables = 0,
  surroundings: Excerpt = { isAtStart: true, isAtEnd: true, depth: 0 },
): Arrangement {
  if (text.includes(placeholderMark))
    for (const token of all)
      if (token.tokenType === tokens.InlineCallable && !(Number(token.image.slice(1, -1)) < inlineCallables))
        token.tokenType = tokens.Stray;
  const strict = new Arranger(new Neighbours(text, all), undefined, surroundings).run();
  if (strict) return strict;
  for (const token of all) restore(token);
  const found = arrangeStatements(text, all, surroundings);
  return found.guessed.length > 0 ? found : { ...found, guessed: [{ start: 0, end: text.length }] };
}

/** Arranges statements whose brackets do not fit, each separately. */
function arrangeStatements(text: string, all: readonly Token[], surroundings: Excerpt): Arrangement {
  const { depth, isAtStart, isAtEnd } = surroundings;
  const statements = statementsOf(text, all);
  // If a text opens a block and continues at the same indentation, its indentation says nothing.
  const [first, ...others] = statements;
  const isLoneWrapper = first?.length === 1 && isWrapper(first[0]);
  if (isAtStart && first && others.length > 0 && (isLoneWrapper || isOpen(first)))
    return { ...arrangeStatement(text, all, surroundings), isLaidOut: false };
  const parts = statements.map((each, index) =>
    asLoose(
      text,
      each,
      arrangeStatement(text, each, {
        depth,
        isAtStart: false,
        isAtEnd: isAtEnd && index === statements.length - 1,
      }),
    ),
  );
  return {
    input: parts.flatMap(({ input }) => input),
    problems: parts.flatMap(({ problems }) => problems),
    guessed: parts.flatMap(({ guessed }) => guessed),
    isLaidOut: areLevel(text, statements) && parts.every(({ isLaidOut }) => isLaidOut),
    loose: parts.flatMap(({ loose }) => loose),
  };
}

/** Marks a statement with irregular indentation as loose, unless its lines are indented less than its list. */
function asLoose(text: string, all: readonly Token[], arranged: Arrangement): Arrangement {
  const [first] = all;
  const last = all.at(-1);
  if (arranged.isLaidOut || !first || !last) return arranged;
  const level = indentAt(text, first.startOffset);
  const isInside = all.every(({ startOffset }) => {
    const indent = indentAt(text, startOffset);
    return indent < 0 || indent >= level;
  });
  return isInside
    ? { ...arranged, isLaidOut: true, loose: [{ start: first.startOffset, end: endOf(last) }] }
    : arranged;
}

/** Whether all statements are indented as the first. */
function areLevel(text: string, statements: readonly (readonly Token[])[]): boolean {
  const indents = statements.map(([first]) => (first ? indentAt(text, first.startOffset) : -1));
  return indents.every((indent) => indent === indents[0]);
}

/**
 * Arranges one statement: as it stands if its brackets fit, otherwise its block separately from the lines around it. If it has no block,
 * missing brackets are searched in the whole statement.
 */
function arrangeStatement(text: string, all: readonly Token[], surroundings: Excerpt): Arrangement {
  const near = new Neighbours(text, all);
  const known = strictly(near, surroundings) ?? arrangeAround(text, all, surroundings.depth);
  if (known) return known;
  const found = mended(near, surroundings);
  return { ...found, isLaidOut: found.isLaidOut && isCutOff(found) };
}

/** Whether brackets are missing only at the end, so that everything before is as it would be with them. */
function isCutOff({ input, problems }: Arrangement): boolean {
  const end = input.findLastIndex(({ image }) => image !== '');
  return (
    input.every((token, index) => index > end || token.image !== '' || sideOf(token) >= 0) &&
    problems.every(({ code, isUnclosed }) => code !== 'unmatched-bracket' || isUnclosed)
  );
}

/** Undefined, with the tokens unchanged, if a bracket does not fit. */
function strictly(near: Neighbours, surroundings: Excerpt): Arrangement | undefined {
  const found = new Arranger(near, undefined, surroundings).run();
  if (!found) for (const token of near.all) restore(token);
  return found;
}

/** Arranges a statement and repairs its missing and surplus brackets. */
function mended(near: Neighbours, surroundings: Excerpt): Arrangement {
  const found = new Arranger(near, surplusOf(near.all), surroundings).run();
  if (!found) throw new Error('brackets whose surplus is known were not paired, which is a bug in waypost');
  return found;
}

/** Arranges the block of a statement separately. Undefined if its indentation does not show the block. */
function arrangeAround(text: string, all: readonly Token[], depth: number): Arrangement | undefined {
  const body = bodyOf(text, all);
  const first = body?.inner[0];
  const last = body?.inner.at(-1);
  if (!body || !first || !last || depth >= brackets.deepestNesting) return undefined;
  // The stand-in is as long as what it replaces, so that a bracket missing behind it is inserted after all of that.
  const { startOffset } = first;
  const standIn = newToken(tokens.Word, 'x'.padEnd(endOf(last) - startOffset), startOffset);
  const frame = [...body.head, standIn, ...body.tail];
  const near = new Neighbours(text, frame);
  const surroundings = { depth, isAtStart: false, isAtEnd: false };
  const around = strictly(near, surroundings) ?? mended(near, surroundings);
  const at = around.input.indexOf(standIn);
  if (standIn.tokenType !== tokens.Keyword || around.input[at - 1]?.tokenType !== tokens.BlockOpen) {
    for (const token of frame) restore(token);
    return undefined;
  }
  const before = around.input.slice(0, at);
  const inside = arrangeStatements(text, body.inner, { ...surroundings, depth: depth + openIn(before) });
  return {
    input: [...before, ...inside.input, ...around.input.slice(at + 1)],
    problems: [...around.problems, ...inside.problems],
    guessed: [...around.guessed, ...inside.guessed],
    isLaidOut: around.isLaidOut && inside.isLaidOut,
    loose: inside.loose,
  };
}

/** The number of brackets open after these tokens. */
function openIn(input: readonly Token[]): number {
  return input.reduce((open, token) => open + sideOf(token), 0);
}

/** Undoes what a first arrangement made of a token. */
function restore(token: Token): void {
  const mark = tokens.markTypes.get(token.image);
  if (mark) token.tokenType = mark;
  else if (token.image === '.' || (isArrow(token) && token.image === ':')) token.tokenType = tokens.Stray;
  else if (isWord(token)) token.tokenType = tokens.Word;
}
