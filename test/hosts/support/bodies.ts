// Answers with bodies that a host can hash, and what is told of them.

import { Readable } from 'node:stream';
import { Response, routes } from 'waypost';

const download = { 'content-length': '3', 'content-disposition': 'attachment; filename="café"' };

export const bodies = routes`
  get '/text', to => ${() => 'abc'};
  get '/bytes', to => ${() => new Response({ body: Buffer.from('abc') })};
  get '/download', to => ${() => new Response({ body: Readable.from(['abc']), headers: download })};
`;

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
