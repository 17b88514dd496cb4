// Collects the diagnostics of an interpretation. Each mistake is reported once, however often its declaration is used. Nothing is reported
// about the meaning of a declaration that does not parse.

import type { Declaration } from '../language/declarations.js';
import {
  errorAt,
  type Diagnostic,
  type DiagnosticDetails,
  type ErrorCode,
  type Place,
} from '../language/diagnostics.js';
import { firstIndex } from '../language/first-index.js';
import { addTo } from '../language/grouping.js';
import type { Source, Span } from '../language/source.js';
import type { Use } from './scope.js';

/** Errors that a mistake around the declaration may cause. */
const ofSurroundings: ReadonlySet<string> = new Set<ErrorCode>([
  'missing-target',
  'match-without-via',
  'misplaced-declaration',
  'duplicate-name',
  'unknown-constraint-key',
  'unknown-controller',
  'unknown-action',
]);

export class Diagnostics {
  readonly #seen = new Map<Source, Set<string>>();
  readonly list: Diagnostic[] = [];
  /** How many mistakes were found, including repetitions of reported ones. */
  count = 0;
  /** The heads of declarations that do not parse, in order. Their syntax errors are reported, and nothing about their meaning. */
  readonly #unread = new Map<Source, Span[]>();
  /** Spans whose surroundings or names are uncertain. */
  readonly #doubtful = new Map<Source, Span[]>();
  #use: Use | undefined;

  /** Runs `run`. All diagnostics found meanwhile get the use of a concern as a related place. */
  during(use: Use, run: () => void): void {
    const outer = this.#use;
    this.#use = outer ?? use;
    run();
    this.#use = outer;
  }

  /** Counts a mistake that is reported at another place. */
  passOver(): void {
    this.count++;
  }

  /** Makes sure that nothing is reported about the meaning of a declaration: it does not parse, which has been reported. */
  leaveAlone(declaration: Declaration): void {
    const { source, span: head } = headOf(declaration);
    const heads = this.#unread.get(source) ?? [];
    heads.splice(
      firstIndex(heads, ({ start }) => start > head.start),
      0,
      head,
    );
    this.#unread.set(source, heads);
  }

  /**
   * Reports a mistake in the meaning of a declaration, unless the declaration does not parse, or surroundings that could not be read may
   * have caused it.
   */
  addMeant(diagnostic: Diagnostic, place: Place): void {
    if (this.isUnread(place) || (ofSurroundings.has(diagnostic.code) && this.isDoubtful(place)))
      this.passOver();
    else this.add(diagnostic, place.source);
  }

  /** Whether a place is in a declaration that does not parse. */
  isUnread({ source, span }: Place): boolean {
    const heads = this.#unread.get(source) ?? [];
    const before = heads[firstIndex(heads, ({ start }) => start > span.start) - 1];
    return before !== undefined && span.start < before.end;
  }

  /** Makes sure that nothing is reported in a span that unreadable surroundings may have caused. */
  doubt({ source, span }: Place): void {
    addTo(this.#doubtful, source, span);
  }

  /** The same for the part of a declaration before its block: a value in it was refused. */
  doubtHead(declaration: Declaration): void {
    this.doubt(headOf(declaration));
  }

  isDoubtful({ source, span }: Place): boolean {
    const stretches = this.#doubtful.get(source) ?? [];
    return stretches.some(({ start, end }) => span.start >= start && span.start < end);
  }

  add(diagnostic: Diagnostic, source: Source): void {
    this.count++;
    const seen = this.#seen.get(source) ?? new Set();
    this.#seen.set(source, seen);
    const key = `${diagnostic.code} ${diagnostic.range.start.offset} ${diagnostic.range.end.offset}`;
    if (seen.has(key)) return;
    seen.add(key);
    this.list.push(diagnostic);
  }

  /**
   * Removes reports of missing exports inside a span that has another report: the callable is not allowed there, so what it names does not
   * matter.
   */
  leaveOutRefused(): void {
    if (!this.list.some(({ code }) => code === 'missing-export')) return;
    const refused = new Set<Diagnostic>();
    const ends = new Map<string, number>();
    const outermostFirst = this.list.toSorted(
      (one, other) =>
        one.range.start.offset - other.range.start.offset || other.range.end.offset - one.range.end.offset,
    );
    for (const each of outermostFirst) {
      const { file, range } = each;
      const end = ends.get(file) ?? -1;
      if (each.code !== 'missing-export') ends.set(file, Math.max(end, range.end.offset));
      else if (range.end.offset <= end) refused.add(each);
    }
    const kept = this.list.filter((each) => !refused.has(each));
    this.list.splice(0, this.list.length, ...kept);
  }

  error(code: ErrorCode, place: Place, message: string, details: DiagnosticDetails = {}): void {
    const related = [
      ...(details.related ?? []),
      ...(this.#use ? [{ message: `'${this.#use.name}' is used here`, place: this.#use.place }] : []),
    ];
    this.addMeant(errorAt(code, place, message, { ...details, related }), place);
  }

  /** Reports a value that is not allowed at its place. */
  invalid(place: Place, message: string, details?: DiagnosticDetails): void {
    this.error('invalid-value', place, message, details);
  }
}

function headOf({ source, span, block }: Declaration): Place {
  return { source, span: { start: span.start, end: block?.span.start ?? span.end } };
}
