// What the head of a message says that a proxy before it may have read in another way, or not at all: to whom it goes, and where its body ends.
//
// The host has to be one: in a target that is a whole URL, beside the path of HTTP/2, and in its `Host`. What the target has behind it has to be a
// path, or it would make another host of it: `example.com` and `*.other.example/`. A path has no `#`, behind which a mounted application would see
// nothing of it: to the routes, and the guards on the way, `/admin#` is not `/admin`. A body comes in no transfer coding but chunks, which HTTP/1.0 does
// not have: to a proxy of that version they are the next request.

import type { IncomingMessage } from 'node:http';
import { HttpError } from '../../http/http-error.js';
import { isAuthority, namesHost } from '../../http/request-context.js';
import { fieldsOf } from './incoming.js';

/**
 * Takes a message, the host of its target, where that names one, and the target's path. Throws `HttpError` 400 for what is no host or no path, for a
 * second `Host`, of which a proxy in between might have believed the other, and for a transfer coding that is unknown, or too new for the message.
 */
export function checkHead(message: IncomingMessage, authority: string | undefined, path: string): void {
  if ((path.charCodeAt(0) !== 47 && !standsForPath.test(path)) || path.includes('#'))
    throw new HttpError(400, 'the request target is no path');
  if (authority !== undefined && !namesHost(authority))
    throw new HttpError(400, 'the request target holds no host');
  checkFields(message);
}

/** A star, or what a host in front may have left of a path. */
const standsForPath = /^(?:\*?$|\?)/;

/** The last good `Host`: most servers see few of them. */
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
  // Whoever reads the body in another way takes other bytes for the next request.
  const headers = { connection: 'close' };
  throw new HttpError(400, 'a body comes in no Transfer-Encoding but chunked, and in HTTP/1.0 in none', {
    headers,
  });
}
