// Route names: the name that a path implies, and how the parts from scopes and resources are joined.
//
//   namespace 'admin' { resources 'photos' { member { get 'preview' } } }     preview-admin-photo
//
// On the levels of a resource the route's own part comes first, everywhere else it comes last.

import { nameEnd } from '../routing/patterns/pattern-parts.js';
import { joinName, type Scope } from './scope.js';

/**
 * The name that a path implies: `a/b` → `a-b`, and '' for an empty path, so that the level's name is used. Undefined for a path with a
 * segment, glob or group.
 */
export function implicitName(path: string): string | undefined {
  const plain = withoutEmptyPieces(path).replaceAll('/', '-');
  return isWord(plain) || plain === '' ? plain : undefined;
}

/** The whole name of a route in this scope; undefined if there is no part, or the joined parts are no valid name. */
export function routeName(scope: Pick<Scope, 'route'>, own: string): string | undefined {
  const { before, after, afterAlone, ownNameFirst } = scope.route;
  const first = before.reduce(joinName, ownNameFirst ? joinName('', own) : '');
  const name = ownNameFirst
    ? (own === '' ? afterAlone : after).reduce(joinName, first)
    : joinName(first, own);
  return isName(name) ? name : undefined;
}

// The simpler regex is tried first: compiling the Unicode one is slow, and most files do not need it.

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

/** A text with `_` in place of characters that a segment's name cannot have. */
export function segmentName(text: string): string {
  return /^\w*$/.test(text) ? text : text.replace(/[^\p{L}\p{M}\p{Nd}_]/gu, '_');
}

/** A path of names without surplus slashes: `/photos/` → `photos`. */
export function withoutEmptyPieces(text: string): string {
  return text.replace(/^\/+|\/(?=\/|$)/g, '');
}

/** Whether a text can name a resource or namespace. Its slashes become `-` in route names. */
export function isSlashedName(name: string): boolean {
  return isName(name.replaceAll('/', '-').replace(/^-+|(?<!-)-+$/g, ''));
}
