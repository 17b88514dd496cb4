// Static files that are part of the program, for hosts without a disk. `waypost build --target static-worker` makes them from `public/`.
//
//     new EmbeddedFiles({ app: router, files: [['/app.css', { type: 'text/css', etag: '"3f9a61c2"', text: 'body {}' }]] })
//
// A path is only looked up in the list. Files answer GET and HEAD. All other requests go to the app.

import { kindOf } from '../http/object-shape.js';
import type { Request } from '../http/request.js';
import { decodedPath } from '../http/request-context.js';
import { Response } from '../http/response.js';
import { Middleware, type MiddlewareArguments } from './middleware.js';

/** A file as data; `text` or `base64` is its content. */
export interface EmbeddedFile {
  /** Its `content-type`. */
  readonly type: string;
  /** Its `etag`, with the quotes. */
  readonly etag: string;
  /** Its content, if that is text. */
  readonly text?: string | undefined;
  /** Its content in base64, if that is not text. */
  readonly base64?: string | undefined;
  /** Its `cache-control`; none unless given. */
  readonly cacheControl?: string | undefined;
}

/** The arguments of `EmbeddedFiles`. */
export interface EmbeddedFilesArguments extends MiddlewareArguments {
  /** The files by decoded path. */
  readonly files: Iterable<readonly [string, EmbeddedFile]>;
}

/** Serves the given files (docs/bundlers.md, "Targets"). */
export class EmbeddedFiles extends Middleware {
  readonly #files: ReadonlyMap<string, EmbeddedFile>;
  readonly #bytes = new Map<EmbeddedFile, Uint8Array>();

  /** Throws a `TypeError` if `files` is not iterable. */
  constructor(args: EmbeddedFilesArguments) {
    super(args);
    const files: unknown = args.files;
    if (typeof files !== 'object' || files === null || !(Symbol.iterator in files))
      throw new TypeError(
        `files are a list of [path, file] or a Map, not ${kindOf(files)} (docs/bundlers.md)`,
      );
    this.#files = new Map(args.files);
  }

  override call(request: Request): Response | Promise<Response> {
    const { method, path } = request;
    const file =
      method === 'GET' || method === 'HEAD' ? this.#files.get(decodedPath(path) ?? path) : undefined;
    if (!file) return this.app.call(request);
    const { type, etag, cacheControl } = file;
    const headers = { etag, ...(cacheControl !== undefined && { 'cache-control': cacheControl }) };
    if (isCurrent(request.headers.get('if-none-match'), etag)) return new Response({ status: 304, headers });
    const body = file.text ?? this.#bytesOf(file);
    const response = new Response({ body, headers: { 'content-type': type, ...headers } });
    return method === 'HEAD' ? response.withoutBody() : response;
  }

  #bytesOf(file: EmbeddedFile): Uint8Array {
    let bytes = this.#bytes.get(file);
    if (!bytes) {
      bytes = Uint8Array.from(atob(file.base64 ?? ''), (character) => character.charCodeAt(0));
      this.#bytes.set(file, bytes);
    }
    return bytes;
  }
}

function isCurrent(condition: string | null, etag: string): boolean {
  return (
    condition !== null &&
    condition.split(',').some((each) => each.trim().replace(/^W\//, '') === etag || each.trim() === '*')
  );
}
