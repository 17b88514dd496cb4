// What a host in front has made of a request: the part of the path that it took away, and the body that it has read.
//
//     app.use('/shop', express.json(), toNodeListener(router))
//       POST /shop/orders {"id":7}  →  scriptName '/shop', path '/orders', and `request.json()` gives what `req.body` holds
//
// Express says the prefix in `baseUrl`; Connect leaves only the whole target, in `originalUrl`. A parsed body is written down again in the
// request's own type, so that every way of reading it gives the same.

import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { attempt } from '../../http/http-error.js';
import { splitUrl } from '../../http/request-context.js';

/** A Node request with what Connect, Express and body parsers note on it. */
export type HostMessage = IncomingMessage & HostNotes;

interface HostNotes {
  /** The path and query from the top of the site, wherever the application is mounted. */
  originalUrl?: string;
  /** The path that leads to the application. */
  baseUrl?: string;
  /** What a router has found in the path. */
  params?: unknown;
  /** By which Express's responses hand on what fails in them: a view that does not render. */
  next?: unknown;
  /** Express's response to the message. */
  res?: unknown;
  /** What a body parser has made of the body: an object, text or bytes. */
  body?: unknown;
  /** The body's bytes, as function hosts and some parsers keep them. */
  rawBody?: unknown;
}

/** The path that led to whoever sees the message now, without a slash at its end; empty at the top. */
export function prefixOf({
  baseUrl,
  originalUrl,
  url = '',
}: Pick<HostMessage, 'baseUrl' | 'originalUrl' | 'url'>): string {
  if (typeof baseUrl === 'string') return baseUrl;
  if (typeof originalUrl !== 'string' || originalUrl === url) return '';
  const whole = pathOf(originalUrl);
  const rest = pathOf(url);
  if (whole.endsWith(rest)) return whole.slice(0, whole.length - rest.length);
  return rest === '/' ? whole : '';
}

/**
 * Connect middleware of the endpoint is shown its own place in a message; a host needs what it had there. Where it goes on, the message is none of the
 * endpoint's any more, nor of an Express application in it; one that answers may look at it until it has come to its end.
 */
export function restorer(incoming: HostMessage): (goesOn: boolean) => void {
  const { url, method, originalUrl, baseUrl, params, next, res } = incoming;
  const prototype = Reflect.getPrototypeOf(incoming);
  return (goesOn) => {
    Object.assign(incoming, { url, method, originalUrl, baseUrl });
    if (goesOn) Object.setPrototypeOf(incoming, prototype);
    if (goesOn && params === undefined) delete incoming.params;
    if (params !== undefined) incoming.params = params;
    if (next !== undefined) Object.assign(incoming, { next, res });
  };
}

/** The path of a request target. */
export function pathOf(target: string): string {
  const { path } = splitUrl(target) ?? { path: target };
  const mark = path.indexOf('?');
  return mark < 0 ? path : path.slice(0, mark);
}

/** The bytes of a body that somebody has read, if it was left there. Throws a `TypeError` for what cannot be written down again. */
export function parsedBody(message: HostMessage): Uint8Array | undefined {
  const { body, rawBody }: HostNotes = message;
  const { headers } = message;
  const isRaw = typeof rawBody === 'string' || rawBody instanceof Uint8Array;
  if (isRaw && (body === undefined || !otherCharset.test(headers['content-type'] ?? '')))
    return Buffer.from(rawBody);
  return bytesOfParsed(body, headers);
}

/** A charset that only the host has read: bytes are taken for UTF-8 here. */
const otherCharset = /;\s*charset\s*=\s*"?(?!utf-?8\b)[^\s";]/i;

/** A parsed body as bytes of its type: an object as JSON or as form fields. */
function bytesOfParsed(body: unknown, headers: IncomingHttpHeaders): Uint8Array | undefined {
  if (body === undefined) return undefined;
  if (body instanceof Uint8Array) return body;
  const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (typeof body === 'string' && (!/[/+]json$/.test(type) || isUnparsed(body, headers)))
    return Buffer.from(body);
  if (type === 'application/x-www-form-urlencoded') return Buffer.from(formText(body));
  if (type.startsWith('multipart/')) {
    throw new TypeError(
      `the host has read this ${type} body; take its fields and files from where the host's parser left them: nodeRequest(request), or in Koa hostArguments(request)[0].request`,
    );
  }
  return Buffer.from(JSON.stringify(body));
}

/**
 * Whether a text is JSON still, and not a text that was parsed of it: that is shorter than what was sent. Where nobody has told the length,
 * whatever can be JSON is, and an object or a list always, since a host may have put another in place.
 */
function isUnparsed(text: string, headers: IncomingHttpHeaders): boolean {
  const { 'content-length': length, 'content-encoding': encoding } = headers;
  const isMeasured = length !== undefined && encoding === undefined;
  if (isMeasured && Buffer.byteLength(text) === Number(length)) return true;
  const value = attempt((): unknown => JSON.parse(text));
  return isMeasured ? Object(value) === value : value !== undefined;
}

/** `{ a: '1', b: ['2', '3'], c: { d: '4' } }` as `a=1&b=2&b=3&c[d]=4`. */
function formText(fields: unknown): string {
  const form = new URLSearchParams();
  const add = (name: string, value: unknown): void => {
    if (Array.isArray(value)) {
      for (const [index, one] of value.entries())
        add(typeof one === 'object' && one !== null ? `${name}[${index}]` : name, one);
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) add(name === '' ? key : `${name}[${key}]`, inner);
    } else if (value !== undefined) {
      form.append(name, value === null ? '' : String(value as string | number | boolean));
    }
  };
  add('', fields);
  return form.toString();
}
