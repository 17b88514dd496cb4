import { describe, expect, test } from 'vitest';
import { Request } from '../../src/http/request.js';
import { parsePattern } from '../../src/routing/patterns/pattern.js';
import type { RedirectLocation, RedirectOptions } from '../../src/routing/patterns/route.js';
import { redirectTo } from '../../src/routing/router/redirect.js';

function locationOf(
  location: RedirectLocation,
  params: Readonly<Record<string, string>> = {},
  request?: Request,
  pattern = '/(:locale)/:id/*path',
): string {
  return redirectTo(location, 301, parsePattern(pattern).pattern).locationFor(params, request);
}

const template = (text: string, params?: Readonly<Record<string, string>>): string =>
  locationOf({ kind: 'template', template: text }, params);

describe('a template', () => {
  test.each([
    ['/articles', '', '/articles'],
    ['/articles', '/shop', '/articles'],
    ['articles/%{id}', '', '/articles/7'],
    ['articles/%{id}', '/shop', '/shop/articles/7'],
    ['articles', '/caf%C3%A9/shop', '/caf%C3%A9/shop/articles'],
    ['', '/shop', '/shop/'],
    ['?page=2', '/shop', '/shop/?page=2'],
    ['%{path}', '/shop', '/shop/%2F%2Fevil.com'],
    ['articles', '//evil.com', '/evil.com/articles'],
    ['\\evil.com', '/shop', '/evil.com'],
    ['//cdn.example.com/a', '/shop', '//cdn.example.com/a'],
  ])(
    '%j below %j leads to %j: to the whole site where it begins with a slash',
    (text, scriptName, expected) => {
      const request = new Request({ method: 'GET', path: '/old' }).below(scriptName, '/old');
      const params = { id: '7', path: '//evil.com' };
      expect(locationOf({ kind: 'template', template: text }, params, request)).toBe(expected);
      if (!text.startsWith('//'))
        expect(locationOf({ kind: 'parts', parts: { path: text } }, params, request)).toBe(expected);
    },
  );

  test.each([
    ['/articles', '/articles'],
    ['articles', '/articles'],
    ['', '/'],
    ['/a?b=1#c', '/a?b=1#c'],
    ['https://example.com/a', 'https://example.com/a'],
    ['//cdn.example.com/a', '//cdn.example.com/a'],
    ['mailto:a@example.com', 'mailto:a@example.com'],
    ['/100%/%{/%d', '/100%/%%7B/%d'],
    ['/é b', '/%C3%A9%20b'],
  ])('%j leads to %j', (text, expected) => expect(template(text)).toBe(expected));

  test.each([
    ['/articles/%{id}', { id: '7' }, '/articles/7'],
    ['/articles/%{id}', { id: 'a b/c?d#e&é%' }, '/articles/a%20b%2Fc%3Fd%23e%26%C3%A9%25'],
    ['/files/%{path}', { path: 'a/b c/d' }, '/files/a/b%20c/d'],
    ['/%{locale}/articles', {}, '/articles'],
    ['/%{locale}/articles', { locale: 'fr' }, '/fr/articles'],
    ['/%{id}-%{id}?q=%{id}', { id: 'x y' }, '/x%20y-x%20y?q=x%20y'],
    ['/articles/%{id}', { id: '\ud800' }, '/articles/%EF%BF%BD'],
    ['/articles/%{a{b}', { 'a{b': 'x' }, '/articles/x'],
  ])('%j with %j leads to %j', (text, params, expected) => expect(template(text, params)).toBe(expected));

  test.each([
    ['/%{path}', { path: '/evil.com' }],
    ['/%{path}', { path: '//evil.com' }],
    ['/%{path}', { path: '\\evil.com' }],
    ['/%{path}', { path: '/\\/evil.com' }],
    ['%{path}', { path: '//evil.com' }],
    ['%{path}', { path: 'https://evil.com' }],
    ['%{id}', { id: '//evil.com' }],
    ['%{id}', { id: 'javascript:alert(1)' }],
    ['/%{locale}/%{path}', { path: '/evil.com' }],
    ['/%{locale}%{path}', { locale: '', path: '/evil.com' }],
    ['/\\%{path}', { path: 'evil.com' }],
    ['/%{locale}/%{id}', { id: '/evil.com' }],
    ['/%{path}', { path: '\t/evil.com' }],
  ])('%j with %j never leads off the site', (text, params) => {
    const location = template(text, params);
    expect(new URL(location, 'https://site.test/a/b').host, location).toBe('site.test');
    expect(location).toMatch(/^\/(?![/\\])/);
  });

  test('never puts a line break into the header', () => {
    expect(template('/a\r\nset-cookie: a=b')).toBe('/a%0D%0Aset-cookie:%20a=b');
    expect(template('/%{id}', { id: 'a\r\nb: c' })).toBe('/a%0D%0Ab%3A%20c');
  });

  test('takes only what the params have of their own', () =>
    expect(template('/a/%{toString}', {})).toBe('/a/'));
});

describe('parts of a URL replace those of the request', () => {
  const request = new Request({
    method: 'GET',
    path: '/old/7?page=2',
    host: 'www.example.com:3000',
    protocol: 'http',
  });
  const parts = (options: RedirectOptions, params = {}, asked: Request | undefined = request): string =>
    locationOf({ kind: 'parts', parts: options }, params, asked);

  test.each([
    [{ path: '/new' }, 'http://www.example.com:3000/new?page=2'],
    [{ path: 'new/%{id}' }, 'http://www.example.com:3000/new/7?page=2'],
    [{ host: 'other.org' }, 'http://other.org:3000/old/7?page=2'],
    [{ host: 'other.org:80' }, 'http://other.org:80/old/7?page=2'],
    [{ subdomain: 'api' }, 'http://api.example.com:3000/old/7?page=2'],
    [{ subdomain: false }, 'http://example.com:3000/old/7?page=2'],
    [{ protocol: 'https' }, 'https://www.example.com:3000/old/7?page=2'],
    [{ protocol: 'https://', port: 443 }, 'https://www.example.com/old/7?page=2'],
    [{ port: 80 }, 'http://www.example.com/old/7?page=2'],
    [{ host: 'example.org:8080', port: 9090 }, 'http://example.org:9090/old/7?page=2'],
    [{ params: { q: 'a b', n: 1 } }, 'http://www.example.com:3000/old/7?q=a%20b&n=1'],
    [{ params: {} }, 'http://www.example.com:3000/old/7'],
    [
      { params: { tags: ['a', 'b c'], by: { name: 'n', of: [{ x: 1 }] }, none: [] } },
      'http://www.example.com:3000/old/7?tags[]=a&tags[]=b%20c&by[name]=n&by[of][][x]=1',
    ],
  ] satisfies [RedirectOptions, string][])('%j', (options, expected) =>
    expect(parts(options, { id: '7' })).toBe(expected),
  );

  test.each(['127.0.0.1:3000', '[::1]:3000'])('%s, an IP address, gets no subdomain', (host) =>
    expect(parts({ subdomain: 'api' }, {}, new Request({ method: 'GET', path: '/old', host }))).toBe(
      `http://${host}/old`,
    ),
  );
  test('without a host there is only a path', () =>
    expect(parts({ path: '/new' }, {}, new Request({ method: 'GET', path: '/old?a=1' }))).toBe('/new?a=1'));
  test('a path that begins with two slashes is a path still', () =>
    expect(parts({ params: {} }, {}, new Request({ method: 'GET', path: '//evil.com' }))).toBe('/evil.com'));
  test('are shown in the route table', () => {
    expect(
      redirectTo({ kind: 'parts', parts: { path: '/x', host: 'y' } }, 301, parsePattern('/').pattern).label,
    ).toBe('path: /x, host: y');
  });
});

describe('a callable', () => {
  const asked = (callable: unknown, params = {}): string =>
    locationOf({ kind: 'callable', callable, label: '&links#old' }, params);

  test('gets params and request', () =>
    expect(asked((params: { id: string }) => `/b/${params.id}`, { id: '7' })).toBe('/b/7'));
  test('may leave the site', () => expect(asked(() => 'https://example.com/')).toBe('https://example.com/'));
  test('answers a path without its slash', () => expect(asked(() => 'b')).toBe('/b'));
  test('cannot break the header', () => expect(asked(() => '/a\r\nb')).toBe('/a%0D%0Ab'));
  test.each([undefined, null, 7, Promise.resolve('/a')])('that answers %s is a mistake', (answer) => {
    expect(() => asked(() => answer)).toThrow(
      /^the redirect &links#old answered (undefined|null|number|a promise): it must return its location as a string$/,
    );
  });
});
