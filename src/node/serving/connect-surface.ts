// Gives requests and responses the members that Express adds to Node's: `req.ip`, `req.get`, `res.status`, `res.json`, `res.redirect` and
// so on, as Express documents them.
//
// Members that need an Express application (views, files, content negotiation) throw an error that says what to do instead. If they were
// missing, middleware would fail with a TypeError, perhaps on a later turn, which ends the process.

import { IncomingMessage, STATUS_CODES, ServerResponse } from 'node:http';
import { parse as parseQuery } from 'node:querystring';
import { stringifySetCookie } from 'cookie';
import { contentType } from 'mime-types';
import type { Request } from '../../http/request.js';
import { type CookieOptions, encodedLocation } from '../../http/response.js';
import type { HostMessage } from './host-message.js';

/** The request that a message shows now. Inner layers may have another request with the same message, and each route other params. */
interface Dressing {
  readonly request: Request;
  readonly params: Request['params'];
  /** The `params` that a host had given the message. */
  readonly paramsOfHost: unknown;
}

const dressings = new WeakMap<IncomingMessage, Dressing>();

/** For each prototype of messages, the one derived from it that has the members of an Express request. */
const dressed = new WeakMap<object, object>();

/**
 * Gives a message the members of an Express request, read from `request`. A message of Express or another host keeps its members, but the
 * params of the route are added to its own. Params that a layer has changed stay changed for inner layers while the match is the same.
 */
export function dressMessage(message: HostMessage, request: Request): void {
  const { source, params } = request;
  const known = dressings.get(message);
  const before = known?.request.source === source ? known : undefined;
  const isOwn = Object.hasOwn(message, 'params');
  const paramsOfHost = before ? before.paramsOfHost : isOwn ? message.params : undefined;
  dressings.set(message, { request, params, paramsOfHost });
  if (!('get' in message)) Object.setPrototypeOf(message, dressedPrototype(message));
  if (!isOwn) return;
  const isSame = before?.params === params;
  if (Object.keys(params).length > 0 || (before !== undefined && !isSame))
    message.params = Object.assign({}, isSame ? message.params : paramsOfHost, params);
}

/** Copies the params that a layer has changed on the message back to the request. */
export function takeParams({ params: made }: HostMessage, { params }: Request): void {
  if (made === params || typeof made !== 'object' || made === null) return;
  const values = Object.entries(made).filter(([name]) => name in params);
  Object.assign(params, Object.fromEntries(values));
}

function dressedPrototype(message: HostMessage): object {
  const own = Reflect.getPrototypeOf(message) ?? IncomingMessage.prototype;
  const known = dressed.get(own);
  if (known !== undefined) return known;
  const members = Object.entries(Object.getOwnPropertyDescriptors(ConnectRequest.prototype));
  const prototype = {};
  Object.setPrototypeOf(prototype, own);
  Object.defineProperties(prototype, Object.fromEntries(members.filter(([name]) => !(name in own))));
  dressed.set(own, prototype);
  return prototype;
}

function refusal(name: string, kind: 'req' | 'res'): () => never {
  return () => {
    throw new Error(
      `${kind}.${name} needs an Express application, and this middleware runs without one; put it into an Express application and mount that`,
    );
  };
}

/** The members of an Express request. The class is never instantiated: its prototype is put behind existing messages. */
export class ConnectRequest extends IncomingMessage {
  get ip(): string | undefined {
    return dressings.get(this)?.request.remoteAddress;
  }

  get ips(): string[] {
    return [];
  }

  get protocol(): string {
    return dressings.get(this)?.request.protocol ?? 'http';
  }

  get secure(): boolean {
    return this.protocol === 'https';
  }

  get hostname(): string | undefined {
    return dressings.get(this)?.request.host;
  }

  get host(): string | undefined {
    return this.headers.host;
  }

  get subdomains(): string[] {
    return dressings.get(this)?.request.context.subdomain?.split('.').reverse() ?? [];
  }

  get path(): string {
    const { url = '' } = this;
    return url.replace(/\?.*$/s, '');
  }

  get xhr(): boolean {
    return this.get('x-requested-with')?.toLowerCase() === 'xmlhttprequest';
  }

  get query(): unknown {
    const { url = '' } = this;
    const mark = url.indexOf('?');
    return parseQuery(mark < 0 ? '' : url.slice(mark + 1));
  }

  get params(): unknown {
    return dressings.get(this)?.request.params ?? {};
  }

  /** A header of the request; `Referer` and `Referrer` are one. */
  get(name: string): string | undefined {
    const { headers } = this;
    const lowered = name.toLowerCase();
    const value =
      lowered === 'referer' || lowered === 'referrer'
        ? (headers['referer'] ?? headers['referrer'])
        : headers[lowered];
    return Array.isArray(value) ? value.join(', ') : value;
  }

  header(name: string): string | undefined {
    return this.get(name);
  }
}

for (const name of ['accepts', 'acceptsCharsets', 'acceptsEncodings', 'acceptsLanguages', 'is', 'range'])
  define(ConnectRequest.prototype, name, refusal(name, 'req'));

// The getters can be overwritten, as members of Node's messages can: applications made for Connect store values under the same names.
for (const [name, { get }] of Object.entries(Object.getOwnPropertyDescriptors(ConnectRequest.prototype)))
  if (get !== undefined)
    Object.defineProperty(ConnectRequest.prototype, name, {
      get,
      set(this: object, value: unknown) {
        define(this, name, value);
      },
      configurable: true,
    });

function define(object: object, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, writable: true, configurable: true });
}

/** The options of `res.cookie`: the attributes of `Set-Cookie`, but `maxAge` is in milliseconds. */
export interface ConnectCookieOptions extends CookieOptions {
  readonly signed?: boolean;
}

type Locals = Record<string, unknown>;

interface ExpressNotes {
  readonly app?: unknown;
  readonly locals?: Locals;
}

const localsOfMessages = new WeakMap<IncomingMessage, Locals>();

/** A response with the methods of an Express response. */
export class ConnectResponse extends ServerResponse {
  /** Values that layers leave for each other: the `locals` of the host's response, or one object for all responses to a message. */
  locals: Locals;

  /** In an Express application it gets the prototype of that application's response, which has its views, settings and secret. */
  constructor(incoming: IncomingMessage, sent: (ServerResponse & ExpressNotes) | undefined) {
    super(incoming);
    if (sent?.app !== undefined) Object.setPrototypeOf(this, Reflect.getPrototypeOf(sent));
    this.locals = sent?.locals ?? localsOfMessages.get(incoming) ?? {};
    if (sent?.locals === undefined) localsOfMessages.set(incoming, this.locals);
  }

  status(status: number): this {
    this.statusCode = status;
    return this;
  }

  sendStatus(status: number): this {
    return this.status(status)
      .type('text/plain')
      .send(STATUS_CODES[status] ?? String(status));
  }

  /** Sets one header, or several by an object. */
  set(name: string | Readonly<Record<string, string | readonly string[]>>, value?: unknown): this {
    if (typeof name === 'object') {
      for (const [each, given] of Object.entries(name)) this.set(each, given);
      return this;
    }
    const text = Array.isArray(value) ? value.map(String) : String(value);
    const needsCharset = name.toLowerCase() === 'content-type' && typeof text === 'string';
    this.setHeader(name, needsCharset ? withCharset(text) : text);
    return this;
  }

  header(name: string, value?: unknown): this {
    return this.set(name, value);
  }

  get(name: string): number | string | string[] | undefined {
    return this.getHeader(name);
  }

  append(name: string, value: string | readonly string[]): this {
    this.appendHeader(name, value);
    return this;
  }

  vary(names: string | readonly string[]): this {
    const before = this.getHeader('vary');
    const tokens = [before ?? [], names].flat().flatMap((text) => String(text).split(/\s*,\s*/));
    const lowered = tokens.map((token) => token.toLowerCase());
    const each = tokens.filter((token, index) => lowered.indexOf(token.toLowerCase()) === index);
    this.setHeader('Vary', tokens.includes('*') ? '*' : each.join(', '));
    return this;
  }

  /** Sets the content type, given as one or as a file extension: `html`, `json`, `.png`. */
  type(type: string): this {
    return this.set(
      'Content-Type',
      type.includes('/') ? type : contentType(type) || 'application/octet-stream',
    );
  }

  contentType(type: string): this {
    return this.type(type);
  }

  /** Sends text as HTML, bytes as they are, and anything else as JSON, unless a type was set. */
  send(body?: unknown): this {
    if (body === undefined || body === null || typeof body === 'string') {
      if (typeof body === 'string' && !this.hasHeader('Content-Type')) this.type('html');
      return this.sendBody(Buffer.from(body ?? ''));
    }
    if (!(body instanceof Uint8Array)) return this.json(body);
    if (!this.hasHeader('Content-Type')) this.set('Content-Type', 'application/octet-stream');
    return this.sendBody(body);
  }

  json(value: unknown): this {
    if (!this.hasHeader('Content-Type')) this.type('json');
    return this.sendBody(Buffer.from(JSON.stringify(value) ?? ''));
  }

  location(url: string): this {
    this.setHeader('Location', encodedLocation(url === 'back' ? (this.req.headers.referer ?? '/') : url));
    return this;
  }

  /** `redirect(url)` or `redirect(status, url)`. The status is 302 by default. */
  redirect(first: string | number, second?: string | number): this {
    const [status, url] = typeof first === 'number' ? [first, String(second)] : [second ?? 302, first];
    this.status(Number(status)).location(url).type('text/plain');
    return this.sendBody(
      Buffer.from(
        `${STATUS_CODES[Number(status)] ?? 'Found'}. Redirecting to ${String(this.getHeader('Location'))}`,
      ),
    );
  }

  cookie(name: string, value: string | number | boolean | object, options: ConnectCookieOptions = {}): this {
    const { signed, maxAge, ...rest } = options;
    if (signed === true) refusal('cookie with { signed: true }', 'res')();
    const text = typeof value === 'object' ? `j:${JSON.stringify(value)}` : String(value);
    const age =
      typeof maxAge === 'number'
        ? { maxAge: Math.floor(maxAge / 1000), expires: new Date(Date.now() + maxAge) }
        : {};
    this.appendHeader(
      'Set-Cookie',
      stringifySetCookie({ path: '/', ...rest, ...age, name, value: text }, rest),
    );
    return this;
  }

  clearCookie(name: string, options: ConnectCookieOptions = {}): this {
    const given: { maxAge?: number } = { ...options };
    delete given.maxAge;
    return this.cookie(name, '', { ...given, expires: new Date(1) });
  }

  private sendBody(bytes: Uint8Array): this {
    const isBodiless = this.statusCode === 204 || this.statusCode === 304;
    if (isBodiless)
      for (const name of ['Content-Type', 'Content-Length', 'Transfer-Encoding']) this.removeHeader(name);
    else this.setHeader('Content-Length', bytes.length);
    if (isBodiless || this.req.method === 'HEAD') this.end();
    else this.end(bytes);
    return this;
  }
}

for (const name of ['attachment', 'download', 'format', 'jsonp', 'links', 'render', 'sendFile', 'sendfile'])
  define(ConnectResponse.prototype, name, refusal(name, 'res'));

function withCharset(type: string): string {
  const isText = /^(?:text\/|application\/(?:json|javascript)\b)/i.test(type);
  return isText && !/charset/i.test(type) ? `${type}; charset=utf-8` : type;
}
