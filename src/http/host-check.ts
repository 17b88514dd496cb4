// Which hosts a server answers for. Requests for any other host get 421.
//
//     hosts: ['example.com', '.example.org', 'localhost:3000']
//       example.com   yes      www.example.com   no     example.org, www.example.org   yes     localhost:3001   no
//
// A name that begins with a dot allows the domain and all its subdomains. A name with a port allows only that port.

import { HttpError } from './http-error.js';
import { kindOf } from './object-shape.js';
import { parseAuthority } from './request-context.js';
import type { Request } from './request.js';

/**
 * Returns a function that throws `HttpError` 421 for a request to a host that is not allowed. Throws a `TypeError` if `hosts` is not a
 * list of hosts.
 */
export function hostCheck(hosts: readonly string[]): (request: Request) => void {
  if (!Array.isArray(hosts))
    throw new TypeError(`hosts are a list of names such as ['example.com'], not '${String(hosts)}'`);
  const exact = new Set<string>();
  const domains: string[] = [];
  for (const given of hosts) {
    const text = typeof given === 'string' ? given : kindOf(given);
    const isDomain = text.startsWith('.');
    const { host, port } = parseAuthority(isDomain ? text.slice(1) : text);
    if (host === undefined) {
      throw new TypeError(
        `'${text}' is no host to answer for; give a name such as 'example.com', or '.example.com' for all below it as well`,
      );
    }
    exact.add(port === undefined ? host : `${host}:${port}`);
    if (isDomain) domains.push(port === undefined ? `.${host}` : `.${host}:${port}`);
  }
  const isAllowed = (name: string): boolean =>
    exact.has(name) || domains.some((domain) => name.endsWith(domain));
  return (request) => {
    const { host, port } = request;
    if (host !== undefined && (isAllowed(host) || isAllowed(`${host}:${port}`))) return;
    throw new HttpError(
      421,
      host === undefined
        ? 'the request names no host'
        : `this server does not answer for '${request.url.split('/')[2]}'`,
    );
  };
}
