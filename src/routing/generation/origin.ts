// The part of an absolute URL before its path: protocol, host and port.
//
//   { host: 'example.com', protocol: 'https', port: 8443 }  →  https://example.com:8443
//
// Each of the three is checked whole, since a host with a slash or a line break in it would be a different URL, and a
// `javascript:` URL would be code.

import { alternatives, describeValue, quote, type UrlGenerationError } from './generation-errors.js';

/** Where absolute URLs lead. The host may carry the port; `port: null` is no port. */
export interface OriginOptions {
  /** A host name or an address, with a port or without. */
  readonly host?: string | undefined;
  /** `http` unless given; `https`, `https:` and `https://` are one. */
  readonly protocol?: string | undefined;
  /** The port; the protocol's own is left out, and `null` is none. */
  readonly port?: number | string | null | undefined;
}

/** The protocols of the web, with their own ports. */
const ownPorts: ReadonlyMap<string, number> = new Map([
  ['http', 80],
  ['https', 443],
  ['ws', 80],
  ['wss', 443],
]);

const asciiHost = /^[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?\.?$/i;
const addressInBrackets = /^\[[0-9a-f:.]+\]$/i;
const hostAndPort = /^(.*?)(?::(\d{1,5}))?$/s;
const refusedInHost = /[\s/\\?#@:%<>^|[\]"'`{}\p{C}]/u;

/** An origin, or what is wrong with one of its parts, as the end of a sentence. */
export type Origin =
  { readonly origin: string } | { readonly part: 'host' | 'protocol' | 'port'; readonly problem: string };

/** `<protocol>://<host>[:<port>]` (docs/url-helpers.md, "Absolute URLs"). */
export function originOf({ host, protocol, port }: OriginOptions): Origin {
  if (host === undefined || host === null || host === '') {
    return {
      part: 'host',
      problem: "has no host; give one as { host: 'example.com' } or in defaultUrlOptions",
    };
  }
  const scheme = protocol === undefined || protocol === null ? 'http' : schemeOf(protocol);
  if (scheme === undefined) {
    return {
      part: 'protocol',
      problem: `cannot have the protocol ${describeValue(protocol)}; give ${alternatives([...ownPorts.keys()])}`,
    };
  }
  const [, name = '', ownPort] = (typeof host === 'string' && hostAndPort.exec(host)) || [];
  const hostName = hostNameOf(name);
  if (hostName === undefined) {
    return {
      part: 'host',
      problem: `cannot have the host ${describeValue(host)}; give a host name such as 'example.com', without protocol or path`,
    };
  }
  const wanted = port === undefined ? ownPort : port;
  const number = wanted === null || wanted === undefined || wanted === '' ? undefined : portOf(wanted);
  if (number === null) {
    return {
      part: 'port',
      problem: `cannot have the port ${describeValue(wanted)}; give a whole number from 1 to 65535`,
    };
  }
  return {
    origin: `${scheme}://${hostName}${number === undefined || number === ownPorts.get(scheme) ? '' : `:${number}`}`,
  };
}

/** Makes the error about what URLs are asked of. */
export interface ErrorMaker {
  error(problem: string): UrlGenerationError;
}

/** @throws UrlGenerationError for options that are no origin */
export function checkedOrigin(options: OriginOptions, maker: ErrorMaker): string {
  const found = originOf(options);
  if ('origin' in found) return found.origin;
  throw maker.error(found.problem);
}

export const originParts = ['host', 'protocol', 'port'] as const;

/** The origin that the options of a call ask for; what they leave out is as `home` has it. */
export function requestedOrigin(
  option: (part: (typeof originParts)[number]) => unknown,
  home: OriginOptions,
  maker: ErrorMaker,
): string {
  const [host, protocol, port] = originParts.map(option);
  const hasOwnPort = typeof host === 'string' && /:\d+$/.test(host);
  const wanted = {
    host: host ?? home.host,
    protocol: protocol ?? home.protocol,
    port: port === undefined && !hasOwnPort ? home.port : port,
  };
  return checkedOrigin(wanted as OriginOptions, maker);
}

function schemeOf(protocol: unknown): string | undefined {
  if (typeof protocol !== 'string') return undefined;
  const scheme = protocol.toLowerCase().replace(/:(?:\/\/)?$/, '');
  return ownPorts.has(scheme) ? scheme : undefined;
}

/** The name as it may stand in a URL: beyond ASCII in its `xn--` form. */
function hostNameOf(host: string): string | undefined {
  if (asciiHost.test(host) || addressInBrackets.test(host)) return host;
  if (host === '' || refusedInHost.test(host) || !/[^\0-\x7f]/.test(host)) return undefined;
  try {
    return new URL(`http://${host}`).hostname;
  } catch {
    return undefined;
  }
}

/** The port as a number, or null where it is none. */
function portOf(port: unknown): number | null {
  const number =
    typeof port === 'number' ? port : typeof port === 'string' && /^\d{1,5}$/.test(port) ? Number(port) : 0;
  return Number.isInteger(number) && number >= 1 && number <= 65535 ? number : null;
}

const scheme = /^[a-z][a-z0-9+.-]*:/i;
const codeSchemes: ReadonlySet<string> = new Set(['javascript:', 'vbscript:', 'data:']);

/** What a URL that somebody wrote whole begins with: its scheme, the root of the site, or neither. */
export function kindOfUrl(url: string): 'absolute' | 'path' | 'other' {
  const found = scheme.exec(url)?.[0].toLowerCase();
  if (found !== undefined) return codeSchemes.has(found) ? 'other' : 'absolute';
  return /^\/(?![/\\])/.test(url) ? 'path' : 'other';
}

/** Why a text is no URL that may be handed out. */
export function urlProblem(url: string): string {
  return `${quote(url)} is no URL; give one with its protocol, or a path that begins with a single '/'`;
}
