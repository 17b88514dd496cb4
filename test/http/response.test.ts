// What a response can be made of, and what is refused.

import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { Headers } from '../../src/http/headers.js';
import { Response, answeredResponse, isResponse, responseFrom } from '../../src/http/response.js';

describe('construction', () => {
  it('is an empty 200 by default', () => {
    const response = new Response();
    expect([response.status, response.body, [...response.headers]]).toEqual([200, null, []]);
  });

  it('keeps its body as given and calls text plain text', () => {
    const response = new Response({ body: 'hello' });
    expect(response.body).toBe('hello');
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(
      new Response({ body: '<p>', headers: { 'Content-Type': 'text/html' } }).headers.get('content-type'),
    ).toBe('text/html');
  });

  it.each([99, 100, 199, 600, 200.5, Number.NaN, '200'])('refuses the status %s', (status) => {
    expect(() => new Response({ status: status as number })).toThrow(RangeError);
  });

  it.each([7, true, {}, [], Symbol('s'), () => 1])(
    'refuses a body that is neither text nor bytes nor a stream (%#)',
    (body) => {
      expect(() => new Response({ body: body as unknown as string })).toThrow(/Response\.json/);
    },
  );

  it.each(['hello', 201, () => 1])(
    'refuses what Fetch or Express would take in the place of its parts (%#)',
    (parts) => {
      const refusal =
        /^a response is made of \{ body, status, headers \}, not of a value of type (string|number|function)$/;
      expect(() => new Response(parts as object)).toThrow(refusal);
      expect(() => Response.json({}, parts as object)).toThrow(refusal);
      expect(() => Response.text('', parts as object)).toThrow(refusal);
    },
  );

  it('reads streams of every kind', async () => {
    async function* generated(): AsyncGenerator<string> {
      yield 'a';
      yield 'b';
    }
    for (const body of [
      generated(),
      Readable.from(['a', 'b']),
      new Blob(['ab']).stream(),
      new Blob(['ab']),
    ]) {
      const response = new Response({ body: body as AsyncIterable<string> });
      expect(await response.text()).toBe('ab');
      // Nothing is left of it, which is not the same as an empty body.
      await expect(response.with({}).text()).rejects.toThrow(
        'a stream is read once; make one for each response',
      );
    }
  });

  it('reads what gives its chunks again as often as it is asked', async () => {
    const body = {
      async *[Symbol.asyncIterator](): AsyncGenerator<string> {
        yield 'a';
        yield 'b';
      },
    };
    const response = new Response({ body });
    expect([await response.text(), await response.text()]).toEqual(['ab', 'ab']);
  });
});

describe('headers', () => {
  it.each(['a\r\nset-cookie: x=1', 'a\nb', 'a\0b', 'snow ☃'])('refuses the value %j', (value) => {
    expect(() => new Response({ headers: { 'x-name': value } })).toThrow(/header 'x-name' cannot be/);
    expect(() => new Response().headers.set('x-name', value)).toThrow(TypeError);
    expect(() => new Response().headers.append('x-name', value)).toThrow(TypeError);
  });

  it.each(['', 'a b', 'a:', 'a\r\n', 'é'])('refuses the name %j', (name) => {
    expect(() => new Headers({ [name]: 'x' })).toThrow(/is not a header name/);
  });

  it('quotes no more of a refused value than tells which it is', () => {
    expect(() => new Headers({ a: `${'x'.repeat(5000)}\n` })).toThrow(
      /^header 'a' cannot be "x{98}…"; a value has/,
    );
  });

  it('holds several cookies apart and joins other lists', () => {
    const response = new Response({
      headers: [
        ['Set-Cookie', 'a=1'],
        ['set-cookie', 'b=2'],
        ['Vary', 'a'],
        ['vary', 'b'],
      ],
    });
    response.setCookie('c', 'x y', { httpOnly: true, maxAge: 60 });
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2', 'c=x%20y; Max-Age=60; HttpOnly']);
    expect(response.headers.get('vary')).toBe('a, b');
  });

  it('sets, appends, deletes and counts in any case', () => {
    const headers = new Headers({ A: '1', b: 2, none: undefined });
    headers
      .append('a', '3')
      .set('A', '4')
      .append('c', '5')
      .delete('B')
      .addToken('vary', 'Origin')
      .addToken('Vary', 'origin');
    expect([...new Headers({ vary: ['a', 'b'], 'set-cookie': ['a=1', 'b=2'] })]).toEqual([
      ['vary', 'a, b'],
      ['set-cookie', 'a=1'],
      ['set-cookie', 'b=2'],
    ]);
    expect([...headers]).toEqual([
      ['a', '4'],
      ['c', '5'],
      ['vary', 'Origin'],
    ]);
    expect(headers.has('C')).toBe(true);
    expect([...new Headers(new globalThis.Headers({ q: 'w' }))]).toEqual([['q', 'w']]);
  });
});

describe('short forms', () => {
  it('makes JSON, HTML and text', async () => {
    expect(Response.json({ a: 1 }).headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(
      await Response.json([1], {
        status: 201,
        headers: { 'content-type': 'application/problem+json' },
      }).json(),
    ).toEqual([1]);
    expect(Response.html('<p>').headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(Response.text('x', { headers: { 'x-a': 'b' } }).headers.get('content-type')).toBe(
      'text/plain; charset=utf-8',
    );
    expect(() => Response.json(undefined)).toThrow(TypeError);
  });

  it.each([
    ['/a b', '/a%20b'],
    ['/x\r\nset-cookie: a=1', '/x%0D%0Aset-cookie:%20a=1'],
    ['/caf\u00e9?q=%20', '/caf%C3%A9?q=%20'],
    ['/\\evil.example', '/%5Cevil.example'],
    ['/\ud800', '/%EF%BF%BD'],
    ['https://[::1]:3/#a', 'https://[::1]:3/#a'],
  ])('redirects to %j as %s', (location, written) => {
    const response = Response.redirect(location, 303);
    expect([response.status, response.headers.get('location')]).toEqual([303, written]);
  });

  it('redirects with 302, and only with a redirect', () => {
    expect(Response.redirect('/').status).toBe(302);
    expect(() => Response.redirect('/', 200)).toThrow(RangeError);
  });
});

describe('variants', () => {
  it('changes parts and keeps the rest', () => {
    const first = new Response({ status: 201, body: 'a', headers: { x: '1' } });
    const second = first.with({ body: null });
    second.headers.set('x', '2');
    expect([second.status, second.body, first.headers.get('x'), first.body]).toEqual([201, null, '1', 'a']);
  });

  it('drops the body for HEAD, tells its length, and closes a stream', () => {
    expect(new Response({ body: 'é☃😀' }).withoutBody().headers.get('content-length')).toBe('9');
    const stream = Readable.from(['x']);
    const told = new Response({ body: 'abc', headers: { 'content-length': '77' } });
    expect(told.withoutBody().headers.get('content-length')).toBe('3');
    expect(new Response({ body: stream }).withoutBody().headers.has('content-length')).toBe(false);
    expect(stream.destroyed).toBe(true);
  });

  it('counts bytes as UTF-8 does', () => {
    for (const text of ['', 'abc', 'é', '☃', '😀', '\ud800', '\udc00x', '\ud800\ud800\udc00'])
      expect(new Response({ body: text }).withoutBody().headers.get('content-length')).toBe(
        String(Buffer.byteLength(text)),
      );
  });
});

describe('what stands for a response', () => {
  it('takes a response, a Fetch response and a string', async () => {
    const own = new Response({ body: 'x' });
    expect(responseFrom(own)).toBe(own);
    expect(responseFrom('x')?.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const fetched = responseFrom(
      new globalThis.Response('y', {
        status: 202,
        headers: [
          ['set-cookie', 'a=1'],
          ['set-cookie', 'b=2'],
        ],
      }),
    );
    expect([fetched?.status, await fetched?.text(), fetched?.headers.getSetCookie()]).toEqual([
      202,
      'y',
      ['a=1', 'b=2'],
    ]);
  });

  it.each([
    ...[undefined, null, 7, {}, [], { status: 200 }],
    { status: 200, headers: new Map(), body: null },
    globalThis.Response.error(),
  ])('takes nothing else (%#)', (answer) => {
    expect(responseFrom(answer)).toBeUndefined();
    expect(() => answeredResponse(answer)).toThrow(/must return a Response/);
  });

  it('has headers of its own, whichever of two copies is changed', () => {
    const given = new Headers({ a: '1' });
    const one = new Response({ headers: given });
    const other = one.with({ status: 201 });
    one.headers.set('a', '2');
    given.append('b', '3');
    other.headers.delete('a');
    expect([[...given], [...one.headers], [...other.headers]]).toEqual([
      [
        ['a', '1'],
        ['b', '3'],
      ],
      [['a', '2']],
      [],
    ]);
    const text = new Response({ body: 'x' });
    text.headers.set('content-type', 'text/css');
    expect(new Response({ body: 'x' }).headers.get('content-type')).toBe('text/plain; charset=utf-8');
  });

  it('recognises a response of another copy of the module', () => {
    class Other {
      get [Symbol.for('waypost.response')](): boolean {
        return true;
      }
    }
    expect(isResponse(new Other())).toBe(true);
    expect(isResponse({})).toBe(false);
  });
});

it('headers are gone through as those of Fetch are', () => {
  const list: [string, string][] = [
    ['Accept', 'text/html'],
    ['Set-Cookie', 'a=1'],
    ['Vary', 'Accept'],
    ['set-cookie', 'b=2'],
    ['vary', 'Origin'],
  ];
  const [own, fetched] = [new Headers(), new globalThis.Headers()];
  for (const headers of [own, fetched]) for (const [name, value] of list) headers.append(name, value);
  const told = (headers: Headers | globalThis.Headers): unknown => {
    const visited: string[] = [];
    headers.forEach((value, name, all) => visited.push(`${name}: ${value} ${all === headers}`));
    return [
      [...headers],
      [...headers.entries()],
      [...headers.keys()],
      [...headers.values()],
      headers.getSetCookie(),
      visited,
    ];
  };
  expect(told(own)).toEqual(told(fetched));
});
