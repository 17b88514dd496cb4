// Turns the path of a request into the path of a file below a root, or refuses it.
//
//     /assets/caf%C3%A9.css, prefix /assets  →  café.css
//     /..%2fsecret   /a//b   /.env   /a%5Cb   /%00   →  refused
//
// The path is decoded once. A segment that could mean more than a name to some file system is refused, not repaired. Nothing here reads the
// disk.

import { decodedPath } from '../../http/request-context.js';

/** Which names are allowed, except those that are always refused. */
export interface NameRules {
  /** Whether names that begin with a dot are served. `.well-known` at the top is served anyway. */
  readonly dotfiles: boolean;
  /** Whether names with a special meaning on Windows are refused: drives, streams, devices, trailing dots and spaces. */
  readonly windows: boolean;
}

/** The part of a decoded path below a prefix (`/assets`, or empty), without its leading slash; undefined outside the prefix. */
function below(path: string, prefix: string): string | undefined {
  if (prefix === '') return path.slice(1);
  if (!path.startsWith(prefix) || path.charCodeAt(prefix.length) !== 47) return undefined;
  return path.slice(prefix.length + 1);
}

/**
 * The relative path of the file that a request path, as received, asks for; undefined if it is outside the prefix or refused. Names are
 * separated by `/`. A trailing slash, which asks for a folder, is kept: `docs/`. The root itself is the empty text.
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

/** The prefix as `relativeFile` takes it: decoded, with a leading slash and none at the end; empty if there is none. */
export function normalisedPrefix(prefix: string | undefined): string {
  const names = (prefix ?? '').split('/').filter((name) => name !== '');
  return names.length === 0 ? '' : `/${names.map((name) => decodedPath(name) ?? name).join('/')}`;
}

const windowsMeaning = /[:*?"<>|]|[. ]$|^(?:con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(?:\.|$)/i;

function isName(name: string, isFirst: boolean, rules: NameRules): boolean {
  if (name === '.' || name === '..' || /[\\\0]/.test(name)) return false;
  // RFC 8615: programs look for this folder at the top of a site. Other hidden files stay hidden.
  const isWellKnown = isFirst && name === '.well-known';
  if (name.startsWith('.') && !rules.dotfiles && !isWellKnown) return false;
  return !rules.windows || !windowsMeaning.test(name);
}
