// Keeps the headers that Connect middleware had set before a request failed. As in Express, the answer to the error has them too.

import { Headers } from '../../http/headers.js';
import type { Request } from '../../http/request.js';
import type { RequestSource } from '../../http/request-source.js';
import { isConnectionHeader } from '../../http/sent-headers.js';
import { type CapturedResponse, headersOver } from './captured-response.js';

/** Headers that describe the content that was intended. The answer to an error does not get them. */
export const headersOfContent: readonly string[] = [
  'content-encoding',
  'content-language',
  'content-length',
  'content-range',
  'content-type',
  'etag',
  'last-modified',
  'transfer-encoding',
];

/** For a request that fails: its error, and the headers set by the layers that the error has passed. */
const noted = new WeakMap<RequestSource, { readonly error: unknown; readonly headers: Headers }>();

/** Notes the headers of a layer that an error passes, together with those of the inner layers. */
export function noteHeaders(error: unknown, request: Request, outgoing: CapturedResponse): void {
  const headers = headersOver(takeHeaders(error, request), outgoing);
  noted.set(request.source, { error, headers });
}

/** Returns the headers noted for the answer to an error, and forgets them. */
export function takeHeaders(error: unknown, { source }: Request): Headers {
  const known = noted.get(source);
  const headers = new Headers();
  if (known === undefined || known.error !== error) return headers;
  noted.delete(source);
  for (const [name, value] of known.headers)
    if (!headersOfContent.includes(name) && !isConnectionHeader(name, value)) headers.append(name, value);
  return headers;
}
