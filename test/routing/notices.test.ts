// What `deprecated` and `sunset` add to the answers of a route, read back as their standards say.

import { parseItem } from 'structured-headers';
import { expect, test } from 'vitest';
import { Request } from '../../src/http/request.js';
import { Response } from '../../src/http/response.js';
import { parseRoutes } from '../../src/interpreter/load.js';
import type { Next } from '../../src/middleware/middleware.js';

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
