// Text that the lexer skips like a comment, and that is reported: comments of other languages, conflict markers of Git, here documents.
//
//   // a comment          /* a comment */          =begin … =end
//   get '/a', to => 'a#b', meta => { doc => <<~TEXT }
//     up to the word alone on its line
//   TEXT

import { indentAt } from './inline-code.js';
import { isPrefix, lineEnd, scannerOf, type Scanner } from './scanners.js';

const farthestText = 2_000;
/** The length limit of a side of a conflict. */
const farthestSide = 20_000;

/** A comment that begins with `//`, up to the end of its line, or with `/*`, on one line or more. */
export const foreignComment: Scanner = (text, start) => {
  if (text[start + 1] === '/') return lineEnd(text, start);
  if (text[start + 1] !== '*') return -1;
  const end = text.slice(start + 2, start + farthestText).indexOf('*/');
  return end < 0 ? -1 : start + 2 + end + 2;
};

/** From the line between the two sides of a conflict to the line after them, with the common ancestor if Git shows it. */
const otherSide =
  /^(?:\|{7}(?:(?![\n\r][<=>|]{7})[^])*[\n\r])?={7}(?:(?![\n\r][<=>|]{7})[^])*[\n\r]>{7}(?=\s|$)/;

/**
 * A conflict marker of Git at the start of a line, with the second side if the marker begins that; or Ruby's comment from `=begin`
 * to `=end`, at any indentation.
 */
const foreignLines: Scanner = (text, start) => {
  const indent = indentAt(text, start);
  if (indent < 0) return -1;
  const word = text.slice(start, start + 8);
  if (indent === 0 && /^(?:<{7}|={7}|>{7}|\|{7})(?:[\s]|$)/.test(word)) {
    const [side = ''] = otherSide.exec(text.slice(start, start + farthestSide)) ?? [];
    return lineEnd(text, start + side.length);
  }
  if (!/^=begin(?:\s|$)/.test(word)) return -1;
  const behind = text.slice(start, start + farthestText);
  const end = /[\n\r][ \t]*=end\b/.exec(behind)?.index ?? -1;
  return end < 0 ? -1 : lineEnd(text, start + end + 1);
};

/** `<!-- a comment -->` and `-- a comment`, on one line. */
const markedComment = scannerOf(() => /<!--[^\n\r]{0,1000}?-->|--[ \t][^\n\r]*/y);

/** The end of foreign lines, of a comment on one line, or of a sign before a string (`r'…'`). -1 if there is none. */
export function passed(text: string, start: number): number {
  const char = text.charAt(start);
  const next = text[start + 1];
  if (char === '=' && next === '>') return -1;
  if (next === '!' || next === '-') return markedComment(text, start);
  if ('<=>|'.includes(char)) return foreignLines(text, start);
  return isPrefix(text, start) ? start + 1 : -1;
}

/** The opening of a here document in the place of a value: `<<~TEXT` or `<<-'TEXT'`. */
export const heredoc = scannerOf(
  () => /<<[~-]?(['"]?)(?:(?<=[~-])[a-z]|[A-Z])\w*\1(?=[ \t]*(?:[,;)}\]\n\r.]|$))/y,
);

/** The end of a here document, searched from the end of its opening line: behind the word that ends it, or -1. */
export function heredocLines(text: string, start: number, opening: string): number {
  const [word = ''] = /\w+/.exec(opening) ?? [];
  const ending = new RegExp(`[\\n\\r][ \\t]*${word}(?=[ \\t]*(?:[\\n\\r]|$))`);
  const found = ending.exec(text.slice(start, start + farthestText));
  return found ? start + found.index + found[0].length : -1;
}
