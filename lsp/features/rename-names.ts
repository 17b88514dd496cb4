// The names of a route whose name somebody writes in part: what stands behind `as`, and what the blocks around make of it.

import type { Occurrence } from '../../src/analysis/occurrences.js';
import type { Snapshot } from '../../src/analysis/snapshot.js';

/** A new name as it is written where a thing is declared, and as the thing is called. */
export interface NewNames {
  readonly own: string;
  readonly whole: string;
  readonly refused?: string;
}

/**
 * What has another name when an occurrence has, and the names that a new one stands for. A route is called by what it is named `as`, and by
 * what the blocks and the resource around it put before or behind that; of a concern there is one for each use.
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

/** What a name has before and behind the part that is written. */
function affixes(name: string, written: string): readonly [before: string, behind: string] {
  if (written === '') return [name === '' ? '' : `${name}-`, ''];
  const at = name.endsWith(written) ? name.length - written.length : Math.max(0, name.indexOf(written));
  return [name.slice(0, at), name.slice(at + written.length)];
}
