// The ways through a pattern's optional groups. Each is a plain sequence of text and names.
//
//   (/:locale)/posts(/:id)(.:format)   →   / :locale /posts/ :id   ┐
//                                          / :locale /posts        │  each with the extension or without
//                                          /posts/ :id             │
//                                          /posts                  ┘
//
// They are in the order in which a match tries them. An optional extension at the end makes no further ways, since a leaf of the tree
// answers with and without it. If the end of a name depends on a later group, no fixed order is right: the way then stops before that name,
// and the rest is matched by backtracking. A pattern with too many ways is matched by backtracking as a whole.
//
// `waysThrough` gives all ways to their ends, for callers to whom the order does not matter.

import type { Pattern } from './pattern.js';
import type { PatternPart } from './pattern-parts.js';
import { hasMarks } from './request-path.js';
import type { RouteDefinition } from './route.js';
import { type NameStep, patternSteps, type Step, stepsOf } from './steps.js';

/** A name of a pattern, with what the tree needs. */
export type VariantName = Pick<NameStep, 'kind' | 'name' | 'demand' | 'hasOneEnd'>;

/** One way through a pattern. */
export interface Variant {
  /** Canonical text and names, alternately. */
  readonly items: readonly (string | VariantName)[];
  /** The text has marks of the canonical form (request-path.ts). */
  readonly hasMarks: boolean;
  /** The name of the optional extension after the items. */
  readonly extension: VariantName | undefined;
  /** The remainder after the items, which is matched by backtracking. */
  readonly rest: { readonly step: Step; readonly isSlashDue: boolean } | undefined;
}

/** One way through a pattern to its end. */
export type Way = readonly (string | Pick<VariantName, 'kind' | 'name'>)[];

/** The most ways of one pattern. Eight nested optional groups have nine, eight in sequence 256. */
const mostVariants = 64;

/** The characters that replace names, extensions, remainders and the end when a way is written as text (recognition/ways.ts). */
export const signs = {
  segment: '\0',
  extension: '\x01',
  other: '\x02',
  rest: '\x03',
  end: '\x04',
} as const;

/**
 * The ways through a route's pattern, in the order of trying. A pattern whose text contains one of the signs is matched by backtracking.
 */
export function variantsOf(definition: RouteDefinition): readonly Variant[] {
  const first = patternSteps(definition);
  if (hasSigns(definition.pattern.parts)) return [allLeft(first)];
  const variants: Variant[] = [];
  return expand(first, [], '', true, false, variants)
    ? variants
    : [leftToBacktracking(first), ...emptyVariant(first)];
}

function hasSigns(parts: readonly PatternPart[]): boolean {
  return parts.some((part) =>
    part.kind === 'literal' ? /[\0-\x04]/.test(part.text) : part.kind === 'group' && hasSigns(part.parts),
  );
}

/** All ways through a pattern, those with groups first; undefined if there are too many. */
export function waysThrough({ parts }: Pattern): readonly Way[] | undefined {
  const variants: Variant[] = [];
  return expand(stepsOf(parts, new Map()), [], '', true, true, variants)
    ? variants.map(({ items }) => items)
    : undefined;
}

/** Adds the ways from `first` on, each to its end if `whole`. Returns false if there are too many. */
function expand(
  first: Step,
  before: readonly (string | VariantName)[],
  textBefore: string,
  wasSlashDue: boolean,
  whole: boolean,
  variants: Variant[],
): boolean {
  let step = first;
  let text = textBefore;
  let isSlashDue = wasSlashDue;
  const items = [...before];
  const finished = (extension: NameStep | undefined, rest: Variant['rest']): boolean => {
    if (text !== '' || (items.length === 0 && !rest)) items.push(text === '' ? '/' : text);
    variants.push({
      items,
      hasMarks: items.some((item) => typeof item === 'string' && hasMarks(item)),
      extension,
      rest,
    });
    return variants.length <= mostVariants;
  };
  for (;;) {
    switch (step.kind) {
      case 'end':
        return finished(undefined, undefined);
      case 'text':
        if (step.text !== '') {
          text += (isSlashDue || step.startsWithSlash ? '/' : '') + step.text;
          isSlashDue = step.endsWithSlash;
        } else isSlashDue = true;
        step = step.next;
        break;
      case 'segment':
      case 'glob':
        if (!whole && !step.hasOneEnd && isLeftOpen(step.next))
          return finished(undefined, { step, isSlashDue });
        if (isSlashDue) text += '/';
        isSlashDue = false;
        if (text !== '') items.push(text);
        text = '';
        items.push(step);
        step = step.next;
        break;
      case 'fork': {
        const extension = whole ? undefined : finalExtension(step);
        if (extension && !isSlashDue) return finished(extension, undefined);
        return (
          expand(step.taken, items, text, isSlashDue, whole, variants) &&
          expand(step.left, items, text, isSlashDue, whole, variants)
        );
      }
      default:
        return step satisfies never;
    }
  }
}

/** The name of an optional extension at the end of the pattern, if its value ends at dots. */
function finalExtension(step: Step): NameStep | undefined {
  if (step.kind !== 'fork' || !step.isExtension || step.left.kind !== 'end' || step.taken.kind !== 'text')
    return undefined;
  const name = step.taken.next;
  return name.kind === 'segment' && !name.demand.admitsDots ? name : undefined;
}

/**
 * Whether a group is still open other than an extension at the end, or another name follows whose end is open. Only backtracking remembers
 * failed attempts; without that, two open ends would take quadratic time.
 */
function isLeftOpen(first: Step): boolean {
  for (let step = first; step.kind !== 'end'; step = step.next) {
    if (step.kind === 'fork') return finalExtension(step) === undefined;
    if (step.kind !== 'text' && !step.hasOneEnd) return true;
  }
  return false;
}

/** The whole pattern, matched by backtracking. */
function allLeft(first: Step): Variant {
  return { items: [], hasMarks: false, extension: undefined, rest: { step: first, isSlashDue: true } };
}

/** The leading text of the pattern, and the rest matched by backtracking. */
function leftToBacktracking(first: Step): Variant {
  if (first.kind !== 'text' || first.text === '' || first.endsWithSlash) return allLeft(first);
  return {
    items: [`/${first.text}`],
    hasMarks: hasMarks(first.text),
    extension: undefined,
    rest: { step: first.next, isSlashDue: false },
  };
}

/** The way with no group taken, if it is only the leading text. The tree tries the rest only if the path continues after that text. */
function emptyVariant(first: Step): Variant[] {
  const start = leftToBacktracking(first);
  const { items, rest } = start;
  for (let step = rest!.step; step.kind !== 'end'; step = step.kind === 'fork' ? step.left : step.next) {
    if (step.kind !== 'fork' && (step.kind !== 'text' || step.text !== '')) return [];
  }
  return [{ ...start, items: items.length === 0 ? ['/'] : items, rest: undefined }];
}
