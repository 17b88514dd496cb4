// `waypost/koa`: an endpoint as Koa middleware.
//
//     app.use(toKoaMiddleware(router))                     at the top
//     app.use(mount('/shop', toKoaMiddleware(router)))     koa-mount: '/shop' becomes `scriptName`

import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { Endpoint } from '../../http/endpoint.js';
import type { Headers } from '../../http/headers.js';
import { kindOf } from '../../http/object-shape.js';
import { type OptionNames, checkOptions } from '../../http/options.js';
import { prefixOf } from '../serving/host-message.js';
import { hasLatin1 } from '../serving/outgoing.js';
import { type HostedOptions, asking, begun, handedOver } from './hosted.js';

export type { HostedOptions };

/** The members of a Koa context that are used here. */
export interface KoaContext {
  /** The message of `node:http`. */
  readonly req: IncomingMessage;
  /** The response of `node:http`. */
  readonly res: ServerResponse;
  /** Koa's request, on which body parsers leave `rawBody` and `body`. */
  readonly request: object;
  /** The path and query that are left for this middleware. */
  readonly url: string;
  /** The path of `url`. */
  readonly path: string;
  /** The path and query as the client sent them. */
  readonly originalUrl: string;
  /** The status of the answer. */
  status: number;
  /** Its body. */
  body: unknown;
  /** Sets a header. */
  set(name: string, value: string | string[]): void;
  /** Adds a value to a header. */
  append(name: string, value: string | string[]): void;
  /** Removes a header. */
  remove(name: string): void;
  /** Adds a name to `Vary`. */
  vary(field: string): void;
}

/** Koa middleware. */
export type KoaMiddleware = (context: KoaContext, next: () => Promise<unknown>) => Promise<unknown>;

/**
 * Makes Koa middleware of an endpoint (docs/embedding.md, "Koa"). If the endpoint declines, the middleware calls `next`. Errors are thrown,
 * so Koa handles them. Throws a `TypeError` if `endpoint` is none.
 */
export function toKoaMiddleware(endpoint: Endpoint, options: HostedOptions = {}): KoaMiddleware {
  const names = { bodyLimit: true, tldLength: true, trustProxy: true } satisfies OptionNames<HostedOptions>;
  checkOptions('toKoaMiddleware', options, names, 'docs/embedding.md');
  const ask = asking(endpoint, 'toKoaMiddleware', options);
  return async function waypost(context, next) {
    if (typeof (context as KoaContext | undefined)?.request !== 'object')
      throw new TypeError(
        `middleware of toKoaMiddleware is called with the context of Koa, not with ${kindOf(context)}; for Express and others on node:http there is toNodeListener (docs/embedding.md)`,
      );
    const { body, rawBody }: { readonly body?: unknown; readonly rawBody?: unknown } = context.request;
    const incoming = Object.assign(
      context.req,
      body !== undefined && { body },
      rawBody !== undefined && { rawBody },
    );
    const place = {
      target: context.url,
      prefix: prefixOf({ url: context.url, originalUrl: context.originalUrl }),
    };
    const response = await ask(incoming, context.res, place, [context], (status, headers) => {
      if (status !== undefined) context.status = status;
      setHeaders(context, headers);
    });
    if (response === undefined) return next();
    const { method } = context.req;
    const { headers, body: sent } = handedOver(response, context.req, context.res);
    if (sent instanceof Readable) await begun(sent, response.body);
    context.body = behind(headers, sent) ?? '';
    // Koa has set a type from the body, and for HEAD a length of 0. Only the headers of the endpoint are to be sent.
    if (!headers.has('content-type')) context.remove('Content-Type');
    if (method === 'HEAD' && sent === null) context.remove('Content-Length');
    context.status = response.status;
    setHeaders(context, headers);
    return undefined;
  };
}

/**
 * The body to give to Koa. For text and bytes Koa sets the length first, and Node then garbles a `Content-Disposition` beyond ASCII. In
 * that case the body is given as a stream, whose length Koa does not set.
 */
function behind(
  headers: Headers,
  body: string | Buffer | Readable | null,
): string | Buffer | Readable | null {
  const isSpoilt = hasLatin1([headers.get('content-disposition')]);
  if (!isSpoilt || body === null || body instanceof Readable) return body;
  headers.set('content-length', Buffer.byteLength(body));
  return Readable.from([Buffer.from(body)]);
}

function setHeaders(context: KoaContext, headers: Headers): void {
  for (const name of new Set(headers.keys())) {
    const values = headers.all(name);
    const [only = ''] = values;
    if (name === 'vary') values.forEach((value) => context.vary(value));
    else if (name === 'set-cookie') context.append(name, values);
    else context.set(name, values.length === 1 ? only : values);
  }
}
