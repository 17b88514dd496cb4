// What is written for one choice of a pattern's optional names: literal texts with a slot between each two.
//
//   (/:locale)/posts/:id    neither given  →  "/posts/" :id          locale given  →  "/" :locale "/posts/" :id
//
// A plan also knows whether its paths could be read in another way than they were written (path-ambiguity.ts).

import type { PatternSlot as Slot } from './generation-slot.js';
import { encodeLiteral } from './url-encoding.js';
import type { Pattern } from '../patterns/pattern.js';
import type { PatternPart } from '../patterns/pattern-parts.js';

export interface PathPlan {
  /** The sum of the bits of the optional names that have to be written. */
  readonly given: number;
  /** Encoded; one more than there are slots. The first begins with `/`. */
  readonly literals: readonly string[];
  readonly slots: readonly Slot[];
  /** The name that is missing from a group of which other names were given. */
  readonly missing: Slot | undefined;
  /** The characters that no value may have, so that its paths are read as they are written; undefined where that cannot be told. */
  readonly separators: string | undefined;
  readonly endsInFormat: boolean;
}

/** A text of a pattern, or what is written for a name. */
export type Atom = string | Slot;

/** Whether a set of optional names has this one. */
export function isGiven({ bit }: Slot, given: number): boolean {
  return bit > 0 && Math.floor(given / bit) % 2 === 1;
}

/** What is written where these optional names have to be; `separatorsOf` says the plan's separators of its atoms. */
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
    // A list that has grown has room for more.
    slots: slots.slice(),
    missing,
    separators: separatorsOf(atoms),
    endsInFormat: slots.at(-1)?.name === 'format' && texts.at(-1) === '' && texts.at(-2)!.endsWith('.'),
  };
}

function isNameless(parts: readonly PatternPart[]): boolean {
  return parts.every((part) => part.kind === 'literal' || (part.kind === 'group' && isNameless(part.parts)));
}
