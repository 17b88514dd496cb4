// A response on its way to the client through `node:http`.
//
// Text and bytes leave in one go, head and body together, with their length. The headers that belong to the connection are the
// server's business: what an application says about them, and the router's note `x-cascade`, is left out.

import { type IncomingMessage, ServerResponse } from 'node:http';
import { type Response, discard } from '../../http/response.js';
import { isConnectionHeader } from '../../http/sent-headers.js';
import { FileBody } from '../static/file-body.js';
import { hasLatin1, isGone, limitUnsent } from './outgoing.js';
import { sendFile, sendStream } from './send-stream.js';

export interface SendSettings {
  /** How long, in milliseconds, a client may take nothing of a body before it is hung up on. */
  readonly sendTimeout: number;
  /** Whether the server is shutting down, so that connections are not to be kept. */
  readonly draining: boolean;
}

/**
 * Sends the response; a promise only where its body is a stream. Rejects with what the stream failed with, the response being unsent then if
 * nothing of it had left (`outgoing.headersSent`), else cut off.
 */
export function send(
  response: Response,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  settings: SendSettings,
): undefined | Promise<void> {
  const { status, body } = response;
  // Middleware of a host may have answered by a method that is bound to the host's own response.
  if (isGone(outgoing) || outgoing.writableEnded) {
    discard(body);
    return undefined;
  }
  const isHead = incoming.method === 'HEAD';
  const { head, declared } = headOf(response, settings.draining);
  const length = lengthOf(body, status, declared, isHead);
  if (length !== undefined) head.push('content-length', length);
  const isBodiless = isHead || status === 204 || status === 205 || status === 304;
  if (isBodiless || body === null) {
    writeHead(outgoing, status, head);
    discard(body);
    outgoing.end();
    return undefined;
  }
  if (typeof body === 'string' || body instanceof Uint8Array) {
    writeHead(outgoing, status, head);
    endWith(outgoing, body, length, head);
    limitUnsent(outgoing, settings.sendTimeout);
    return undefined;
  }
  const bytes = length === undefined ? undefined : Number(length);
  const sendHead = (): void => writeHead(outgoing, status, head);
  // A `write` that is somebody's own (compression) need not call back.
  if (body instanceof FileBody && !Object.hasOwn(outgoing, 'write'))
    return sendFile(body, bytes, sendHead, outgoing, settings.sendTimeout);
  return sendStream(body, bytes, sendHead, outgoing, settings.sendTimeout);
}

const { write, end } = ServerResponse.prototype;
/** Bytes that are so few are quicker copied behind the head than given to the socket beside it. */
const fewBytes = 2048;

/**
 * Ends a response whose head is ready. `end(body)` of Node gives the socket two or three pieces, the last of them empty, which are gathered
 * before they leave; a body that is written before the end leaves in one piece with its head, a tenth of the whole sooner. Text without a
 * character beyond ASCII, and few bytes, go as Latin-1, which needs no encoding. An `end` or `write` that is somebody's own (compression,
 * sessions) gets the body as it is used to.
 */
function endWith(
  outgoing: ServerResponse,
  body: string | Uint8Array,
  length: string | undefined,
  head: readonly string[],
): void {
  const isOwn = outgoing.write === write && outgoing.end === end && body.length > 0;
  const isAscii = isOwn && String(body.length) === length;
  // Some headers may be a host's.
  const isMixed =
    typeof body === 'string' && !isAscii && hasLatin1([head, Object.values(outgoing.getHeaders())].flat(2));
  const content = isMixed ? Buffer.from(body) : body;
  if (!isOwn) {
    outgoing.end(content);
    return;
  }
  outgoing.cork();
  if (typeof content === 'string') outgoing.write(content, isAscii ? 'latin1' : 'utf8');
  else if (content.length <= fewBytes) outgoing.write(latin1Of(content), 'latin1');
  else outgoing.write(content);
  outgoing.uncork();
  outgoing.end();
}

function latin1Of(bytes: Uint8Array): string {
  const buffer = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return buffer.toString('latin1');
}

/** The headers that leave, as names and values in turn, and the length that the application says its body has. */
function headOf({ headers }: Response, draining: boolean): { head: string[]; declared: string | undefined } {
  const given = headers.flat();
  const head: string[] = [];
  let declared: string | undefined;
  for (let i = 0; i < given.length; i += 2) {
    const name = given[i]!;
    if (name === 'content-length') declared = wholeNumber(given[i + 1]!);
    else if (!isConnectionHeader(name, given[i + 1]!)) head.push(name, given[i + 1]!);
  }
  if (draining) head.push('connection', 'close');
  return { head, declared };
}

/** A length as it is sent; undefined for what is none. */
function wholeNumber(text: string): string | undefined {
  return /^\d{1,15}$/.test(text) ? String(Number(text)) : undefined;
}

/**
 * The `Content-Length` that is sent, if any. Of text and bytes it is theirs, whatever was declared; of a stream, and of the body that a
 * HEAD or a 304 leaves out, only the application knows it.
 */
function lengthOf(
  body: Response['body'],
  status: number,
  declared: string | undefined,
  isHead: boolean,
): string | undefined {
  if (status === 204) return undefined;
  if (status === 205) return '0';
  if (status === 304) return declared;
  if (typeof body === 'string') return String(Buffer.byteLength(body));
  if (body instanceof Uint8Array) return String(body.length);
  if (isHead) return declared;
  return body === null ? '0' : declared;
}

/** In a host some headers may be set already, and `writeHead` may be somebody's own, which takes a list for names and values of one field each. */
function writeHead(outgoing: ServerResponse, status: number, head: readonly string[]): void {
  try {
    if (outgoing.getHeaderNames().length === 0 && !Object.hasOwn(outgoing, 'writeHead'))
      outgoing.writeHead(status, head as string[]);
    else {
      setBeside(outgoing, head);
      outgoing.writeHead(status);
    }
  } catch (error) {
    // HTTP/2 refuses some; the answer that says so would be refused as well.
    for (const [i, name] of head.entries())
      if (i % 2 === 0 && !outgoing.headersSent) outgoing.removeHeader(name);
    throw error;
  }
}

/** Sets headers, names and values in turn, beside those of a host: cookies and `Vary` add up, of others those given stand. */
export function setBeside(outgoing: ServerResponse, head: readonly string[]): void {
  const replaced = new Set(head.filter((name, i) => i % 2 === 0 && name !== 'set-cookie' && name !== 'vary'));
  for (const name of replaced) outgoing.removeHeader(name);
  for (let i = 0; i < head.length; i += 2) {
    const name = head[i]!;
    if (name === 'vary' && hasToken(outgoing.getHeader(name), head[i + 1]!)) continue;
    outgoing.appendHeader(name, head[i + 1]!);
  }
}

function hasToken(value: number | string | string[] | undefined, token: string): boolean {
  return String(value ?? '')
    .split(/\s*,\s*/)
    .includes(token);
}
