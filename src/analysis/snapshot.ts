// One version of one document. It is parsed when the syntax is needed and interpreted when the meaning is needed, each once.
//
// An edit makes the next snapshot, which takes over the tree and everything that is remembered about it. The old snapshot
// still gives the same answers, but has to parse its text again. The tree's nodes change with the edit, so do not keep a
// node across an edit: get it again from the snapshot.

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
 * For texts longer than this (in characters), `tried` keeps no second tree, which would take too much memory: some 40 MB for 20,000 lines.
 * Each call then parses the other text anew.
 */
const longestTried = 1_000_000;

/** Options of the analysis, and the application, which knows the files of modules. */
export interface SnapshotOptions extends AnalyzeOptions {
  readonly application?: KnownModules | undefined;
}

/** A text and its tree, shared by snapshots of the same text. The next version takes the tree away. */
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
  /** The snapshot of the last text that `tried` was called with, which has a separate tree, and this snapshot's text at that time. */
  #tried: { readonly snapshot: Snapshot; readonly of: string } | undefined;

  /** @param options called when the meaning is needed, to use the included files and modules of that moment */
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

  /** The next version, in which a text replaces a span. */
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

  /** The analysis of another text in place of this one. Valid until this is called with the next text. */
  analysisOf(text: string): Analysis {
    return this.tried(text).analysis;
  }

  /**
   * A snapshot of another text in place of this one. Only the last result may be used: the texts mostly differ from this one in a few
   * lines, so the next result is made from the one before.
   */
  tried(text: string): Snapshot {
    const own = this.source.text;
    if (text === own) return this;
    if (text.length > longestTried) return this.with(text);
    if (this.#tried?.of === own && this.#tried.snapshot.source.text === text) return this.#tried.snapshot;
    // Go back to the text that it was made from, then to this text, then to the new one: each step is a small edit.
    const before = this.#tried?.snapshot.become(this.#tried.of).become(own) ?? this.with(text);
    const snapshot = before.become(text);
    this.#tried = { snapshot, of: own };
    return snapshot;
  }

  /** The same file with a new text, made by an edit of this snapshot. */
  become(text: string): Snapshot {
    const before = this.source.text;
    return before === text ? this : this.edited(difference(before, text), this.version);
  }

  /** The same file with another text, parsed anew. */
  with(text: string): Snapshot {
    return new Snapshot(new Source(this.source.file, text), this.version, this.#options);
  }

  /** The same text, with another text for an included file. */
  withIncluded(path: string, text: string): Snapshot {
    return this.#sharing(() => {
      const options = this.#options();
      return { ...options, read: (asked) => (asked === path ? text : options.read?.(asked)) };
    });
  }

  /** Whether the analysis, if there is one, has read this other file. */
  includes(path: string): boolean {
    return this.#analysis?.interpretation.program.files.has(path) ?? false;
  }

  /** The same text after a change of an included file. */
  reread(): Snapshot {
    const next = this.refreshed();
    next.#memory = this.#memory;
    next.#memory.touch([]);
    return next;
  }

  /** The same text after a change outside it, such as in a controller. */
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
