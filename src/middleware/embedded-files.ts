// Static files that stand in the program itself, for hosts without a disk: what `waypost build --target static-worker` makes of `public/`.
//
//     new EmbeddedFiles({ app: router, files: [['/app.css', { type: 'text/css', etag: '"3f9a61c2"', text: 'body {}' }]] })
//
// A path is looked up in the list and nowhere else; a file answers GET and HEAD, and every other request goes on to the app.

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
  /** Its content, where that is text. */
  readonly text?: string | undefined;
  /** Its content in base64, where that is no text. */
  readonly base64?: string | undefined;
  /** Its `cache-control`; none unless given. */
  readonly cacheControl?: string | undefined;
}

/** What `EmbeddedFiles` is made with. */
export interface EmbeddedFilesArguments extends MiddlewareArguments {
  /** By decoded path. */
  readonly files: Iterable<readonly [string, EmbeddedFile]>;
}

/** Serves files that it was given (docs/bundlers.md, "Targets"). */
export class EmbeddedFiles extends Middleware {
  readonly #files: ReadonlyMap<string, EmbeddedFile>;
  readonly #bytes = new Map<EmbeddedFile, Uint8Array>();

  /** Throws a `TypeError` for what holds no files. */
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
