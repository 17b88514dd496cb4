// Serves static files from a folder, before or after the routes (docs/middleware.md, "Static files").
//
//     stack.prepend('static', StaticFiles, { root: 'public', urlPrefix: '/assets', immutable: true })
//
// Only GET and HEAD requests for regular files below the root are answered. Every other request goes to the app, also if its path is
// refused. `static-path.ts` decides which paths are allowed, and `static-index.ts` finds the files. This file applies the request's
// conditions, ranges and encodings.

import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Headers, type HeadersInit, conditionOf } from '../../http/headers.js';
import { kindOf } from '../../http/object-shape.js';
import { type OptionNames, amountOf, checkOptions } from '../../http/options.js';
import type { Request } from '../../http/request.js';
import { Response } from '../../http/response.js';
import { Middleware, type MiddlewareArguments } from '../../middleware/middleware.js';
import { FileBody, type FilePart, isSameFile, quietly, readRange } from './file-body.js';
import { preferredEncoding } from './static-encoding.js';
import { type CacheLimits, whileUnchanged } from './kept-bytes.js';
import { type FoundFile, StaticIndex, type Variant } from './static-index.js';
import { type NameRules, normalisedPrefix, relativeFile } from './static-path.js';
import { type ByteRange, contentRange, multipartFrame, requestedRanges } from './static-ranges.js';
import { conditionalStatus, rangeHolds } from './static-validators.js';

/** How static files are served (docs/middleware.md, "Static files"). */
export interface StaticFilesOptions {
  /** The folder whose files are served. */
  readonly root: string | URL;
  /** The URL path of the root: with `/assets`, `/assets/a.css` is the file `a.css`. By default the root of the site. */
  readonly urlPrefix?: string | undefined;
  /** The `Cache-Control` of every file, or a function of the file's path below the root. None by default. */
  readonly cacheControl?: string | ((file: string) => string | undefined) | undefined;
  /** Which file names change with their content, so copies can be cached forever. `true`: names with a hash, as bundlers make them. */
  readonly immutable?: boolean | RegExp | undefined;
  /** Whether files and folders whose names begin with a dot are served. False by default. */
  readonly dotfiles?: boolean | undefined;
  /** Whether `app.js.br` or `app.js.gz` is sent for `app.js` to clients that accept it. True by default. */
  readonly precompressed?: boolean | undefined;
  /** The file that is served for a folder, such as `index.html`. None by default. */
  readonly index?: string | undefined;
  /** Extensions that a path may omit: with `['html']`, `/about` is `about.html`. None by default. */
  readonly extensions?: readonly string[] | undefined;
  /** Additional headers of every file, or a function of the file's path below the root. */
  readonly headers?: HeadersInit | ((file: string) => HeadersInit | undefined) | undefined;
  /**
   * How files are kept in memory. By default, files that are requested again are kept while they are unchanged, which is checked on each
   * request. `true`, or limits, keeps each file and checks it only once a second. `false` keeps none.
   */
  readonly cache?: boolean | Partial<CacheLimits> | undefined;
}

/** The arguments of `StaticFiles`. */
export interface StaticFilesArguments extends StaticFilesOptions, MiddlewareArguments {}

/** Thrown if the root is not a readable folder (docs/middleware.md, "Static files"). */
export class StaticRootError extends Error {
  override readonly name = 'StaticRootError';
}

/** A name such as `app-3f9a1c2b.js`: before the extension, `.` or `-` and at least eight word characters with a letter and a digit. */
const hashedName = /[.-](?=\w*\d)(?=\w*[a-z])\w{8,}\.[^/]*$/i;

/** Files up to this size, in bytes, are read synchronously. That is less work than several asynchronous reads, and blocks only briefly. */
const largestReadAtOnce = 128 * 1024;

const argumentNames: OptionNames<StaticFilesArguments> = {
  app: true,
  root: true,
  urlPrefix: true,
  cacheControl: true,
  immutable: true,
  headers: true,
  precompressed: 'flag',
  dotfiles: 'flag',
  index: true,
  extensions: true,
  cache: true,
};
const cacheNames: OptionNames<CacheLimits> = { maxBytes: true, maxFileBytes: true, recheck: true };
const page = 'docs/middleware.md';

const isText = (value: unknown): boolean => typeof value === 'string';
const isBoolean = (value: unknown): boolean => typeof value === 'boolean';

/** For each option: the check of its value, and how a message describes a good value. */
const shapes: readonly (readonly [keyof StaticFilesOptions, (value: unknown) => boolean, string])[] = [
  ['urlPrefix', isText, "a path such as '/assets'"],
  ['index', isText, "the name of a file such as 'index.html'"],
  ['extensions', (value) => Array.isArray(value) && value.every(isText), "a list such as ['html']"],
  [
    'cacheControl',
    (value) => isText(value) || typeof value === 'function',
    "a header's value such as 'max-age=3600', or a function of the file",
  ],
  ['immutable', (value) => isBoolean(value) || value instanceof RegExp, 'true, or a regular expression'],
  ['dotfiles', isBoolean, 'true or false'],
  ['precompressed', isBoolean, 'true or false'],
];

/** Throws a `TypeError` for option values that would have no effect, or would fail only when a file is requested. */
function checkShapes(args: StaticFilesArguments): void {
  for (const [option, isGood, wanted] of shapes) {
    const value = args[option];
    if (value !== undefined && !isGood(value))
      throw new TypeError(`${option} is ${wanted}, not ${kindOf(value)} (${page})`);
  }
  // The headers of a function are checked when it returns them.
  if (typeof args.headers !== 'function') new Headers(args.headers);
}

/** Serves the files of a folder. A matching file short-circuits the app (docs/middleware.md, "Static files"). */
export class StaticFiles extends Middleware {
  private readonly index: StaticIndex;
  private readonly prefix: string;
  private readonly rules: NameRules;
  private readonly indexFile: string | undefined;
  private readonly extensions: readonly string[];

  /**
   * Serves the files of the folder `root`; `app` answers all other requests (docs/middleware.md, "Static files"). Throws
   * `StaticRootError` if the root is missing or no folder, and a `TypeError` for an invalid option.
   */
  constructor(args: StaticFilesArguments) {
    super(args);
    if (Object.getPrototypeOf(new.target) === Middleware)
      checkOptions('StaticFiles', args, argumentNames, page);
    checkShapes(args);
    this.prefix = normalisedPrefix(args.urlPrefix);
    this.rules = { dotfiles: args.dotfiles ?? false, windows: process.platform === 'win32' };
    this.indexFile = args.index;
    this.extensions = (args.extensions ?? []).map((extension) => extension.replace(/^\./, ''));
    this.index = new StaticIndex({
      root: rootFolder(args.root),
      precompressed: args.precompressed ?? true,
      cache: cacheLimits(args.cache),
      headersFor: headersFor(args),
    });
  }

  override call(request: Request): Response | Promise<Response> {
    const { method } = request;
    if (method !== 'GET' && method !== 'HEAD') return this.app.call(request);
    const relative = relativeFile(request.path, this.prefix, this.rules);
    const file = relative === undefined ? undefined : this.file(relative, request);
    return file ?? this.redirected(request) ?? this.app.call(request);
  }

  private find(relative: string): FoundFile | undefined {
    if (relative === '' || relative.endsWith('/')) {
      return this.indexFile === undefined ? undefined : this.index.find(relative + this.indexFile);
    }
    const exact = this.index.find(relative);
    if (exact !== undefined) return exact;
    for (const extension of this.extensions) {
      const found = this.index.find(`${relative}.${extension}`);
      if (found !== undefined) return found;
    }
    return otherForms(relative)
      .map((form) => this.index.find(form))
      .find((found) => found !== undefined);
  }

  /** Redirects `/docs` to `/docs/` if the folder has an index file, whose relative links need the slash. */
  private redirected(request: Request): Response | undefined {
    if (this.indexFile === undefined) return undefined;
    const folder = relativeFile(`${request.path}/`, this.prefix, this.rules);
    if (folder === undefined || this.find(folder) === undefined) return undefined;
    const query = request.queryString === '' ? '' : `?${request.queryString}`;
    return Response.redirect(`${request.scriptName}${request.path}/${query}`, 301);
  }

  private file(relative: string, request: Request): Response | undefined {
    const found = this.find(relative);
    if (found === undefined) return undefined;
    const response = this.answer(chosen(found, request), request);
    if (response !== undefined) return response;
    // The file was replaced after it was found. Look once more; if that fails too, it counts as missing.
    this.index.lookAgain(found);
    const again = this.find(relative);
    return again && this.answer(chosen(again, request), request);
  }

  /** Undefined if the file on disk is no longer the one that was found. */
  private answer(variant: Variant, request: Request): Response | undefined {
    const { headers: asked, method } = request;
    const { validators, headers, size } = variant;
    const condition = conditionOf(asked);
    const status =
      condition === false ? 200 : condition === validators.etag ? 304 : conditionalStatus(asked, validators);
    if (status === 304) return new Response({ status, headers: variant.headers304 });
    if (status === 412) return new Response({ status });
    if (method === 'HEAD') return new Response({ headers: variant.headersOfHead });
    const rangeHeader = condition === true ? asked.get('range') : null;
    if (rangeHeader !== null && rangeHolds(asked, validators)) {
      const ranges = requestedRanges(rangeHeader, size);
      if (ranges === 'unsatisfiable') return unsatisfiable(variant);
      const [first, second] = ranges ?? [];
      if (first && !second) return onePart(variant, first, this.index.heldBytes(variant));
      if (ranges !== undefined) return severalParts(variant, ranges);
    }
    const held = this.index.heldBytes(variant);
    if (held !== undefined) return new Response({ headers, body: held });
    if (size > 0 && size <= largestReadAtOnce) {
      const body = this.index.bytesOf(variant);
      return body === undefined ? undefined : new Response({ headers, body });
    }
    this.index.noteSent(variant);
    return bytesOf(variant, { start: 0, end: size - 1 }, 200, headers);
  }
}

function chosen(found: FoundFile, request: Request): Variant {
  const { variants, encodings } = found;
  const [first] = variants;
  if (variants.length === 1) return first;
  const encoding = preferredEncoding(request.headers.get('accept-encoding'), encodings);
  return variants[encodings.indexOf(encoding)] ?? first;
}

function bytesOf(variant: Variant, range: ByteRange, status: number, headers: Headers): Response | undefined {
  const length = range.end - range.start + 1;
  if (length === 0) return sized(new Response({ status, headers }), 0);
  if (length <= largestReadAtOnce) {
    const body = quietly(() => readRange(variant, range));
    return body === undefined ? undefined : new Response({ status, headers, body });
  }
  if (!isUnchanged(variant)) return undefined;
  return sized(new Response({ status, headers, body: new FileBody(variant, [range]) }), length);
}

function onePart(variant: Variant, range: ByteRange, held: Buffer | undefined): Response | undefined {
  const headers = new Headers(variant.headers).set('content-range', contentRange(range, variant.size));
  if (held !== undefined)
    return new Response({ status: 206, headers, body: held.subarray(range.start, range.end + 1) });
  return bytesOf(variant, range, 206, headers);
}

function severalParts(variant: Variant, ranges: readonly ByteRange[]): Response | undefined {
  if (!isUnchanged(variant)) return undefined;
  const type = variant.headers.get('content-type') ?? '';
  const frame = multipartFrame(ranges, variant.size, type, randomUUID());
  const parts: FilePart[] = [...frame.parts.flatMap(({ head, range }) => [head, range]), frame.tail];
  const headers = new Headers(variant.headers).set('content-type', frame.contentType);
  return sized(new Response({ status: 206, headers, body: new FileBody(variant, parts) }), frame.length);
}

/** Checked before a streamed body, since the file is opened only when the status has been sent. */
function isUnchanged(variant: Variant): boolean {
  return quietly(() => isSameFile(statSync(variant.file), variant)) ?? false;
}

function unsatisfiable(variant: Variant): Response {
  return new Response({
    status: 416,
    headers: { 'content-range': `bytes */${variant.size}`, 'accept-ranges': 'bytes' },
  });
}

function sized(response: Response, length: number): Response {
  response.headers.set('content-length', length);
  return response;
}

/** The other Unicode normal forms of a name: systems store `é` as one character or as two. */
function otherForms(relative: string): string[] {
  if (!/[^\0-\x7f]/.test(relative)) return [];
  return [relative.normalize('NFC'), relative.normalize('NFD')].filter((form) => form !== relative);
}

function rootFolder(root: string | URL): string {
  // An empty text, such as from an unset variable, would mean the working directory.
  if (root === '' || (typeof root !== 'string' && !(root instanceof URL))) {
    throw new StaticRootError('static files need a root, the path of a folder');
  }
  const folder = path.resolve(root instanceof URL || root.startsWith('file://') ? fileURLToPath(root) : root);
  const stats = quietly(() => statSync(folder, { throwIfNoEntry: false }));
  if (stats === undefined)
    throw new StaticRootError(
      `the root '${folder}' of static files cannot be found; make the folder, or give the path of one`,
    );
  if (!stats.isDirectory())
    throw new StaticRootError(
      `the root '${folder}' of static files is no folder; give the folder that the files are in`,
    );
  return folder;
}

function cacheLimits(cache: StaticFilesOptions['cache']): CacheLimits | undefined {
  if (cache === false) return undefined;
  if (cache === undefined) return whileUnchanged;
  const given = cache === true ? {} : cache;
  checkOptions('cache', given, cacheNames, page);
  const maxBytes = amountOf('cache.maxBytes', given.maxBytes, 64 * 1024 * 1024);
  return {
    maxBytes,
    maxFileBytes: amountOf('cache.maxFileBytes', given.maxFileBytes, maxBytes / 4),
    recheck: amountOf('cache.recheck', given.recheck, 1000, 'milliseconds'),
  };
}

function headersFor(options: StaticFilesOptions): (relative: string) => Headers | undefined {
  const { cacheControl, headers } = options;
  const immutable =
    options.immutable === true ? hashedName : options.immutable === false ? undefined : options.immutable;
  if (cacheControl === undefined && headers === undefined && immutable === undefined) return () => undefined;
  return (relative) => {
    const result = new Headers(typeof headers === 'function' ? headers(relative) : headers);
    const isImmutable = immutable !== undefined && relative.search(immutable) >= 0;
    const value = isImmutable
      ? 'public, max-age=31536000, immutable'
      : typeof cacheControl === 'function'
        ? cacheControl(relative)
        : cacheControl;
    if (value !== undefined) result.set('cache-control', value);
    return result;
  };
}
