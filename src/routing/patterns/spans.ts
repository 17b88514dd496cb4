// Finds which stretches of a text meet the constraints on a name, many at once: all that begin at one position, or all that end at one of
// several. Automata follow them together (span-automaton.ts), so no value is tested by itself.

import { type SegmentDemand, valuesOf } from './constraints.js';
import { linearProgram } from './linear-matcher.js';
import { parseRegex, type RegexNode } from './regex-syntax.js';
import { type Places, SpanAutomaton, type SpanPart } from './span-automaton.js';

interface Spans {
  /** The positions of `ends` where a value that begins at `start` may end. All of them are after `start` and at most at `limit`. */
  endsOf(text: string, start: number, limit: number, ends: Places): Places;
  /** Sets in `starts` each position from `from` on where a value that ends at one of `ends` may begin. No end is after `limit`. */
  startsOf(text: string, ends: Places, from: number, limit: number, starts: Places): void;
}

const known = new WeakMap<SegmentDemand, Spans | undefined>();

/** The stretches that meet a demand. */
export function spansOf(demand: SegmentDemand): Spans {
  return followedSpans(demand) ?? testedSpans(demand.test!);
}

/** Whether they are found in time linear in the text. Otherwise each value is tested by itself. */
export function hasLinearSpans(demand: SegmentDemand): boolean {
  return followedSpans(demand) !== undefined;
}

function followedSpans(demand: SegmentDemand): Spans | undefined {
  if (!known.has(demand)) known.set(demand, spansOfAll(demand));
  return known.get(demand);
}

/** For a name without constraints: any value. */
const anySpan: Spans = {
  endsOf: (_text, _start, _limit, ends) => ends,
  startsOf(_text, ends, from, _limit, starts) {
    starts.fill(1, from, Math.max(from, ends.lastIndexOf(1)));
  },
};

function spansOfAll({ matched }: SegmentDemand): Spans | undefined {
  const lists = matched.map(valuesOf);
  const [first, ...others] = lists;
  if (first === undefined) return anySpan;
  if (others.length > 0) return regexSpans(lists);
  const kinds = first.flatMap(
    (value) => (typeof value === 'string' ? equalSpans(value) : regexSpans([[value]])) ?? [],
  );
  return kinds.length === first.length ? anyOf(kinds) : undefined;
}

function anyOf(kinds: readonly Spans[]): Spans {
  const [only, second] = kinds;
  if (only && !second) return only;
  return {
    endsOf(text, start, limit, ends) {
      const found = new Uint8Array(ends.length);
      for (const kind of kinds)
        kind.endsOf(text, start, limit, ends).forEach((isOne, at) => (found[at]! |= isOne));
      return found;
    },
    startsOf(text, ends, from, limit, starts) {
      for (const kind of kinds) kind.startsOf(text, ends, from, limit, starts);
    },
  };
}

function equalSpans(value: string): Spans {
  return {
    endsOf(text, start, _limit, ends) {
      const found = new Uint8Array(ends.length);
      const end = start + value.length;
      if (ends[end] === 1 && text.startsWith(value, start)) found[end] = 1;
      return found;
    },
    startsOf(text, ends, from, limit, starts) {
      for (let start = from; start + value.length <= limit; start++)
        if (ends[start + value.length] === 1 && text.startsWith(value, start)) starts[start] = 1;
    },
  };
}

/** The stretches that match a value of every list; undefined if regexes cannot be followed together. */
function regexSpans(lists: readonly (readonly (string | RegExp)[])[]): Spans | undefined {
  const kinds = new Set(lists.flat().flatMap((value) => (typeof value === 'string' ? [] : flagsOf(value))));
  const [flags = '', ...others] = kinds;
  if (others.length > 0) return undefined;
  const conjuncts = lists.flatMap((values) => conjunctsOf(nodeOf(values, flags), flags));
  const [forward, backward] = [automaton(conjuncts, false, flags), automaton(conjuncts, true, flags)];
  if (!forward && !backward) return undefined;
  return {
    endsOf(text, start, limit, ends) {
      const one = new Uint8Array(ends.length);
      one[start] = 1;
      if (!forward) return backward!.seedsOf(text, ends, { from: start, to: limit, isBackward: true }, one);
      const found = forward.spans(text, one, { from: start, to: limit, isBackward: false });
      return found.map((isOne, at) => isOne & ends[at]!);
    },
    startsOf(text, ends, from, limit, starts) {
      const any = new Uint8Array(ends.length).fill(1, from, limit);
      const found = backward
        ? backward.spans(text, ends, { from, to: limit, isBackward: true })
        : forward!.seedsOf(text, any, { from, to: limit, isBackward: false }, ends);
      for (let at = from; at < limit; at++) starts[at]! |= found[at]!;
    },
  };
}

/** The flags that decide what a character is and which letters are equal. Regexes that differ in these cannot be followed together. */
function flagsOf({ flags }: RegExp): string {
  return flags.includes('u') ? flags.replace(/[^iu]/g, '') : '';
}

/** Undefined if a look-ahead or look-behind has the wrong direction. */
function automaton(
  conjuncts: readonly Conjunct[],
  isBackward: boolean,
  flags: string,
): SpanAutomaton | undefined {
  const parts: SpanPart[] = [];
  for (const { node, isNegated } of conjuncts) {
    const compiled = node && linearProgram(node, isBackward);
    if (!compiled) return undefined;
    const looksFrom = parts.length;
    for (const program of compiled.looks) parts.push({ program, role: 'look', looksFrom });
    parts.push({ program: compiled.program, role: isNegated ? 'refused' : 'required', looksFrom });
  }
  return new SpanAutomaton(parts, flags);
}

/** A regex that a value must match whole, or must not match. */
interface Conjunct {
  /** Undefined if it is not a regular language. */
  readonly node: RegexNode | undefined;
  readonly isNegated: boolean;
}

function nodeOf(values: readonly (string | RegExp)[], flags: string): RegexNode | undefined {
  const parts: RegexNode[] = [];
  for (const value of values) {
    const node = parseRegex(
      typeof value === 'string'
        ? new RegExp(value.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), flags.replace('i', ''))
        : value,
    );
    if (!node) return undefined;
    parts.push(node);
  }
  return parts.length === 1 ? parts[0] : { kind: 'alternatives', parts };
}

/**
 * Splits a regex into what a value must and must not match. A look-ahead at its start, as in `(?!new)\w+`, concerns the whole value, as
 * does a look-behind at its end. They need not be checked at every position.
 */
function conjunctsOf(node: RegexNode | undefined, flags: string): readonly Conjunct[] {
  if (!node) return [{ node, isNegated: false }];
  const anything = parseRegex(new RegExp('[^]*', flags))!;
  const parts = node.kind === 'sequence' ? [...node.parts] : [node];
  const found: Conjunct[] = [];
  const isEdge = (part: RegexNode | undefined, sign: string): boolean =>
    part?.kind === 'assertion' && part.sign === sign;
  let from = 0;
  for (; from < parts.length; from++) {
    const part = parts[from]!;
    if (isEdge(part, '^')) continue;
    if (part.kind !== 'look' || !part.isAhead) break;
    found.push({ node: { kind: 'sequence', parts: [part.of, anything] }, isNegated: part.isNegated });
  }
  let to = parts.length;
  for (; to > from; to--) {
    const part = parts[to - 1]!;
    if (isEdge(part, '$')) continue;
    if (part.kind !== 'look' || part.isAhead) break;
    found.push({ node: { kind: 'sequence', parts: [anything, part.of] }, isNegated: part.isNegated });
  }
  found.push({ node: { kind: 'sequence', parts: parts.slice(from, to) }, isNegated: false });
  return found;
}

/** Tests each value by itself. */
function testedSpans(test: (value: string) => boolean): Spans {
  const endsOf: Spans['endsOf'] = (text, start, _limit, ends) =>
    ends.map((isOne, end) => (isOne === 1 && test(text.slice(start, end)) ? 1 : 0));
  return {
    endsOf,
    startsOf(text, ends, from, limit, starts) {
      for (let start = from; start < limit; start++) {
        for (let end = start + 1; end <= limit && starts[start] === 0; end++)
          if (ends[end] === 1 && test(text.slice(start, end))) starts[start] = 1;
      }
    },
  };
}
