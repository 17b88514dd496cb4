// Text → tokens. It accepts any text: a character that begins no token becomes `Stray`.
//
//   get '/a', to => 'a#b'   # c       Word SingleString Comma Word Arrow SingleString · a comment
//
// The first character of a token says what it may be. A few tokens depend on the token before: a `/` begins a path after the first word
// of a statement, and a regex elsewhere. The scanners find where a token ends. Chevrotain's lexer tries patterns in turn, which is slower.

import * as comments from './comment-scanners.js';
import { narrowSign } from './foreign-messages.js';
import { indentAt } from './inline-code.js';
import * as quoted from './quoted-scanners.js';
import * as scanners from './scanners.js';
import * as tokens from './tokens.js';
import { marks, newToken, type Token } from './tokens.js';

export interface Lexed {
  /** All tokens except comments, in source order. */
  readonly tokens: Token[];
  readonly comments: readonly Token[];
}

/** The tokens and the comments of a text, in source order. */
export function tokenize(text: string): Lexed {
  const lexer = new Lexer(text);
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at);
    at = code === space ? at + 1 : lexer.step(code, at);
  }
  quoted.forgetText();
  return lexer;
}

type TokenType = Token['tokenType'];

/** By character code: whether it may begin a path without quotes, a regex without its first slash, and text that is skipped. */
const mayBeginPath = scanners.isAmong('*(%/~');
const mayBeginRegex = scanners.isAmong('([~');
const mayBePassed = scanners.isAmong('<=>|@$-');

const tab = 9;
const carriageReturn = 13;
const space = 32;

class Lexer implements Lexed {
  readonly tokens: Token[] = [];
  readonly comments: Token[] = [];
  /** The types of the last token and of the one before it. */
  #last: TokenType | undefined;
  #beforeLast: TokenType | undefined;
  /** The end of the line on which the last here document began. */
  #heredocLine = 0;

  constructor(readonly text: string) {}

  /** Reads the token, comment or blank at an offset. `code` is the character there. Returns the offset after it. */
  step(code: number, at: number): number {
    if (code === space || (code >= tab && code <= carriageReturn)) return at + 1;
    if (code >= 128) return this.#foreign(at);
    if (scanners.isAsciiLetter(code)) return this.#word(at, scanners.word(this.text, at));
    const path = mayBeginPath[code] ? this.#oddPath(this.text.charAt(at), at) : -1;
    if (path >= 0) return this.#to(tokens.BarePath, at, path);
    const regex = mayBeginRegex[code] && this.#isValue() ? scanners.withLastSlash(this.text, at) : -1;
    if (regex >= 0) return this.#to(tokens.UnclosedRegex, at, regex);
    const mark = marks[code];
    return mark ? this.#push(mark.type, mark.image, at) : this.#sign(this.text.charAt(at), at);
  }

  /** The end of a path without quotes that begins with a sign, or that is first in the parentheses of a call. -1 if there is none. */
  #oddPath(char: string, at: number): number {
    const { text } = this;
    const isBehindWord = this.#last === tokens.Word && text[at - 1] === ' ';
    if (char === '*' || (char === '(' && isBehindWord)) return scanners.pathOfSigns(text, at);
    if (char === '(' && this.#isValue()) return scanners.groupWithLastQuote(text, at);
    const isFirst = this.#last === tokens.LeftParen && this.#beforeLast === tokens.Word;
    return isFirst && '%/~'.includes(char) ? scanners.firstPath(text, at) : -1;
  }

  /** A token that begins neither with a letter nor with a sign that is a token by itself. */
  #sign(char: string, at: number): number {
    const passed = mayBePassed[char.charCodeAt(0)] ? comments.passed(this.text, at) : -1;
    if (passed >= 0) return this.#comment(tokens.ForeignComment, at, passed);
    switch (char) {
      case "'":
      case '"':
        return this.#string(char, at);
      case '#':
        return this.#comment(tokens.Comment, at, scanners.lineEnd(this.text, at));
      case '%':
        return this.#percent(at);
      case '$':
        return this.#dollar(at);
      case '&':
        return this.#ampersand(at);
      case '-':
        return this.#dash(at);
      case '.':
        return this.#first(at, [[tokens.BareTarget, scanners.relativePath]]);
      case '/':
        return this.#slash(at);
      case ':':
        return this.#colon(at);
      case '<':
        return this.#angle(at);
      case '=':
        return this.#equals(at);
      case '>':
        return this.#greater(at);
      case '@':
        return this.#at(at);
      case '`':
        if (this.text.startsWith('```', at) && indentAt(this.text, at) >= 0)
          return this.#comment(tokens.ForeignComment, at, scanners.lineEnd(this.text, at));
        return this.#first(at, [[tokens.ForeignQuoted, quoted.foreignQuoted]]);
      default:
        return this.#number(at);
    }
  }

  // Output

  #push(type: TokenType, image: string, start: number): number {
    this.tokens.push(newToken(type, image, start));
    this.#beforeLast = this.#last;
    this.#last = type;
    return start + image.length;
  }

  #to(type: TokenType, start: number, end: number): number {
    return this.#push(type, this.text.slice(start, end), start);
  }

  #comment(type: TokenType, start: number, end: number): number {
    this.comments.push(newToken(type, this.text.slice(start, end), start));
    return end;
  }

  /** Makes a token of the first kind whose scanner matches. */
  #first(at: number, kinds: readonly (readonly [TokenType, scanners.Scanner])[]): number {
    for (const [type, scan] of kinds) {
      const end = scan(this.text, at);
      if (end >= 0) return this.#to(type, at, end);
    }
    return this.#stray(at);
  }

  #stray(at: number): number {
    const isPair = /^[\uD800-\uDBFF][\uDC00-\uDFFF]/.test(this.text.slice(at, at + 2));
    return this.#to(tokens.Stray, at, isPair ? at + 2 : at + 1);
  }

  // By the first character

  /** Whether a value must follow: the token before is `=>` or a label. */
  #isValue(): boolean {
    return this.#last === tokens.Arrow || this.#last === tokens.Label;
  }

  /**
   * The end of `https://…`, or of a value such as `users:show` on the line of its key. -1 if another option is glued to its value there.
   */
  #foreignTarget(at: number, end: number): number {
    if (this.text.startsWith('://', end)) return scanners.bareUrl(this.text, at);
    const key = this.#isValue() ? this.tokens.at(-1) : undefined;
    const isOnLine = key && !/[\n\r]/.test(this.text.slice(key.startOffset, at));
    return isOnLine ? scanners.foreignTarget(this.text, at) : -1;
  }

  /** Whether a word and what is glued to it are a value: one is due, or an argument ends with it. */
  #mayBeValue(at: number, end: number): boolean {
    if (this.#isValue()) return true;
    const before = this.tokens.at(-1);
    if (before === undefined || !scanners.argumentEnd.test(this.text.slice(end, end + 100))) return false;
    if (this.#last && [tokens.Comma, tokens.LeftBracket, tokens.LeftParen].includes(this.#last)) return true;
    const isKeyword = this.#last === tokens.Word && before.image !== 'do' && before.image !== 'end';
    return isKeyword && !/[\n\r]/.test(this.text.slice(before.startOffset, at));
  }

  /** The same for text in quotes, or without one of them. It may also be a path before `=>` and its target. */
  #mayBeQuoted(at: number, end: number): boolean {
    return this.#mayBeValue(at, end) || scanners.isBeforeArrow(this.text, end);
  }

  #string(quote: string, at: number): number {
    const { text } = this;
    const tripled = quoted.tripledQuote(text, at);
    if (tripled >= 0)
      return this.#mayBeComment(at) && indentAt(text, at) >= 0
        ? this.#comment(tokens.ForeignComment, at, tripled)
        : this.#to(tokens.MismatchedQuoted, at, tripled);
    const isSingle = quote === "'";
    const type = isSingle ? tokens.SingleString : tokens.DoubleString;
    const end = quoted.plainQuoted(text, at);
    const mayBeDoubled = end < 0 || end === at + 2 || text[end] === quote;
    const doubled = mayBeDoubled ? quoted.doubledQuote(text, at) : -1;
    if (doubled >= 0) return this.#to(tokens.MismatchedQuoted, at, doubled);
    const unclosed = isSingle ? tokens.UnclosedSingleString : tokens.UnclosedDoubleString;
    if (end >= 0) {
      const meant = quoted.endBeforeNext(text, at, end);
      return meant < 0 ? this.#to(type, at, end) : this.#to(unclosed, at, meant);
    }
    return this.#first(at, [
      [tokens.MismatchedQuoted, quoted.mismatchedQuoted],
      [type, isSingle ? quoted.singleQuoted : quoted.doubleQuoted],
      [unclosed, quoted.unclosedString],
    ]);
  }

  /** A token that begins with the word from `at` to `end`. */
  #word(at: number, end: number): number {
    const { text } = this;
    const next = text.charCodeAt(end);
    if (end === at + 1 && scanners.isPrefix(text, at)) return this.#prefix(at, end);
    const foreign = this.#foreignTarget(at, end);
    if (foreign >= 0) return this.#to(tokens.BareTarget, at, foreign);
    if (next === 58 && text.charCodeAt(end + 1) !== 58) return this.#to(tokens.Label, at, end + 1);
    if (next === 35 || next === 47) {
      const isRegex = next === 47 && this.#isValue() && /^(?:rx|qr|m)$/.test(text.slice(at, end));
      const regex = isRegex ? quoted.slashedRegex(text, end) : -1;
      const target = scanners.bareTarget(text, at);
      if (regex >= Math.max(target, 0)) return this.#to(tokens.QuotedWords, at, regex);
      if (target >= 0 && (this.#mayBeValue(at, target) || !text.slice(at, target).includes('#')))
        return this.#to(tokens.BareTarget, at, target);
    }
    const quote = scanners.withClosingQuote(text, end);
    if (quote > end && this.#mayBeQuoted(at, quote)) return this.#to(tokens.BareTarget, at, quote);
    const mayBegin = end - at < 3 && 'qrm'.includes(text.charAt(at));
    return mayBegin ? this.#quotedWords(at, end) : this.#to(tokens.Word, at, end);
  }

  /** `qw(…)`, `rx{…}` and the like, which begin with one or two letters; otherwise a word. */
  #quotedWords(at: number, end: number): number {
    const words = quoted.foreignPercent(this.text, at);
    if (words >= 0 && this.#mayBeQuoted(at, words)) return this.#to(tokens.QuotedWords, at, words);
    return this.#to(tokens.Word, at, end);
  }

  /** A string prefix, which is skipped; or prefix and string together if a regex is meant: `r'\d+'`. */
  #prefix(at: number, end: number): number {
    const regex = this.#isValue() ? scanners.prefixedRegex(this.text, at) : -1;
    if (regex >= 0) return this.#to(tokens.QuotedWords, at, regex);
    return this.#comment(tokens.ForeignComment, at, end);
  }

  #number(at: number): number {
    const { text } = this;
    const end = scanners.integer(text, at);
    const number = scanners.numberLike(text, at);
    const quote = number < 0 ? -1 : scanners.withClosingQuote(text, number);
    if (quote > number && this.#mayBeQuoted(at, quote)) return this.#to(tokens.BareTarget, at, quote);
    return end >= 0
      ? this.#to(tokens.Integer, at, end)
      : this.#first(at, [[tokens.MalformedNumber, scanners.numberLike]]);
  }

  #percent(at: number): number {
    return this.#first(at, [
      [tokens.PercentRegex, quoted.percentRegex],
      [tokens.PercentList, scanners.percentList],
      [tokens.ForeignPercent, quoted.foreignPercent],
      [tokens.UnclosedPercent, quoted.unclosedPercent],
    ]);
  }

  #dash(at: number): number {
    const { text } = this;
    let end = at + 1;
    while (text[end] === ' ') end++;
    if (text[end] !== '>') return this.#number(at);
    end++;
    if (scanners.valueAhead(text, end) >= 0) return this.#to(tokens.Equals, at, end);
    return end === at + 2 ? this.#to(tokens.LambdaArrow, at, end) : this.#number(at);
  }

  /** A `>` that was meant as `=>`: `>=`, or `>` alone before a value. */
  #greater(at: number): number {
    if (this.text[at + 1] === '=') return this.#to(tokens.Equals, at, at + 2);
    return scanners.valueAhead(this.text, at + 1) >= 0
      ? this.#to(tokens.Equals, at, at + 1)
      : this.#stray(at);
  }

  #slash(at: number): number {
    const { text } = this;
    const comment = this.#mayBeComment(at) ? comments.foreignComment(text, at) : -1;
    if (comment >= 0) return this.#comment(tokens.ForeignComment, at, comment);
    const isPath =
      this.#last === tokens.Word &&
      this.#beforeLast !== tokens.Comma &&
      this.#beforeLast !== tokens.LeftParen;
    if (isPath) return this.#to(tokens.BarePath, at, scanners.barePath(text, at));
    const regex = quoted.slashedRegex(text, at);
    const isRegex = regex >= 0 && scanners.argumentEnd.test(text.slice(regex, regex + 100));
    const path = isRegex ? -1 : scanners.pathWithLastQuote(text, at);
    if (path >= 0) return this.#to(tokens.BarePath, at, path);
    return this.#first(at, [
      [tokens.BarePath, scanners.pathOfSegments],
      [tokens.Regex, quoted.slashedRegex],
      [tokens.UnclosedRegex, quoted.unclosedRegex],
    ]);
  }

  /** No comment can stand where a value must follow, or where a path may be written without quotes. */
  #mayBeComment(at: number): boolean {
    if (this.#isValue() || this.#last === tokens.LeftParen) return false;
    const before = this.tokens.at(-1);
    if (!before || this.#last !== tokens.Word || /^(?:do|end)$/.test(before.image)) return true;
    return /[\n\r]/.test(this.text.slice(before.startOffset, at));
  }

  #colon(at: number): number {
    if (this.text[at + 1] === '=') return this.#to(tokens.Equals, at, at + 2);
    return this.#first(at, [
      [tokens.AdverbName, scanners.adverbName],
      [tokens.NegatedAdverb, scanners.negatedAdverb],
      [tokens.BarePath, scanners.pathOfSigns],
      [tokens.SymbolString, scanners.symbol],
    ]);
  }

  #angle(at: number): number {
    const next = this.text[at + 1];
    if (next === '=') return this.#to(tokens.Equals, at, at + 2);
    const heredoc = next === '<' ? this.#heredoc(at) : -1;
    if (heredoc >= 0) return heredoc;
    return this.#first(at, [
      [tokens.ForeignPercent, scanners.doubledAngles],
      [tokens.AngleList, scanners.angleList],
      [tokens.PunctuatedAngleList, scanners.punctuatedAngleList],
      [tokens.UnclosedAngleList, scanners.unclosedAngleList],
    ]);
  }

  /** `<<~TEXT`, the rest of its line, and the lines after it up to that word. -1 if no here document begins. */
  #heredoc(at: number): number {
    const { text } = this;
    const end = comments.heredoc(text, at);
    if (end < 0) return -1;
    let next = this.#to(tokens.ForeignQuoted, at, end);
    // If several begin on one line, the lines of the first follow it.
    if (at < this.#heredocLine) return next;
    this.#heredocLine = scanners.lineEnd(text, end);
    while (next < this.#heredocLine) next = this.step(text.charCodeAt(next), next);
    const lines = next === this.#heredocLine ? comments.heredocLines(text, next, text.slice(at, end)) : -1;
    return lines < 0 ? next : this.#comment(tokens.ForeignComment, next, lines);
  }

  #equals(at: number): number {
    const next = this.text[at + 1];
    if (next === '>' && this.text[at + 2] !== '>') return this.#push(tokens.Arrow, '=>', at);
    return this.#to(tokens.Equals, at, scanners.foreignArrow(this.text, at));
  }

  #ampersand(at: number): number {
    const mayBeEscaped = scanners.mayBeEntity(this.text, at);
    const blanks = mayBeEscaped ? scanners.escapedBlanks(this.text, at) : -1;
    if (blanks >= 0) return this.#comment(tokens.ForeignComment, at, blanks);
    const escaped = mayBeEscaped ? scanners.escapedValue(this.text, at) : -1;
    if (escaped >= 0) return this.#to(tokens.ForeignQuoted, at, escaped);
    return this.#to(tokens.Callable, at, quoted.callableEnd(this.text, at));
  }

  /** `${…}` is an interpolation of a JavaScript template. */
  #dollar(at: number): number {
    const end = this.text[at + 1] === '{' ? quoted.interpolationEnd(this.text, at) : -1;
    return end < 0 ? this.#stray(at) : this.#to(tokens.Callable, at, end);
  }

  #at(at: number): number {
    const isCallable = this.#isValue() && /[\p{L}_]/u.test(this.text[at + 1] ?? '');
    return isCallable ? this.#to(tokens.Callable, at, quoted.callableEnd(this.text, at)) : this.#stray(at);
  }

  /** A token that begins with a character outside ASCII. */
  #foreign(at: number): number {
    const { text } = this;
    const char = text.charAt(at);
    if (/\s/.test(char)) return at + 1;
    const [hidden = ''] = /^\p{Cf}+/u.exec(text.slice(at, at + 100)) ?? [];
    const isInWord = /\w/.test(text.charAt(at - 1)) && /\w/.test(text.charAt(at + hidden.length));
    if (hidden !== '' && !isInWord) return this.#comment(tokens.ForeignComment, at, at + hidden.length);
    const mark = marks[narrowSign(char)?.charCodeAt(0) ?? 0];
    if (mark) {
      this.#comment(tokens.ForeignComment, at, at + 1);
      return this.#push(mark.type, mark.image, at);
    }
    const arrow = scanners.wideArrow(text, at);
    if (arrow >= 0) return this.#to(tokens.Equals, at, arrow);
    const word = scanners.word(text, at);
    if (word >= 0) return this.#word(at, word);
    if (char === scanners.placeholderMark)
      return this.#first(at, [[tokens.InlineCallable, scanners.placeholder]]);
    const angles = scanners.doubledAngles(text, at);
    if (angles >= 0) return this.#to(tokens.ForeignPercent, at, angles);
    return quoted.foreignQuote.test(char)
      ? this.#first(at, [[tokens.ForeignQuoted, quoted.foreignQuoted]])
      : this.#stray(at);
  }
}
