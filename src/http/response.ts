// Responses: a status, headers and a body that is text, bytes, a stream or nothing.
//
//     new Response({ status: 201, headers: { location: '/posts/7' }, body: 'made' })
//     Response.json({ id: 7 })    Response.html('<p>hello')    Response.redirect('/login')
//
// A response is recognised by a brand that all copies of this module share, since an application may load waypost twice
// (once bundled, once not); a Fetch `Response` and a string are understood as well where an answer is expected.

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

/** What a response is made of. */
export interface ResponseInit {
  /** Text, bytes, a web stream, a Node stream, another async iterable of chunks, or nothing. Text is `text/plain` unless the headers say otherwise. */
  readonly body?: Body | ArrayBuffer | Blob | null | undefined;
  /** 200 unless given. */
  readonly status?: number | undefined;
  /** None unless given; of a text, `content-type` is `text/plain` in UTF-8. */
  readonly headers?: HeadersInit | undefined;
}

/** What the short forms take beside the body. */
export type ResponseOptions = Omit<ResponseInit, 'body'>;

/** The attributes of a cookie, as the `cookie` package writes them. */
export interface CookieOptions {
  /** In seconds. */
  readonly maxAge?: number;
  /** When the browser forgets it; `maxAge` says the same in seconds and goes first. */
  readonly expires?: Date;
  /** The hosts that it is sent to: this one and those below it; only the host that set it unless given. */
  readonly domain?: string;
  /** The path below which it is sent, `/` for the whole site; unless given, browsers take the folder of the path that they asked for. */
  readonly path?: string;
  /** Whether scripts of the page are kept from reading it. */
  readonly httpOnly?: boolean;
  /** Whether it is sent over HTTPS alone. */
  readonly secure?: boolean;
  /** Whether it is kept apart for each site that embeds this one. */
  readonly partitioned?: boolean;
  /** Which cookies a full browser forgets last. */
  readonly priority?: 'low' | 'medium' | 'high';
  /** Whether it is sent with requests from other sites; `true` is `strict`. */
  readonly sameSite?: boolean | 'lax' | 'strict' | 'none';
  /** How the value is escaped; as `encodeURIComponent` does unless given. */
  readonly encode?: (value: string) => string;
}

/** What answers a request (docs/middleware.md, "Requests and responses"). `headers` may be changed on the way out; the rest by `with`. */
export class Response {
  /** From 200 to 599. */
  readonly status: number;
  /** Its own: it may be changed. */
  readonly headers: Headers;
  /** Text, bytes or a stream; null for none. */
  readonly body: Body | null;
  /** What was thrown, where this is the answer to it: for logs and error handlers outside; undefined otherwise. */
  error: unknown = undefined;

  /**
   * A response of parts, `{ status: 201, body: 'made' }`; 200 and no body unless given (docs/middleware.md, "Requests and responses"). Throws a
   * `RangeError` for a status outside 200 to 599, `InvalidHeaderError` for a header that cannot be sent, a `TypeError` for what no response is made of.
   */
  constructor(init: ResponseInit = {}) {
    checkParts(init);
    const { status = 200, body } = init;
    this.status = statusBetween(status, 200, 599, 'response');
    this.body = bodyOf(body);
    this.headers =
      body && typeof body === 'string' ? typedHeaders(init.headers, textHeaders) : new Headers(init.headers);
  }

  /** The value as JSON. Throws a `TypeError` for a value that JSON cannot hold, such as a function. */
  static json(value: unknown, options?: ResponseOptions): Response {
    return typed(JSON.stringify(value), jsonHeaders, options, value);
  }

  /** A page of HTML, in UTF-8. Throws a `TypeError` for no text. */
  static html(body: string, options?: ResponseOptions): Response {
    return typed(body, htmlHeaders, options);
  }

  /** Plain text, in UTF-8. Throws a `TypeError` for no text. */
  static text(body: string, options?: ResponseOptions): Response {
    return typed(body, textHeaders, options);
  }

  /**
   * To another place: a path or a URL, in which whatever cannot stand in a URL is percent-encoded. 302 unless given. Throws a `TypeError` for
   * what is no place, a `RangeError` for another status than 300 to 399.
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

  /** The same answer with other parts; what is left out stays. Headers given replace all of them. */
  with(changes: ResponseInit): Response {
    checkParts(changes);
    const { status = this.status, body = this.body, headers = this.headers } = changes;
    const response = new Response({ status, body, headers });
    response.error = this.error;
    return response;
  }

  /** The answer to HEAD where this is the one to GET: the length of a text or bytes, and no body; a stream is cancelled. */
  withoutBody(): Response {
    const { body } = this;
    if (body === null) return this;
    const response: Bodiless = this.with({ body: null });
    response.leftOut = body;
    if (isStream(body)) discard(body);
    else response.headers.set('content-length', bytesOfChunk(body).length);
    return response;
  }

  /** Adds a `Set-Cookie`; the options are those of the `cookie` package (`httpOnly`, `maxAge` in seconds, `sameSite` …). Throws a `TypeError` for what cannot be sent. */
  setCookie(name: string, value: string, options?: CookieOptions): this {
    // An object that options are spread into before a name takes the engine twenty times as long.
    const cookie = Object.assign({}, options, { name, value });
    check(options, cookie);
    this.headers.append('set-cookie', stringifySetCookie(cookie, options));
    return this;
  }

  /** The body's bytes; a stream is read to its end, once. */
  bytes(): Promise<Uint8Array> {
    return collect(this.body);
  }

  /** The body as text. */
  async text(): Promise<string> {
    return typeof this.body === 'string' ? this.body : decoder.decode(await this.bytes());
  }

  /** The body as the value that its JSON stands for. */
  async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }
}

/** An answer to HEAD, with what it has left out. */
interface Bodiless extends Response {
  leftOut?: Body;
}

/** The text or bytes of which a host may make headers of its own, those that an answer to HEAD has left out among them; a stream is given up. */
export function textOrBytes({ body, leftOut }: Bodiless): string | Uint8Array | null {
  const whole = body ?? leftOut ?? null;
  if (!isStream(whole)) return whole;
  discard(whole);
  return null;
}

Object.defineProperty(Response.prototype, brand, { value: true });

/** Whether it is a response, also one of another copy of this module (docs/middleware.md, "Requests and responses"). */
export function isResponse(value: unknown): value is Response {
  return typeof value === 'object' && value !== null && brand in value;
}

/**
 * The response that an endpoint's answer stands for: a response, a Fetch `Response`, or a string (plain text).
 * Undefined for anything else, so that the caller can say whose answer it was (docs/middleware.md, "Requests and responses").
 */
export function responseFrom(answer: unknown): Response | undefined {
  if (answer instanceof Response || isResponse(answer)) return answer;
  if (typeof answer === 'string') return new Response({ body: answer });
  return isFetchResponse(answer) ? ofFetch(answer) : undefined;
}

let ofFetch = (answer: globalThis.Response): Response => new Response(answer);

/** From now on `make` makes responses of Fetch ones: a Fetch host has a use for what they were made of. */
export function makeOfFetchBy(make: typeof ofFetch): void {
  ofFetch = make;
}

/**
 * The response that an action's or callable's result stands for: what `responseFrom` takes, and a plain object or array, which is
 * JSON. Undefined for anything else. Throws a `TypeError` for an object or array that JSON cannot hold.
 */
export function resultResponse(result: unknown): Response | undefined {
  return responseFrom(result) ?? (isPlain(result) ? Response.json(result) : undefined);
}

/** An array, or an object of no class: what is meant to be sent as it is. An instance may hold more than it shows. */
function isPlain(value: unknown): boolean {
  return typeof value === 'object' && value !== null && (Array.isArray(value) || isPlainObject(value));
}

/** The response that an endpoint's answer stands for. Throws a `TypeError` where it stands for none. */
export function answeredResponse(answer: unknown): Response {
  const response = responseFrom(answer);
  if (response !== undefined) return response;
  throw new TypeError(
    `an endpoint answered ${kindOf(answer)}; its call must return a Response, an unread Fetch Response or a string, or a promise of one`,
  );
}

/** Whether it is a Fetch response that can be sent: one that somebody has read cannot. Its body is not looked at: then Bun forgets that it is a text. */
function isFetchResponse(value: unknown): value is globalThis.Response {
  if (!hasMethod(value, 'arrayBuffer')) return false;
  const { status, headers, bodyUsed }: Partial<Record<string, unknown>> = value;
  return (
    typeof status === 'number' && status >= 200 && hasMethod(headers, Symbol.iterator) && bodyUsed === false
  );
}

/** Whether an endpoint leaves the request to whoever stands behind it (docs/middleware.md). */
export function isDeclined(response: Response): boolean {
  return response.headers.get('x-cascade') === 'pass';
}

/** Gives up a body that nobody will read, so that files and connections behind it are closed; one that somebody reads is left to him. */
export function discard(body: Body | null): void {
  if (isStream(body)) (async () => sourceOf(body).stop())().catch(() => undefined);
}

/** The status, where it is one of those. */
function statusBetween(status: number, least: number, most: number, what: string): number {
  if (Number.isInteger(status) && status >= least && status <= most) return status;
  throw new RangeError(`a ${what} has a status from ${least} to ${most}, not '${status}'`);
}

/** What Fetch or Express takes, a text or a status by itself, would otherwise be left out without a word. */
function checkParts(parts: unknown): void {
  if (typeof parts !== 'object' || parts === null)
    throw new TypeError(`a response is made of { body, status, headers }, not of ${kindOf(parts)}`);
  check(parts);
}

/** Who looks closer at what a response is made of, or a cookie. */
let check = (_given: object | undefined, _cookie?: { readonly value: unknown }): unknown => undefined;

/** From now on `look` sees what responses and cookies are given (checked-responses.ts). */
export function checkBy(look: typeof check): void {
  check = look;
}

/** A text of a type; `value` is what it was made of. */
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

/** The headers given, and the content type of `type` where they have none. */
function typedHeaders(given: HeadersInit | undefined, type: Headers): Headers {
  if (!given) return new Headers(type);
  const headers = new Headers(given);
  const [name, value] = type.flat() as [string, string];
  return headers.has(name) ? headers : headers.set(name, value);
}

/** A URL fit for the `Location` header: spaces, control characters, quotes and letters beyond ASCII percent-encoded, escapes kept. */
export function encodedLocation(location: string): string {
  return escapedUrl(location.toWellFormed());
}
