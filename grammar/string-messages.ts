// Messages about strings: their quotes, lines and escapes.

import {
  inserting,
  misspelt,
  programText,
  quote,
  removing,
  replacing,
  signOr,
  syntaxError,
  type Extent,
  type Problem,
} from './problem.js';
import { anyQuote } from './quoted-scanners.js';

export function unclosedString(place: Extent, text: string): Problem {
  const mark = text.charAt(0);
  return syntaxError(
    place,
    `the string ${quote(text)} is not closed on its line; write ${quote(mark)} where it ends`,
    { mayHoldCloser: true, ...inserting(place.end, mark) },
  );
}

/** A string whose closing quote is on one of the next lines. Between two words it is unknown whether a space was meant. */
export function stringOnTwoLines({ start, end }: Extent, text: string): Problem {
  const [line = '', ...rest] = text.split(/\s*[\n\r]\s*/);
  const areWords = /[\p{L}\p{Nd}]\n[\p{L}\p{Nd}]/u.test([line, ...rest].join('\n'));
  const meant = areWords ? undefined : `${line}${rest.join('')}`;
  return syntaxError(
    { start, end: start + line.length },
    `the string ${quote(line)} goes on in the next line; write ${meant === undefined ? 'all of it on one' : quote(meant)}`,
    meant === undefined
      ? {}
      : { fix: { title: `Write ${quote(meant)}`, edits: [{ start, end, text: meant }] } },
  );
}

/** `'/a' \` before a line that begins with `'/b'`, at the offset `next`. */
export function stringInPieces(place: Extent, text: string, next: number, isSameQuote: boolean): Problem {
  const fix = {
    title: 'Join the two',
    edits: [{ start: place.end - 1, end: next + 1, text: '' }],
  };
  return syntaxError(
    place,
    `${quote(text)} goes on in another string; write all of it between two quotes`,
    isSameQuote ? { fix } : {},
  );
}

/** `'/users/' + id`: a concatenated text. */
export function joinedText(start: number, text: string): Problem | undefined {
  const [joined] = /^[+.~][ \t]*['"$&\p{L}_][^,;]*/u.exec(text) ?? [];
  if (joined === undefined) return undefined;
  const instead = 'write all of the text between two quotes, and a segment such as `:name` for what varies';
  return programText({ start, end: start + joined.trimEnd().length }, joined.trimEnd(), instead);
}

/** `'''/a'''`, on one line or more */
export function hasTripledQuote(text: string): boolean {
  return /^('''|""")[^]*\1$/.test(text) && text.length > 5;
}

/** `''/a'`, `'/a''` */
export function hasDoubledQuote(text: string): boolean {
  return /^(['"])(?:\1.*|.*\1)\1$/.test(text);
}

/** Foreign or doubled quotes. Several on one line are one mistake. */
export function foreignQuotes(place: Extent, text: string, meant: string): Problem {
  return syntaxError(
    place,
    hasTripledQuote(text)
      ? `${quote(text)} has three quotes on either side; write ${quote(meant)}`
      : hasDoubledQuote(text)
        ? `${quote(text)} has one quote too many; write ${quote(meant)}`
        : /^['"]/.test(text)
          ? `${quote(text)} begins with ${text.charAt(0)} and ends with ${text.slice(-1)}; write ${quote(meant)}`
          : `the quotes of ${quote(text)} are not those of a routes file; write ${quote(meant)}${anyQuote.test(text.slice(-1)) ? '' : ' with a quote where it ends'}`,
    { ...replacing(place, meant), mergesOnLine: signOr('quotes', text) },
  );
}

/** `<<~TEXT` */
export function heredoc(place: Extent, text: string): Problem {
  return syntaxError(
    place,
    `${quote(text)} begins a text of several lines; write all of it on one, between two quotes`,
  );
}

export function unknownEscape(place: Extent, escape: string): Problem {
  const char = escape.slice(1);
  const meant = char === "'" ? "'" : `\\\\${char}`;
  if (/[dDwWsSbBAzZ.]/.test(char))
    return syntaxError(
      place,
      `${quote(escape)} is no escape of a string in \`"\`; a regex stands between slashes, as \`/\\d+/\`, and a \`\\\` in \`'\``,
    );
  return syntaxError(
    place,
    `${quote(escape)} is no escape of a string in \`"\`; write ${quote(meant)}, or the string in \`'\``,
    replacing(place, meant),
  );
}

export function malformedUnicodeEscape(place: Extent, escape: string): Problem {
  const [digits] = /[0-9a-fA-F]{4}$/.exec(escape) ?? [];
  if (digits && escape.length === 6) {
    const meant = `\\u{${digits}}`;
    return misspelt(place, `${quote(escape)} lacks its braces`, meant);
  }
  return syntaxError(
    place,
    `${quote(escape)} names no character; write its number in hexadecimal, as \`\\u{e9}\``,
  );
}

export function interpolation(place: Extent, text: string): Problem {
  return programText(place, text, 'write the text itself, or a segment such as `:name` in a path');
}

/** `r'/a'`, `@"/a"`: a string prefix of another language. */
export function signBeforeString(place: Extent, text: string): Problem {
  return syntaxError(place, `${quote(text)} does not stand before a string; leave it out`, {
    ...removing(place, quote(text)),
    mergesOnLine: 'prefix',
  });
}
