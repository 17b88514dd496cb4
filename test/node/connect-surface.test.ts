// What middleware written for Express finds on the request and the response, member by member.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { Request } from '../../src/http/request.js';
import type { Response } from '../../src/http/response.js';
import { MiddlewareStack } from '../../src/middleware/stack.js';
import type { ConnectRequest, ConnectResponse } from '../../src/node/serving/connect-surface.js';
import { fromConnect } from '../../src/node/serving/from-connect.js';

type Layer = (
  request: ConnectRequest & IncomingMessage,
  response: ConnectResponse & ServerResponse,
) => unknown;

async function answered(layer: Layer, headers: Record<string, string> = {}): Promise<Response> {
  const connect = fromConnect((request: never, response: never) => void layer(request, response));
  const app = new MiddlewareStack().use('layer', connect).build({
    call: () => {
      throw new Error('the layer answers');
    },
  });
  return await app.call(new Request({ method: 'GET', path: '/', headers }));
}

it.each([
  ['html', 'text/html; charset=utf-8'],
  ['json', 'application/json; charset=utf-8'],
  ['txt', 'text/plain; charset=utf-8'],
  ['text', 'text/plain; charset=utf-8'],
  ['.png', 'image/png'],
  ['image/avif', 'image/avif'],
  ['text/csv', 'text/csv; charset=utf-8'],
  ['constructor', 'application/octet-stream'],
])('res.type(%j) sets the content type %s', async (type, expected) => {
  const { headers } = await answered((_, response) => response.type(type).end());
  expect(headers.get('content-type')).toBe(expected);
});

it.each([
  [{ referer: '/a' }, '/a'],
  [{ referrer: '/b' }, '/b'],
  [{ referer: '/a', referrer: '/b' }, '/a'],
])('req.get finds the page that led here in %j, by either spelling', async (headers, expected) => {
  const response = await answered(
    (request, answer) => answer.json([request.get('Referer'), request.get('referrer')]),
    headers,
  );
  expect(JSON.parse(await response.text())).toEqual([expected, expected]);
});

it('req.xhr says whether a script asks', async () => {
  const layer: Layer = (request, response) => response.json(request.xhr);
  expect(await (await answered(layer)).text()).toBe('false');
  expect(await (await answered(layer, { 'x-requested-with': 'XMLHttpRequest' })).text()).toBe('true');
});

it('res.cookie refuses to sign, since it has no secret', async () => {
  await expect(answered((_, response) => response.cookie('a', 'b', { signed: true }))).rejects.toThrow(
    /^res\.cookie with \{ signed: true \} needs an Express application/,
  );
});
