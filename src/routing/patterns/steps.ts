// The steps of a pattern: texts, names and groups as a graph. Each step knows what follows it.
//
//   /:x-:y(.:format)  →  text "/" · name x · text "-" · name y · fork ┬ text "." · name format ┬ end
//                                                                     └────────────────────────┘

import { segmentDemand, type SegmentConstraint, type SegmentDemand } from './constraints.js';
import type { PatternPart } from './pattern-parts.js';
import { canonicalLiteral } from './request-path.js';
import type { RouteDefinition } from './route.js';

/** The part of a route that its steps are made from. */
export type ConstrainedPattern = Pick<RouteDefinition, 'pattern' | 'segmentConstraints'>;

/** A step of a pattern, linked to the next. */
export type Step = TextStep | NameStep | ForkStep | EndStep;

export interface TextStep {
  readonly kind: 'text';
  readonly id: number;
  /** Canonical text without slashes at its ends. */
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
  /**
   * There is only one possible end of a value, because of what follows: the end of the piece, of its part before the dot, or of the path.
   */
  readonly hasOneEnd: boolean;
  readonly next: Step;
}

export interface ForkStep {
  readonly kind: 'fork';
  readonly id: number;
  /** The group is a dot and a segment: `(.:format)`. */
  readonly isExtension: boolean;
  readonly taken: Step;
  readonly left: Step;
}

interface EndStep {
  readonly kind: 'end';
  readonly id: number;
}

/** The position of a name's value in the path. */
export interface Capture {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Bits for what can follow a name. Several are set if groups leave it open. */
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
 * An equal string that is interned as a property key. A string cut from a longer one would be looked up again for each value stored under
 * it, which takes longer than the rest of recognition.
 */
export function propertyKey(name: string): string {
  const known = propertyKeys.get(name);
  if (known !== undefined) return known;
  const [key = name] = Object.keys({ [name]: true });
  if (propertyKeys.size > 1000) propertyKeys.clear();
  propertyKeys.set(key, key);
  return key;
}

/** Whether the parts of a group have the form `.:format`. */
export function isExtension(parts: readonly PatternPart[]): boolean {
  const [dot, name, ...others] = parts;
  return dot?.kind === 'literal' && dot.text === '.' && name?.kind === 'segment' && others.length === 0;
}

/** Whether a value, followed by one of `opened`, can end only at the first character that it cannot contain. */
function hasOneEnd(kind: 'segment' | 'glob', demand: SegmentDemand, opened: number): boolean {
  if (kind === 'glob') return opened === OpensNothing;
  return (opened & ~(OpensNothing | OpensSlash | (demand.admitsDots ? 0 : OpensDot))) === 0;
}

/**
 * What may follow a name, in the order of trying. Optional extensions after a glob are tried first; otherwise the glob would take the
 * extension.
 */
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

/** The steps of a route's pattern, made once and kept. */
export function patternSteps(definition: ConstrainedPattern): Step {
  let steps = compiled.get(definition);
  if (!steps)
    compiled.set(definition, (steps = stepsOf(definition.pattern.parts, definition.segmentConstraints)));
  return steps;
}
