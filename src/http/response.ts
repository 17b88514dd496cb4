// Responses: a status, headers and a body that is text, bytes, a stream or nothing.
//
//     new Response({ status: 201, headers: { location: '/posts/7' }, body: 'made' })
//     Response.json({ id: 7 })    Response.html('<p>hello')    Response.redirect('/login')
//
// An application may load waypost twice (bundled and unbundled), so a response is recognised by a brand that all copies of this module
// share. Where a response is expected, a Fetch `Response` and a string are accepted too.

import { stringifySetCookie } from 'cookie';
import { type Body, bodyOf, bytesOfChunk, collect, isStream, sourceOf } from './body.js';
import { Headers, type HeadersInit } from './headers.js';
import { hasMethod, isPlainObject, kindOf } from './object-shape.js';
import { escapedUrl } from './url-text.js';

const brand = Symbol.for('waypost.response');
const decoder = /* @__PURE__ */ new TextDecoder();
/** Checked once, and copied into each response. */
const textHeaders = /* @__PURE__ */ new Headers({ 'content-type': 'text/plain; charset=utf-8' });
const jsonHeaders = /* @__PURE__ */ new Headers({ 'content-type': 'application/json; charset=utf-8' });
const htmlHeaders = /* @__PURE__ */ new Headers({ 'content-type': 'text/html; charset=utf-8' });

/** The parts of a response. */
export interface ResponseInit {
  /** Text, bytes, a web stream, a Node stream, another async iterable of chunks, or nothing. */
  readonly body?: Body | ArrayBuffer | Blob | null | undefined;
  /** 200 unless given. */
  readonly status?: number | undefined;
  /** None unless given. A text has `content-type: text/plain; charset=utf-8` by default. */
  readonly headers?: HeadersInit | undefined;
}

/** The options of `Response.json`, `html` and `text`. */
export type ResponseOptions = Omit<ResponseInit, 'body'>;

/** The attributes of a cookie; the `cookie` package writes them. */
export interface CookieOptions {
  /** In seconds. */
  readonly maxAge?: number;
  /** When the browser deletes it. If `maxAge` is given too, `maxAge` wins. */
  readonly expires?: Date;
  /** A domain: the cookie is also sent to its subdomains. Unless given, only the host that set the cookie gets it. */
  readonly domain?: string;
  /** The path below which it is sent, `/` for the whole site. Unless given, browsers use the folder of the requested path. */
  readonly path?: string;
  /** Whether scripts of the page cannot read it. */
  readonly httpOnly?: boolean;
  /** Whether it is sent only over HTTPS. */
  readonly secure?: boolean;
  /** Whether browsers keep a separate cookie for each site that embeds this one. */
  readonly partitioned?: boolean;
  /** Browsers with too many cookies delete those of low priority first. */
  readonly priority?: 'low' | 'medium' | 'high';
  /** Whether it is sent with requests from other sites; `true` is `strict`. */
  readonly sameSite?: boolean | 'lax' | 'strict' | 'none';
  /** Escapes the value; `encodeURIComponent` unless given. */
  readonly encode?: (value: string) => string;
}

/** A response (docs/middleware.md, "Requests and responses"). Its `headers` may be changed; `with` changes everything else. */
export class Response {
  /** From 200 to 599. */
  readonly status: number;
  /** The headers of this response alone; they may be changed. */
  readonly headers: Headers;
  /** Text, bytes or a stream; null for none. */
  readonly body: Body | null;
  /** The error that this response answers, for logs and error handlers further out; undefined otherwise. */
  error: unknown = undefined;

  /**
   * Makes a response from its parts, `{ status: 201, body: 'made' }`. By default it has status 200 and no body (docs/middleware.md,
   * "Requests and responses"). Throws a `RangeError` for a status outside 200 to 599, `InvalidHeaderError` for a header that cannot be
   * sent, and a `TypeError` for wrong parts.
   */
  constructor(init: ResponseInit = {}) {
    checkParts(init);
    const { status = 200, body } = init;
    this.status = statusBetween(status, 200, 599, 'response');
    this.body = bodyOf(body);
    this.headers =
      body && typeof body === 'string' ? typedHeaders(init.headers, textHeaders) : new Headers(init.headers);
  }

  /** The value as JSON. Throws a `TypeError` for a value that JSON cannot represent, such as a function. */
  static json(value: unknown, options?: ResponseOptions): Response {
    return typed(JSON.stringify(value), jsonHeaders, options, value);
  }

  /** An HTML page in UTF-8. Throws a `TypeError` if `body` is not text. */
  static html(body: string, options?: ResponseOptions): Response {
    return typed(body, htmlHeaders, options);
  }

  /** Plain text in UTF-8. Throws a `TypeError` if `body` is not text. */
  static text(body: string, options?: ResponseOptions): Response {
    return typed(body, textHeaders, options);
  }

  /**
   * Redirects to a path or a URL, with status 302 unless given. Characters that no URL may contain are percent-encoded. Throws a
   * `TypeError` if `location` is neither, and a `RangeError` for a status outside 300 to 399.
   */
  static redirect(
    location: string | URL,
    status = 302,
    options?: Pick<ResponseOptions, 'headers'>,
  ): Response {
    const { href = location } = Object(location) as Partial<URL>;
    if (typeof href !== 'string')
      throw new TypeError(`a redirect leads to a path or URL, not to ${kindOf(href)}`);
    const response = new Response({ ...options, status: statusBetween(status, 300, 399, 'redirect') });
    response.headers.set('location', encodedLocation(href));
    return response;
  }

  /** A copy of the response with some parts changed. If headers are given, they replace all headers. */
  with(changes: ResponseInit): Response {
    checkParts(changes);
    const { status = this.status, body = this.body, headers = this.headers } = changes;
    const response = new Response({ status, body, headers });
    response.error = this.error;
    return response;
  }

  /** The response to HEAD for this response to GET: no body, but the length of a text or bytes. A stream is cancelled. */
  withoutBody(): Response {
    const { body } = this;
    if (body === null) return this;
    const response: Bodiless = this.with({ body: null });
    response.leftOut = body;
    if (isStream(body)) discard(body);
    else response.headers.set('content-length', bytesOfChunk(body).length);
    return response;
  }

  /**
   * Adds a `Set-Cookie` header. The options are those of the `cookie` package (`httpOnly`, `maxAge` in seconds, `sameSite` …). Throws a
   * `TypeError` for a cookie that cannot be sent.
   */
  setCookie(name: string, value: string, options?: CookieOptions): this {
    // `{ ...options, name, value }` is twenty times slower in V8.
    const cookie = Object.assign({}, options, { name, value });
    check(options, cookie);
    this.headers.append('set-cookie', stringifySetCookie(cookie, options));
    return this;
  }

  /** The bytes of the body. A stream can be read only once. */
  bytes(): Promise<Uint8Array> {
    return collect(this.body);
  }

  /** The body as text. */
  async text(): Promise<string> {
    return typeof this.body === 'string' ? this.body : decoder.decode(await this.bytes());
  }

  /** The parsed JSON of the body. */
  async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }
}

/** A response to HEAD, with the body that was left out. */
interface Bodiless extends Response {
  leftOut?: Body;
}

/**
 * The text or bytes of a response, also those left out of a response to HEAD, from which a host may make headers. For a stream: null, and
 * the stream is cancelled.
 */
export function textOrBytes({ body, leftOut }: Bodiless): string | Uint8Array | null {
  const whole = body ?? leftOut ?? null;
  if (!isStream(whole)) return whole;
  discard(whole);
  return null;
}

Object.defineProperty(Response.prototype, brand, { value: true });

/** Whether a value is a response, also of another copy of this module (docs/middleware.md, "Requests and responses"). */
export function isResponse(value: unknown): value is Response {
  return typeof value === 'object' && value !== null && brand in value;
}

/**
 * The response for an endpoint's answer, which may be a response, a Fetch `Response`, or a string (plain text). Undefined for anything
 * else, so that the caller can report whose answer it was (docs/middleware.md, "Requests and responses").
 */
export function responseFrom(answer: unknown): Response | undefined {
  if (answer instanceof Response || isResponse(answer)) return answer;
  if (typeof answer === 'string') return new Response({ body: answer });
  return isFetchResponse(answer) ? ofFetch(answer) : undefined;
}

let ofFetch = (answer: globalThis.Response): Response => new Response(answer);

/** From now on `make` turns Fetch responses into responses. Fetch hosts keep the original in them. */
export function makeOfFetchBy(make: typeof ofFetch): void {
  ofFetch = make;
}

/**
 * The response for the result of an action or callable: whatever `responseFrom` accepts, or a plain object or array, which becomes JSON.
 * Undefined for anything else. Throws a `TypeError` if JSON cannot represent the object or array.
 */
export function resultResponse(result: unknown): Response | undefined {
  return responseFrom(result) ?? (isPlain(result) ? Response.json(result) : undefined);
}

/** Whether a value is an array or plain object, to be sent as JSON. Instances of classes are not: they may have hidden state. */
function isPlain(value: unknown): boolean {
  return typeof value === 'object' && value !== null && (Array.isArray(value) || isPlainObject(value));
}

/** The response for an endpoint's answer. Throws a `TypeError` if the answer is not a response, a Fetch response or a string. */
export function answeredResponse(answer: unknown): Response {
  const response = responseFrom(answer);
  if (response !== undefined) return response;
  throw new TypeError(
    `an endpoint answered ${kindOf(answer)}; its call must return a Response, an unread Fetch Response or a string, or a promise of one`,
  );
}

/** Whether a value is a Fetch response that nobody has read yet. Does not look at `body`: on Bun this would turn a text into a stream. */
function isFetchResponse(value: unknown): value is globalThis.Response {
  if (!hasMethod(value, 'arrayBuffer')) return false;
  const { status, headers, bodyUsed }: Partial<Record<string, unknown>> = value;
  return (
    typeof status === 'number' && status >= 200 && hasMethod(headers, Symbol.iterator) && bodyUsed === false
  );
}

/** Whether an endpoint declined the request, so that the next one may answer (docs/middleware.md). */
export function isDeclined(response: Response): boolean {
  return response.headers.get('x-cascade') === 'pass';
}

/**
 * Cancels a body that nobody will read, so that files and connections behind it are closed. A stream that somebody reads already is left
 * alone.
 */
export function discard(body: Body | null): void {
  if (isStream(body)) (async () => sourceOf(body).stop())().catch(() => undefined);
}

/** Returns the status. Throws a `RangeError` unless it is in the given range. */
function statusBetween(status: number, least: number, most: number, what: string): number {
  if (Number.isInteger(status) && status >= least && status <= most) return status;
  throw new RangeError(`a ${what} has a status from ${least} to ${most}, not '${status}'`);
}

/** A text or a status alone, as Fetch and Express accept them, would otherwise be ignored silently. */
function checkParts(parts: unknown): void {
  if (typeof parts !== 'object' || parts === null)
    throw new TypeError(`a response is made of { body, status, headers }, not of ${kindOf(parts)}`);
  check(parts);
}

/** An optional stricter check of responses and cookies. */
let check = (_given: object | undefined, _cookie?: { readonly value: unknown }): unknown => undefined;

/** From now on `look` checks the parts of responses and the options of cookies (checked-responses.ts). */
export function checkBy(look: typeof check): void {
  check = look;
}

/** A response with a text of a certain type. `value` is what the text was made from. */
function typed(
  body: string | undefined,
  type: Headers,
  options: ResponseOptions = {},
  value: unknown = body,
): Response {
  if (body === undefined || body === null)
    throw new TypeError(`${kindOf(value)} cannot be sent as ${type.flat()[1]}`);
  checkParts(options);
  const { status, headers } = options;
  return new Response({ body, status, headers: headers ? typedHeaders(headers, type) : type });
}

/** The given headers. If they have no content type, that of `type` is added. */
function typedHeaders(given: HeadersInit | undefined, type: Headers): Headers {
  if (!given) return new Headers(type);
  const headers = new Headers(given);
  const [name, value] = type.flat() as [string, string];
  return headers.has(name) ? headers : headers.set(name, value);
}

/** A URL for the `Location` header: spaces, control characters, quotes and letters beyond ASCII are percent-encoded, escapes are kept. */
export function encodedLocation(location: string): string {
  return escapedUrl(location.toWellFormed());
}
