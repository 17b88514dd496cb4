// One version of one document, understood as far as somebody has asked: the parse when the syntax is wanted, the meaning
// when that is wanted, each once.
//
// An edit makes the next snapshot, and hands it the tree with what is remembered of it. A snapshot says the same for as long
// as somebody has it: one that has handed its tree on reads its own text again when it is asked. The nodes of the tree go
// with the text, so that nobody keeps one over an edit: it is asked for again, of the snapshot that is meant.

import { Memory } from '../interpreter/memory.js';
import { reparse } from '../language/reparse.js';
import { difference, Source, type SourceEdit } from '../language/source.js';
import { takeOver } from '../language/take-over.js';
import { parseSyntax, type ParsedSyntax } from '../language/syntax.js';
import { analyzeSyntax, type Analysis, type AnalyzeOptions } from './analyze.js';
import type { KnownModules } from './callables.js';
import { cursorAt, type Cursor } from './cursor.js';
import { Occurrences } from './occurrences.js';

/**
 * Longer texts than this, in characters, are read anew for each question about another text: a second tree would take too much memory. That of
 * 20,000 lines takes some 40 MB.
 */
const longestTried = 1_000_000;

/** What a text is read with, and who knows the files of its modules. */
export interface SnapshotOptions extends AnalyzeOptions {
  readonly application?: KnownModules | undefined;
}

/** A text and its tree, which snapshots of the same text share. The next version takes the tree away. */
interface Read {
  source: Source;
  syntax: ParsedSyntax | undefined;
}

export class Snapshot {
  readonly version: number;
  #read: Read;
  readonly #options: () => SnapshotOptions;
  #memory = new Memory();
  #analysis: Analysis | undefined;
  #occurrences: Occurrences | undefined;
  /** Another text that was asked about last, of a tree of its own, and the text in whose place it was. */
  #tried: { readonly snapshot: Snapshot; readonly of: string } | undefined;

  /** @param options asked for when the meaning is, so that what the file's surroundings say then counts */
  constructor(source: Source, version = 0, options: () => SnapshotOptions = () => ({})) {
    this.#read = { source, syntax: undefined };
    this.version = version;
    this.#options = options;
  }

  get source(): Source {
    return this.#read.source;
  }

  get syntax(): ParsedSyntax {
    return (this.#read.syntax ??= parseSyntax(this.#read.source));
  }

  get analysis(): Analysis {
    const { syntax } = this;
    if (this.#analysis?.syntax !== syntax)
      this.#analysis = analyzeSyntax(syntax, this.#options(), this.#memory);
    return this.#analysis;
  }

  get occurrences(): Occurrences {
    const { analysis } = this;
    if (this.#occurrences?.analysis !== analysis)
      this.#occurrences = new Occurrences(analysis, this.#options().application);
    return this.#occurrences;
  }

  cursor(offset: number): Cursor {
    return cursorAt(this.syntax, offset);
  }

  /** The next version, in which another text stands in the place of a span. */
  edited(edit: SourceEdit, version: number): Snapshot {
    const { file, text } = this.source;
    const { source, syntax } = this.#read;
    if (!syntax) {
      const edited = text.slice(0, edit.start) + edit.text + text.slice(edit.end);
      return new Snapshot(new Source(file, edited), version, this.#options);
    }
    const known = reparse(syntax, edit) ?? takeOver(syntax, edit);
    const next = new Snapshot(source, version, this.#options);
    next.#read.syntax = known.syntax;
    next.#memory = this.#memory;
    next.#memory.touch(known.around);
    next.#tried = this.#tried;
    this.#tried = undefined;
    Object.assign(this.#read, { source: new Source(file, text), syntax: undefined } satisfies Read);
    this.#memory = new Memory();
    return next;
  }

  /** What another text would mean in this one's place; to be used until the next text is asked about. */
  analysisOf(text: string): Analysis {
    return this.tried(text).analysis;
  }

  /**
   * Another text in this one's place. Of several only the last is to be used: most of them differ from this text in a few lines, and the
   * next one is made of the one before.
   */
  tried(text: string): Snapshot {
    const own = this.source.text;
    if (text === own) return this;
    if (text.length > longestTried) return this.with(text);
    if (this.#tried?.of === own && this.#tried.snapshot.source.text === text) return this.#tried.snapshot;
    // By way of what it was made of and of this text, so that each edit is where somebody has written.
    const before = this.#tried?.snapshot.become(this.#tried.of).become(own) ?? this.with(text);
    const snapshot = before.become(text);
    this.#tried = { snapshot, of: own };
    return snapshot;
  }

  /** The same file with another text, of which this one is an earlier version. */
  become(text: string): Snapshot {
    const before = this.source.text;
    return before === text ? this : this.edited(difference(before, text), this.version);
  }

  /** Another text in this one's place. */
  with(text: string): Snapshot {
    return new Snapshot(new Source(this.source.file, text), this.version, this.#options);
  }

  /** The same text among other surroundings: an included file has another text. */
  withIncluded(path: string, text: string): Snapshot {
    return this.#sharing(() => {
      const options = this.#options();
      return { ...options, read: (asked) => (asked === path ? text : options.read?.(asked)) };
    });
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
    return this.#sharing(this.#options);
  }

  /** Another snapshot of the same text. */
  #sharing(options: () => SnapshotOptions): Snapshot {
    const other = new Snapshot(this.source, this.version, options);
    other.#read = this.#read;
    return other;
  }
}
