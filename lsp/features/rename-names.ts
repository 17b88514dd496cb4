// The names of routes that consist of a written part, such as the value of `as`, and of what the surrounding blocks add.

import type { Occurrence } from '../../src/analysis/occurrences.js';
import type { Snapshot } from '../../src/analysis/snapshot.js';

/** A new name in two forms: as written in the declaration, and as the whole name. */
export interface NewNames {
  readonly own: string;
  readonly whole: string;
  readonly refused?: string;
}

/**
 * The things that a rename changes, with their new names. The name of a route consists of what it is named with `as`, and of what
 * surrounding blocks and resources add before and after that. A route in a concern has a name for each use.
 *
 *   namespace 'admin', { get '/stats', to => 'stats#show', as => 'stats' }     admin-stats: `stats`, with `admin-` before it
 */
export function thingsRenamed(
  { occurrences }: Snapshot,
  occurrence: Occurrence,
  newName: string,
): readonly (NewNames & { readonly thing: Occurrence })[] {
  const given = occurrences.of(occurrence).find(({ role }) => role === 'definition');
  if (occurrence.kind !== 'route' || !given) return [{ thing: occurrence, own: newName, whole: newName }];
  const written = given.source.textOf(given.span);
  const [before, behind] = affixes(occurrence.name, written);
  const own = occurrence.declaration ? newName : newName.slice(before.length, newName.length - behind.length);
  if (!occurrence.declaration && (own === '' || before + own + behind !== newName)) {
    const refused = `the blocks around the route make its name '${before}…${behind}'; give it a name of that form`;
    return [{ thing: occurrence, own, whole: newName, refused }];
  }
  const isHere = ({ role, source, span, key }: Occurrence): boolean =>
    role === 'definition' &&
    source === given.source &&
    span.start === given.span.start &&
    key !== occurrence.key;
  const others = new Map(
    occurrences
      .all('route')
      .filter(isHere)
      .map((each) => [each.key, each]),
  );
  return [occurrence, ...others.values()].map((thing) => {
    const [before, behind] = affixes(thing.name, written);
    return { thing, own, whole: before + own + behind };
  });
}

/** The parts of a name before and after the written part. */
function affixes(name: string, written: string): readonly [before: string, behind: string] {
  if (written === '') return [name === '' ? '' : `${name}-`, ''];
  const at = name.endsWith(written) ? name.length - written.length : Math.max(0, name.indexOf(written));
  return [name.slice(0, at), name.slice(at + written.length)];
}
