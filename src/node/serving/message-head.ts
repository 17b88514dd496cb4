// Refuses heads that a proxy may have understood in another way: their host, their path, and where their body ends.
//
// - The host has to be valid: in a target that is a whole URL, in `:authority` of HTTP/2, and in `Host`.
// - The rest of the target has to be a path. Otherwise it would change the host: `example.com` and `*.other.example/`.
// - A path has no `#`. A mounted application would cut it off and see `/admin` in `/admin#`, but guards before it would not.
// - A body has no transfer coding except `chunked`, and none with HTTP/1.0: a proxy of that version takes chunks for the next request.

import type { IncomingMessage } from 'node:http';
import { HttpError } from '../../http/http-error.js';
import { isAuthority, namesHost } from '../../http/request-context.js';
import { fieldsOf } from './incoming.js';

/**
 * Checks a message, the host that its target names, if any, and the target's path. Throws `HttpError` 400 for an invalid host or path, for
 * a second `Host` (a proxy might have believed the other), and for a transfer coding that is unknown or too new for the message.
 */
export function checkHead(message: IncomingMessage, authority: string | undefined, path: string): void {
  if ((path.charCodeAt(0) !== 47 && !standsForPath.test(path)) || path.includes('#'))
    throw new HttpError(400, 'the request target is no path');
  if (authority !== undefined && !namesHost(authority))
    throw new HttpError(400, 'the request target holds no host');
  checkFields(message);
}

/** `*`, or what a host may leave when it has stripped a prefix. */
const standsForPath = /^(?:\*?$|\?)/;

/** The last valid `Host`, which is not checked again. Most servers see few different ones. */
let knownHost = '';

function checkFields(message: IncomingMessage): void {
  const fields = fieldsOf(message);
  let host: string | undefined;
  for (let i = 0; i < fields.length; i += 2) {
    const name = fields[i]!;
    if (name.length === 17 && name.toLowerCase() === 'transfer-encoding')
      checkCoding(message, fields[i + 1]!);
    if (name.length !== 4 || (name !== 'host' && name.toLowerCase() !== 'host')) continue;
    if (host !== undefined) throw new HttpError(400, 'a request has one Host header');
    host = fields[i + 1]!;
  }
  if (host === undefined || host === knownHost) return;
  if (!isAuthority(host)) throw new HttpError(400, 'the Host header holds no host');
  knownHost = host;
}

function checkCoding({ httpVersion }: IncomingMessage, coding: string): void {
  if (httpVersion !== '1.0' && coding.toLowerCase() === 'chunked') return;
  // Closed, since it is not clear where the body ends and the next request begins.
  const headers = { connection: 'close' };
  throw new HttpError(400, 'a body comes in no Transfer-Encoding but chunked, and in HTTP/1.0 in none', {
    headers,
  });
}
