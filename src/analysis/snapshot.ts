// One version of one document, understood as far as somebody has asked: the parse when the syntax is wanted, the meaning
// when that is wanted, each once. A snapshot never changes; an edit makes a new one.

import { Source } from '../language/source.js';
import { parseSyntax, type Syntax } from '../language/syntax.js';
import { analyzeSyntax, type Analysis, type AnalyzeOptions } from './analyze.js';
import { cursorAt, type Cursor } from './cursor.js';
import { Occurrences } from './occurrences.js';

export class Snapshot {
  readonly source: Source;
  readonly version: number;
  readonly #options: () => AnalyzeOptions;
  #syntax: Syntax | undefined;
  #analysis: Analysis | undefined;
  #occurrences: Occurrences | undefined;

  /** @param options asked for when the meaning is, so that what the file's surroundings say then counts */
  constructor(source: Source, version = 0, options: () => AnalyzeOptions = () => ({})) {
    this.source = source;
    this.version = version;
    this.#options = options;
  }

  get syntax(): Syntax {
    return (this.#syntax ??= parseSyntax(this.source));
  }

  get analysis(): Analysis {
    return (this.#analysis ??= analyzeSyntax(this.syntax, this.#options()));
  }

  get occurrences(): Occurrences {
    return (this.#occurrences ??= new Occurrences(this.analysis));
  }

  cursor(offset: number): Cursor {
    return cursorAt(this.syntax, offset);
  }

  /** The same text among other surroundings: a controller changed. */
  refreshed(): Snapshot {
    const fresh = new Snapshot(this.source, this.version, this.#options);
    fresh.#syntax = this.#syntax;
    return fresh;
  }
}
