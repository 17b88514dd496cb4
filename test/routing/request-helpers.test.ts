// `request.helpers`: what an endpoint gets when a router serves it.

import { describe, expect, it } from 'vitest';
import { Request } from '../../src/http/request.js';
import { Response } from '../../src/http/response.js';
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
    const router = new Router({ routes: [post] });
    expect(await bodyOf(router, '/posts/7')).toBe('/posts/8 http://example.org:3000/posts/9 /posts/7');
    expect(await bodyOf(router, '/posts/7', 'other.org')).toBe('/posts/8 http://other.org/posts/9 /posts/7');
  });

  it('lead below the path where a router is mounted', async () => {
    const blog = new Router({ routes: [post] });
    const mount: RouteDefinition = {
      ...routeDefinition(undefined, '/blog(/*mounted_path)'),
      any: true,
      target: { kind: 'mount', app: blog, label: 'blog' },
    };
    const site = new Router({ routes: [mount] });
    expect(await bodyOf(site, '/blog/posts/7')).toBe(
      '/blog/posts/8 http://example.org:3000/blog/posts/9 /blog/posts/7',
    );
  });

  it('are the router’s own where there is no request', () => {
    const router = new Router({ routes: [post] });
    expect(router.helpers.pathFor('post', 8)).toBe('/posts/8');
    expect(() => router.helpers.urlFor('post', 8)).toThrow('has no host');
  });
});
