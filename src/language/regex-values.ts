// Regex literals: JavaScript's, on one line, compiled once when the file is read.
//
// `\A` at the beginning and `\z` or `\Z` at the end are understood, because people bring them along; they are `^` and
// `$` in what is compiled. Elsewhere JavaScript would take them, and a few other things, for something else without a
// word, so they are reported instead.

import * as messages from '../../grammar/value-messages.js';
import type { Problem } from '../../grammar/problem.js';
import { interpolationEnd } from '../../grammar/quoted-scanners.js';
import type { RegexValue } from './declarations.js';
import type { Span } from './source.js';

/**
 * Reads `/source/flags` or `%r{source}flags`: `image` is the token, `span` its place. `report` gets `invalid-regex` for
 * what does not compile; the value has no `regex` then.
 */
export function readRegex(image: string, span: Span, report: (problem: Problem) => void): RegexValue {
  const opening = image[0] === '%' ? 3 : 1;
  let end = image.length - 1;
  while (/[A-Za-z_]/.test(image[end]!)) end--;
  const pattern = image.slice(opening, end);
  const flags = image.slice(end + 1);
  const start = span.start + opening;
  const problem = flagProblem(flags, span.start + end + 1) ?? foreignNotation(pattern, start, flags);
  if (problem) report(problem);
  const regex = problem ? undefined : compile(pattern, flags, span, report);
  return { kind: 'regex', span, pattern, flags, regex };
}

function flagProblem(flags: string, start: number): Problem | undefined {
  for (let at = 0; at < flags.length; at++) {
    const flag = flags[at]!;
    const place = { start: start + at, end: start + at + 1 };
    if (!'isu'.includes(flag)) return messages.regexFlag(place, flag, flags.replace(/[^isu]/g, ''));
    if (flags.indexOf(flag) < at) return messages.repeatedRegexFlag(place, flag, '');
  }
  return undefined;
}

/** Escapes of other languages, and what JavaScript writes for them; without the flag `u` it takes them for the letter. */
const foreignEscapes = new Map([
  ['\\h', '`[0-9a-fA-F]`'],
  ['\\H', '`[^0-9a-fA-F]`'],
  ['\\R', '`(?:\\r\\n|[\\n\\r])`, though no path has a line end'],
  ['\\X', '`.`'],
  ['\\G', 'the regex without it, since it has to match the whole value'],
  ['\\K', 'the regex without it, since it has to match the whole value'],
  ['\\Q', 'the characters with `\\` before each that means something'],
  ['\\E', 'the characters with `\\` before each that means something'],
  ['\\e', '`\\x1b`'],
  ['\\a', '`\\x07`'],
]);

/** `[[:alpha:]]` in JavaScript, between the brackets; for other names there is no short one. */
const posixClasses: ReadonlyMap<string, string> = new Map([
  ['alpha', 'a-zA-Z'],
  ['alnum', 'a-zA-Z0-9'],
  ['digit', '\\d'],
  ['lower', 'a-z'],
  ['upper', 'A-Z'],
  ['space', '\\s'],
  ['word', '\\w'],
  ['xdigit', '0-9a-fA-F'],
]);

/** What JavaScript does not know but would not refuse either. */
function foreignNotation(pattern: string, start: number, flags: string): Problem | undefined {
  const isUnicode = flags.includes('u');
  const place = (from: number, length: number): Span => ({ start: start + from, end: start + from + length });
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at];
    if (char === '\\') {
      const escape = pattern.slice(at, at + 2);
      if (escape === '\\A' && at > 0)
        return messages.foreignRegex(place(at, 2), escape, '`^`, at the beginning');
      if ((escape === '\\z' || escape === '\\Z') && at + 2 < pattern.length) {
        return messages.foreignRegex(place(at, 2), escape, '`$`, at the end');
      }
      const meant = foreignEscapes.get(escape);
      if (meant !== undefined) return messages.foreignRegex(place(at, 2), escape, meant);
      const [braced] = /^\\(?:[pPux]\{[^}]*\}|[kg]<\w+>)/.exec(pattern.slice(at, at + 60)) ?? [];
      const isNamed = escape === '\\k' && new RegExp(`\\(\\?${braced?.slice(2)}`).test(pattern);
      if (braced && !isUnicode && !isNamed) {
        const width = braced.length;
        if (escape === '\\x')
          return messages.foreignRegex(
            place(at, width),
            braced,
            `\`\\u${braced.slice(2)}\` and the flag \`u\``,
          );
        if (escape === '\\g' || escape === '\\k')
          return messages.foreignRegex(place(at, width), braced, 'out what it is to match');
        return messages.regexNeedsUnicode(
          place(at, width),
          braced,
          start + pattern.length + 1 + flags.length,
        );
      }
      at += 1;
    } else if (char === '#' && pattern[at + 1] === '{') {
      const end = interpolationEnd(pattern, at);
      const width = (end < 0 ? pattern.length : end) - at;
      return messages.regexInterpolation(place(at, width), pattern.slice(at, at + width));
    } else if (char === '(') {
      const [group] =
        /^\(\?(?:[a-zA-Z]+(?:-[a-zA-Z]*)?|-[a-zA-Z]+)[:)]/.exec(pattern.slice(at, at + 20)) ?? [];
      if (group)
        return messages.foreignRegex(place(at, group.length), group, 'the flags after the regex, as `/…/i`');
    } else if (char === '[') {
      const [posix, name] = /^\[:\^?([a-z]+):\]/.exec(pattern.slice(at, at + 20)) ?? [];
      const characters = posixClasses.get(name ?? '');
      if (posix) {
        const write =
          posix[2] === '^' || characters === undefined
            ? 'the characters themselves, as `a-z`'
            : `\`${characters}\``;
        return messages.foreignRegex(place(at, posix.length), posix, write);
      }
    }
  }
  return undefined;
}

function compile(
  pattern: string,
  flags: string,
  span: Span,
  report: (problem: Problem) => void,
): RegExp | undefined {
  const beginning = pattern.startsWith('\\A') ? `^${pattern.slice(2)}` : pattern;
  const source = /(?<!\\)(?:\\\\)*\\[zZ]$/.test(beginning) ? `${beginning.slice(0, -2)}$` : beginning;
  try {
    return new RegExp(source, flags);
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^.*\/[a-z]*: /s, '') : String(error);
    report(messages.invalidRegex(span, reason.charAt(0).toLowerCase() + reason.slice(1)));
    return undefined;
  }
}
