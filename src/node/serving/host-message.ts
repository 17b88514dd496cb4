// Reads what a host has changed on a message: the part of the path that it stripped, and the body that it has parsed.
//
//     app.use('/shop', express.json(), toNodeListener(router))
//       POST /shop/orders {"id":7}  →  scriptName '/shop', path '/orders', and `request.json()` returns what `req.body` holds
//
// Express puts the prefix in `baseUrl`. Connect only keeps the whole target in `originalUrl`. A parsed body is serialised again in the
// type of the request, so every way of reading it works.

import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { attempt } from '../../http/http-error.js';
import { splitUrl } from '../../http/request-context.js';

/** A Node request with the members that Connect, Express and body parsers add. */
export type HostMessage = IncomingMessage & HostNotes;

interface HostNotes {
  /** The path and query as requested, wherever the application is mounted. */
  originalUrl?: string;
  /** The path that the application is mounted at. */
  baseUrl?: string;
  /** The params that a router has found in the path. */
  params?: unknown;
  /** Called by Express's responses with their errors, such as of a view that does not render. */
  next?: unknown;
  /** Express's response to the message. */
  res?: unknown;
  /** The body as a body parser has read it: an object, text or bytes. */
  body?: unknown;
  /** The bytes of the body, which serverless hosts and some parsers keep. */
  rawBody?: unknown;
}

/** The path that the current handler of the message is mounted at, without a slash at its end; empty at the top. */
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
 * Returns a function that gives a message back to its host as it is now, after middleware of the endpoint has changed it (`messageAt`).
 * With `goesOn` the host continues with the message, so its prototype is restored and params of the endpoint are removed. Otherwise an
 * Express application in the endpoint may still read them until the response has ended.
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

/** The bytes of a body that somebody has read, if they left it on the message. Throws a `TypeError` if it cannot be serialised again. */
export function parsedBody(message: HostMessage): Uint8Array | undefined {
  const { body, rawBody }: HostNotes = message;
  const { headers } = message;
  const isRaw = typeof rawBody === 'string' || rawBody instanceof Uint8Array;
  if (isRaw && (body === undefined || !otherCharset.test(headers['content-type'] ?? '')))
    return Buffer.from(rawBody);
  return bytesOfParsed(body, headers);
}

/** A charset other than UTF-8. The host has decoded it, but here raw bytes would be read as UTF-8. */
const otherCharset = /;\s*charset\s*=\s*"?(?!utf-?8\b)[^\s";]/i;

/** Serialises a parsed body in its type: an object as JSON or as form fields. */
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
 * Whether a text is unparsed JSON, and not a string parsed from JSON. A parsed string is shorter than what was sent. If the length is
 * unknown, any valid JSON counts as unparsed. An object or a list always does, since a host may have replaced the body.
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
