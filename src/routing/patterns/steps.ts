// The steps of a pattern: its text, its names and its groups, each knowing what comes after it.
//
//   /:x-:y(.:format)  →  text "/" · name x · text "-" · name y · fork ┬ text "." · name format ┬ end
//                                                                     └────────────────────────┘

import { segmentDemand, type SegmentConstraint, type SegmentDemand } from './constraints.js';
import type { PatternPart } from './pattern-parts.js';
import { canonicalLiteral } from './request-path.js';
import type { RouteDefinition } from './route.js';

/** Of a route, what its steps are made of. */
export type ConstrainedPattern = Pick<RouteDefinition, 'pattern' | 'segmentConstraints'>;

/** A step of a pattern and what comes after it. */
export type Step = TextStep | NameStep | ForkStep | EndStep;

export interface TextStep {
  readonly kind: 'text';
  readonly id: number;
  /** Canonical, without slashes at its ends. */
  readonly text: string;
  readonly startsWithSlash: boolean;
  readonly endsWithSlash: boolean;
  readonly next: Step;
}

export interface NameStep {
  readonly kind: 'segment' | 'glob';
  readonly id: number;
  readonly name: string;
  readonly demand: SegmentDemand;
  /** What follows leaves the value only one possible end: that of the piece, of its part before the dot, or of the path. */
  readonly hasOneEnd: boolean;
  readonly next: Step;
}

export interface ForkStep {
  readonly kind: 'fork';
  readonly id: number;
  /** It is a dot and a segment: `(.:format)`. */
  readonly isExtension: boolean;
  readonly taken: Step;
  readonly left: Step;
}

interface EndStep {
  readonly kind: 'end';
  readonly id: number;
}

/** Where a name's value stands in the path. */
export interface Capture {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** What can come right after a name: bits, several where groups leave it open. */
const OpensNothing = 1;
const OpensSlash = 2;
const OpensDot = 4;
const OpensOther = 8;

const compiled = new WeakMap<object, Step>();

const endStep: EndStep = { kind: 'end', id: 0 };

/** The steps of a pattern's parts. */
export function stepsOf(
  parts: readonly PatternPart[],
  constraints: ReadonlyMap<string, readonly SegmentConstraint[]>,
): Step {
  let id = 1;
  const chain = (list: readonly PatternPart[], after: Step): Step => {
    let next = after;
    for (const part of list.toReversed()) {
      switch (part.kind) {
        case 'literal': {
          next = textStep(id++, canonicalLiteral(part.text), next);
          break;
        }
        case 'segment':
        case 'glob':
          next = nameStep(part.kind, id++, part.name, segmentDemand(constraints.get(part.name)), next);
          break;
        case 'group':
          next = {
            kind: 'fork',
            id: id++,
            isExtension: isExtension(part.parts),
            taken: chain(part.parts, next),
            left: next,
          };
          break;
        default:
          return part satisfies never;
      }
    }
    return next;
  };
  return chain(parts, endStep);
}

function textStep(id: number, text: string, next: Step): TextStep {
  const startsWithSlash = text.charCodeAt(0) === 47;
  const endsWithSlash = text.charCodeAt(text.length - 1) === 47;
  const inner = text.slice(
    startsWithSlash ? 1 : 0,
    endsWithSlash ? Math.max(1, text.length - 1) : text.length,
  );
  return { kind: 'text', id, text: inner, startsWithSlash, endsWithSlash, next };
}

function nameStep(
  kind: 'segment' | 'glob',
  id: number,
  name: string,
  demand: SegmentDemand,
  next: Step,
): NameStep {
  return { kind, id, name: propertyKey(name), demand, hasOneEnd: hasOneEnd(kind, demand, opens(next)), next };
}

const propertyKeys = new Map<string, string>();

/**
 * The same text as engines keep the names of properties. A string cut out of a longer one would have to be looked up
 * among those each time that a value is stored under it, which takes longer than all the rest of a recognition.
 */
export function propertyKey(name: string): string {
  const known = propertyKeys.get(name);
  if (known !== undefined) return known;
  const [key = name] = Object.keys({ [name]: true });
  if (propertyKeys.size > 1000) propertyKeys.clear();
  propertyKeys.set(key, key);
  return key;
}

/** Whether a group's parts are those of `(.:format)`. */
export function isExtension(parts: readonly PatternPart[]): boolean {
  const [dot, name, ...others] = parts;
  return dot?.kind === 'literal' && dot.text === '.' && name?.kind === 'segment' && others.length === 0;
}

/** Whether a value followed by one of these can end only where the characters end that it may have. */
function hasOneEnd(kind: 'segment' | 'glob', demand: SegmentDemand, opened: number): boolean {
  if (kind === 'glob') return opened === OpensNothing;
  return (opened & ~(OpensNothing | OpensSlash | (demand.admitsDots ? 0 : OpensDot))) === 0;
}

/** What may follow a name, first tried first: extensions behind a glob are decided before it, which would otherwise take them. */
export function restsBehind({ kind, next }: NameStep): readonly Step[] {
  const rests: Step[] = [];
  let rest = next;
  for (; kind === 'glob' && rest.kind === 'fork' && rest.isExtension; rest = rest.left)
    rests.push(rest.taken);
  rests.push(rest);
  return rests;
}

function opens(step: Step): number {
  switch (step.kind) {
    case 'end':
      return OpensNothing;
    case 'text':
      if (step.startsWithSlash) return step.text === '' ? OpensSlash | OpensNothing : OpensSlash;
      return step.text.startsWith('.') ? OpensDot : OpensOther;
    case 'fork':
      return opens(step.taken) | opens(step.left);
    case 'segment':
    case 'glob':
      return OpensOther;
    default:
      return step satisfies never;
  }
}

/** The steps of a route's pattern, made once. */
export function patternSteps(definition: ConstrainedPattern): Step {
  let steps = compiled.get(definition);
  if (!steps)
    compiled.set(definition, (steps = stepsOf(definition.pattern.parts, definition.segmentConstraints)));
  return steps;
}
