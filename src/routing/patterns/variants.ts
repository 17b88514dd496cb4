// The ways through a pattern's optional groups, each a plain sequence of text and names.
//
//   (/:locale)/posts(/:id)(.:format)   →   / :locale /posts/ :id   ┐
//                                          / :locale /posts        │  each with the extension or without
//                                          /posts/ :id             │
//                                          /posts                  ┘
//
// They come in the order in which a match would try them. An extension at the end makes no further way, since a leaf of
// the tree can answer with and without it. Where the end of a name and a later group depend on each other, so that no
// fixed order of ways is right, the way stops before that name and the steps from there on are left to backtracking; so
// is a whole pattern that has too many ways.
//
// Whoever asks for no order, only for all ways there are, takes each to its end (`waysThrough`).

import type { Pattern } from './pattern.js';
import type { PatternPart } from './pattern-parts.js';
import { hasMarks } from './request-path.js';
import type { RouteDefinition } from './route.js';
import { type NameStep, patternSteps, type Step, stepsOf } from './steps.js';

/** A name of a pattern, as the tree needs it. */
export type VariantName = Pick<NameStep, 'kind' | 'name' | 'demand' | 'hasOneEnd'>;

/** One way through a pattern. */
export interface Variant {
  /** Canonical text, and names, by turns. */
  readonly items: readonly (string | VariantName)[];
  /** The text has marks of the canonical form. */
  readonly hasMarks: boolean;
  /** The name of an optional extension behind the items. */
  readonly extension: VariantName | undefined;
  /** What is left to backtracking behind the items. */
  readonly rest: { readonly step: Step; readonly isSlashDue: boolean } | undefined;
}

/** One way through a pattern to its end: canonical text, and names. */
export type Way = readonly (string | Pick<VariantName, 'kind' | 'name'>)[];

/** The most ways that are taken one by one: eight optional groups one inside the other make nine, side by side 256. */
const mostVariants = 64;

/** What stands for a name, an extension, what is left to backtracking and the end where a way is written as a text (recognition/ways.ts). */
export const signs = {
  segment: '\0',
  extension: '\x01',
  other: '\x02',
  rest: '\x03',
  end: '\x04',
} as const;

/** The ways through a route's pattern, first tried first. A pattern whose text has one of the signs is left to backtracking. */
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

/** All ways through a pattern, those that take groups first; undefined where there are too many. */
export function waysThrough({ parts }: Pattern): readonly Way[] | undefined {
  const variants: Variant[] = [];
  return expand(stepsOf(parts, new Map()), [], '', true, true, variants)
    ? variants.map(({ items }) => items)
    : undefined;
}

/** Adds the ways from `step` on, each to its end if they are to be `whole`; false where there are too many. */
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

/** The name of an extension that ends the pattern, where it stops at dots. */
function finalExtension(step: Step): NameStep | undefined {
  if (step.kind !== 'fork' || !step.isExtension || step.left.kind !== 'end' || step.taken.kind !== 'text')
    return undefined;
  const name = step.taken.next;
  return name.kind === 'segment' && !name.demand.admitsDots ? name : undefined;
}

/**
 * Whether a group is still to be decided, other than an extension at the end, or the end of another name: only
 * backtracking remembers what it has tried, without which two open ends would cost the square of the path's length.
 */
function isLeftOpen(first: Step): boolean {
  for (let step = first; step.kind !== 'end'; step = step.next) {
    if (step.kind === 'fork') return finalExtension(step) === undefined;
    if (step.kind !== 'text' && !step.hasOneEnd) return true;
  }
  return false;
}

/** All of the pattern, left to backtracking. */
function allLeft(first: Step): Variant {
  return { items: [], hasMarks: false, extension: undefined, rest: { step: first, isSlashDue: true } };
}

/** The pattern as far as it is text, and the rest of it. */
function leftToBacktracking(first: Step): Variant {
  if (first.kind !== 'text' || first.text === '' || first.endsWithSlash) return allLeft(first);
  return {
    items: [`/${first.text}`],
    hasMarks: hasMarks(first.text),
    extension: undefined,
    rest: { step: first.next, isSlashDue: false },
  };
}

/** The way that takes no group, where it is only the text before the rest: the tree asks the rest only if the path goes on behind that text. */
function emptyVariant(first: Step): Variant[] {
  const start = leftToBacktracking(first);
  const { items, rest } = start;
  for (let step = rest!.step; step.kind !== 'end'; step = step.kind === 'fork' ? step.left : step.next) {
    if (step.kind !== 'fork' && (step.kind !== 'text' || step.text !== '')) return [];
  }
  return [{ ...start, items: items.length === 0 ? ['/'] : items, rest: undefined }];
}
