// One version of one document, understood as far as somebody has asked: the parse when the syntax is wanted, the meaning
// when that is wanted, each once.
//
// An edit makes the next snapshot, which takes over what the edit has not touched: the tree is moved in place, so that the
// old snapshot is of no use any more. Whoever waits for something asks for the newest again.

import { Memory } from '../interpreter/memory.js';
import { reparse } from '../language/reparse.js';
import { Source, type SourceEdit } from '../language/source.js';
import { takeOver } from '../language/take-over.js';
import { parseSyntax, type ParsedSyntax } from '../language/syntax.js';
import { analyzeSyntax, type Analysis, type AnalyzeOptions } from './analyze.js';
import { cursorAt, type Cursor } from './cursor.js';
import { Occurrences } from './occurrences.js';

export class Snapshot {
  readonly source: Source;
  readonly version: number;
  readonly #options: () => AnalyzeOptions;
  #memory = new Memory();
  #syntax: ParsedSyntax | undefined;
  #analysis: Analysis | undefined;
  #occurrences: Occurrences | undefined;

  /** @param options asked for when the meaning is, so that what the file's surroundings say then counts */
  constructor(source: Source, version = 0, options: () => AnalyzeOptions = () => ({})) {
    this.source = source;
    this.version = version;
    this.#options = options;
  }

  get syntax(): ParsedSyntax {
    return (this.#syntax ??= parseSyntax(this.source));
  }

  get analysis(): Analysis {
    return (this.#analysis ??= analyzeSyntax(this.syntax, this.#options(), this.#memory));
  }

  get occurrences(): Occurrences {
    return (this.#occurrences ??= new Occurrences(this.analysis));
  }

  cursor(offset: number): Cursor {
    return cursorAt(this.syntax, offset);
  }

  /** The next version, in which another text stands in the place of a span. This one is not to be used any more. */
  edited(edit: SourceEdit, version: number): Snapshot {
    const { source } = this;
    if (!this.#syntax) {
      const text = source.text.slice(0, edit.start) + edit.text + source.text.slice(edit.end);
      return new Snapshot(new Source(source.file, text), version, this.#options);
    }
    const known = reparse(this.#syntax, edit) ?? takeOver(this.#syntax, edit);
    const next = new Snapshot(source, version, this.#options);
    next.#syntax = known.syntax;
    next.#memory = this.#memory;
    next.#memory.touch(known.around);
    return next;
  }

  /** What another text would mean in this one's place. */
  analysisOf(text: string): Analysis {
    return text === this.source.text ? this.analysis : this.with(text).analysis;
  }

  /** Another text in this one's place. */
  with(text: string): Snapshot {
    return new Snapshot(new Source(this.source.file, text), this.version, this.#options);
  }

  /** The same text among other surroundings: an included file has another text. */
  withIncluded(path: string, text: string): Snapshot {
    const next = new Snapshot(this.source, this.version, () => {
      const options = this.#options();
      return { ...options, read: (asked) => (asked === path ? text : options.read?.(asked)) };
    });
    next.#syntax = this.syntax;
    return next;
  }

  /** Whether what is known of it comes from another file too. */
  includes(path: string): boolean {
    return this.#analysis?.interpretation.program.files.has(path) ?? false;
  }

  /** The same text, of which an included file has changed. */
  reread(): Snapshot {
    const next = this.refreshed();
    next.#memory = this.#memory;
    next.#memory.touch([]);
    return next;
  }

  /** The same text among other surroundings: a controller changed. */
  refreshed(): Snapshot {
    const fresh = new Snapshot(this.source, this.version, this.#options);
    fresh.#syntax = this.#syntax;
    return fresh;
  }
}
