// Suggests where a redirect may lead: to paths that GET answers, filled with names from the redirect's own path, and to where other
// redirects lead. The likeliest come first:
//
//   get '/numbers', to => 'pages#numbers'
//   get '/charts', to => redirect('│          /numbers: it has just been declared
//   get '/u/:name', to => redirect('│         /users/%{name}: the same segment, and a word that begins alike
//
// If an older path has moved, paths below it have probably moved too: after a redirect from '/domain/:id' to '/domains/%{id}',
// '/domain/:id/all' should lead to '/domains/%{id}/all', if a route answers that.

import type { InterpretedRoute } from '../../src/interpreter/interpreted-route.js';
import { interpolated } from '../../src/routing/patterns/interpolation.js';
import { waysThrough } from '../../src/routing/patterns/variants.js';
import { isAlike, mostFirst } from './completion-ranking.js';
import type { CompletionPlace } from './completion-place.js';

/** How many declarations before and after the redirect count as near. */
const near = 3;

/** The redirect being written: its path, and the names that it can use. */
interface Redirecting {
  readonly path: string;
  readonly names: readonly string[];
  /** The required names in its declaration's own path. A value from an optional group may be missing. */
  readonly own: readonly string[];
}

/** The pages to which a redirect at the cursor may lead, as they would be written there. */
export function redirectPages(place: CompletionPlace): readonly string[] {
  const here = redirectingAt(place);
  const others = place.whole.analysis.routes.filter(({ declaration }) => !place.isAtHead(declaration));
  const previous = destinationOf(place.routeBefore());
  const neighbours = neighboursOf(place, others);
  const shapes = new Set(others.flatMap((route) => pagesOf(route).map(shapeOf)));
  const ranks = new Map<string, number>();
  const add = (page: string, more: number): void => {
    const rank = similarity(page, here) + more;
    if (shapeOf(page) !== shapeOf(here.path)) ranks.set(page, Math.max(rank, ranks.get(page) ?? rank));
  };
  for (const route of others) {
    const destination = destinationOf(route);
    if (destination !== undefined) {
      if (namesIn(destination).every((name) => here.names.includes(name)))
        add(destination, destination === previous ? 9 : 0);
      const below = movedAlike(route.definition.pattern.text, destination, here.path);
      if (below !== undefined && shapes.has(shapeOf(below))) add(below, 5);
    }
    if (!answersGet(route)) continue;
    for (const page of pagesOf(route)) {
      // A segment with the same name probably means the same thing.
      const same = namesIn(page).filter((name) => here.names.includes(name)).length;
      const text = filled(page, here.names);
      if (text) add(text, 3 * same + (neighbours.has(route.declaration) ? 2 : 0));
    }
  }
  return mostFirst([...ranks.keys()], (page) => ranks.get(page) ?? 0);
}

function redirectingAt(place: CompletionPlace): Redirecting {
  const call = place.call();
  if (!call) return { path: '', names: [], own: [] };
  const [written] = call.arguments;
  return {
    path: place.snapshot.analysis.routesOf(call)[0]?.definition.pattern.text ?? '',
    names: place.segmentNames(call),
    own: written?.kind === 'string' ? namesIn(written.value.replace(/\([^()]*\)/g, '')) : [],
  };
}

function answersGet({ definition: { verbs, any, target } }: InterpretedRoute): boolean {
  return target.kind !== 'redirect' && (any || verbs.includes('GET'));
}

/** The declarations of routes directly before and after the cursor. */
function neighboursOf(place: CompletionPlace, routes: readonly InterpretedRoute[]): ReadonlySet<unknown> {
  const { file } = place.whole.source;
  const here = routes.map(({ declaration }) => declaration).filter(({ source }) => source.file === file);
  const before = new Set(here.filter(({ span }) => span.end <= place.offset).toReversed());
  const behind = new Set(here.filter(({ span }) => span.start >= place.offset));
  return new Set([...[...before].slice(0, near), ...[...behind].slice(0, near)]);
}

/** The pages of a route, with `%{…}` for segments: `/~%{user}` and `/~%{user}/page/%{page}`. Those that end with a format are left out. */
function pagesOf({ definition: { pattern } }: InterpretedRoute): readonly string[] {
  return (waysThrough(pattern) ?? [])
    .filter((way) => way.every((item) => typeof item === 'string' || item.kind === 'segment'))
    .map((way) => way.map((item) => (typeof item === 'string' ? item : `%{${item.name}}`)).join(''))
    .filter((page) => !page.endsWith('.%{format}'));
}

/** A page with names of the redirect's own path, matched by name or else by order. Undefined if a value is missing. */
function filled(page: string, names: readonly string[]): string | undefined {
  let isWhole = true;
  let next = 0;
  const text = interpolated(page, (name) => {
    const from = names.includes(name) ? name : names[next];
    next++;
    isWhole &&= from !== undefined;
    return `%{${from}}`;
  });
  return isWhole ? text : undefined;
}

/** The destination of a path at or below the path of another redirect, if everything below has moved likewise. */
function movedAlike(from: string, to: string, path: string): string | undefined {
  const [wanted, pieces] = [from.split('/'), path.split('/')];
  const names = new Map<string, string>();
  for (const [index, piece] of wanted.entries()) {
    const own = pieces[index];
    if (piece.startsWith(':') && own?.startsWith(':')) names.set(piece.slice(1), own.slice(1));
    else if (piece !== own) return undefined;
  }
  const rest = pieces
    .slice(wanted.length)
    .map((piece) => piece.replace(/^:([\p{L}\p{M}\p{Nd}_]+)$/u, '%{$1}'));
  const start = interpolated(to, (name) => `%{${names.get(name) ?? name}}`);
  return [start, ...rest].join('/');
}

/** The path to which a route redirects, with its `%{…}`. */
function destinationOf(route: InterpretedRoute | undefined): string | undefined {
  const target = route?.definition.target;
  return target?.kind === 'redirect' && target.label.startsWith('/') ? target.label : undefined;
}

const namesIn = (text: string): readonly string[] =>
  Array.from(text.matchAll(/(?:%\{|[:*])([\p{L}\p{M}\p{Nd}_]+)/gu), ([, name = '']) => name);

/** A path without the names of its segments. */
const shapeOf = (path: string): string => path.replace(/%\{[^{}]*\}|:[\p{L}\p{M}\p{Nd}_]+/gu, ':');

const wordsIn = (path: string): readonly string[] => [
  ...new Set(path.replace(/%\{[^{}]*\}|[:*][\p{L}\p{M}\p{Nd}_]+/gu, ' ').match(/[\p{L}\p{N}]+/gu)),
];

/**
 * How similar a page is to the path that leads to it. It counts common words, the use of all of the path's values, and little else in the
 * page.
 */
function similarity(page: string, { path, own }: Redirecting): number {
  const wanted = namesIn(page);
  const words = wordsIn(page);
  const shared = wordsIn(path).filter((word) =>
    words.some((other) => isAlike(other, word) || isShort(other, word)),
  );
  const isComplete = own.every((name) => wanted.includes(name));
  return (
    2 * Math.min(shared.length, 3) +
    (isComplete ? 1.5 : 0) -
    Math.max(0, wanted.length - namesIn(path).length) -
    Math.min(3, Math.max(0, words.length - shared.length)) / 2
  );
}

/** Whether one of two words abbreviates the other: `u` for `users`. */
function isShort(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length < 3 && long.startsWith(short);
}
