// What a request's address says: host, port, subdomain and format. Request constraints check these attributes.
//
//     api.eu.example.com:8080, /posts/7.json  →  subdomain 'api.eu', host 'api.eu.example.com', port 8080, format 'json'

import { attempt } from './http-error.js';

/** The attributes of a request that constraints see; absent ones are undefined. */
export interface RequestAttributes {
  /** The labels before the domain: `api` of `api.example.com`. Undefined if there are none, or there is no host. */
  readonly subdomain: string | undefined;
  /** In lower case, without the port; undefined if the client sent no host. */
  readonly host: string | undefined;
  /** The extension of the path: `json` of `/posts/7.json`. */
  readonly format: string | undefined;
  /** `http` or `https`, without a colon. */
  readonly protocol: string;
  /** The port of the request; if the client named none, the default port of the protocol. */
  readonly port: number | undefined;
  /** In capitals. */
  readonly method: string;
}

export interface Authority {
  /** In lower case, without the port; an IPv6 address keeps its brackets. */
  readonly host: string | undefined;
  readonly port: number | undefined;
}

const authorityPattern =
  /^(\[[0-9a-f:.]+\]|[a-z0-9._~%!$&'()*+,;=\u0080-\u{10ffff}-]+?)\.?(?::(\d{0,5}))?$/iu;

const strictAuthority =
  /^(?:\[(?:[0-9a-f:.]{2,45}|v[0-9a-f]+\.[a-z0-9._~!$&'()*+,;=:-]+)\]|(?:[a-z0-9._~!$&'()*+,;=-]|%[0-9a-f]{2})*)(?::(\d*))?$/i;

/** Whether RFC 9112 allows the text as a `Host` header: a host, which may be empty, and an optional port up to 65535. */
export function isAuthority(text: string): boolean {
  const match = strictAuthority.exec(text);
  if (match === null || Number(match[1] ?? 0) > 65_535) return false;
  return !/^\[[^v]/i.test(text) || isIpv6(text.slice(1, text.indexOf(']')));
}

/** Whether the text is a valid `Host` header whose host is not empty. */
export function namesHost(text: string): boolean {
  return !/^(?::|$)/.test(text) && isAuthority(text);
}

/** Whether there are eight groups, or fewer with one `::`. The last two may be written as an IPv4 address. */
function isIpv6(text: string): boolean {
  const halves = text.replace(/(?<=:)\d{1,3}(?:\.\d{1,3}){3}$/, '0:0').split('::');
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return false;
  return halves.length === 1 ? groups.length === 8 : halves.length === 2 && groups.length < 8;
}

/** Splits `host[:port]`. Text that is not a host (a space, a slash, two colons) gives neither. */
export function parseAuthority(text: string | undefined): Authority {
  const match = text === undefined ? null : authorityPattern.exec(text);
  if (match === null) return { host: undefined, port: undefined };
  const [, host = '', digits = ''] = match;
  const port = digits === '' ? undefined : Number(digits);
  if (port !== undefined && port > 65_535) return { host: undefined, port: undefined };
  return { host: host.toLowerCase(), port };
}

/** Splits a whole URL. Its path begins with a slash and includes the query. Undefined for any other text. */
export function splitUrl(
  text: string,
): { readonly protocol: string; readonly authority: string; readonly path: string } | undefined {
  const match = /^(https?):\/\/([^/?#]*)(.*)$/is.exec(text);
  if (match === null) return undefined;
  const [, protocol = '', authority = '', rest = ''] = match;
  return { protocol: protocol.toLowerCase(), authority, path: rest.startsWith('/') ? rest : `/${rest}` };
}

/** Whether a host is an IP address. IP addresses have no domain and no subdomain. */
export function isAddress(host: string): boolean {
  return /^\[|^\d+(?:\.\d+){3}$/.test(host);
}

/** The host without its last `tldLength + 1` labels; undefined for an IP address, a bare domain or a single name. */
export function subdomainOf(host: string | undefined, tldLength: number): string | undefined {
  if (host === undefined || isAddress(host)) return undefined;
  const labels = host.split('.');
  return labels.length > tldLength + 1 ? labels.slice(0, labels.length - tldLength - 1).join('.') : undefined;
}

/**
 * The decoded extension of the path's last segment, slashes at the end ignored. Undefined if the segment has no dot, or only one at its
 * start.
 */
export function formatOf(path: string): string | undefined {
  let end = path.length;
  while (path.charCodeAt(end - 1) === 47) end--;
  const dot = path.lastIndexOf('.', end);
  const extension = path.slice(dot + 1, end);
  if (dot < 1 || path.charCodeAt(dot - 1) === 47 || extension === '' || extension.includes('/'))
    return undefined;
  return extension.includes('%') ? attempt(() => decodeURIComponent(extension)) : extension;
}

/**
 * Decodes a path once. Undefined if an escape is malformed or means a slash, a backslash or a NUL. No file name contains these, and they
 * must not become separators.
 */
export function decodedPath(path: string): string | undefined {
  return /%(?:2f|5c|00)/i.test(path) ? undefined : attempt(() => decodeURIComponent(path));
}

/** The port that a protocol uses if none is written. */
export function defaultPort(protocol: string): number | undefined {
  return protocol === 'http' ? 80 : protocol === 'https' ? 443 : undefined;
}
