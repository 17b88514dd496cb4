// `waypost/fastify`: an endpoint as a Fastify plugin.
//
//     app.register(waypost, { endpoint: router, prefix: '/shop' })
//
// The plugin is encapsulated: it answers below its prefix, behind the routes that Fastify knows there, with the hooks around it; its parsers
// leave bodies to the endpoint. What the endpoint declines is Fastify's 404, errors are for Fastify's error handler.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { Endpoint } from '../../http/endpoint.js';
import type { Headers } from '../../http/headers.js';
import { type OptionNames, checkOptions } from '../../http/options.js';
import { Response, discard } from '../../http/response.js';
import { cutOff } from '../serving/outgoing.js';
import { type HostedOptions, asking, handedOver } from './hosted.js';

export type { HostedOptions };

/** What the plugin is registered with (docs/embedding.md, "Fastify"). */
export interface FastifyPluginOptions extends HostedOptions {
  /** What answers: a router, a stack, an application. */
  readonly endpoint: Endpoint;
}

/** With those that Fastify reads itself. */
const optionNames: OptionNames<
  FastifyPluginOptions & Record<'prefix' | 'logLevel' | 'logSerializers', unknown>
> = {
  endpoint: true,
  bodyLimit: true,
  tldLength: true,
  trustProxy: true,
  prefix: true,
  logLevel: true,
  logSerializers: true,
};

/** The members of a Fastify request and reply that are used here. */
interface FastifyRequest {
  readonly raw: IncomingMessage;
}

interface FastifyReply {
  readonly raw: ServerResponse;
  readonly sent: boolean;
  code(status: number): unknown;
  header(name: string, value: unknown): unknown;
  getHeader(name: string): number | string | string[] | undefined;
  send(payload?: unknown): unknown;
  callNotFound(): unknown;
}

/** The members of a Fastify instance that are used here. */
export interface FastifyScope {
  /** The prefix that it was registered with. */
  readonly prefix: string;
  /** The methods that it has routes for. */
  readonly supportedMethods: string[];
  /** Makes it leave bodies alone. */
  removeAllContentTypeParsers(): unknown;
  /** Says how bodies of a type are read. */
  addContentTypeParser(
    type: string,
    parse: (request: never, payload: never, done: (error: Error | null, body?: unknown) => void) => void,
  ): unknown;
  /** Whether there is a route for a method and a whole path. */
  hasRoute(route: { method: string; url: string }): boolean;
  /** Adds a route. */
  route(route: {
    method: string[];
    url: string;
    handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
  }): unknown;
}

/**
 * The plugin: `app.register(waypost, { endpoint, prefix: '/shop' })` answers below the prefix, and leaves what the endpoint declines to the not-found
 * handler, its errors to the error handler (docs/embedding.md, "Fastify"). Registering fails with a `TypeError` for what is no endpoint.
 */
export async function waypost(scope: FastifyScope, options: FastifyPluginOptions): Promise<void> {
  checkOptions("waypost's Fastify plugin", options, optionNames, 'docs/embedding.md');
  const ask = asking(options.endpoint, "waypost's Fastify plugin", options);
  const depth = scope.prefix.split('/').filter((segment) => segment !== '').length;
  // The prefix may have parameters.
  const lead = new RegExp(`^(?:/+[^/?#]+){${depth}}`);
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const place = placeOf(request.raw.url ?? '/', lead);
    const setHead = (status: number | undefined, headers: Headers): void => {
      if (status !== undefined) reply.code(status);
      setHeaders(reply, headers);
    };
    // A reply that is returned is waited for, and then nothing.
    const sent = (): Response | undefined =>
      reply.sent ? new Response({ status: reply.raw.statusCode }) : undefined;
    const response = await ask(request.raw, reply.raw, place, [request, reply], setHead, sent);
    // By an action, which has sent it or taken it over with `hijack`.
    if (reply.sent) {
      discard(response?.body ?? null);
      return reply;
    }
    if (response === undefined) return reply.callNotFound();
    if (response.status !== 205) return send(response, request.raw, reply);
    // Fastify takes the body away with 204 and 304 alone.
    discard(response.body);
    return send(response.with({ body: null }), request.raw, reply);
  };
  // Where a plugin for preflights (@fastify/cors) answers every OPTIONS, these are its own.
  const isFree = (method: string): boolean =>
    method !== 'OPTIONS' || !scope.hasRoute({ method, url: `${scope.prefix}/*` });
  const method = scope.supportedMethods.filter(isFree);
  for (const url of depth > 0 ? ['/*', '/'] : ['/*']) scope.route({ method, url, handler: answer });
}

/** The path behind as many segments as the prefix has. */
function placeOf(url: string, lead: RegExp): { readonly target: string; readonly prefix: string } {
  const prefix = lead.exec(url)?.[0] ?? '';
  const rest = url.slice(prefix.length);
  return { target: rest.startsWith('/') ? rest : `/${rest}`, prefix };
}

function send(response: Response, incoming: IncomingMessage, reply: FastifyReply): unknown {
  reply.code(response.status);
  const { headers, body } = handedOver(response, incoming, reply.raw);
  setHeaders(reply, headers);
  // Fastify destroys the response, which over HTTP/2 looks to the client like the end of one that is whole.
  if (body instanceof Readable) body.once('error', () => reply.raw.headersSent && cutOff(reply.raw));
  return reply.send(body ?? undefined);
}

function setHeaders(reply: FastifyReply, headers: Headers): void {
  for (const name of new Set(headers.keys())) {
    const values = headers.all(name);
    const before = name === 'vary' ? reply.getHeader(name) : undefined;
    if (name === 'vary') reply.header(name, [...new Set([before ?? [], values].flat())].join(', '));
    else reply.header(name, values.length === 1 ? values[0] : values);
  }
}

export default waypost;
