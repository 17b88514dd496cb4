// From the path of a request to the path of a file below a root, or to nothing.
//
//     /assets/caf%C3%A9.css, prefix /assets  →  café.css
//     /..%2fsecret   /a//b   /.env   /a%5Cb   /%00   →  nothing: the path is refused
//
// A name is decoded once, and then has to be one: a segment that could mean more than a name to some file system is refused rather than
// repaired. Nothing here looks at the disk.

import { decodedPath } from '../../http/request-context.js';

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
  if (!requestPath.startsWith('/')) return undefined;
  const decoded = requestPath.includes('%') ? decodedPath(requestPath) : requestPath;
  const path = decoded === undefined ? undefined : below(decoded, prefix);
  if (path === undefined || path === '') return path;
  const names = path.split('/');
  const isFile = names.every((name, at) =>
    name === '' ? at === names.length - 1 : isName(name, at === 0, rules),
  );
  return isFile ? path : undefined;
}

/** The prefix in the form that `relativeFile` takes: a leading slash, none at the end, decoded; empty for none. */
export function normalisedPrefix(prefix: string | undefined): string {
  const names = (prefix ?? '').split('/').filter((name) => name !== '');
  return names.length === 0 ? '' : `/${names.map((name) => decodedPath(name) ?? name).join('/')}`;
}

const windowsMeaning = /[:*?"<>|]|[. ]$|^(?:con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(?:\.|$)/i;

function isName(name: string, isFirst: boolean, rules: NameRules): boolean {
  if (name === '.' || name === '..' || /[\\\0]/.test(name)) return false;
  // RFC 8615: what other programs look for at the top of a site, to be served without opening all that is hidden.
  const isWellKnown = isFirst && name === '.well-known';
  if (name.startsWith('.') && !rules.dotfiles && !isWellKnown) return false;
  return !rules.windows || !windowsMeaning.test(name);
}
