// The three large samples with a layer around all of their routes, which reads who may ask from the facts that these carry.

import { expect, it } from 'vitest';
import { Request } from 'waypost';
import { loadRoutes } from 'waypost/node';

const cases = [
  ['lobsters', '&../ranks#authorized', '/mod', { cookie: 'rank=user' }, 403],
  ['lobsters', '&../ranks#authorized', '/settings', {}, 401],
  ['openstreetmap', '&../ranks#authorized', '/issues', {}, 401],
  ['openstreetmap', '&../ranks#authorized', '/account', { cookie: 'rank=nobody' }, 401],
  ['spree-api', '&layers#audience', '/api/v3/admin/products', {}, 401],
] as const;

it.each(cases)('%s is served through %s: %s', async (name, layer, path, headers, status) => {
  const [whole, plain] = await Promise.all(
    ['application.routes', 'routes'].map((file) => loadRoutes(`samples/${name}/${file}`)),
  );
  expect(whole?.routeTable()).toEqual(plain?.routeTable());
  expect(new Set(whole?.routes.flatMap(({ layers }) => layers))).toEqual(new Set([layer]));
  const answered = await whole?.call(new Request({ method: 'GET', path, headers }));
  expect(answered?.status).toBe(status);
});

it.each([
  ['lobsters', '/mod', { cookie: 'rank=moderator' }],
  ['lobsters', '/', {}],
  ['spree-api', '/api/v3/admin/products', { 'x-spree-token': 'a key' }],
  ['spree-api', '/api/v3/store/products', {}],
])('%s lets the right ones through to %s', async (name, path, headers) => {
  const { routes } = await loadRoutes(`samples/${name}/routes`);
  const controllers: Record<string, Record<string, () => string>> = {};
  for (const { target } of routes)
    if (target.kind === 'controller') (controllers[target.controller] ??= {})[target.action] = () => 'inside';
  const router = await loadRoutes(`samples/${name}/application.routes`, { controllers });
  expect((await router.call(new Request({ method: 'GET', path, headers }))).status).toBe(200);
});
