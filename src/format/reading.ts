// Reads the arguments of a call independently of their notation.
//
//   resources :photos, :shallow, :only => [:index]
//             positional 'photos' · option shallow = true · option only = a list
//
// The signature table decides what a bare `:word` is, and where a list of one string means the same as the string. The
// printer uses this to write each argument in its canonical notation, and `meaning.ts` to compare calls.

import { word } from '../../grammar/scanners.js';
import { callParts, type CallPart } from '../language/call-parts.js';
import type { Argument, Declaration, Pair, StringValue, Value } from '../language/declarations.js';
import { pairNamed } from '../language/roles.js';
import type { Span } from '../language/source.js';
import {
  keywordRow,
  redirectRow,
  type KeywordRow,
  type OptionRow,
  type PositionalRow,
} from '../language/vocabulary.js';

/**
 * Whether a list with one string means the same as the string: no (`plain`); yes, printed as the string (`strings`); yes, printed as a
 * list (`actions`).
 */
export type ListUse = 'plain' | 'strings' | 'actions';

interface ReadPositional {
  readonly kind: 'positional';
  readonly span: Span;
  readonly value: Value;
  readonly use: ListUse;
}

export interface ReadOption {
  readonly kind: 'option';
  readonly span: Span;
  /** The key in canonical notation. */
  readonly key: string;
  /** The key without quotes, for comparing. */
  readonly name: string;
  /** Undefined if the value has a mistake, which has been reported. */
  readonly value: Value | undefined;
  readonly use: ListUse;
}

/** A word that is kept as written: an option without its value, a word outside its list, or an argument of an unknown keyword. */
interface ReadSymbol {
  readonly kind: 'symbol';
  readonly span: Span;
  readonly text: string;
}

export type ReadArgument = ReadPositional | ReadOption | ReadSymbol;

/** The arguments of a call, in order. */
export function readArguments(call: Declaration): readonly ReadArgument[] {
  return new ArgumentReader(call, keywordRow(call.keyword.text)).read();
}

/** The arguments of a `redirect(…)`, in order. */
export function readRedirect(call: Declaration): readonly ReadArgument[] {
  return new ArgumentReader(call, redirectRow).read();
}

/** A pair of a hash, in which no key is an option. */
export function readHashPair({ key, span, value }: Pair, text: string): ReadOption {
  const written =
    key.string && !isWord(key.text) ? stringText(key.string, text) : text.slice(key.span.start, key.span.end);
  return {
    kind: 'option',
    span,
    key: key.string && isWord(key.text) ? key.text : written,
    name: key.text,
    value,
    use: 'plain',
  };
}

function isWord(text: string): boolean {
  return text !== '' && word(text, 0) === text.length;
}

/** Whether `<…>` can contain a string. A leading colon would be read as that of a symbol. */
export function isListWord({ value, notation }: StringValue): boolean {
  return /^[^\s<>,;='"{}\uFFFC]+$/u.test(value) && (notation === 'word' || !value.startsWith(':'));
}

/** A string in canonical notation: single quotes, if that needs no escapes. A string with escapes is kept as written. */
export function stringText({ notation, span, value }: StringValue, text: string): string {
  if (notation !== 'single' && notation !== 'double') return quoted(value);
  const written = text.slice(span.start, span.end);
  if (notation === 'single') return written;
  const content = written.slice(1, -1);
  return content.includes("'") || /\\[^"]/.test(content) ? written : `'${content.replaceAll('\\"', '"')}'`;
}

/** The text in single quotes. A backslash is doubled if it would escape the next character. */
function quoted(value: string): string {
  return `'${value.replace(/\\(?=\\|$)/g, '\\\\')}'`;
}

class ArgumentReader {
  readonly #text: string;
  readonly #parts: readonly CallPart[];
  /** The index of a key that is not an option but is in the first positional's place and may be read as one; otherwise infinite. */
  readonly #unclear: number;
  /** Whether there is exactly one positional. */
  readonly #isOnlyOne: boolean;
  /** Whether there are several symbols of which some are too many, as in `get :near, :far`. They have their own error only as symbols. */
  readonly #hasSymbolTooMany: boolean;

  constructor(
    readonly call: Declaration,
    readonly row: KeywordRow | undefined,
  ) {
    this.#text = call.source.text;
    this.#parts = callParts(call, row);
    this.#isOnlyOne = this.#parts.filter(isPositional).length === 1;
    this.#hasSymbolTooMany =
      row !== undefined &&
      call.arguments.filter(isSymbol).length > 1 &&
      this.#parts.some((part) => part.kind === 'positional' && !part.row && isSymbol(part.value));
    const first = this.#parts.findIndex(
      (part) => isPositional(part) || (part.kind === 'key' && part.pair.value?.kind !== 'regex'),
    );
    this.#unclear = row?.pairFor && this.#parts[first]?.kind === 'key' ? first : Infinity;
  }

  read(): readonly ReadArgument[] {
    return this.#parts.flatMap((part, index) => {
      const written = 'pair' in part ? part.pair : 'word' in part ? part.word : part.value;
      return isSymbol(written) && index > this.#unclear
        ? symbol(written)
        : this.#argument(part, written.span);
    });
  }

  #argument(part: CallPart, span: Span): ReadArgument | readonly ReadArgument[] {
    switch (part.kind) {
      case 'positional':
        return this.#positional(part.value, part.row);
      case 'option':
        return option(part.name, span, part.pair.value, useOf(part.row));
      case 'positional-and-option':
        return [
          { kind: 'positional', span: part.pair.key.span, value: part.positional, use: 'plain' },
          option(part.name, { start: part.pair.key.span.end, end: span.end }, part.pair.value),
        ];
      case 'flag':
        return option(part.name, span, { kind: 'boolean', span, value: true });
      case 'lacks-value':
      case 'word':
        return symbol(part.word);
      case 'outside-list':
        return { kind: 'symbol', span, text: this.#text.slice(span.start, span.end) };
      case 'key':
        return this.#key(part.pair);
    }
  }

  #positional(value: Value, row: PositionalRow | undefined): ReadArgument {
    if (isSymbol(value) && this.#hasSymbolTooMany) return symbol(value);
    const [first] = this.row?.positionals ?? [];
    // A surplus value has to stay after the first one, so this applies to a single value only.
    if (first?.orOption === 'to' && this.#isOnlyOne && !pairNamed(this.call, 'to'))
      return option('to', value.span, value);
    const isName = row?.repeats === true && row.accepts.includes('string');
    return { kind: 'positional', span: value.span, value, use: isName ? 'strings' : 'plain' };
  }

  #key(pair: Pair): ReadArgument {
    const read = readHashPair(pair, this.#text);
    return this.row ? read : { ...read, key: this.#writtenKey(pair) };
  }

  /** With an unknown keyword, a quoted key may be a path, so it keeps its quotes. */
  #writtenKey({ key }: Pair): string {
    return key.string
      ? stringText(key.string, this.#text)
      : key.notation === 'callable'
        ? `&${key.text}`
        : key.text;
  }
}

function isPositional({ kind }: CallPart): boolean {
  return kind === 'positional' || kind === 'positional-and-option';
}

function isSymbol(value: Argument): value is StringValue {
  return value.kind === 'string' && value.notation === 'symbol';
}

function symbol({ span, value }: StringValue): ReadSymbol {
  return { kind: 'symbol', span, text: `:${value}` };
}

function option(name: string, span: Span, value: Value | undefined, use: ListUse = 'plain'): ReadOption {
  return { kind: 'option', span, key: name, name, value, use };
}

function useOf({ role, accepts }: OptionRow): ListUse {
  if (role === 'actions') return 'actions';
  return accepts.includes('strings') ? 'strings' : 'plain';
}
