// What TypeScript takes for an endpoint and for a layer. Each function has a method `call`, and no function is an endpoint.

import { expect, it } from 'vitest';
import { linesWithErrors } from '../support/type-check.js';

const before = [
  "import { Middleware, MiddlewareStack, Request, Response, parseRoutes, toFetchHandler, type Endpoint, type Layer, type Next } from 'waypost';",
  'class Hello implements Endpoint { call(request: Request) { return Response.text(request.path); } }',
  'class Gate extends Middleware { override call(request: Request) { return this.app.call(request); } }',
  'class Timed { call(request: Request, next: Next) { return next(request); } }',
  'export { Gate, Hello, MiddlewareStack, Response, Timed, parseRoutes, toFetchHandler };',
  'export type { Layer };',
].join('\n');

it('an endpoint is an object with `call`', () => {
  const good = [
    'export const app: Endpoint = new Hello();',
    'export const plain: Endpoint = { call: () => new Response() };',
    'export const later: Endpoint = { async call(request) { return Response.text(request.path); } };',
    "toFetchHandler(parseRoutes(''));",
    "new MiddlewareStack().use('gate', Gate).build(new Hello());",
    'new Gate({ app: { call: (request) => Response.text(request.path) } });',
  ];
  const bad = [
    'export const handler: Endpoint = (request: Request) => Response.text(request.path);',
    'toFetchHandler((request: Request) => Response.text(request.path));',
    'new MiddlewareStack().build(() => new Response());',
    'new Gate({ app: () => new Response() });',
    'export const number: Endpoint = { call: () => 5 };',
  ];
  expect(linesWithErrors(before, [...good, ...bad], {})).toEqual(bad);
});

it('a layer answers with a response, whatever it is', () => {
  const good = [
    'export const one: Layer = (request, next) => next(request);',
    'export const two: Layer = async (request, next) => { const answer = await next(request); return answer; };',
    'export const three: Layer = { call: (request: Request, next: Next) => next(request) };',
    'export const four: Layer = new Timed();',
    'export const five: Layer = Gate;',
    'export const six: Layer = { call: (request, next) => next(request) };',
    "export const staff: Layer = (request, next) => (request.route?.meta['auth'] === 'staff' ? Response.text(String(request.route.layers)) : next(request));",
    'export const seven = { async call(request, next) { return next(request); } } satisfies Layer;',
  ];
  const bad = [
    'export const lacks: Layer = async (request, next) => { await next(request); };',
    'export const number: Layer = () => 5;',
    'export const inCall: Layer = { call(request) { return request.path; } };',
    'export const object: Layer = { call: async (request: Request, next: Next) => { await next(request); } };',
  ];
  expect(linesWithErrors(before, [...good, ...bad], {})).toEqual(bad);
});
