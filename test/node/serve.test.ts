// A server of its own: ports, time limits, draining, and input that no server should trust.

import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { get } from 'node:https';
import { Server as NetServer } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Request } from '../../src/http/request.js';
import { Response } from '../../src/http/response.js';
import { type RunningServer, type ServeOptions, listen, serve } from '../../src/node/serving/serve.js';
import { onStopSignals } from '../../src/node/serving/stop-signals.js';
import { foreignError } from '../support/foreign-error.js';
import { RawClient, exchange, request as ask } from '../support/raw-http.js';
import { patience } from '../support/patience.js';

const running: RunningServer[] = [];

async function serving(
  call: (request: Request) => Response | Promise<Response>,
  options: ServeOptions = {},
): Promise<RunningServer> {
  const server = await serve(
    { call },
    { port: 0, signals: false, onError: () => undefined, drainTimeout: 500, ...options },
  );
  running.push(server);
  return server;
}

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()));
});

const hello = (): Response => new Response({ body: 'hello' });

describe('listening', () => {
  it('takes a free port and says where it is', async () => {
    const server = await serving(hello);
    expect(server.url).toBe(`http://localhost:${server.port}`);
    expect(await (await fetch(server.url)).text()).toBe('hello');
  });

  it('says what to do when the port is taken, or takes the next', async () => {
    const first = await serving(hello);
    await expect(serving(hello, { port: first.port })).rejects.toThrow(
      `cannot listen on 127.0.0.1:${first.port}: the port is taken; stop the other server, or give another port`,
    );
    const second = await serving(hello, { port: first.port, portFallback: true });
    expect(second.port).toBeGreaterThan(first.port);
    expect((await ask(second.port, 'GET', '/')).status).toBe(200);
  });

  it('does so in a realm of its own, where the errors of Node are of another', async () => {
    const taken = (port: number): Error => foreignError('', { code: port < 3002 ? 'EADDRINUSE' : 'EACCES' });
    const asked: number[] = [];
    const server = new NetServer();
    vi.spyOn(server, 'listen').mockImplementation(((port: number) => {
      asked.push(port);
      return server.emit('error', taken(port));
    }) as never);
    await expect(listen(server, 3000, '127.0.0.1', 5)).rejects.toThrow(
      'cannot listen on 127.0.0.1:3002: this user may not; give a port above 1023',
    );
    expect(asked).toEqual([3000, 3001, 3002]);
  });

  it.each([-1, 65_536, 1.5, Number.NaN])('refuses the port %s', async (port) => {
    await expect(serve({ call: hello }, { port })).rejects.toThrow(RangeError);
  });

  it('takes no empty host for all addresses of the machine', async () => {
    await expect(serve({ call: hello }, { port: 0, host: '' })).rejects.toThrow(/a host is an address/);
  });

  it('says so when this machine has no such address', async () => {
    await expect(serving(hello, { host: '203.0.113.1' })).rejects.toThrow(/this machine has no such address/);
  });

  it('refuses what is no endpoint', async () => {
    await expect(serve({} as never)).rejects.toThrow(TypeError);
  });
});

describe('closing', () => {
  it('finishes answers under way, keeps no connection and takes no new one', async () => {
    let finish: (() => void) | undefined;
    const server = await serving(
      async () => {
        await new Promise<void>((resolve) => (finish = resolve));
        return hello();
      },
      { drainTimeout: 5000 },
    );
    const idle = await RawClient.to(server.port);
    const busy = await RawClient.to(server.port);
    busy.send('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
    await vi.waitFor(() => expect(finish).toBeDefined(), patience);
    const closing = server.close();
    await idle.end();
    await expect(RawClient.to(server.port)).rejects.toThrow(/ECONNREFUSED/);
    finish?.();
    expect(await busy.end()).toMatch(/connection: close[^]*hello$/i);
    await closing;
    await server.close();
  });

  it('hangs up when the drain time is over', async () => {
    const asked = vi.fn();
    const server = await serving(() => new Promise(asked), { drainTimeout: 100 });
    const client = await RawClient.to(server.port);
    client.send('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
    await vi.waitFor(() => expect(asked).toHaveBeenCalled(), patience);
    await server.close();
    expect(await client.end()).toBe('');
  });

  it('leaves no signal handler behind', async () => {
    const listeners = (): number[] =>
      (['SIGINT', 'SIGTERM', 'SIGHUP'] as const).map((signal) => process.listenerCount(signal));
    const before = listeners();
    const server = await serving(hello, { signals: true });
    expect(listeners()).toEqual(before.map((count) => count + 1));
    await server.close();
    expect(listeners()).toEqual(before);
  });
});

describe('signals', () => {
  const children: ChildProcess[] = [];
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });

  /** A process that serves `/` at once and `/slow` after a while, and prints its port; `beside` runs in it, too. */
  async function child(
    slow: number,
    beside = '',
  ): Promise<{ process: ChildProcess; port: number; output: () => string; exit: Promise<number | null> }> {
    const script = `
      import { serve } from ${JSON.stringify(new URL('../../src/node/serving/serve.ts', import.meta.url).href)};
      import { Response } from ${JSON.stringify(new URL('../../src/http/response.ts', import.meta.url).href)};
      const call = async (request) => {
        console.log('asked');
        if (request.path === '/slow') await new Promise((resolve) => setTimeout(resolve, ${slow}));
        return new Response({ body: 'done' });
      };
      const server = await serve({ call }, { port: 0, drainTimeout: 20000, onClose: () => console.log('closed') });
      ${beside}
      setInterval(() => undefined, 1000);
      console.log('port ' + server.port);`;
    const started = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(started);
    let output = '';
    started.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    const exit = new Promise<number | null>((resolve) => started.once('exit', (code) => resolve(code)));
    await vi.waitFor(() => expect(output).toMatch(/port \d+/), patience);
    return { process: started, port: Number(/port (\d+)/.exec(output)![1]), output: () => output, exit };
  }

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('drains on %s and ends the process', async (signal) => {
    const server = await child(300);
    const client = await RawClient.to(server.port);
    client.send('GET /slow HTTP/1.1\r\nhost: x\r\n\r\n');
    await vi.waitFor(() => expect(server.output()).toContain('asked'), patience);
    server.process.kill(signal);
    expect(await client.end()).toContain('done');
    expect(await server.exit).toBe(0);
    expect(server.output()).toContain('closed');
  });

  it('drains all servers of a process before it ends', async () => {
    const server = await child(
      300,
      `console.error = console.log;
       await serve({ call }, { port: 0, onClose: () => { throw new Error('not closed'); } });`,
    );
    const client = await RawClient.to(server.port);
    client.send('GET /slow HTTP/1.1\r\nhost: x\r\n\r\n');
    await vi.waitFor(() => expect(server.output()).toContain('asked'), patience);
    server.process.kill('SIGTERM');
    expect(await client.end()).toContain('done');
    expect(await server.exit).toBe(1);
    expect(server.output()).toMatch(/not closed[^]*^closed$/m);
  });

  it('takes signals that come together for one, as npm passes on those that its group was sent', async () => {
    const server = await child(300);
    const client = await RawClient.to(server.port);
    client.send('GET /slow HTTP/1.1\r\nhost: x\r\n\r\n');
    await vi.waitFor(() => expect(server.output()).toContain('asked'), patience);
    server.process.kill('SIGINT');
    server.process.kill('SIGTERM');
    expect(await client.end()).toContain('done');
    expect(await server.exit).toBe(0);
  });

  it('ends at once on the second signal of a person', async () => {
    const server = await child(15_000);
    const client = await RawClient.to(server.port);
    client.send('GET /slow HTTP/1.1\r\nhost: x\r\n\r\n');
    await vi.waitFor(() => expect(server.output()).toContain('asked'), patience);
    server.process.kill('SIGTERM');
    // The first signal has been taken when no new connection is.
    await vi.waitFor(() => expect(RawClient.to(server.port)).rejects.toThrow(), patience);
    await new Promise((resolve) => setTimeout(resolve, 150));
    server.process.kill('SIGTERM');
    expect(await server.exit).toBe(143);
    client.destroy();
  });
});

describe('the terminal is gone', () => {
  it('asks to stop, once, and hurries nobody', async () => {
    const [stop, hurry] = [vi.fn(), vi.fn()];
    const takeOff = onStopSignals(stop, hurry);
    process.emit('SIGHUP');
    await new Promise((resolve) => setTimeout(resolve, 120));
    process.emit('SIGHUP');
    expect([stop.mock.calls.length, hurry.mock.calls.length]).toEqual([1, 0]);
    process.emit('SIGTERM', 'SIGTERM');
    expect([stop.mock.calls.length, hurry.mock.calls]).toEqual([1, [['SIGTERM']]]);
    takeOff();
  });

  it('is left to an application that listens to it', () => {
    const [stop, other, own] = [vi.fn(), vi.fn(), vi.fn()];
    const takeOffs = [onStopSignals(stop, vi.fn()), onStopSignals(other, vi.fn())];
    process.on('SIGHUP', own);
    process.emit('SIGHUP');
    process.off('SIGHUP', own);
    expect([stop.mock.calls.length, other.mock.calls.length]).toEqual([0, 0]);
    process.emit('SIGHUP');
    expect([stop.mock.calls.length, other.mock.calls.length]).toEqual([1, 1]);
    for (const takeOff of takeOffs) takeOff();
  });
});

describe('what nobody caught', () => {
  it('becomes the answer where it is known to which request it belongs, and never ends the process', async () => {
    const source = (file: string): string =>
      JSON.stringify(new URL(`../../src/node/serving/${file}.ts`, import.meta.url).href);
    const script = `
      import { EventEmitter } from 'node:events';
      import { serve } from ${source('serve')};
      import { fromConnect } from ${source('from-connect')};
      import { fromNodeListener } from ${source('run-listener')};
      const later = {
        timer: () => setTimeout(() => { throw new Error('timer'); }, 5),
        nothing: () => process.nextTick(() => { throw null; }),
        rejection: () => void Promise.reject(new Error('rejection')),
        revoked: () => {
          const { proxy, revoke } = Proxy.revocable({}, {});
          revoke();
          Promise.reject(proxy);
        },
        event: () => setImmediate(() => new EventEmitter().emit('error', new Error('event'))),
      };
      const act = (incoming) => void later[incoming.url.slice(1)]();
      const Layer = fromConnect(act);
      const passing = fromConnect((incoming, outgoing, next) => { act(incoming); next(); });
      const fine = { call: () => new (class extends globalThis.Response {})('fine') };
      const apps = [new Layer({ app: fine }), fromNodeListener(act), new passing({ app: fine })];
      let turn = 0;
      const server = await serve({ call: (request) => apps[turn++ % 3].call(request) }, { port: 0 });
      setTimeout(() => { throw new Error('of no request'); }, 5);
      console.log('port ' + server.port);`;
    const started = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
      stdio: 'pipe',
    });
    try {
      let output = '';
      for (const stream of [started.stdout, started.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => (output += text));
      const port = await vi.waitFor(() => /port (\d+)/.exec(output)?.[1] ?? expect.fail(output), patience);
      for (const path of ['timer', 'nothing', 'rejection', 'revoked', 'event']) {
        const statuses = [];
        for (let i = 0; i < 3; i++) {
          const answer = await fetch(`http://127.0.0.1:${port}/${path}`);
          statuses.push(answer.status);
          await answer.text();
        }
        expect([path, ...statuses]).toEqual([path, 500, 500, 200]);
      }
      await vi.waitFor(
        () => expect(output).toContain('outside of any answer: Error: of no request'),
        patience,
      );
      expect(output).toContain('GET /timer failed: Error: timer');
      expect(output).toContain('outside of any answer: Error: timer');
      expect(started.exitCode).toBeNull();
    } finally {
      started.kill('SIGKILL');
    }
  });
});

describe('input that is not to be trusted', () => {
  it.each([
    ['a megabyte of headers', `GET / HTTP/1.1\r\nhost: x\r\nx-big: ${'a'.repeat(1_000_000)}\r\n\r\n`, 431],
    ['a megabyte of path', `GET /${'a'.repeat(1_000_000)} HTTP/1.1\r\nhost: x\r\n\r\n`, 431],
    ['a method nobody knows', 'BREW / HTTP/1.1\r\nhost: x\r\n\r\n', 400],
    ['no HTTP at all', 'hello\r\n\r\n', 400],
    ['two hosts', 'GET / HTTP/1.1\r\nhost: a\r\nHost: b\r\nconnection: close\r\n\r\n', 400],
    ['no host', 'GET / HTTP/1.1\r\n\r\n', 400],
    // What reads it as a URL, as a mounted Express or Fetch application does, is asked for another path than the routes.
    ['a fragment', 'GET /admin#a HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', 400],
    ['a fragment behind a query', 'GET /?a#b HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', 400],
    ['a space in the path', 'GET /a b HTTP/1.1\r\nhost: x\r\n\r\n', 400],
    [
      'a length and chunks',
      'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['two lengths', 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\ncontent-length: 4\r\n\r\nabc', 400],
    ['a negative length', 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: -3\r\n\r\nabc', 400],
    ['a broken chunk', 'POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n', 400],
    [
      'chunks of what a coding made of the body',
      'POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: gzip, chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n',
      400,
    ],
    [
      'a coding that stands in a header of its own',
      'POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    [
      'chunks in HTTP/1.0, which a proxy takes for the next request',
      'POST / HTTP/1.0\r\nconnection: keep-alive\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n',
      400,
    ],
    [
      'an expectation nobody knows',
      'GET / HTTP/1.1\r\nhost: x\r\nexpect: miracle\r\nconnection: close\r\n\r\n',
      417,
    ],
  ])('answers %s', async (_, text, status) => {
    const server = await serving(async (request) => new Response({ body: await request.text() }));
    expect(await exchange(server.port, text)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect((await ask(server.port, 'GET', '/')).status).toBe(200);
  });

  it('lets a client go that sends its headers too slowly', async () => {
    const server = await serving(hello, { headersTimeout: 200 });
    const client = await RawClient.to(server.port);
    client.send('GET / HTTP/1.1\r\nhost: x\r\n');
    const drip = setInterval(() => client.send('x-a: b\r\n'), 50);
    const all = await client.end().finally(() => clearInterval(drip));
    expect(all).toMatch(/^HTTP\/1.1 408 /);
  });

  it('lets a client go that sends its body too slowly', async () => {
    const server = await serving(async (request) => new Response({ body: await request.text() }), {
      headersTimeout: 200,
      requestTimeout: 300,
    });
    const client = await RawClient.to(server.port);
    client.send('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\n');
    const drip = setInterval(() => client.send('a'), 50);
    await client.end().finally(() => clearInterval(drip));
    expect(client.text).not.toContain('200');
  });

  it('lets a client go that sends nothing, or half of a request on a connection that was kept', async () => {
    const server = await serving(hello, { headersTimeout: 200, keepAliveTimeout: 400 });
    const silent = await RawClient.to(server.port);
    const half = (await RawClient.to(server.port)).send('GET / HTTP/1.1\r\nhost: x\r\n\r\nGET /');
    expect(await silent.end()).toMatch(/^HTTP\/1.1 408 /);
    expect(await half.end()).toMatch(/^HTTP\/1.1 200 /);
  });

  it('closes idle connections', async () => {
    const server = await serving(hello, { keepAliveTimeout: 100 });
    const client = await RawClient.to(server.port);
    client.send('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
    await client.until('hello');
    await client.end();
  });

  it('answers an upload at once where it does not want it, however large it is', async () => {
    const server = await serving(() => new Response({ status: 401 }));
    const client = await RawClient.to(server.port);
    client.send('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000000\r\n\r\n');
    client.send(Buffer.alloc(100_000));
    await client.until('401');
    client.destroy();
  });
});

describe('Expect: 100-continue', () => {
  const head = 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\nexpect: 100-continue\r\n';

  it('asks for the body when somebody reads it', async () => {
    const server = await serving(async (request) => new Response({ body: `got ${await request.text()}` }));
    const client = await RawClient.to(server.port);
    client.send(`${head}\r\n`);
    await client.until('HTTP/1.1 100 Continue\r\n\r\n');
    client.send('hello');
    await client.until('got hello');
    client.destroy();
  });

  it('never asks where nobody does, and closes the connection', async () => {
    const server = await serving(() => new Response({ status: 401 }));
    const all = await exchange(server.port, `${head}\r\n`);
    expect(all).toMatch(/^HTTP\/1.1 401 /);
    expect(all).toMatch(/connection: close/i);
  });

  it('refuses a body over the limit before it is sent', async () => {
    const server = await serving(async (request) => new Response({ body: await request.text() }), {
      bodyLimit: 4,
    });
    expect(await exchange(server.port, `${head}\r\n`)).toMatch(/^HTTP\/1.1 413 /);
  });
});

describe('HTTPS', () => {
  it('is spoken where there is a key', async () => {
    const folder = new URL('../fixtures/tls/', import.meta.url);
    const [key, cert] = await Promise.all(
      ['localhost.key.pem', 'localhost.cert.pem'].map((name) => readFile(new URL(name, folder))),
    );
    const server = await serving((request) => new Response({ body: request.url }), { tls: { key, cert } });
    const body = await new Promise<string>((resolve, reject) => {
      get(
        {
          port: server.port,
          host: '127.0.0.1',
          servername: 'localhost',
          ca: cert,
          headers: { host: 'localhost' },
        },
        (answer) => {
          answer.setEncoding('utf8').on('data', resolve);
        },
      ).on('error', reject);
    });
    expect([server.url, body]).toEqual([`https://localhost:${server.port}`, 'https://localhost/']);
  });
});
