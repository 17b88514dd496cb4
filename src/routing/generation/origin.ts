// Makes the origin of an absolute URL: protocol, host and port.
//
//   { host: 'example.com', protocol: 'https', port: 8443 }  →  https://example.com:8443
//
// Each part is checked as a whole: a host with a slash or a line break would make another URL, and a `javascript:` URL would be code.

import { alternatives, describeValue, type UrlGenerationError } from './generation-errors.js';

/** The origin of absolute URLs. The host may include the port. With `port: null` the URL has no port. */
export type OriginOptions = {
  /** A host name or an IP address, with or without a port. */
  readonly host?: string | undefined;
  /** `http` by default; `https`, `https:` and `https://` mean the same. */
  readonly protocol?: string | undefined;
  /** The port. The default port of the protocol is left out; with `null` there is no port. */
  readonly port?: number | string | null | undefined;
};

/** The supported protocols; each is followed by its secure form. */
const protocols = ['http', 'https', 'ws', 'wss'];

/** Makes an error whose message begins with what the URL is made for, such as the route. */
export interface ErrorMaker {
  error(problem: string): UrlGenerationError;
}

/** `<protocol>://<host>[:<port>]` (docs/url-helpers.md, "Absolute URLs"). */
function originOf({ host, protocol, port }: OriginOptions, maker: ErrorMaker): string {
  const cannot = (part: string, value: unknown, wanted: string): UrlGenerationError =>
    maker.error(`cannot have the ${part} ${describeValue(value)}; give ${wanted}`);
  if (!host) throw maker.error("has no host; give one as { host: 'example.com' } or in defaultUrlOptions");
  const scheme = schemeOf(protocol ?? 'http');
  const at = protocols.indexOf(scheme);
  if (at < 0) throw cannot('protocol', protocol, alternatives(protocols));
  const [, name = '', written] = /^(.*?)(?::(\d{1,5}))?$/s.exec(typeof host === 'string' ? host : '') ?? [];
  const hostName = hostNameOf(name);
  if (!hostName) throw cannot('host', host, "a host name such as 'example.com', without protocol or path");
  const wanted = port === undefined ? written : port;
  const origin = `${scheme}://${hostName}`;
  if (wanted === null || wanted === undefined || wanted === '') return origin;
  const number = portOf(wanted);
  if (number < 1 || number > 65535) throw cannot('port', wanted, 'a whole number from 1 to 65535');
  return number === (at % 2 === 0 ? 80 : 443) ? origin : `${origin}:${number}`;
}

function schemeOf(protocol: unknown): string {
  return typeof protocol === 'string' ? protocol.toLowerCase().replace(/:(?:\/\/)?$/, '') : '';
}

/** The port as a number; 0 if it is not valid. */
function portOf(port: unknown): number {
  const text = typeof port === 'number' ? String(port) : port;
  return typeof text === 'string' && /^\d{1,5}$/.test(text) ? Number(text) : 0;
}

export const originParts = ['host', 'protocol', 'port'] as const;

/** Gives the parts of an origin that are in the options of a call. */
export type OriginOption = (part: (typeof originParts)[number]) => unknown;

/**
 * The origin for the options of a call. Parts that they do not give are taken from `home`.
 *
 * @throws UrlGenerationError for options that make no origin
 */
export function requestedOrigin(option: OriginOption, home: OriginOptions, maker: ErrorMaker): string {
  const [host, protocol, port] = originParts.map(option);
  const hasOwnPort = typeof host === 'string' && /:\d+$/.test(host);
  const wanted = {
    host: host ?? home.host,
    protocol: protocol ?? home.protocol,
    port: port === undefined && !hasOwnPort ? home.port : port,
  } as OriginOptions;
  return originOf(wanted, maker);
}

/** A `requestedOrigin` that remembers its last result: most URLs of an application have the same host. */
export function rememberedOrigin(): typeof requestedOrigin {
  let last: readonly unknown[] = [];
  let origin: string | undefined;
  return (option, home, maker) => {
    const asked = [option('host'), option('protocol'), option('port'), home.host, home.protocol, home.port];
    if (origin === undefined || asked.some((part, k) => part !== last[k])) {
      origin = requestedOrigin(option, home, maker);
      last = asked;
    }
    return origin;
  };
}

/** The default origin. If it has no host, the request's, or `localhost` if the request has no usable host. */
export function homeOf(
  defaults: OriginOptions,
  request: OriginOptions | undefined,
  maker: ErrorMaker,
): OriginOptions {
  if (defaults.host !== undefined || !request) return defaults;
  const { host, protocol } = request;
  try {
    originOf(request, maker);
  } catch {
    // A page must not fail because a client sent a bad host or none. A host with characters of other parts of a URL comes from no client,
    // and is reported.
    if (!/[\s/\\?#@]/.test(host ?? '')) return { host: 'localhost', protocol };
  }
  return request;
}

/** The host name for a URL; names beyond ASCII in their `xn--` form. Undefined if it is no host name. */
function hostNameOf(host: string): string | undefined {
  if (/^(?:\[[0-9a-f:.]+\]|[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?\.?)$/i.test(host)) return host;
  if (/[\s/\\?#@:%<>^|[\]"'`{}\p{C}]/u.test(host) || !/[^\0-\x7f]/.test(host)) return undefined;
  try {
    return new URL(`http://${host}`).hostname;
  } catch {
    return undefined;
  }
}
