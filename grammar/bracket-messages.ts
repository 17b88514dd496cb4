// Messages about brackets that are missing, surplus or of the wrong kind.

import {
  inserting,
  leftBehind,
  misspelt,
  problem,
  quote,
  removing,
  replacing,
  syntaxError,
  type Extent,
  type Extra,
  type Problem,
  type WrittenEdit,
} from './problem.js';

export const deepestNesting = 100;

export function tooDeep(place: Extent): Problem {
  return syntaxError(
    place,
    `brackets nest at most ${deepestNesting} deep; move the inner declarations to a file of their own and \`include\` it`,
    { isTooDeep: true },
  );
}

const closers = new Map([
  ['{', '}'],
  ['(', ')'],
  ['[', ']'],
  ['do', 'end'],
]);

function unmatched(place: Extent, message: string, extra?: Extra): Problem {
  return problem('unmatched-bracket', place, message, extra);
}

/** A fix that writes a pair of brackets. */
function writing(what: string, open: Extent, opener: string, close: Extent, closer: string): Extra {
  const edits = [
    { ...open, text: opener },
    { ...close, text: closer },
  ];
  return { fix: { title: `Write ${what}`, edits } };
}

/** A bracket without a closer. `end` is where its content ends, if that is known. */
export function unclosed(place: Extent, text: string, end?: number): Problem {
  const opener = text.slice(place.start, place.end);
  if (opener === 'do' && /^[ \t]*\{/.test(text.slice(place.end)))
    return unmatched(place, '`do` and `{` both open this block; leave `do` out', {
      isUnclosed: true,
      ...removing(place, '`do`'),
    });
  const closer = closers.get(opener) ?? '';
  return unmatched(place, `${quote(opener)} is never closed; write the ${quote(closer)} that belongs to it`, {
    isUnclosed: true,
    ...(end !== undefined && inserting(end, closer)),
  });
}

/** Several brackets are open at the end of the text. `openers` are outermost first. */
export function cutOff(place: Extent, openers: readonly string[]): Problem {
  const innerFirst = openers.toReversed();
  const missing = innerFirst.map((opener) => closers.get(opener) ?? '');
  const [inner = ''] = innerFirst;
  const around = openers.length === 2 ? 'the bracket' : `${openers.length - 1} brackets`;
  return unmatched(
    place,
    `${quote(inner)} and ${around} around it are never closed; write ${quote(missing.join(' '))} where they end`,
    { isUnclosed: true },
  );
}

/** A block without its opener. In parentheses, `comma` is the comma that must precede it. */
export function missingOpener(place: Extent, opener: string, comma: string): Problem {
  return unmatched(
    place,
    `the block that follows has no ${quote(opener)}; write it at the end of this line, or take its ${quote(opener === 'do' ? 'end' : '}')} out`,
    {
      isUnopened: true,
      ...inserting(place.end, `${comma} ${opener}`, `Insert ${quote(opener)}`),
    },
  );
}

/** `resources 'photos':` before statements that are indented deeper. `end` is the closer of these, or the place where they end. */
export function colonBlock(
  place: Extent,
  end: { readonly at: number; readonly indent: string } | string,
): Problem {
  if (end === 'end')
    return unmatched(place, '`:` opens no block; write `do` there', {
      fix: { title: 'Write `do`', edits: [{ ...place, text: ' do' }] },
    });
  return unmatched(
    place,
    '`:` opens no block; write `{` there, and `}` where its declarations end',
    typeof end === 'string'
      ? undefined
      : writing('`{` and `}`', place, ' {', { start: end.at, end: end.at }, `\n${end.indent}}`),
  );
}

/** `resources 'photos':` at the end of a line. */
export function colonAtEnd(place: Extent): Problem {
  return syntaxError(
    place,
    '`:` opens no block; leave it out, and write what is inside in `{ … }`',
    leftBehind,
  );
}

/**
 * `get { '/a', to => 'a#b' }`, `redirect['/x')`. `close` is the range of the closer, unless that is a parenthesis. `mayBeBlock`: a block
 * may be meant.
 */
export function otherParentheses(
  place: Extent,
  opener: string,
  close: Extent | undefined,
  mayBeBlock: boolean,
): Problem {
  const what = `${quote(opener)} opens no arguments; write \`(\``;
  if (!close) return unmatched(place, what, replacing(place, '('));
  const orBlock = mayBeBlock ? ', or the keyword of a declaration behind it, for a block' : '';
  return unmatched(
    place,
    `${what} there, and \`)\` at their end${orBlock}`,
    writing('parentheses', place, '(', close, ')'),
  );
}

/** `routes (` and `resources 'photos' => [` before declarations. `close` is the closer: one of the same kind, or a surplus `}`. */
export function notABlock(place: Extent, text: string, close: Extent | '}' | undefined): Problem {
  const what = `${quote(text.slice(place.start, place.end))} opens no block; write \`{\``;
  const brace = /\s/.test(text.charAt(place.start - 1)) ? '{' : ' {';
  if (close === '}') return unmatched(place, what, replacing(place, brace));
  return unmatched(
    place,
    `${what} there, and \`}\` at its end`,
    close && writing('`{` and `}`', place, brace, close, '}'),
  );
}

/** `at => ('/legacy'` */
export function parenthesisBeforeValue(place: Extent): Problem {
  return unmatched(place, '`(` is never closed, and a value stands without parentheses; leave it out', {
    isUnclosed: true,
    ...removing(place, '`(`'),
  });
}

/** `constraints => (id => /\d+/ }` */
export function notAHash(place: Extent, opener: string): Problem {
  return unmatched(place, `${quote(opener)} opens no hash; write \`{\``, replacing(place, '{'));
}

export function strayCloser(place: Extent, text: string): Problem {
  const what = text === 'end' ? 'no `do`' : 'nothing';
  return unmatched(place, `${quote(text)} closes ${what} here; leave it out`, {
    isStrayCloser: true,
    ...removing(place, quote(text)),
  });
}

/**
 * A closer at the end of a file without a wrapper. `start` is the offset of its first declaration, `indent` the white space before that.
 */
export function closerOfLostWrapper(place: Extent, text: string, start: number, indent: string): Problem {
  const [what, opener] = text === 'end' ? ['no `do`', 'routes do'] : ['nothing', 'routes {'];
  return unmatched(
    place,
    `${quote(text)} closes ${what} here; write ${quote(opener)} before the first declaration, or leave it out`,
    inserting(start, `${opener}\n${indent}`, `Insert ${quote(opener)}`),
  );
}

export function wrongCloser(place: Extent, text: string, opener: string): Problem {
  const right = closers.get(opener) ?? '';
  return unmatched(
    place,
    `${quote(text)} cannot close ${quote(opener)}; write ${quote(right)}`,
    replacing(place, right),
  );
}

export function swappedClosers(place: Extent, text: string, meant: string): Problem {
  return unmatched(
    place,
    `${quote(text)} closes two brackets in the wrong order; write ${quote(meant)}`,
    replacing(place, meant),
  );
}

/** `get('/a'), to => 'a#b'`. `advice` says what to write. `edits` are the fix, if it is known. */
export function afterParentheses(
  place: Extent,
  text: string,
  advice: string,
  edits: readonly WrittenEdit[] | undefined,
): Problem {
  return syntaxError(
    place,
    `${quote(text)} stands outside the parentheses of its declaration${advice}`,
    edits && { fix: { title: 'Move it inside the parentheses', edits } },
  );
}

/** `Rails.application.routes.draw do`. */
export function foreignDraw(place: Extent, text: string, isNested: boolean): Problem {
  if (!isNested) return misspelt(place, `${quote(text)} is Ruby`, 'routes', { isForeignDraw: true });
  const instead = 'take it out with its end, and leave its declarations here';
  return syntaxError(place, `${quote(text)} wraps a whole file and stands inside no block; ${instead}`);
}

/** The same behind the block that wraps the file already. */
export function secondDraw(place: Extent, text: string): Problem {
  const instead = 'put these declarations into the first';
  return syntaxError(
    place,
    `${quote(text)} wraps a whole file, and a file has one \`routes\` block; ${instead}`,
  );
}
