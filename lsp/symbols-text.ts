// The symbols of a document as the protocol has them, written as JSON: each route is one, and an editor asks for all of them after each
// keystroke. What is said of a symbol is written once, and put beside the place where it stands now.

import { SymbolTag } from 'vscode-languageserver';
import type { Source, Span } from '../src/language/source.js';
import type { OutlineSymbol, SymbolWords } from './features/outline.js';
import { JsonText, quoted } from './json-text.js';
import { positionAt, type PositionEncoding } from './positions.js';
import { symbolKinds } from './protocol.js';

/** A list of symbols with all below them, as a `DocumentSymbol[]`. */
export function symbolsText(
  source: Source,
  symbols: readonly OutlineSymbol[],
  encoding: PositionEncoding,
): JsonText {
  const pieces: string[] = [];
  new Writing(source, encoding, pieces).list(symbols);
  return new JsonText(pieces);
}

class Writing {
  /** The place that was written last: the routes of a resource share theirs. */
  #span: Span | undefined;
  #places = '';

  constructor(
    readonly source: Source,
    readonly encoding: PositionEncoding,
    readonly pieces: string[],
  ) {}

  list(symbols: readonly OutlineSymbol[]): void {
    this.pieces.push('[');
    for (const [index, { words, span, nameSpan, children }] of symbols.entries()) {
      if (index > 0) this.pieces.push(',');
      this.pieces.push(headOf(words), this.#placesOf(span, nameSpan));
      if (children.length > 0) {
        this.pieces.push(',"children":');
        this.list(children);
      }
      this.pieces.push('}');
    }
    this.pieces.push(']');
  }

  #placesOf(span: Span, nameSpan: Span): string {
    if (span === nameSpan && span === this.#span) return this.#places;
    const range = this.#range(span);
    const places = `${range},"selectionRange":${span === nameSpan ? range : this.#range(nameSpan)}`;
    if (span === nameSpan) [this.#span, this.#places] = [span, places];
    return places;
  }

  #range({ start, end }: Span): string {
    const from = positionAt(this.source, start, this.encoding);
    const to = positionAt(this.source, end, this.encoding);
    return `{"start":{"line":${from.line},"character":${from.character}},"end":{"line":${to.line},"character":${to.character}}}`;
  }
}

const heads = new WeakMap<SymbolWords, string>();

/** A symbol up to its range. */
function headOf(words: SymbolWords): string {
  let head = heads.get(words);
  if (head === undefined) {
    const { name, detail, kind, isDeprecated } = words;
    head = `{"name":${quoted(name)},`;
    if (detail !== '') head += `"detail":${quoted(detail)},`;
    if (isDeprecated) head += `"tags":[${SymbolTag.Deprecated}],`;
    head += `"kind":${symbolKinds[kind]},"range":`;
    heads.set(words, head);
  }
  return head;
}
