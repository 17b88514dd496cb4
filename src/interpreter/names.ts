// Route names: what a path implies, and how the parts that scopes and resources give are joined.
//
//   namespace 'admin' { resources 'photos' { member { get 'preview' } } }     preview-admin-photo
//   the route's own part comes first on the levels of a resource, and last everywhere else

import { nameEnd } from '../routing/patterns/pattern-parts.js';
import { joinName, type Scope } from './scope.js';

/** `a/b` → `a-b`; a path with a segment, group or glob gives no name. An empty path gives the level's own. */
export function implicitName(path: string): string | undefined {
  const plain = withoutEmptyPieces(path).replaceAll('/', '-');
  return isWord(plain) || plain === '' ? plain : undefined;
}

/** The whole name of a route of this scope; undefined where no part gives one, or the parts together are no valid name. */
export function routeName(scope: Pick<Scope, 'route'>, own: string): string | undefined {
  const { before, after, afterAlone, ownNameFirst } = scope.route;
  const first = before.reduce(joinName, ownNameFirst ? joinName('', own) : '');
  const name = ownNameFirst
    ? (own === '' ? afterAlone : after).reduce(joinName, first)
    : joinName(first, own);
  return isName(name) ? name : undefined;
}

// Making a regex that knows the letters of every script takes a third of a millisecond, which most files never need.

/** Letters, digits, `_` and `-`. */
export function isWord(text: string): boolean {
  return /^[\w-]+$/.test(text) || /^[\p{L}\p{M}\p{Nd}_-]+$/u.test(text);
}

/** A letter or `_`, then letters, digits, `_` and `-`. */
export function isName(name: string): boolean {
  return /^[A-Za-z_][\w-]*$/.test(name) || /^[\p{L}_][\p{L}\p{M}\p{Nd}_-]*$/u.test(name);
}

/** A letter or `_`, then letters, digits and `_`. */
export function isSegmentName(text: string): boolean {
  return text !== '' && nameEnd(text, 0) === text.length;
}

/** A text with `_` for all that cannot stand in the name of a segment. */
export function segmentName(text: string): string {
  return /^\w*$/.test(text) ? text : text.replace(/[^\p{L}\p{M}\p{Nd}_]/gu, '_');
}

/** A path of names without the slashes that join nothing: `/photos/` is `photos`. */
export function withoutEmptyPieces(text: string): string {
  return text.replace(/^\/+|\/(?=\/|$)/g, '');
}

/** The name of a resource or namespace, whose slashes are `-` in route names. */
export function isSlashedName(name: string): boolean {
  return isName(name.replaceAll('/', '-').replace(/^-+|(?<!-)-+$/g, ''));
}
