// Finds the known word that was probably meant.

import { distance } from 'fastest-levenshtein';

/** The nearest known word, at most `farthest` letters away. Undefined if none is near enough to suggest. */
export function nearest<Known extends string>(
  word: string,
  known: Iterable<Known>,
  farthest = Infinity,
): Known | undefined {
  const wanted = word.toLowerCase();
  const limit = Math.min(farthest, Math.max(1, Math.floor(wanted.length / 3) + (wanted.length > 3 ? 1 : 0)));
  let best: Known | undefined;
  let least = limit + 1;
  for (const candidate of known) {
    if (Math.abs(candidate.length - word.length) >= least) continue;
    const away = isSwapped(wanted, candidate) ? 1 : distance(wanted, candidate.toLowerCase());
    if (away < least) [best, least] = [candidate, away];
  }
  return best;
}

/**
 * The nearest name in the same folder, compared without the folder (which would make all of them near), otherwise the nearest of the
 * others.
 */
export function nearestPath(path: string, known: readonly string[]): string | undefined {
  const own = ownName(path);
  const folder = path.slice(0, path.length - own.length);
  const isBeside = (name: string): boolean => name === folder + ownName(name);
  const found = nearest(own, known.filter(isBeside).map(ownName));
  if (found !== undefined) return folder + found;
  const others = known.filter((name) => !isBeside(name));
  return nearest(path, others);
}

/** A name without its folders. */
export function ownName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Whether two neighbouring letters are swapped: `gte` for `get`. */
function isSwapped(word: string, candidate: string): boolean {
  if (word.length !== candidate.length) return false;
  let at = 0;
  while (at < word.length && word[at] === candidate[at]) at++;
  return (
    at + 1 < word.length &&
    word[at] === candidate[at + 1] &&
    word[at + 1] === candidate[at] &&
    word.slice(at + 2) === candidate.slice(at + 2)
  );
}

/** `; did you mean 'resources'?`, or nothing. */
export function didYouMean(suggestion: string | undefined): string {
  return suggestion === undefined ? '' : `; did you mean '${suggestion}'?`;
}
