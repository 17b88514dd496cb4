// The part of an absolute URL before its path: protocol, host and port.
//
//   { host: 'example.com', protocol: 'https', port: 8443 }  →  https://example.com:8443
//
// Each of the three is checked whole, since a host with a slash or a line break in it would be a different URL, and a
// `javascript:` URL would be code.

import { alternatives, describeValue, type UrlGenerationError } from './generation-errors.js';

/** Where absolute URLs lead. The host may carry the port; `port: null` is no port. */
export type OriginOptions = {
  /** A host name or an address, with a port or without. */
  readonly host?: string | undefined;
  /** `http` unless given; `https`, `https:` and `https://` are one. */
  readonly protocol?: string | undefined;
  /** The port; the protocol's own is left out, and `null` is none. */
  readonly port?: number | string | null | undefined;
};

/** The protocols of the web, behind each its secure form. */
const protocols = ['http', 'https', 'ws', 'wss'];

/** Makes the error about what URLs are asked of. */
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

/** The port as a number; 0 where it is none. */
function portOf(port: unknown): number {
  const text = typeof port === 'number' ? String(port) : port;
  return typeof text === 'string' && /^\d{1,5}$/.test(text) ? Number(text) : 0;
}

export const originParts = ['host', 'protocol', 'port'] as const;

/** Gives the parts of an origin that a call asks for. */
export type OriginOption = (part: (typeof originParts)[number]) => unknown;

/**
 * The origin that the options of a call ask for; what they leave out is as `home` has it.
 *
 * @throws UrlGenerationError for options that are no origin
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

/** A `requestedOrigin` that remembers what it was asked for last: most URLs of an application lead to the same host. */
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

/** The default host with its protocol and port; where none is set, the request's, or `localhost` where that is none. */
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
    // A page must not fail because of the host that a client sent, or left out; one with a piece of another URL in it comes from no client.
    if (!/[\s/\\?#@]/.test(host ?? '')) return { host: 'localhost', protocol };
  }
  return request;
}

/** The name as it may stand in a URL: beyond ASCII in its `xn--` form. */
function hostNameOf(host: string): string | undefined {
  if (/^(?:\[[0-9a-f:.]+\]|[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?\.?)$/i.test(host)) return host;
  if (/[\s/\\?#@:%<>^|[\]"'`{}\p{C}]/u.test(host) || !/[^\0-\x7f]/.test(host)) return undefined;
  try {
    return new URL(`http://${host}`).hostname;
  } catch {
    return undefined;
  }
}
