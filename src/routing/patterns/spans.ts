// Which stretches of a text the constraints on a name let through, for many stretches at once: all that begin at one
// place, or all that end at one of some places. Automata answer for all of them together (span-automaton.ts), so that
// no value is asked about alone.

import type { MatchedConstraint, SegmentDemand } from './constraints.js';
import { linearProgram } from './linear-matcher.js';
import { parseRegex, type RegexNode } from './regex-syntax.js';
import { type Places, SpanAutomaton, type SpanPart } from './span-automaton.js';

export interface Spans {
  /** Those of `ends` to which a value may reach that begins at `start`. All lie behind it, none behind `limit`. */
  endsOf(text: string, start: number, limit: number, ends: Places): Places;
  /** Sets in `starts` where a value may begin, from `from` on, that reaches to one of `ends`; none lies behind `limit`. */
  startsOf(text: string, ends: Places, from: number, limit: number, starts: Places): void;
}

const known = new WeakMap<SegmentDemand, Spans>();

/** The values that the constraints on a name let through. */
export function spansOf(demand: SegmentDemand): Spans {
  let spans = known.get(demand);
  if (!spans) known.set(demand, (spans = spansOfAll(demand)));
  return spans;
}

/** Any value. */
const anySpan: Spans = {
  endsOf: (_text, _start, _limit, ends) => ends,
  startsOf(_text, ends, from, _limit, starts) {
    starts.fill(1, from, Math.max(from, ends.lastIndexOf(1)));
  },
};

function spansOfAll({ matched, test }: SegmentDemand): Spans {
  const lists = matched.map(valuesOf);
  const [first, ...others] = lists;
  if (first === undefined || test === undefined) return anySpan;
  if (others.length > 0) return regexSpans(lists) ?? testedSpans(test);
  const kinds = first.map((value) => (typeof value === 'string' ? equalSpans(value) : regexSpans([[value]])));
  return kinds.every((kind) => kind !== undefined) ? anyOf(kinds) : testedSpans(test);
}

function valuesOf(constraint: MatchedConstraint): readonly (string | RegExp)[] {
  if (constraint.kind === 'list') return constraint.values;
  return [constraint.kind === 'regex' ? constraint.regex : constraint.value];
}

function anyOf(kinds: readonly Spans[]): Spans {
  if (kinds.length === 1) return kinds[0]!;
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

/** What all of the lists let through; undefined where a regex looks around in its midst, or their flags differ. */
function regexSpans(lists: readonly (readonly (string | RegExp)[])[]): Spans | undefined {
  const flags = lists.flat().find((value) => value instanceof RegExp)?.flags ?? '';
  const nodes: Conjunct[] = [];
  for (const values of lists) {
    const parts = listConjuncts(values, flags);
    if (!parts) return undefined;
    nodes.push(...parts);
  }
  const automaton = (isBackward: boolean): SpanAutomaton | undefined => {
    const parts: SpanPart[] = [];
    for (const { node, isNegated } of nodes) {
      const program = linearProgram(node, isBackward);
      if (!program) return undefined;
      parts.push({ program, isNegated });
    }
    return new SpanAutomaton(parts, flags);
  };
  const [forward, backward] = [automaton(false), automaton(true)];
  if (!forward || !backward) return undefined;
  return {
    endsOf(text, start, limit, ends) {
      const seed = new Uint8Array(ends.length);
      seed[start] = 1;
      const found = forward.spans(text, seed, { from: start, to: limit, isBackward: false });
      return found.map((isOne, at) => isOne & ends[at]!);
    },
    startsOf(text, ends, from, limit, starts) {
      const found = backward.spans(text, ends, { from, to: limit, isBackward: true });
      for (let at = from; at < limit; at++) starts[at]! |= found[at]!;
    },
  };
}

/** A regex without looks that a value must match whole, or must not. */
interface Conjunct {
  readonly node: RegexNode;
  readonly isNegated: boolean;
}

function listConjuncts(values: readonly (string | RegExp)[], flags: string): readonly Conjunct[] | undefined {
  const nodes: RegexNode[] = [];
  for (const value of values) {
    const regex =
      typeof value === 'string' ? new RegExp(value.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), flags) : value;
    const node = regex.flags === flags ? parseRegex(regex) : undefined;
    if (!node) return undefined;
    nodes.push(node);
  }
  if (nodes.length === 1) return conjuncts(nodes[0]!, flags);
  return nodes.some(hasLooks)
    ? undefined
    : [{ node: { kind: 'alternatives', parts: nodes }, isNegated: false }];
}

/**
 * A regex as what a value must match and must not. A look-ahead at its start, as in `(?!new)\w+`, speaks of the whole value, and so
 * does a look-behind at its end; undefined where there are others.
 */
function conjuncts(node: RegexNode, flags: string): readonly Conjunct[] | undefined {
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
    found.push({
      node: { kind: 'sequence', parts: [part.of, anything] },
      isNegated: part.isNegated,
    });
  }
  let to = parts.length;
  for (; to > from; to--) {
    const part = parts[to - 1]!;
    if (isEdge(part, '$')) continue;
    if (part.kind !== 'look' || part.isAhead) break;
    found.push({
      node: { kind: 'sequence', parts: [anything, part.of] },
      isNegated: part.isNegated,
    });
  }
  found.push({ node: { kind: 'sequence', parts: parts.slice(from, to) }, isNegated: false });
  return found.some((part) => hasLooks(part.node)) ? undefined : found;
}

function hasLooks(node: RegexNode): boolean {
  switch (node.kind) {
    case 'look':
      return true;
    case 'sequence':
    case 'alternatives':
      return node.parts.some(hasLooks);
    case 'repeat':
      return hasLooks(node.of);
    default:
      return false;
  }
}

/** Every value is asked about. */
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
