// From the path of a request to the path of a file below a root, or to nothing.
//
//     /assets/caf%C3%A9.css, prefix /assets  →  café.css
//     /..%2fsecret   /a//b   /.env   /a%5Cb   /%00   →  nothing: the path is refused
//
// A name is decoded once, and then has to be one: a segment that could mean more than a name to some file system is refused rather than
// repaired. Nothing here looks at the disk.

import { attempt } from '../../http/http-error.js';

/** Which names are refused beyond those that no system lets through. */
export interface NameRules {
  /** Whether names that begin with a dot are served, beside `.well-known` at the top. */
  readonly dotfiles: boolean;
  /** Whether names are held to what Windows gives a second meaning: drives, streams, devices, trailing dots and spaces. */
  readonly windows: boolean;
}

/** The part of a decoded path below a prefix (`/assets`, or empty), without its leading slash; undefined outside the prefix. */
function below(path: string, prefix: string): string | undefined {
  if (prefix === '') return path.slice(1);
  if (!path.startsWith(prefix) || path.charCodeAt(prefix.length) !== 47) return undefined;
  return path.slice(prefix.length + 1);
}

/**
 * The relative path, `/` between its names, that a request path as received asks for; undefined where it asks for none or is refused.
 * A trailing slash asks for a directory and stays: `docs/`; the root itself is the empty text.
 */
export function relativeFile(requestPath: string, prefix: string, rules: NameRules): string | undefined {
  if (requestPath.charCodeAt(0) !== 47) return undefined;
  const decoded = requestPath.includes('%') ? decodedPath(requestPath) : requestPath;
  const path = decoded === undefined ? undefined : below(decoded, prefix);
  if (path === undefined || path === '') return path;
  for (let start = 0; start <= path.length;) {
    const slash = path.indexOf('/', start);
    const end = slash < 0 ? path.length : slash;
    if (end === start && end < path.length) return undefined;
    if (end > start && !isName(path, start, end, rules)) return undefined;
    start = end + 1;
  }
  return path;
}

/** The prefix in the form that `relativeFile` takes: a leading slash, none at the end, decoded; empty for none. */
export function normalisedPrefix(prefix: string | undefined): string {
  const names = (prefix ?? '').split('/').filter((name) => name !== '');
  return names.length === 0 ? '' : `/${names.map((name) => decodedPath(name) ?? name).join('/')}`;
}

function decodedPath(path: string): string | undefined {
  // An escaped slash or backslash belongs to no name, and is not to become a separator by being decoded.
  return /%(?:2f|5c|00)/i.test(path) ? undefined : attempt(() => decodeURIComponent(path));
}

const windowsMeaning = /[:*?"<>|]|[. ]$|^(?:con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(?:\.|$)/i;

function isName(path: string, start: number, end: number, rules: NameRules): boolean {
  if (path.charCodeAt(start) === 46) {
    // RFC 8615: what other programs look for at the top of a site, to be served without opening all that is hidden.
    const isWellKnown = start === 0 && end === 11 && path.startsWith('.well-known');
    if (!rules.dotfiles && !isWellKnown) return false;
    if (end - start === 1 || (end - start === 2 && path.charCodeAt(start + 1) === 46)) return false;
  }
  for (let i = start; i < end; i++) {
    const code = path.charCodeAt(i);
    if (code === 92 || code === 0) return false;
  }
  return !rules.windows || !windowsMeaning.test(path.slice(start, end));
}
