// What can be read off a request, and how its body is read whole.

import { describe, expect, it } from 'vitest';
import { Request } from '../../src/http/request.js';

const get = (path: string, more: object = {}): Request => new Request({ method: 'GET', path, ...more });
const post = (
  body: string | Uint8Array | ReadableStream<Uint8Array>,
  headers: Record<string, string> = {},
  bodyLimit?: number,
): Request => new Request({ method: 'POST', path: '/', body, headers, bodyLimit });

describe('path and query', () => {
  it('keeps the path as received', () => {
    for (const path of ['/', '//a//b/', '/a/../b', '/caf%C3%A9', '/%zz', '/a;b=c', '*', ''])
      expect(get(path).path).toBe(path);
  });

  it('splits the query off the path', () => {
    const request = get('/search?q=a%20b&q=c?d');
    expect(request.path).toBe('/search');
    expect(request.queryString).toBe('q=a%20b&q=c?d');
    expect(request.query.getAll('q')).toEqual(['a b', 'c?d']);
  });

  it('takes a query beside the path, as text or as values', () => {
    expect(get('/s', { query: '?a=1' }).queryString).toBe('a=1');
    expect(get('/s?z=9', { query: { a: 1, 'b[]': ['x', 'y'] } }).query.toString()).toBe(
      'z=9&a=1&b%5B%5D=x&b%5B%5D=y',
    );
    expect(get('/s', { query: new URLSearchParams({ a: '1' }) }).query.get('a')).toBe('1');
  });

  it('gives the method in upper case', () => {
    expect(new Request({ method: 'patch', path: '/' }).method).toBe('PATCH');
  });
});

describe('context', () => {
  it('has the six attributes', () => {
    const request = get('/posts/7.json?x=.html', {
      headers: { Host: 'API.eu.Example.com:8080' },
      protocol: 'https',
    });
    expect(request.context).toEqual({
      subdomain: 'api.eu',
      host: 'api.eu.example.com',
      format: 'json',
      protocol: 'https',
      port: 8080,
      method: 'GET',
    });
  });

  it.each([
    ['example.com', undefined],
    ['localhost:3000', undefined],
    ['127.0.0.1', undefined],
    ['192.168.10.20:3000', undefined],
    ['[::1]:3000', undefined],
    ['a.192.168.10.20', 'a.192.168'],
    ['192.168.10.20.example', '192.168.10'],
    ['www.example.com', 'www'],
    ['a.b.example.com.', 'a.b'],
  ])('finds the subdomain of %s: %s', (host, subdomain) => {
    expect(get('/', { host }).context.subdomain).toBe(subdomain);
  });

  it('counts the labels of the domain as tldLength says', () => {
    expect(get('/', { host: 'shop.example.co.uk', tldLength: 2 }).context.subdomain).toBe('shop');
  });

  it.each(['', 'a b', 'evil/x', 'a@b', 'a:b:c', 'h:99999', 'h\tx', '[zz]'])('knows no host in %j', (host) => {
    const { context } = get('/', { host });
    expect(context.host).toBeUndefined();
    expect(context.port).toBeUndefined();
  });

  it.each([
    ['/a.json', 'json'],
    ['/a.tar.gz', 'gz'],
    ['/a.b/c', undefined],
    ['/.well-known', undefined],
    ['/a.', undefined],
    ['/a.json/', 'json'],
    ['/a.json//', 'json'],
    ['/a./', undefined],
    ['/a.%6Ason', 'json'],
    ['/a.%zz', undefined],
    ['*', undefined],
    ['', undefined],
  ])('finds the format of %s: %s', (path, format) => {
    expect(get(path).context.format).toBe(format);
  });

  it("takes the protocol's own port where the host names none", () => {
    expect(get('/', { host: 'a.example' }).port).toBe(80);
    expect(get('/', { host: 'a.example', protocol: 'https://' }).port).toBe(443);
    expect(get('/', { port: '3000' }).port).toBe(3000);
    expect(get('/').port).toBeUndefined();
  });

  it('keeps a port that it was given when it is changed, unless another host comes', () => {
    const request = get('/', { host: 'a.example', port: 8080 });
    expect(request.with({ path: '/b' }).port).toBe(8080);
    for (const given of [request, request.with({ port: 81 })])
      expect(given.with({ host: 'b.example' }).port).toBe(80);
    expect(request.with({ host: 'b.example', port: 81 }).port).toBe(81);
  });

  it.each([-1, 1.5, 65_536, 'http'])('has no port %s', (port) => {
    expect(() => get('/', { port })).toThrow(`a port is a number up to 65535, not '${port}'`);
  });

  it('gives the whole URL', () => {
    expect(get('/a?b=c', { host: 'x.example:81', protocol: 'https' }).url).toBe('https://x.example:81/a?b=c');
    // OPTIONS of the server itself (RFC 9112, 3.3).
    expect(get('*', { host: 'x.example:81' }).url).toBe('http://x.example:81');
  });
});

describe('params, helpers and mounted applications', () => {
  it('begins with params that inherit nothing', () => {
    expect(Object.getPrototypeOf(get('/').params)).toBeNull();
    expect(get('/').params['constructor']).toBeUndefined();
  });

  it('says so when helpers are asked for where no router serves', () => {
    expect(() => get('/').helpers).toThrow(/when a router that has helpers serves/);
  });

  it('shows a mounted application the rest of the path, and everything else', async () => {
    const outer = new Request({
      method: 'POST',
      path: '/legacy/x%2Fy?z=1',
      headers: { cookie: 'a=1' },
      body: 'hello',
      host: 'a.example',
    });
    outer.state.set('user', 7);
    const inner = outer.below('/legacy', '/x%2Fy');
    expect(inner.scriptName).toBe('/legacy');
    expect(inner.path).toBe('/x%2Fy');
    expect(inner.below('/x%2Fy', '/').scriptName).toBe('/legacy/x%2Fy');
    expect(inner.query.get('z')).toBe('1');
    expect(inner.cookies['a']).toBe('1');
    expect(inner.state.get('user')).toBe(7);
    expect(inner.url).toBe('http://a.example/legacy/x%2Fy?z=1');
    expect(await inner.text()).toBe('hello');
    expect(await outer.text()).toBe('hello');
  });
});

describe('headers and cookies', () => {
  it('looks headers up in any case', () => {
    const request = get('/', { headers: { 'X-One': 'a', accept: ['text/html', 'text/plain'] } });
    expect(request.headers.get('x-ONE')).toBe('a');
    expect(request.headers.get('Accept')).toBe('text/html, text/plain');
    expect(request.headers.get('none')).toBeNull();
  });

  it('reads cookies into an object that inherits nothing', () => {
    const { cookies } = get('/', { headers: { cookie: 'a=1; b=x%20y; __proto__=p; a=2' } });
    expect(cookies['a']).toBe('1');
    expect(cookies['b']).toBe('x y');
    expect(cookies['toString']).toBeUndefined();
  });
});

describe('body', () => {
  it('reads text, bytes and JSON, as often as asked', async () => {
    const request = post('{"a":[1,"é"]}');
    expect(await request.json()).toEqual({ a: [1, 'é'] });
    expect(await request.text()).toBe('{"a":[1,"é"]}');
    expect((await request.bytes()).length).toBe(14);
  });

  it('has the bytes that the chunks of a stream are or show, and refuses other chunks', async () => {
    const bytes = new TextEncoder().encode('abcdefgh').buffer;
    const streamed = (...chunks: unknown[]): Promise<string> => {
      const body = ReadableStream.from(chunks) as ReadableStream<Uint8Array>;
      return new Request({ method: 'POST', path: '/', body }).text();
    };
    expect(await streamed('é', bytes, new DataView(bytes, 2, 3), new Uint16Array(bytes, 6, 1))).toBe(
      'éabcdefghcdegh',
    );
    await expect(streamed('a', 5)).rejects.toThrow(
      'a chunk of a body is a string or bytes, not a value of type number',
    );
  });

  it('is empty where there is none', async () => {
    expect(get('/').body).toBeNull();
    expect(await get('/').text()).toBe('');
  });

  it('answers broken JSON and broken UTF-8 with 400', async () => {
    await expect(post('{').json()).rejects.toMatchObject({ status: 400, message: 'the body is not JSON' });
    await expect(post(Uint8Array.of(0x22, 0xff, 0x22)).json()).rejects.toMatchObject({ status: 400 });
  });

  it('stops at the limit with 413, before and while reading', async () => {
    let pulled = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => ((pulled += 1), controller.enqueue(new Uint8Array(10))),
    });
    await expect(post(endless, {}, 100).bytes()).rejects.toMatchObject({
      status: 413,
      message: 'the body is larger than 100 bytes',
    });
    expect(pulled).toBeLessThan(15);
    await expect(post('12345').text({ limit: 4 })).rejects.toMatchObject({ status: 413 });
    expect(await post('12345').text({ limit: 5 })).toBe('12345');
  });

  it.each(['a=1&a=%C3%A9+x&b', '\uFEFFa=1', 'a=%ff%', '?a=1', '', '&&=x', 'ü=ß'])(
    'reads the fields of %s as the platform does',
    async (body) => {
      const headers = { 'content-type': 'Application/X-WWW-Form-Urlencoded; charset=utf-8' };
      const fields = [...(await post(body, headers).formData())];
      expect(fields).toEqual([...(await new globalThis.Response(body, { headers }).formData())]);
    },
  );

  it('reads forms of both kinds', async () => {
    const urlencoded = post('name=J%C3%B6&tag=a&tag=b', {
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect((await urlencoded.formData()).getAll('tag')).toEqual(['a', 'b']);
    const multipart = post(
      '--B\r\nContent-Disposition: form-data; name="f"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nhello\r\n--B--\r\n',
      {
        'content-type': 'multipart/form-data; boundary=B',
      },
    );
    const file = (await multipart.formData()).get('f');
    expect(file).toBeInstanceOf(Blob);
    expect(await (file as unknown as Blob).text()).toBe('hello');
  });

  it('says what it is made of where it is a query', async () => {
    const body = new URLSearchParams({ name: 'a b' });
    const form = new Request({ method: 'POST', path: '/', body });
    expect(form.headers.get('content-type')).toBe('application/x-www-form-urlencoded;charset=UTF-8');
    expect((await form.formData()).get('name')).toBe('a b');
    const typed = new Request({ method: 'POST', path: '/', body, headers: { 'Content-Type': 'text/plain' } });
    expect([typed.headers.get('content-type'), await typed.text()]).toEqual(['text/plain', 'name=a+b']);
  });

  it('refuses a form of another type with 415 and a broken one with 400', async () => {
    await expect(post('a=1', { 'content-type': 'text/plain' }).formData()).rejects.toMatchObject({
      status: 415,
    });
    await expect(
      post('nonsense', { 'content-type': 'multipart/form-data; boundary=B' }).formData(),
    ).rejects.toMatchObject({ status: 400 });
    await expect(
      post('nonsense', { 'content-type': 'multipart/form-data' }).formData(),
    ).rejects.toMatchObject({ status: 400 });
  });

  it('refuses a body in a content encoding with 415, and gives its bytes as they came', async () => {
    const encoded = (encoding: string): Request =>
      post('{}', { 'content-type': 'application/x-www-form-urlencoded', 'content-encoding': encoding });
    const refusal = {
      status: 415,
      message: expect.stringContaining('without a Content-Encoding') as string,
      headers: { 'accept-encoding': 'identity' },
    };
    for (const encoding of ['gzip', 'identity, br', 'utf-8']) {
      await expect(encoded(encoding).json()).rejects.toMatchObject(refusal);
      await expect(encoded(encoding).text()).rejects.toMatchObject(refusal);
      await expect(encoded(encoding).formData()).rejects.toMatchObject(refusal);
      expect(await encoded(encoding).bytes()).toEqual(Uint8Array.of(0x7b, 0x7d));
    }
    for (const encoding of ['identity', 'Identity', '']) expect(await encoded(encoding).json()).toEqual({});
    expect(await post('', { 'content-encoding': 'gzip' }).text()).toBe('');
  });

  it('can be taken as a stream once, and not as a whole as well', async () => {
    const request = post('abc');
    const chunks: Uint8Array[] = [];
    for await (const chunk of request.body!) chunks.push(chunk as Uint8Array);
    expect(Buffer.concat(chunks).toString()).toBe('abc');
    expect(() => request.body).toThrow(/already/);
    await expect(request.text()).rejects.toThrow(/already/);
  });
});
