// Applications made for Fetch as endpoints: what is taken for one. What they are asked, and answer, is tried in test/hosts/mounted.spec.ts.

import { expect, it } from 'vitest';
import { fromFetch } from '../../src/http/from-fetch.js';
import { Request } from '../../src/http/request.js';

const told = async (endpoint: ReturnType<typeof fromFetch>): Promise<string> =>
  (await endpoint.call(new Request({ method: 'GET', path: '/' }))).text();

// The types are the test: a server's context is read off its schema, and not off what is wanted of the server.
it('takes a server that is made where it is given', async () => {
  interface Own {
    readonly query: string;
  }
  interface Schema<Context> {
    readonly context: Context;
  }
  function server<Context extends object = object>(
    schema: Schema<Context & Own>,
  ): (context: Context) => Promise<globalThis.Response> {
    return async () => new globalThis.Response(schema.context.query);
  }
  const schema: Schema<Own> = { context: { query: 'asked' } };
  expect(await told(fromFetch(server(schema)))).toBe('asked');
  expect(await told(fromFetch({ fetch: (request) => new globalThis.Response(request.method) }))).toBe('GET');
  expect(await told(fromFetch((request) => new globalThis.Response(request.method)))).toBe('GET');
});

it('answers 400 where the host is none that a URL can have', async () => {
  const endpoint = fromFetch(() => new globalThis.Response('asked'));
  for (const host of ['999.999.999.999', 'a%00b', 'foo.1'])
    await expect(endpoint.call(new Request({ method: 'GET', path: '/', host }))).rejects.toMatchObject({
      status: 400,
    });
});

it('answers 405 to the methods that Fetch does not let anybody ask by', async () => {
  const endpoint = fromFetch(() => new globalThis.Response('asked'));
  for (const method of ['TRACE', 'track', 'CONNECT'])
    await expect(endpoint.call(new Request({ method, path: '/' }))).rejects.toMatchObject({
      status: 405,
      headers: { allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS' },
    });
});

it('answers 400 to what would not stand behind the host as a path', async () => {
  const endpoint = fromFetch((request) => new globalThis.Response(request.url));
  for (const path of ['*', '.other.example/x', '@other.example/x', ':81/x'])
    await expect(
      endpoint.call(new Request({ method: 'OPTIONS', path, host: 'good.example' })),
    ).rejects.toMatchObject({ status: 400, message: 'the request target is no path' });
  const bare = await endpoint.call(new Request({ method: 'GET', path: '', host: 'good.example' }));
  expect(await bare.text()).toBe('http://good.example/');
});

// A guard of the routes has seen the path as it came: `/api/open/../admin` is not below `/api/admin` to it.
it('answers 400 to a path of which Fetch would make another', async () => {
  const endpoint = fromFetch((request) => new globalThis.Response(new URL(request.url).pathname));
  const asked = (path: string): Request => new Request({ method: 'GET', path, host: 'good.example' });
  for (const path of [
    '/open/../admin',
    '/open/%2E%2e/admin',
    '/.%2e',
    '/./admin',
    '/open/.',
    '/\\admin',
    '/ad\tmin',
    '/admin#',
    '/#/admin',
  ])
    await expect(endpoint.call(asked(path)), path).rejects.toMatchObject({
      status: 400,
      message: 'the path has a dot segment, a backslash, a hash sign or a line break in it',
    });
  for (const path of ['/', '/a/..b/.c', '/...', '/a%2eb/%5C', '//a', '/a?/../b'])
    expect(await (await endpoint.call(asked(path))).text()).toBe(path.replace('?/../b', ''));
});

it('refuses what is none', () => {
  expect(() => fromFetch({} as never)).toThrow('fromFetch takes a function of a Fetch request');
});
