// A plan says what is written for one choice of a pattern's optional names: literal texts, with a slot between each two.
//
//   (/:locale)/posts/:id    neither given  →  "/posts/" :id          locale given  →  "/" :locale "/posts/" :id
//
// It also says if its paths could be read in another way than they were written (path-ambiguity.ts).

import type { PatternSlot as Slot } from './generation-slot.js';
import { encodeLiteral } from './url-encoding.js';
import type { Pattern } from '../patterns/pattern.js';
import type { PatternPart } from '../patterns/pattern-parts.js';

export interface PathPlan {
  /** The sum of the bits of the optional names that have to be written. */
  readonly given: number;
  /** The encoded literals, one more than there are slots. The first begins with `/`. */
  readonly literals: readonly string[];
  readonly slots: readonly Slot[];
  /** An optional name without a value in a group that has to be written; undefined if there is none. */
  readonly missing: Slot | undefined;
  /**
   * The characters that no value may contain, so that paths have only one reading; '' if there are none, undefined if it cannot be told.
   */
  readonly separators: string | undefined;
  readonly endsInFormat: boolean;
}

/** A literal text of a pattern, or the slot of a name. */
export type Atom = string | Slot;

/** Whether a set of optional names contains this one. */
export function isGiven({ bit }: Slot, given: number): boolean {
  return bit > 0 && Math.floor(given / bit) % 2 === 1;
}

/** The plan for a choice of optional names. `separatorsOf` finds the plan's separators from its atoms. */
export function pathPlan(
  { parts }: Pick<Pattern, 'parts'>,
  all: readonly Slot[],
  given: number,
  separatorsOf: (atoms: readonly Atom[]) => string | undefined,
): PathPlan {
  let missing: Slot | undefined;
  const atoms: Atom[] = [];
  const slotOf = (name: string): Slot => all.find((slot) => slot.name === name)!;
  const isNeeded = (list: readonly PatternPart[]): boolean =>
    list.some((part) =>
      part.kind === 'group'
        ? isNeeded(part.parts)
        : part.kind !== 'literal' && isGiven(slotOf(part.name), given),
    );
  const emit = (list: readonly PatternPart[]): void => {
    for (const part of list) {
      if (part.kind === 'literal') atoms.push(part.text);
      else if (part.kind === 'group') {
        if (isNeeded(part.parts) || isNameless(part.parts)) emit(part.parts);
      } else {
        const slot = slotOf(part.name);
        if (slot.isOptional && !isGiven(slot, given) && slot.fallback === undefined) missing ??= slot;
        atoms.push(slot);
      }
    }
  };
  emit(parts);

  const texts: string[] = [''];
  const slots: Slot[] = [];
  for (const atom of atoms) {
    if (typeof atom === 'string') texts[texts.length - 1] += atom;
    else {
      slots.push(atom);
      texts.push('');
    }
  }
  if (!texts[0]!.startsWith('/')) texts[0] = `/${texts[0]}`;
  return {
    given,
    literals: texts.map(encodeLiteral),
    // Copied, because an array that has grown keeps unused capacity.
    slots: slots.slice(),
    missing,
    separators: separatorsOf(atoms),
    endsInFormat: slots.at(-1)?.name === 'format' && texts.at(-1) === '' && texts.at(-2)!.endsWith('.'),
  };
}

function isNameless(parts: readonly PatternPart[]): boolean {
  return parts.every((part) => part.kind === 'literal' || (part.kind === 'group' && isNameless(part.parts)));
}
