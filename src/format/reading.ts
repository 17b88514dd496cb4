// What the arguments of a call are, whatever their notation.
//
//   resources :photos, :shallow, :only => [:index]
//             └ positional 'photos'   └ option shallow = true   └ option only = a list
//
// Which of them a bare `:word` is, and whether a list or a string stands for the other, the signature table says. Both
// the printer, which writes each in its one notation, and the check that nothing changed its meaning read calls by this.

import { word } from '../../grammar/scanners.js';
import type { Declaration, Pair, StringValue, Value } from '../language/declarations.js';
import { optionOf, optionRole, pairOption, positionalRow } from '../language/roles.js';
import type { Span } from '../language/source.js';
import {
  canonicalOption,
  keywordRow,
  optionRow,
  redirectRow,
  type KeywordRow,
  type OptionRow,
} from '../language/vocabulary.js';

/** How a list and the string of its only word stand for each other: not at all, either way, or always as a list. */
export type ListUse = 'plain' | 'strings' | 'actions';

export interface ReadPositional {
  readonly kind: 'positional';
  readonly span: Span;
  readonly value: Value;
  readonly use: ListUse;
}

export interface ReadOption {
  readonly kind: 'option';
  readonly span: Span;
  /** The key as the canonical style writes it. */
  readonly key: string;
  /** The key without quotes, by which it is compared. */
  readonly name: string;
  /** Absent where an error has been reported. */
  readonly value: Value | undefined;
  readonly use: ListUse;
}

/** A `:word` whose meaning nobody knows: an option that lacks its value, or an argument of an unknown keyword. */
export interface ReadSymbol {
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

/** A pair of a hash: no key there has a meaning of its own. */
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

export function isWord(text: string): boolean {
  return text !== '' && word(text, 0) === text.length;
}

/** Whether a string may stand in `<…>`. */
export function isListWord(text: string): boolean {
  return /^[^\s<>,;='"{}\uFFFC]+$/u.test(text);
}

/**
 * A string in its canonical notation: single quotes, if that needs no escapes. What has escapes of its own stays as it
 * is written.
 */
export function stringText({ notation, span, value }: StringValue, text: string): string {
  if (notation === 'symbol' || notation === 'word') return quoted(value);
  const written = text.slice(span.start, span.end);
  if (notation === 'single') return written;
  const content = written.slice(1, -1);
  return content.includes("'") || /\\[^"]/.test(content) ? written : `'${content.replaceAll('\\"', '"')}'`;
}

/** The text in single quotes; a backslash is doubled where it would escape what follows it. */
function quoted(value: string): string {
  return `'${value.replace(/\\(?=\\|$)/g, '\\\\')}'`;
}

class ArgumentReader {
  /** How many positionals were read. */
  #given = 0;
  /** Whether a key that is no option stood where the first positional is due, and may be taken for it. */
  #isFirstUnclear = false;
  readonly #text: string;

  constructor(
    readonly call: Declaration,
    readonly row: KeywordRow | undefined,
  ) {
    this.#text = call.source.text;
  }

  read(): ReadArgument[] {
    const list: ReadArgument[] = [];
    for (const argument of this.call.arguments) {
      if (argument.kind === 'pair') this.#pair(argument, list);
      else list.push(this.#value(argument));
    }
    return list;
  }

  #value(value: Value): ReadArgument {
    const symbol = value.kind === 'string' && value.notation === 'symbol' ? this.#symbol(value) : undefined;
    if (symbol) return symbol;
    const repeated = this.#repeatedRow();
    this.#given++;
    if (this.row?.positionals[0]?.orOption === 'to' && this.#given === 1 && !this.#says('to')) {
      return { kind: 'option', span: value.span, key: 'to', name: 'to', value, use: 'plain' };
    }
    const isName = repeated?.repeats === true && repeated.accepts.includes('string');
    return { kind: 'positional', span: value.span, value, use: isName ? 'strings' : 'plain' };
  }

  #says(option: string): boolean {
    return this.call.arguments.some(
      (argument) => argument.kind === 'pair' && canonicalOption(argument.key.text) === option,
    );
  }

  /** A symbol that stays one, or is an option set to true: `:shallow`; undefined where it is a positional's string. */
  #symbol(value: StringValue): ReadArgument | undefined {
    const written: ReadArgument = { kind: 'symbol', span: value.span, text: `:${value.value}` };
    if (this.#isFirstUnclear) return written;
    if (this.#positionalRow()?.presence === 'required') return undefined;
    const name = canonicalOption(value.value);
    const accepts = this.#declared(name)?.accepts;
    if (accepts?.includes('boolean') || accepts?.includes('true')) return this.#flag(value, name);
    return accepts || !this.#repeatedRow() ? written : undefined;
  }

  #flag({ span }: StringValue, name: string): ReadOption {
    return {
      kind: 'option',
      span,
      key: name,
      name,
      value: { kind: 'boolean', span, value: true },
      use: 'plain',
    };
  }

  #pair(pair: Pair, list: ReadArgument[]): void {
    const { key, span, value } = pair;
    const isFirst = this.#given === 0;
    const option = isFirst && this.row ? pairOption(this.row, key) : undefined;
    const positional = key.callable ?? key.string;
    if (option && positional) {
      this.#given++;
      list.push({ kind: 'positional', span: key.span, value: positional, use: 'plain' });
      list.push({
        kind: 'option',
        span: { start: key.span.end, end: span.end },
        key: option,
        name: option,
        value,
        use: 'plain',
      });
      return;
    }
    const name = canonicalOption(key.text);
    if (key.notation !== 'callable' && this.#declared(name)) {
      list.push({ kind: 'option', span, key: name, name, value, use: useOf(name) });
    } else {
      if (isFirst && this.row?.pairFor && value?.kind !== 'regex') this.#isFirstUnclear = true;
      list.push({
        ...readHashPair(pair, this.#text),
        ...(this.row ? undefined : { key: this.#writtenKey(pair) }),
      });
    }
  }

  /** Under a keyword that nobody knows a quoted key may be a path, so it keeps its quotes. */
  #writtenKey({ key }: Pair): string {
    return key.string
      ? stringText(key.string, this.#text)
      : key.notation === 'callable'
        ? `&${key.text}`
        : key.text;
  }

  #positionalRow(): KeywordRow['positionals'][number] | undefined {
    return this.row?.positionals[this.#given];
  }

  #repeatedRow(): KeywordRow['positionals'][number] | undefined {
    return this.row && positionalRow(this.row, this.#given);
  }

  #declared(name: string): OptionRow | undefined {
    return this.row && optionOf(this.row, name);
  }
}

function useOf(option: string): ListUse {
  if (optionRole(option) === 'actions') return 'actions';
  return optionRow(option)?.accepts.includes('strings') ? 'strings' : 'plain';
}
