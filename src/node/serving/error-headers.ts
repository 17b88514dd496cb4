// The headers that Connect middleware had set for an answer that did not come to be: as in Express, the answer to the error has them as well.

import { Headers } from '../../http/headers.js';
import type { Request } from '../../http/request.js';
import type { RequestSource } from '../../http/request-source.js';
import { isConnectionHeader } from '../../http/sent-headers.js';
import { type CapturedResponse, headersOver } from './captured-response.js';

/** Headers that tell of the content that was meant, and nothing of the answer to an error. */
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

/** For a request, the error that is on its way out, and the headers that the layers had set which it came through. */
const noted = new WeakMap<RequestSource, { readonly error: unknown; readonly headers: Headers }>();

/** Notes what a layer had set when an error came through it, beside what is noted of those inside it. */
export function noteHeaders(error: unknown, request: Request, outgoing: CapturedResponse): void {
  const headers = headersOver(takeHeaders(error, request), outgoing);
  noted.set(request.source, { error, headers });
}

/** What is noted for the answer to an error; from now on it is with whoever has asked. */
export function takeHeaders(error: unknown, { source }: Request): Headers {
  const known = noted.get(source);
  const headers = new Headers();
  if (known === undefined || known.error !== error) return headers;
  noted.delete(source);
  for (const [name, value] of known.headers)
    if (!headersOfContent.includes(name) && !isConnectionHeader(name, value)) headers.append(name, value);
  return headers;
}
