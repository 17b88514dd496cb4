import { HttpError, type Request, Response } from 'waypost';

let hungUp = 0;

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

async function* words({ signal, query }: Request): AsyncGenerator<string> {
  yield 'one ';
  await pause(20);
  if (query.has('torn')) throw new Error('torn');
  yield 'two';
  while (query.has('endless') && !signal.aborted) await pause(20);
}

export function stream(request: Request): Response {
  request.signal.addEventListener('abort', () => (hungUp += 1));
  return new Response({
    body: words(request),
    headers: { 'content-type': 'text/plain' },
  });
}

/** How many clients have hung up on `stream`. */
export function hangUps(): string {
  return String(hungUp);
}

export function cookies(): Response {
  return new Response({ body: 'ok', headers: { 'set-cookie': ['a=1', 'b=2'], vary: 'Accept' } });
}

/** With the headers of an answer that came from another server, and was made shorter here. */
export function relayed(): Response {
  const headers = {
    'content-length': '300',
    'transfer-encoding': 'chunked',
    connection: 'keep-alive, upgrade',
    upgrade: 'h2c',
  };
  return new Response({ body: 'abc', headers });
}

export function empty(): Response {
  return new Response({ status: 204 });
}

export function moved(): Response {
  return Response.redirect('/elsewhere', 301);
}

export function failing(): never {
  throw new Error('lost');
}

export function silent(): Promise<never> {
  return Promise.reject();
}

export async function teapot(): Promise<never> {
  throw new HttpError(418, 'short and stout');
}
