// Finds concerns that make no routes.

import { usesIn } from '../interpreter/concern-uses.js';
import type { Concern } from '../interpreter/program.js';
import type { Analysis } from './analyze.js';

/** The concerns that nothing uses, or that are only used inside such concerns. */
export function unreadConcerns({ interpretation }: Pick<Analysis, 'interpretation'>): readonly Concern[] {
  const { program, concernUses } = interpretation;
  return [...program.concerns.values()].filter((concern) => !concernUses.get(concern)?.length);
}

/** The concerns that nothing uses, not even an unread concern. */
export function unusedConcerns(analysis: Pick<Analysis, 'interpretation'>): readonly Concern[] {
  const unread = unreadConcerns(analysis);
  const { program } = analysis.interpretation;
  const inside = new Set(unread.flatMap((concern) => usesIn(concern, program).map(({ name }) => name.value)));
  return unread.filter(({ name }) => !inside.has(name));
}
