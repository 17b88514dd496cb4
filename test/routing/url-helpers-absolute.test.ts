// URL helpers that give whole URLs: their host, and what a request or a mounted router puts in front.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UrlGenerationError } from '../../src/routing/generation/generation-errors.js';
import { helpersOf } from '../support/loose-helpers.js';

describe('absolute URLs', () => {
  const routes = { user: '/users/:id', root: '/', go: '/go/:host' };

  it('are the origin and the path', () => {
    expect(helpersOf(routes, { host: 'example.com' }).urlFor('user', 5)).toBe('http://example.com/users/5');
    expect(helpersOf(routes, { host: 'example.com', protocol: 'https', port: 8443 }).urlFor('root')).toBe(
      'https://example.com:8443/',
    );
  });

  it('leave out the port that is the protocol’s own', () => {
    expect(helpersOf(routes, { host: 'a.b', port: 80 }).urlFor('root')).toBe('http://a.b/');
    expect(helpersOf(routes, { host: 'a.b', protocol: 'https', port: '443' }).urlFor('root')).toBe(
      'https://a.b/',
    );
    expect(helpersOf(routes, { host: 'a.b:80' }).urlFor('root')).toBe('http://a.b/');
    expect(helpersOf(routes, { host: 'a.b', port: 443 }).urlFor('root')).toBe('http://a.b:443/');
  });

  it('take host, protocol and port of the call first', () => {
    const helpers = helpersOf(routes, { host: 'a.b', protocol: 'https', port: 3000 });
    expect(helpers.urlFor('user', 5, { host: 'c.d' })).toBe('https://c.d:3000/users/5');
    expect(helpers.urlFor('user', 5, { host: 'c.d:4000' })).toBe('https://c.d:4000/users/5');
    expect(helpers.urlFor('user', 5, { protocol: 'http', port: null, q: 1 })).toBe('http://a.b/users/5?q=1');
    expect(helpers.urlFor('user', { id: 5, port: 1 })).toBe('https://a.b:1/users/5');
    expect(helpers.urlFor('go', { host: 'c.d' })).toBe('https://a.b:3000/go/c%2Ed');
  });

  it('are the same whatever was asked for before', () => {
    const parts = fc.record(
      {
        host: fc.constantFrom('a.b', 'c.d:81', 'bad host', '', undefined),
        protocol: fc.constantFrom('http', 'https', 'javascript', undefined),
        port: fc.constantFrom(80, '443', null, 0, undefined),
      },
      { requiredKeys: [] },
    );
    const call = fc.tuple(
      parts,
      fc.option(fc.record({ host: fc.constantFrom('x.y', 'z'), protocol: fc.constantFrom('https', 'ws') })),
      fc.constantFrom('user', 'go'),
      fc.boolean(),
    );
    fc.assert(
      fc.property(parts, fc.array(call, { minLength: 3 }), (home, calls) => {
        const helpers = helpersOf(routes, home);
        for (const [options, request, name, isNamed] of calls) {
          const urlOf = (all: typeof helpers): string => {
            try {
              const own = request ? all.forRequest(request) : all;
              return isNamed ? own['userUrl']!(5, { ...options, q: 1 }) : own.urlFor(name, 'x', options);
            } catch (problem) {
              return String(problem);
            }
          };
          expect(urlOf(helpers)).toBe(urlOf(helpersOf(routes, home)));
        }
      }),
      { seed: 20_261_122, numRuns: 100 },
    );
  });

  it('know every form of a host and of a protocol', () => {
    const url = (options: Record<string, unknown>): string => helpersOf(routes, options).urlFor('root');
    expect(url({ host: 'localhost:3000' })).toBe('http://localhost:3000/');
    expect(url({ host: '[::1]:3000' })).toBe('http://[::1]:3000/');
    expect(url({ host: '127.0.0.1' })).toBe('http://127.0.0.1/');
    expect(url({ host: 'bücher.example' })).toBe('http://xn--bcher-kva.example/');
    expect(url({ host: 'a.b', protocol: 'https:' })).toBe('https://a.b/');
    expect(url({ host: 'a.b', protocol: 'HTTPS://' })).toBe('https://a.b/');
    expect(url({ host: 'a.b', protocol: 'wss' })).toBe('wss://a.b/');
  });

  it('cannot be made without a host', () => {
    expect(() => helpersOf(routes).urlFor('user', 5)).toThrow(
      "the route 'user' (/users/:id) has no host; give one as { host: 'example.com' } or in defaultUrlOptions",
    );
  });

  it.each([
    [{ host: 'a.b\r\nX: y' }],
    [{ host: 'a.b/c' }],
    [{ host: 'a.b?c' }],
    [{ host: 'a@b' }],
    [{ host: 'http://a.b' }],
    [{ host: 'a b' }],
    [{ host: 'a.b\\c' }],
    [{ host: 7 }],
    [{ host: 'é/b' }],
    [{ host: 'a.b', protocol: 'javascript' }],
    [{ host: 'a.b', protocol: 'javascript:' }],
    [{ host: 'a.b', protocol: 'http://x.y/' }],
    [{ host: 'a.b', protocol: 'ht\ntp' }],
    [{ host: 'a.b', protocol: Symbol('x') }],
    [{ host: 'a.b', port: 0 }],
    [{ host: 'a.b', port: 65_536 }],
    [{ host: 'a.b', port: '80/x' }],
    [{ host: 'a.b', port: 1.5 }],
    [{ host: 'a.b:99999' }],
  ])('refuse %j', (options) => {
    expect(() => helpersOf(routes, options).urlFor('root')).toThrow(UrlGenerationError);
    expect(() => helpersOf(routes, { host: 'ok.org' }).urlFor('root', options)).toThrow(
      /^the route 'root' \(\/\) cannot have the (host|protocol|port) /,
    );
  });
});

describe('a mounted router, and a request', () => {
  const helpers = helpersOf({ posts: '/posts', root: '/' });

  it('give their host and the path that they hang below', () => {
    const mounted = helpers.forRequest({
      host: 'a.b',
      protocol: 'https',
      port: 8443,
      scriptName: '/blog',
    }) as unknown as typeof helpers;
    expect(mounted.pathFor('posts')).toBe('/blog/posts');
    expect(mounted['postsPath']!()).toBe('/blog/posts');
    expect(mounted['postsUrl']!()).toBe('https://a.b:8443/blog/posts');
    expect(mounted.urlFor('root')).toBe('https://a.b:8443/blog/');
    expect(helpers['postsPath']!()).toBe('/posts');
  });

  it('give way to a default host', () => {
    const fixed = helpersOf({ posts: '/posts' }, { host: 'fixed.org' });
    expect(fixed.forRequest({ host: 'a.b', protocol: 'https', port: 1 }).urlFor('posts')).toBe(
      'http://fixed.org/posts',
    );
  });

  it('cannot lead off the site', () => {
    expect(helpers.forRequest({ scriptName: '//evil.com/x\r\n' }).pathFor('posts')).toBe(
      '/evil.com/x%0D%0A/posts',
    );
    expect(helpers.forRequest({ scriptName: '/\\evil' }).pathFor('posts')).toBe('/%5Cevil/posts');
    expect(helpers.forRequest({ scriptName: '/a///b//' }).pathFor('posts')).toBe('/a/b/posts');
    expect(() => helpers.forRequest({ host: 'a.b/c' }).urlFor('posts')).toThrow(UrlGenerationError);
  });
});
