// Which headers of a response leave with it: what concerns the connection is the server's to say, and the length of a text is known. Passed on from
// another server's answer, or set by mistake, they would let a client wait for what does not come, or take the next answer for the end of this one.

import { isStream } from './body.js';
import type { Response } from './response.js';

/**
 * The names and values in turn that leave, for a host that knows the length of texts and bytes itself; a length that only the application knows is the
 * last of them.
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

/** Whether names and values in turn say something of the connection, or of the length of what is sent by it. */
export function isOfConnection(list: readonly string[]): boolean {
  return list.some(
    (name, i) => i % 2 === 0 && (name === 'content-length' || isConnectionHeader(name, list[i + 1]!)),
  );
}

/** Whether a header is of the connection, or of nobody but those inside. */
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
