// What `deprecated` and `sunset` add to the answers of a route, read back as their standards say.

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseItem } from 'structured-headers';
import { describe, expect, test } from 'vitest';
import { toFetchHandler } from '../../src/http/fetch.js';
import { HttpError } from '../../src/http/http-error.js';
import { Request } from '../../src/http/request.js';
import { Response } from '../../src/http/response.js';
import { parseRoutes } from '../../src/interpreter/load.js';
import type { Next } from '../../src/middleware/middleware.js';
import { toNodeListener } from '../../src/node/serving/listener.js';
import { Rescue } from '../../src/node/serving/rescue.js';

const shared = new Response({ body: 'shared', headers: { link: '</next>; rel="next"' } });

const router = parseRoutes(
  `routes {
    scope deprecated => '2026-12-01', sunset => { date => '2027-06-01', link => '/help/<export>?a=b c' }, {
      get '/action', to => &app#action
      get '/shared', to => &app#shared
      get '/guarded', to => &app#action, through => &app#refuses
      get '/redirect', to => redirect('/action')
      mount &app#mounted, at => '/mounted'
      get '/declined', to => &app#declines
      get '/fails', to => &app#fails
      get '/fails-later', to => &app#failsLater
      get '/fails-inside', to => &app#failsLater, through => &app#refuses
      get '/refuses', to => &app#refusesBody
      get '/own', to => &app#own, deprecated => { date => '1969-12-31', link => 'https://example.com/why' }
    }
    get '/declined', to => &app#action
    get '/going', to => &app#shared, sunset => '2027-06-01'
    get '/staying', to => &app#shared
  }`,
  {
    modules: {
      app: {
        action: () => 'fine',
        shared: () => shared,
        refuses: (request: Request, next: Next) =>
          request.headers.has('cookie') ? next(request) : new Response({ status: 401 }),
        mounted: { call: () => new Response({ status: 404, body: 'none' }) },
        fails: () => {
          throw new Error('broken');
        },
        failsLater: async () => Promise.reject(new Error('broken')),
        refusesBody: async () => Promise.reject(new HttpError(413)),
        declines: () => new Response({ status: 404, headers: { 'x-cascade': 'pass' } }),
        own: () => new Response({ headers: { deprecation: '@5' } }),
      },
    },
  },
);

async function headersOf(method: string, path: string): Promise<Response['headers']> {
  return (await router.call(new Request({ method, path }))).headers;
}

test.each([
  ['GET', '/action'],
  ['HEAD', '/action'],
  ['GET', '/guarded'],
  ['GET', '/redirect'],
  ['GET', '/mounted/x'],
])('%s %s tells when its route was deprecated and when it goes away', async (method, path) => {
  const headers = await headersOf(method, path);
  const [date, parameters] = parseItem(headers.get('deprecation')!);
  expect(date).toBeInstanceOf(Date);
  expect((date as Date).toISOString()).toBe('2026-12-01T00:00:00.000Z');
  expect(parameters.size).toBe(0);
  expect(headers.get('sunset')).toBe('Tue, 01 Jun 2027 00:00:00 GMT');
  expect(headers.get('link')).toBe('</help/%3Cexport%3E?a=b%20c>; rel="sunset"');
});

describe.each(['/fails', '/fails-later', '/fails-inside', '/refuses'])(
  'the answer to what %s throws',
  (path) => {
    const sunset = 'Tue, 01 Jun 2027 00:00:00 GMT';
    const status = path === '/refuses' ? 413 : 500;
    const init = { headers: { cookie: 'session=1' } };
    const quiet = { onError: () => undefined };

    test('is one of its route, under Fetch and node:http, with a net and without', async () => {
      const rescued = new Rescue({ app: router, ...quiet });
      for (const endpoint of [router, rescued]) {
        const response = await toFetchHandler(
          endpoint,
          quiet,
        )(new globalThis.Request(`http://a.test${path}`, init));
        expect([response.status, response.headers.get('sunset')]).toEqual([status, sunset]);
        const server = createServer(toNodeListener(endpoint, quiet)).listen(0);
        await once(server, 'listening');
        const { port } = server.address() as AddressInfo;
        const served = await fetch(`http://localhost:${port}${path}`, init);
        expect([served.status, served.headers.get('sunset')]).toEqual([status, sunset]);
        server.close();
        server.closeAllConnections();
      }
    });

    test('has the notices of the mounts around it, too', async () => {
      const outer = parseRoutes(
        `routes { mount &inner, at => '/in', deprecated => '2026-01-01', sunset => '2026-02-01' }`,
        {
          modules: { inner: { default: router } },
        },
      );
      const response = await toFetchHandler(
        outer,
        quiet,
      )(new globalThis.Request(`http://a.test/in${path}`, init));
      expect([response.headers.get('deprecation'), response.headers.get('sunset')]).toEqual([
        '@1796083200',
        sunset,
      ]);
    });
  },
);

test('a response that is given again and again keeps its own headers', async () => {
  for (let i = 0; i < 3; i++)
    expect((await headersOf('GET', '/shared')).get('link')).toBe(
      '</next>; rel="next", </help/%3Cexport%3E?a=b%20c>; rel="sunset"',
    );
  expect(shared.headers.has('sunset')).toBe(false);
});

test('a route that goes away need not be deprecated, and one that stays says nothing', async () => {
  const going = await headersOf('GET', '/going');
  expect([going.get('sunset'), going.get('deprecation')]).toEqual(['Tue, 01 Jun 2027 00:00:00 GMT', null]);
  expect(await router.call(new Request({ method: 'GET', path: '/staying' }))).toBe(shared);
});

test('a route that declines says nothing of itself', async () => {
  expect((await headersOf('GET', '/declined')).has('deprecation')).toBe(false);
  expect((await headersOf('POST', '/action')).has('deprecation')).toBe(false);
});

test('what the answer says already stays; a day before 1970 is a negative one', async () => {
  const headers = await headersOf('GET', '/own');
  expect(headers.get('deprecation')).toBe('@5');
  expect(headers.get('link')).toContain('<https://example.com/why>; rel="deprecation"');
  const early = parseRoutes(`routes { get '/', to => &a, deprecated => '1969-12-31' }`, {
    modules: { a: { default: () => 'a' } },
  });
  const response = await early.call(new Request({ method: 'GET', path: '/' }));
  expect(response.headers.get('deprecation')).toBe('@-86400');
});
