// Answers with bodies that a host can hash, and what is told of them.

import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Response, routes } from 'waypost';

const download = { 'content-length': '3', 'content-disposition': 'attachment; filename="café"' };

export const bodies = routes`
  get '/text', to => ${() => 'abc'};
  get '/bytes', to => ${() => new Response({ body: Buffer.from('abc') })};
  get '/download', to => ${() => new Response({ body: Readable.from(['abc']), headers: download })};
  get '/download/text', to => ${() => new Response({ body: 'abc', headers: download })};
  get '/download/bytes', to => ${() => new Response({ body: Buffer.from('abc'), headers: download })};
  get '/length/:length', to => ${({ params }) =>
    new Response({ body: Readable.from(['abc', 'def']), headers: { 'content-length': params['length'] } })};
  get '/twice', to => ${() =>
    new Response({
      body: Readable.from(['abc', 'def']),
      headers: { 'content-length': ['300', '6'] },
    })};
  get '/rows', to => ${() => new Response({ body: Readable.from([{ id: 1 }, { id: 2 }]) })};
  get '/buffers', to => ${() => new Response({ body: Readable.from([Uint8Array.of(97, 98, 99).buffer]) })};
`;

/** What comes of a stream of six bytes that says another length, until the connection ends: what waits on it would be a part of this answer. */
export async function untilEnd(origin: string, length: number): Promise<string | undefined> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  socket.setTimeout(5_000, () => socket.destroy(new Error('the client would wait for ever')));
  socket.write(`GET /length/${length} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
  return (await text(socket)).split('\r\n\r\n')[1];
}

/** The status and the headers of an answer, but for those of the moment and the connection. */
export async function head(
  url: string,
  headers: Readonly<Record<string, string>> = {},
  method = 'HEAD',
): Promise<Readonly<Record<string, unknown>>> {
  const answer = await fetch(url, { method, headers });
  await answer.arrayBuffer();
  const told = [...answer.headers].filter(([name]) => !/^(?:date|connection|keep-alive)$/.test(name));
  return { status: answer.status, ...Object.fromEntries(told) };
}
