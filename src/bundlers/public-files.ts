// The files of `public/` as a build writes them: under their own names, and on request also under names with a hash of their content.
//
//   css/app.css   →   css/app.css and css/app-3f9a61c20b.css      "/css/app.css": "/css/app-3f9a61c20b.css"
//
// A file keeps its own name too, for pages and style sheets that use it. Pages (`.html`) and hidden files get no second name.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { contentType } from 'mime-types';
import { attempt } from '../http/http-error.js';
import type { EmbeddedFile } from '../middleware/embedded-files.js';

/** A file that is served. */
export interface PublicFile {
  /** Its path in URLs, `/css/app.css`. */
  readonly path: string;
  /** The file that is read. */
  readonly from: string;
  /** The file as data. */
  file(): EmbeddedFile;
}

/** The files of a folder that may be served, sorted by path. */
export function publicFiles(folder: string): readonly PublicFile[] {
  return filesBelow(folder, [realpathSync(folder)])
    .map((from) => ({ from, path: from.slice(folder.length).split(sep).join('/') }))
    .filter(({ path }) => !/.\/\.|^\/\.(?!well-known\/)/.test(path))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ from, path }) => publicFile(from, path, undefined));
}

/**
 * All files below a folder. Links are followed if they end below the root, as in `StaticFiles`. `above` are the folders on the way, the
 * root first. `leadsOut` is called with each link that ends outside.
 */
export function filesBelow(
  folder: string,
  above: readonly [string, ...string[]],
  leadsOut?: (path: string) => void,
): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isFile()) return [path];
    const isFolder = entry.isDirectory() || entry.isSymbolicLink();
    const target = isFolder ? attempt(() => realpathSync(path)) : undefined;
    const isBelow = target?.startsWith(above[0] + sep) === true;
    if (target !== undefined && !isBelow && target !== above[0]) leadsOut?.(path);
    if (target === undefined || !isBelow) return [];
    if (statSync(target).isFile()) return [path];
    const isLoop = above.some((one) => `${one}${sep}`.startsWith(target + sep));
    return statSync(target).isDirectory() && !isLoop ? filesBelow(path, [...above, target], leadsOut) : [];
  });
}

/** Copies of files under names with a hash, by their original path. */
export function hashedFiles(files: readonly PublicFile[]): ReadonlyMap<string, PublicFile> {
  const paths = new Set(files.map(({ path }) => path));
  const hashed = new Map<string, PublicFile>();
  for (const { path, from } of files) {
    // A compressed sibling such as `app.css.br` gets the hash of its file.
    const [, of = path, encoding = ''] = /^(.*)(\.(?:br|gz))$/.exec(path) ?? [];
    const isSibling = encoding !== '' && paths.has(of);
    const name = isSibling ? of : path;
    const source = isSibling ? from.slice(0, -encoding.length) : from;
    if (/\.html?$|\/\.well-known\/|\/[^/.]*$/.test(name)) continue;
    const dot = name.lastIndexOf('.');
    const made = `${name.slice(0, dot)}-${contentHash(readFileSync(source))}${name.slice(dot)}`;
    hashed.set(
      path,
      publicFile(from, isSibling ? made + encoding : made, 'public, max-age=31536000, immutable'),
    );
  }
  return hashed;
}

/** A hash of ten letters and digits, with at least one of each. Servers recognise by this form that the name changes with the content. */
function contentHash(content: Uint8Array): string {
  const digest = createHash('sha256').update(content).digest('hex');
  for (let at = 0; at + 10 <= digest.length; at++) {
    const hash = digest.slice(at, at + 10);
    if (/\d/.test(hash) && /[a-f]/.test(hash)) return hash;
  }
  return `a0${digest.slice(0, 8)}`;
}

function publicFile(from: string, path: string, cacheControl: string | undefined): PublicFile {
  return {
    path,
    from,
    file() {
      const content = readFileSync(from);
      const name = path.slice(path.lastIndexOf('/') + 1);
      const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(content);
      const isText = Buffer.from(text).equals(content);
      return {
        type: contentType(name) || 'application/octet-stream',
        etag: `"${contentHash(content)}"`,
        ...(isText ? { text } : { base64: content.toString('base64') }),
        ...(cacheControl !== undefined && { cacheControl }),
      };
    },
  };
}
