// Sends a response through `node:http`.
//
// Text and bytes are sent in one piece with the head and with their length. The server decides the headers of the connection
// (`connection`, `transfer-encoding` …): those that an application sets are left out, and so is `x-cascade`, the router's mark.

import { type IncomingMessage, ServerResponse } from 'node:http';
import { type Response, discard } from '../../http/response.js';
import { isConnectionHeader } from '../../http/sent-headers.js';
import { FileBody } from '../static/file-body.js';
import { hasLatin1, isGone, limitUnsent } from './outgoing.js';
import { sendFile, sendStream } from './send-stream.js';

export interface SendSettings {
  /** How many milliseconds a client may read nothing of a body before its connection is closed. */
  readonly sendTimeout: number;
  /** Whether the server is shutting down, so every response closes its connection. */
  readonly draining: boolean;
}

/**
 * Sends the response. Returns a promise only if the body is a stream. It rejects with the error of the stream; the caller then answers
 * with that error if `outgoing.headersSent` is false, or cuts the response off.
 */
export function send(
  response: Response,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  settings: SendSettings,
): undefined | Promise<void> {
  const { status, body } = response;
  // Middleware of a host may have answered already, through a method bound to the host's response.
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
  // A replaced `write`, such as that of `compression`, may never call back.
  if (body instanceof FileBody && !Object.hasOwn(outgoing, 'write'))
    return sendFile(body, bytes, sendHead, outgoing, settings.sendTimeout);
  return sendStream(body, bytes, sendHead, outgoing, settings.sendTimeout);
}

const { write, end } = ServerResponse.prototype;
/** Up to this size, copying bytes behind the head is faster than passing them to the socket as a second piece. */
const fewBytes = 2048;

/**
 * Sends the body of a response whose head is written, and ends it. Node's `end(body)` passes two or three pieces to the socket. A body
 * written while the connection is corked goes out in one piece with its head, which is faster. ASCII text and small bodies of bytes are
 * sent as Latin-1, which needs no encoding. A replaced `end` or `write` (compression, sessions) gets the body by `end(body)`.
 */
function endWith(
  outgoing: ServerResponse,
  body: string | Uint8Array,
  length: string | undefined,
  head: readonly string[],
): void {
  const isOwn = outgoing.write === write && outgoing.end === end && body.length > 0;
  const isAscii = isOwn && String(body.length) === length;
  // The host may have set headers too.
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

/** The headers to send, as alternating names and values, and the `Content-Length` that the application declared. */
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

/** A declared length as a plain number; undefined if it is not one. */
function wholeNumber(text: string): string | undefined {
  return /^\d{1,15}$/.test(text) ? String(Number(text)) : undefined;
}

/**
 * The `Content-Length` to send, if any. Text and bytes are measured, whatever was declared. For a stream, and for a body that HEAD or 304
 * omits, the declared length is used.
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

/**
 * Writes status and headers. If a host has set headers already, or `writeHead` is replaced, they are set one by one: a replaced
 * `writeHead` may not understand a list of alternating names and values.
 */
function writeHead(outgoing: ServerResponse, status: number, head: readonly string[]): void {
  try {
    if (outgoing.getHeaderNames().length === 0 && !Object.hasOwn(outgoing, 'writeHead'))
      outgoing.writeHead(status, head as string[]);
    else {
      setBeside(outgoing, head);
      outgoing.writeHead(status);
    }
  } catch (error) {
    // HTTP/2 refuses some headers. They must not stay, or the answer to this error would be refused too.
    for (const [i, name] of head.entries())
      if (i % 2 === 0 && !outgoing.headersSent) outgoing.removeHeader(name);
    throw error;
  }
}

/** Adds headers (alternating names and values) to those of a host. Cookies and `Vary` are appended; others replace the host's. */
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
