// `waypost/fastify`: an endpoint as a Fastify plugin.
//
//     app.register(waypost, { endpoint: router, prefix: '/shop' })
//
// The plugin is encapsulated. It answers below its prefix, after Fastify's own routes, with Fastify's hooks around it. Its content type
// parsers leave bodies to the endpoint. If the endpoint declines, Fastify answers 404. Errors go to Fastify's error handler.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { Endpoint } from '../../http/endpoint.js';
import type { Headers } from '../../http/headers.js';
import { type OptionNames, checkOptions } from '../../http/options.js';
import { Response, discard } from '../../http/response.js';
import { cutOff } from '../serving/outgoing.js';
import { type HostedOptions, asking, handedOver } from './hosted.js';

export type { HostedOptions };

/** The options of the plugin (docs/embedding.md, "Fastify"). */
export interface FastifyPluginOptions extends HostedOptions {
  /** The endpoint that answers: a router, a built stack, an application. */
  readonly endpoint: Endpoint;
}

/** Includes the options that Fastify itself reads. */
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
  /** Removes all parsers of bodies. */
  removeAllContentTypeParsers(): unknown;
  /** Adds a parser for bodies of a type. */
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
 * The plugin: `app.register(waypost, { endpoint, prefix: '/shop' })` answers below the prefix (docs/embedding.md, "Fastify"). Declined
 * requests go to Fastify's not-found handler, errors to its error handler. Registering fails with a `TypeError` if `endpoint` is none.
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
    // An action may send the reply and return it. The reply is a thenable that resolves with undefined.
    const sent = (): Response | undefined =>
      reply.sent ? new Response({ status: reply.raw.statusCode }) : undefined;
    const response = await ask(request.raw, reply.raw, place, [request, reply], setHead, sent);
    // Sent by an action, or taken over with `hijack`.
    if (reply.sent) {
      discard(response?.body ?? null);
      return reply;
    }
    if (response === undefined) return reply.callNotFound();
    if (response.status !== 205) return send(response, request.raw, reply);
    // Fastify omits the body only for 204 and 304.
    discard(response.body);
    return send(response.with({ body: null }), request.raw, reply);
  };
  // If a plugin such as @fastify/cors answers every OPTIONS request, they are left to it.
  const isFree = (method: string): boolean =>
    method !== 'OPTIONS' || !scope.hasRoute({ method, url: `${scope.prefix}/*` });
  const method = scope.supportedMethods.filter(isFree);
  for (const url of depth > 0 ? ['/*', '/'] : ['/*']) scope.route({ method, url, handler: answer });
}

/** Splits a URL after as many segments as the prefix has. */
function placeOf(url: string, lead: RegExp): { readonly target: string; readonly prefix: string } {
  const prefix = lead.exec(url)?.[0] ?? '';
  const rest = url.slice(prefix.length);
  return { target: rest.startsWith('/') ? rest : `/${rest}`, prefix };
}

function send(response: Response, incoming: IncomingMessage, reply: FastifyReply): unknown {
  reply.code(response.status);
  const { headers, body } = handedOver(response, incoming, reply.raw);
  setHeaders(reply, headers);
  // If a body fails, Fastify destroys the response. With HTTP/2 that would look to the client like a complete response.
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
