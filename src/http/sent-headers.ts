// Which headers of a response are sent. Only the server may describe the connection, and it knows the length of texts and bytes itself.
// If such headers were passed on from another server's response, or set by mistake, a client could wait forever, or see the next response
// begin in the wrong place.

import { isStream } from './body.js';
import type { Response } from './response.js';

/**
 * The headers to send, as a list of names and values in turn. The host must know the length of texts and bytes itself. A length that only
 * the application knows is the last header.
 */
export function headersForHost(
  { headers, body, status }: Response,
  method: string | undefined,
): readonly string[] {
  const isEmpty = status === 204 || status === 205;
  const isLengthTheirs =
    !isEmpty && (isStream(body) || status === 304 || (method === 'HEAD' && body === null));
  const given = headers.flat();
  const sent: string[] = [];
  let length = '';
  for (let i = 0; i < given.length; i += 2) {
    const name = given[i]!;
    const value = given[i + 1]!;
    if (name === 'content-length') length = value;
    else if (!isConnectionHeader(name, value)) sent.push(name, value);
  }
  if (isLengthTheirs && /^\d{1,15}$/.test(length)) sent.push('content-length', length);
  return sent;
}

/** Whether a list of names and values in turn contains a header about the connection, or a `content-length`. */
export function isOfConnection(list: readonly string[]): boolean {
  return list.some(
    (name, i) => i % 2 === 0 && (name === 'content-length' || isConnectionHeader(name, list[i + 1]!)),
  );
}

/** Whether a header describes the connection, or is only for waypost itself. */
export function isConnectionHeader(name: string, value: string): boolean {
  switch (name) {
    case 'x-cascade':
    case 'transfer-encoding':
    case 'keep-alive':
    case 'proxy-connection':
    case 'http2-settings':
    case 'upgrade':
    case 'trailer':
      return true;
    case 'connection':
      return value.toLowerCase() !== 'close';
    default:
      return false;
  }
}
