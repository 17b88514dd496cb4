// `request.helpers`: what an endpoint gets when a router serves it.

import { describe, expect, it } from 'vitest';
import { Request } from '../../src/http/request.js';
import { Response } from '../../src/http/response.js';
import { routes } from '../../src/index.js';
import { UrlHelpers } from '../../src/routing/generation/url-helpers.js';
import { otherTargets } from '../../src/routing/router/other-targets.js';
import { recognition } from '../../src/routing/recognition/matcher.js';
import { Router } from '../../src/routing/router/router.js';
import type { RouteDefinition } from '../../src/routing/patterns/route.js';
import { routeDefinition } from '../support/named-routes.js';

function answering(name: string, path: string, answer: (request: Request) => string): RouteDefinition {
  return {
    ...routeDefinition(name, path),
    target: {
      kind: 'callable',
      callable: (request: Request) => new Response({ body: answer(request) }),
      label: 'inline',
    },
  };
}

async function bodyOf(router: Router, path: string, host = 'example.org:3000'): Promise<string> {
  const response = await router.call(new Request({ method: 'GET', path, host }));
  return response.text();
}

describe('request.helpers', () => {
  const post = answering('post', '/posts/:id', ({ helpers, params }) =>
    [
      helpers.pathFor('post', 8),
      helpers.urlFor('post', 9),
      helpers['post-path']!({ currentParams: params }),
    ].join(' '),
  );

  it('know the routes and the host of the request', async () => {
    const router = new Router({ recognition, otherTargets, helpers: UrlHelpers, routes: [post] });
    expect(await bodyOf(router, '/posts/7')).toBe('/posts/8 http://example.org:3000/posts/9 /posts/7');
    expect(await bodyOf(router, '/posts/7', 'other.org')).toBe('/posts/8 http://other.org/posts/9 /posts/7');
  });

  it.each(['', 'x:0', 'a!b', 'ex%41mple.org', '-.-', 'a b'])(
    'do not fail for the host "%s"',
    async (host) => {
      expect(
        await bodyOf(
          new Router({ recognition, otherTargets, helpers: UrlHelpers, routes: [post] }),
          '/posts/7',
          host,
        ),
      ).toBe('/posts/8 http://localhost/posts/9 /posts/7');
    },
  );

  it('believe a layer that says where the request went', async () => {
    const router = new Router({ recognition, otherTargets, helpers: UrlHelpers, routes: [post] });
    const asked = new Request({ method: 'GET', path: '/posts/7', host: 'inner:8080' });
    const urlFor = async (request: Request): Promise<string | undefined> =>
      (await (await router.call(request)).text()).split(' ')[1];
    expect(await urlFor(asked.with({ host: 'shop.example', protocol: 'https:' }))).toBe(
      'https://shop.example/posts/9',
    );
    expect(await urlFor(asked.with({ protocol: 'https' }))).toBe('https://inner:8080/posts/9');
    expect(await urlFor(asked.with({ host: 'shop.example:81' }).with({ path: '/posts/7' }))).toBe(
      'http://shop.example:81/posts/9',
    );
    expect(asked.with({ host: 'shop.example', port: 82, remoteAddress: '10.0.0.1' })).toMatchObject({
      url: 'http://shop.example:82/posts/7',
      remoteAddress: '10.0.0.1',
      context: { host: 'shop.example', port: 82 },
    });
  });

  it('lead below the path where a router is mounted', async () => {
    const blog = new Router({ recognition, otherTargets, helpers: UrlHelpers, routes: [post] });
    const mount: RouteDefinition = {
      ...routeDefinition(undefined, '/blog(/*mounted_path)'),
      any: true,
      target: { kind: 'mount', app: blog, label: 'blog' },
    };
    const site = new Router({ recognition, otherTargets, helpers: UrlHelpers, routes: [mount] });
    expect(await bodyOf(site, '/blog/posts/7')).toBe(
      '/blog/posts/8 http://example.org:3000/blog/posts/9 /blog/posts/7',
    );
  });

  it('leave a path that `direct` has written whole one of the site', async () => {
    const target = routes`
      direct 'imprint', '/imprint';
      direct 'newest', ${() => ['post', 1]};
      get '/posts/:id', as => 'post', to => ${({ helpers }: Request) =>
        [helpers.imprintPath!(), helpers.imprintUrl!(), helpers.newestPath!()].join(' ')};
    `;
    const site = routes`mount ${target}, at => '/blog'`;
    expect(await bodyOf(site, '/blog/posts/7')).toBe(
      '/imprint http://example.org:3000/imprint /blog/posts/1',
    );
  });

  it('are the router’s own where there is no request', () => {
    const router = new Router({ recognition, otherTargets, helpers: UrlHelpers, routes: [post] });
    expect(router.helpers.pathFor('post', 8)).toBe('/posts/8');
    expect(() => router.helpers.urlFor('post', 8)).toThrow('has no host');
  });
});
