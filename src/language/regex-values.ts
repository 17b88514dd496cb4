// Regex literals: those of JavaScript, on one line, compiled once when the file is read.
//
// `\A` at the beginning and `\z` or `\Z` at the end are accepted, because people bring them from Ruby. They are compiled as `^` and `$`.
// Elsewhere JavaScript would silently understand them, and some other notations, as something else, so they are reported.

import * as messages from '../../grammar/regex-messages.js';
import type { Problem } from '../../grammar/problem.js';
import { interpolationEnd } from '../../grammar/quoted-scanners.js';
import type { RegexValue } from './declarations.js';
import type { Span } from './source.js';

/**
 * Reads `/source/flags` or `%r{source}flags`. `image` is the token, `span` its place. If the regex does not compile, `report` receives
 * `invalid-regex`, and the value has no `regex`.
 */
export function readRegex(image: string, span: Span, report: (problem: Problem) => void): RegexValue {
  const opening = image[0] === '%' ? 3 : 1;
  let end = image.length - 1;
  while (/[A-Za-z_]/.test(image.charAt(end))) end--;
  const pattern = image.slice(opening, end);
  const flags = image.slice(end + 1);
  const start = span.start + opening;
  const problems = [
    flagProblem(flags, span.start + end + 1) ?? [],
    (opening === 1 ? bareSlashes(pattern, start) : undefined) ?? foreignNotation(pattern, start, flags) ?? [],
  ].flat();
  problems.forEach(report);
  const regex = problems.length > 0 ? undefined : compile(pattern, flags, span, report);
  return { kind: 'regex', span, pattern, flags, regex };
}

/** Slashes without a backslash and outside `[…]`. */
function bareSlashes(pattern: string, start: number): Problem | undefined {
  if (!pattern.includes('/')) return undefined;
  const [first, ...others] = [...pattern.matchAll(/\\.|\[(?:\\.|[^\]\\])*\]?|\//g)]
    .filter(([text]) => text === '/')
    .map(({ index }) => ({ start: start + index, end: start + index + 1 }));
  return first && messages.slashInRegex([first, ...others], pattern);
}

function flagProblem(flags: string, start: number): Problem | undefined {
  for (let at = 0; at < flags.length; at++) {
    const flag = flags.charAt(at);
    const place = { start: start + at, end: start + at + 1 };
    if (!'isu'.includes(flag)) return messages.regexFlag(place, flag, flags.replace(/[^isu]/g, ''));
    if (flags.indexOf(flag) < at) return messages.repeatedRegexFlag(place, flag);
  }
  return undefined;
}

/** Escapes of other languages, with what to write in JavaScript. Without the flag `u`, JavaScript reads them as the letter. */
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

/** POSIX classes such as `[[:alpha:]]` in JavaScript notation. The others have no short one. */
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

/** A position in a regex where a foreign notation may begin. */
interface RegexSpot {
  readonly pattern: string;
  readonly at: number;
  readonly flags: string;
  /** The span of this many characters from here. */
  readonly place: (length: number) => Span;
  /** The end of the flags. */
  readonly end: number;
}

/** Notations that JavaScript does not know, but does not reject either. */
function foreignNotation(pattern: string, start: number, flags: string): Problem | undefined {
  const end = start + pattern.length + 1 + flags.length;
  for (let at = 0; at < pattern.length; at++) {
    const place = (length: number): Span => ({ start: start + at, end: start + at + length });
    const problem = foreignAt.get(pattern.charAt(at))?.({ pattern, at, flags, place, end });
    if (problem) return problem;
    if (pattern[at] === '\\') at += 1;
  }
  return undefined;
}

const foreignAt: ReadonlyMap<string, (spot: RegexSpot) => Problem | undefined> = new Map([
  ['\\', foreignEscape],
  ['#', interpolation],
  ['(', inlineFlags],
  ['[', posixClass],
]);

function foreignEscape({ pattern, at, flags, place, end }: RegexSpot): Problem | undefined {
  const escape = pattern.slice(at, at + 2);
  if (escape === '\\A' && at > 0) return messages.foreignRegex(place(2), escape, '`^`, at the beginning');
  if ((escape === '\\z' || escape === '\\Z') && at + 2 < pattern.length)
    return messages.foreignRegex(place(2), escape, '`$`, at the end');
  const meant = foreignEscapes.get(escape);
  if (meant !== undefined) return messages.foreignRegex(place(2), escape, meant);
  const [braced] = /^\\(?:[pPux]\{[^}]*\}|[kg]<\w+>)/.exec(pattern.slice(at, at + 60)) ?? [];
  if (braced === undefined || flags.includes('u')) return undefined;
  const span = place(braced.length);
  switch (escape) {
    case '\\k':
      if (new RegExp(`\\(\\?${braced.slice(2)}`).test(pattern)) return undefined;
      return messages.foreignRegex(span, braced, 'out what it is to match');
    case '\\g':
      return messages.foreignRegex(span, braced, 'out what it is to match');
    case '\\x':
      return messages.foreignRegex(span, braced, `\`\\u${braced.slice(2)}\` and the flag \`u\``);
    default:
      return messages.regexNeedsUnicode(span, braced, end);
  }
}

/** Ruby's `#{…}`. */
function interpolation({ pattern, at, place }: RegexSpot): Problem | undefined {
  if (pattern[at + 1] !== '{') return undefined;
  const end = interpolationEnd(pattern, at);
  const width = (end < 0 ? pattern.length : end) - at;
  return messages.regexInterpolation(place(width), pattern.slice(at, at + width));
}

/** `(?i)` and `(?i:…)`. */
function inlineFlags({ pattern, at, place }: RegexSpot): Problem | undefined {
  const [group] = /^\(\?(?:[a-zA-Z]+(?:-[a-zA-Z]*)?|-[a-zA-Z]+)[:)]/.exec(pattern.slice(at, at + 20)) ?? [];
  if (group === undefined) return undefined;
  return messages.foreignRegex(place(group.length), group, 'the flags after the regex, as `/…/i`');
}

function posixClass({ pattern, at, place }: RegexSpot): Problem | undefined {
  const [posix, negation, name] = /^\[:(\^?)([a-z]+):\]/.exec(pattern.slice(at, at + 20)) ?? [];
  if (posix === undefined || name === undefined) return undefined;
  const characters = negation === '' ? posixClasses.get(name) : undefined;
  const write = characters === undefined ? 'the characters themselves, as `a-z`' : `\`${characters}\``;
  return messages.foreignRegex(place(posix.length), posix, write);
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
