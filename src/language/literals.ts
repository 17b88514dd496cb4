// Values of a single token: strings, symbols, numbers, booleans, regexes, lists of words, callables, `*`.

import { escapedText } from '../../grammar/messages.js';
import * as strings from '../../grammar/string-messages.js';
import * as messages from '../../grammar/value-messages.js';
import type { Problem } from '../../grammar/problem.js';
import { anyQuote } from '../../grammar/quoted-scanners.js';
import { closerOf, placeholderMark, unescaped } from '../../grammar/scanners.js';
import type { Token } from '../../grammar/tokens.js';
import * as tokens from '../../grammar/tokens.js';
import type { CallableValue, ListValue, StringValue, Value } from './declarations.js';
import { readRegex } from './regex-values.js';
import { tokenSpan } from './cst-places.js';
import type { Span } from './source.js';
import { WrittenCallable } from './written-nodes.js';
import { doubleQuoted, joinedLines, listText, plainString, singleQuoted, wordsOf } from './string-values.js';

type Report = (problem: Problem) => void;

/** Reads the text of a token, and reports its mistakes. */
type LiteralReader = (image: string, span: Span, report: Report) => Value | undefined;

const unclosedString: LiteralReader = (image, span, report) => {
  const notation = image[0] === '"' ? 'double' : 'single';
  const isOnTwoLines = /[\n\r]/.test(image);
  report((isOnTwoLines ? strings.stringOnTwoLines : strings.unclosedString)(span, image));
  return isOnTwoLines
    ? joinedLines(notation, span, image.slice(1, -1))
    : plainString(notation, span, image.slice(1));
};

const regex: LiteralReader = (image, span, report) => readRegex(image, span, report);

const withoutQuotes: LiteralReader = (image, span, report) => {
  report(messages.withoutQuotes(span, image));
  return plainString('bare', span, messages.unquoted(image));
};

/** The readers by token type number. */
const readers: LiteralReader[] = [];
for (const [{ tokenTypeIdx = 0 }, reader] of [
  [tokens.SingleString, (image, span) => singleQuoted(span, image.slice(1, -1))],
  [tokens.DoubleString, (image, span, report) => doubleQuoted(span, image.slice(1, -1), report)],
  [tokens.UnclosedSingleString, unclosedString],
  [tokens.UnclosedDoubleString, unclosedString],
  [
    tokens.ForeignQuoted,
    (image, span, report) => {
      if (image.startsWith('&')) return escaped(image, span, report);
      if (!image.startsWith('<')) return foreignQuoted(image, span, report);
      report(strings.heredoc(span, image));
      return undefined;
    },
  ],
  [tokens.MismatchedQuoted, foreignQuoted],
  [tokens.ForeignPercent, foreignPercent],
  [tokens.QuotedWords, foreignPercent],
  [tokens.SymbolString, (image, span) => plainString('symbol', span, image.slice(1))],
  [tokens.BareTarget, withoutQuotes],
  [tokens.BarePath, withoutQuotes],
  [
    tokens.Integer,
    (image, span) => ({ kind: 'number', span, value: Number(image.replaceAll('_', '')), text: image }),
  ],
  [
    tokens.MalformedNumber,
    (image, span, report) => {
      report(messages.malformedNumber(span, image));
      return plainString('bare', span, image);
    },
  ],
  [
    tokens.BooleanWord,
    (image, span) => ({ kind: 'boolean', span, value: image === 'true' || image === 'True' }),
  ],
  [tokens.Regex, regex],
  [tokens.PercentRegex, regex],
  [
    tokens.UnclosedRegex,
    (image, span, report) => {
      report((image[0] === '/' ? messages.unclosedRegex : messages.bareRegex)(span, image));
      return { kind: 'regex', span, pattern: image.slice(1), flags: '', regex: undefined };
    },
  ],
  [tokens.AngleList, (image, span) => oneOrList(wordsOf(image.slice(1, -1), span.start + 1), span)],
  [
    tokens.UnclosedAngleList,
    (image, span, report) => {
      const words = wordsOf(image.slice(1), span.start + 1, /[\s,]+/);
      report(
        image.includes(',')
          ? messages.punctuatedList(span, image, listText(words))
          : messages.unclosedList(span, image, '>'),
      );
      return oneOrList(words, span);
    },
  ],
  [
    tokens.PunctuatedAngleList,
    (image, span, report) => {
      const words = wordsOf(image.slice(1, -1), span.start + 1, /(?:[\s,'"]|(?<=[\s,'"<]|^):)+/);
      report(messages.punctuatedList(span, image, listText(words)));
      return oneOrList(words, span);
    },
  ],
  [tokens.PercentList, percentList],
  [tokens.UnclosedPercent, unclosedPercent],
  [tokens.Callable, readCallable],
  [
    tokens.InlineCallable,
    (image, span) => new WrittenCallable(span, '', undefined, Number(image.slice(1, -1))),
  ],
  [tokens.Star, (_image, span) => ({ kind: 'star', span })],
] as const satisfies readonly (readonly [Token['tokenType'], LiteralReader])[])
  readers[tokenTypeIdx] = reader;

/** Reads a literal. Undefined if it has no value, which has been reported. */
export function readLiteral(token: Token, isTemplate: boolean, report: Report): Value | undefined {
  const { image, tokenType: type } = token;
  const span = tokenSpan(token);
  if (isTemplate && type !== tokens.InlineCallable && image.includes(placeholderMark))
    report(messages.callableInText(span));
  return readers[type.tokenTypeIdx ?? 0]?.(image, span, report);
}

/** `<a>` is a string, `<a b>` and `<>` are lists. */
function oneOrList(words: readonly StringValue[], span: Span): Value {
  const [only, second] = words;
  return only && !second ? only : { kind: 'list', span, notation: 'angle', items: words };
}

function percentList(image: string, span: Span, report: Report): ListValue {
  const items = wordsOf(image.slice(3, -1), span.start + 3, /[\s,]+/);
  if (image.includes(',')) {
    const inside = listText(items).slice(1, -1);
    report(messages.punctuatedList(span, image, `${image.slice(0, 3)}${inside}${image.at(-1)}`));
  }
  return { kind: 'list', span, notation: image[1] === 'w' ? 'percent-w' : 'percent-i', items };
}

function unclosedPercent(image: string, span: Span, report: Report): Value {
  if (image[1] === 'r') {
    report(messages.unclosedRegex(span, image));
    return { kind: 'regex', span, pattern: image.slice(3), flags: '', regex: undefined };
  }
  report(messages.unclosedList(span, image, closerOf.get(image.charAt(2)) ?? ''));
  const items = wordsOf(image.slice(3), span.start + 3, /[\s,]+/);
  return { kind: 'list', span, notation: image[1] === 'w' ? 'percent-w' : 'percent-i', items };
}

/** A value escaped as HTML. */
function escaped(image: string, span: Span, report: Report): Value | undefined {
  const meant = unescaped(image);
  report(escapedText(span, image, meant));
  if (meant.startsWith('&')) return readCallable(meant, span, report);
  return meant.startsWith('<')
    ? oneOrList(wordsOf(meant.slice(1, -1), span.start + 4), span)
    : plainString('bare', span, meant.slice(1, -1));
}

function foreignQuoted(image: string, span: Span, report: Report): StringValue {
  const isTripled = strings.hasTripledQuote(image);
  const isDoubled = strings.hasDoubledQuote(image);
  const open = isTripled ? 3 : isDoubled && image.charAt(1) === image.charAt(0) ? 2 : 1;
  const text = isTripled
    ? image
        .slice(3, -3)
        .trim()
        .replace(/\s*[\n\r]\s*/g, ' ')
    : isDoubled
      ? image.slice(open, open - 3)
      : image.slice(1, anyQuote.test(image.slice(-1)) ? -1 : undefined);
  // Escapes in double quotes mean something else in single quotes.
  const isDouble = image.startsWith('"') && /\\|#\{/.test(text);
  const mark = isDouble || text.includes("'") ? '"' : "'";
  report(strings.foreignQuotes(span, image, `${mark}${text}${mark}`));
  return plainString('single', { start: span.start + open - 1, end: span.end }, text);
}

/** `%q(x)` and `q(x)` are strings, `%w<a b>`, `qw(a b)`, `<<a b>>` and `＜a b＞` are lists of words, `%r|x|` and `rx/x/` are regexes. */
function foreignPercent(image: string, span: Span, report: Report): Value | undefined {
  const [, prefix = '', regex] = /^(rx|qr|m)(\/.*)$/s.exec(image) ?? [];
  if (regex !== undefined) {
    report(messages.foreignPercent(span, image, regex));
    return readRegex(regex, { start: span.start + prefix.length, end: span.end }, report);
  }
  const [opening = ''] = /^(?:%[A-Za-z]?|qw ?|rx|qr|qq?|[rRm]|<)?./.exec(image) ?? [];
  const inside = image.slice(opening.length, opening === '<<' ? -2 : -1);
  const from = span.start + opening.length;
  if (/^(?:%?r.|rx.|qr.|m.)/i.test(opening)) {
    const meant = `/${inside.replaceAll('/', '\\/')}/`;
    report(messages.foreignPercent(span, image, meant));
    return readRegex(meant, span, () => {});
  }
  if (/^(?:%[wWi]|qw|[<\uff1c])/.test(opening) || (/\S\s+\S/.test(inside) && !inside.includes('=>'))) {
    const words = wordsOf(inside, from, /[\s,'"]+/);
    report(messages.foreignPercent(span, image, listText(words)));
    return oneOrList(words, span);
  }
  const text = inside.trim();
  if (text.includes('=>')) {
    report(messages.foreignPercent(span, image, `{ ${text} }`));
    return undefined;
  }
  report(messages.foreignPercent(span, image, `'${text.replace(/[\\']/g, '\\$&')}'`));
  return plainString('bare', { start: from, end: span.end }, text);
}

function readCallable(image: string, span: Span, report: Report): CallableValue | undefined {
  if (image.startsWith('@')) report(messages.foreignCallable(span, image));
  if (image.includes('{') && /[$#]\{/.test(image)) {
    report(messages.interpolatedCallable(span, image));
    return undefined;
  }
  const hash = image.indexOf('#');
  const module = image.slice(1, hash < 0 ? undefined : hash);
  if (module === '') {
    report(messages.callableWithoutModule(span));
    return undefined;
  }
  const name = hash < 0 ? undefined : image.slice(hash + 1);
  if (name === '') report(messages.callableWithoutExport(span, image));
  if (name?.includes('#')) {
    report(messages.callableWithTwoExports(span, image));
    return undefined;
  }
  return new WrittenCallable(span, module, name || undefined, undefined);
}
