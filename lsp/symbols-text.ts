// Writes the symbols of a document as JSON. Each route is a symbol, and editors ask for all of them after each keystroke. The text about
// a symbol is written once and reused. The text of its place is written again only if the place has changed.

import { SymbolTag, type Range } from 'vscode-languageserver';
import type { Source, Span } from '../src/language/source.js';
import type { OutlineSymbol, SymbolWords } from './features/outline.js';
import { JsonText, quoted } from './json-text.js';
import { rangeAt, type PositionEncoding } from './positions.js';
import { symbolKinds } from './protocol.js';

/** A list of symbols with their children, as a `DocumentSymbol[]`. */
export function symbolsText(
  source: Source,
  symbols: readonly OutlineSymbol[],
  encoding: PositionEncoding,
): JsonText {
  const pieces: string[] = [];
  new Writing(source, encoding, pieces).list(symbols);
  return new JsonText(pieces);
}

/** The text last written for a symbol. Most edits do not change it. */
interface Written {
  /** The text before the range. */
  readonly head: string;
  /** The text of its range and its name's range, and the places for which it was written. */
  places: string;
  at: Place;
  nameAt: Place;
}

class Writing {
  /** The last place and its text: the routes of a resource share one. */
  #span: Span | undefined;
  #places = '';

  constructor(
    readonly source: Source,
    readonly encoding: PositionEncoding,
    readonly pieces: string[],
  ) {}

  list(symbols: readonly OutlineSymbol[]): void {
    let before = '[';
    for (const { words, span, nameSpan, children } of symbols) {
      const known = writtenOf(words);
      if (span !== nameSpan || span !== this.#span) this.#place(known, span, nameSpan);
      this.pieces.push(before, known.head, this.#places);
      before = ',';
      if (children.length > 0) {
        this.pieces.push(',"children":');
        this.list(children);
      }
      this.pieces.push('}');
    }
    this.pieces.push(symbols.length === 0 ? '[]' : ']');
  }

  #place(known: Written, span: Span, nameSpan: Span): void {
    const at = rangeAt(this.source, span, this.encoding);
    const nameAt = span === nameSpan ? at : rangeAt(this.source, nameSpan, this.encoding);
    if (!isSame(at, known.at) || !isSame(nameAt, known.nameAt)) {
      known.places = `${textOf(at)},"selectionRange":${textOf(nameAt)}`;
      [known.at, known.nameAt] = [at, nameAt];
    }
    [this.#span, this.#places] = [span === nameSpan ? span : undefined, known.places];
  }
}

type Place = Range | undefined;

function isSame({ start, end }: Range, other: Place): boolean {
  return (
    other !== undefined &&
    start.line === other.start.line &&
    start.character === other.start.character &&
    end.line === other.end.line &&
    end.character === other.end.character
  );
}

function textOf({ start, end }: Range): string {
  return `{"start":{"line":${start.line},"character":${start.character}},"end":{"line":${end.line},"character":${end.character}}}`;
}

const written = new WeakMap<SymbolWords, Written>();

function writtenOf(words: SymbolWords): Written {
  let known = written.get(words);
  if (known) return known;
  const { name, detail, kind, isDeprecated } = words;
  let head = `{"name":${quoted(name)},`;
  if (detail !== '') head += `"detail":${quoted(detail)},`;
  if (isDeprecated) head += `"tags":[${SymbolTag.Deprecated}],`;
  head += `"kind":${symbolKinds[kind]},"range":`;
  written.set(words, (known = { head, places: '', at: undefined, nameAt: undefined }));
  return known;
}
