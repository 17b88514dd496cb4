// A listener of `node:http` as an endpoint: mounted, run by others, and failing, under a real server and without one.

import { once } from 'node:events';
import { request, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import express from 'express';
import { describe, expect, it, vi } from 'vitest';
import { Request } from '../../src/http/request.js';
import { Response } from '../../src/http/response.js';
import { parseRoutes, routes } from '../../src/interpreter/load.js';
import { fromConnect } from '../../src/node/serving/from-connect.js';
import { toNodeListener } from '../../src/node/serving/listener.js';
import { spreadNet } from '../../src/node/serving/later-errors.js';
import { fromNodeListener } from '../../src/node/serving/run-listener.js';
import { patience } from '../support/patience.js';
import { RawClient, listening, request as ask } from '../support/raw-http.js';
import { close, serving } from '../support/served-endpoint.js';

const get = (): Request => new Request({ method: 'GET', path: '/' });

describe('a Node listener as an endpoint', () => {
  it('answers what it is asked', async () => {
    const endpoint = fromNodeListener((incoming, outgoing) => {
      outgoing.setHeader('Set-Cookie', ['a=1', 'b=2']);
      outgoing.setHeader('X-Two', 'before');
      outgoing.writeHead(201, 'Made', ['X-One', '1', 'X-Two', '2', 'X-Two', '3']);
      incoming.pipe(outgoing);
    });
    const direct = await endpoint.call(new Request({ method: 'POST', path: '/', body: 'echo' }));
    expect([
      direct.status,
      direct.headers.getSetCookie(),
      direct.headers.get('x-two'),
      await direct.text(),
    ]).toEqual([201, ['a=1', 'b=2'], '2, 3', 'echo']);
    const { port } = await serving((request) => endpoint.call(request));
    const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'echo' });
    expect([answer.status, await answer.text()]).toEqual([201, 'echo']);
  });

  it('is an action of a controller as well, and goes on to the next route where it answers nothing', async () => {
    const orders = {
      show: fromNodeListener((incoming, outgoing, next) => {
        if (incoming.url === '/orders/7') outgoing.end('the seventh');
        else next();
      }),
    };
    const router = parseRoutes(
      "routes { get '/orders/:id', to => 'orders#show'; get '/orders/:id', to => 'missing#show' }",
      { controllers: { orders, missing: { show: () => 'no such order' } } },
    );
    const { port } = await serving((request) => router.call(request));
    const answers = ['/orders/7', '/orders/8'].map(async (path) =>
      (await fetch(`http://127.0.0.1:${port}${path}`)).text(),
    );
    expect(await Promise.all(answers)).toEqual(['the seventh', 'no such order']);
  });

  it('says no type of a text, as little as Node does', async () => {
    const page = (_: IncomingMessage, outgoing: ServerResponse): void => void outgoing.end('<h1>Hello</h1>');
    const answer = await fromNodeListener(page).call(get());
    expect([answer.headers.get('content-type'), await answer.text()]).toEqual([null, '<h1>Hello</h1>']);
  });

  it('sends early hints before its answer, and trailers behind a body in pieces', async () => {
    const endpoint = fromNodeListener((_, outgoing) => {
      outgoing.writeEarlyHints({ link: '</app.css>; rel=preload; as=style' });
      outgoing.write('one, ');
      outgoing.addTrailers({ 'x-sum': '7' });
      outgoing.end('two');
    });
    expect(await ((await endpoint.call(get())) as Response).text()).toBe('one, two');
    const { port } = await serving((request) => endpoint.call(request));
    const asked = request({ port, host: '127.0.0.1' }).end();
    const hints = once(asked, 'information');
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    expect(await hints).toMatchObject([
      { statusCode: 103, headers: { link: '</app.css>; rel=preload; as=style' } },
    ]);
    expect([await text(answer), answer.trailers]).toEqual(['one, two', { 'x-sum': '7' }]);
  });

  it('can be run by whoever has a request that came through a server', async () => {
    const listener = (incoming: IncomingMessage, outgoing: ServerResponse): void =>
      void outgoing.end(`listener saw ${incoming.url}`);
    const { port } = await serving(
      async (request) =>
        (await request.source.runListener!(listener, request.below('/old', '/x'))) as Response,
    );
    expect((await ask(port, 'GET', '/old/x?y')).body.toString()).toBe('listener saw /x?y');
    expect(get().source.runListener).toBeUndefined();
  });

  it('is mounted inside layers, which see what it answers, and its bodies', async () => {
    const app = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
      outgoing.writeHead(201, { 'x-own': incoming.url });
      incoming.pipe(outgoing);
    };
    const layers = {
      stamp: async (request: Request, next: (request: Request) => Response | Promise<Response>) => {
        const answer = await next(request);
        answer.headers.set('x-stamp', 'yes');
        return answer;
      },
      closed: () => new Response({ status: 401 }),
    };
    const router = parseRoutes(
      `routes {
        mount &legacy#app, at => '/legacy', through => [&layers#stamp]
        mount &legacy#app, at => '/closed', through => [&layers#stamp, &layers#closed]
      }`,
      { modules: { layers, legacy: { app } } },
    );
    const { port } = await serving((request) => router.call(request));
    const told = async (path: string): Promise<unknown[]> => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body: 'echo' });
      const { headers, status } = answer;
      return [status, headers.get('x-own'), headers.get('x-stamp'), await answer.text()];
    };
    expect(await told('/legacy/a?b=1')).toEqual([201, '/a?b=1', 'yes', 'echo']);
    expect(await told('/closed/a')).toEqual([401, null, 'yes', '']);
  });

  it('knows whether its mount point was asked for with a slash: static files send on to their folder', async () => {
    const application = express().use(express.static(import.meta.dirname));
    application.use(({ baseUrl, originalUrl, url }, answer) => void answer.send([baseUrl, originalUrl, url]));
    const router = routes`mount ${application}, at => '/docs'`;
    const server = await listening(toNodeListener(router));
    const hosted = await listening(express().use('/shop', toNodeListener(router)));
    const prefixed = await listening(toNodeListener(router, { prefix: '/shop' }));
    for (const [url, scriptName] of [
      [server.url, ''],
      [`${hosted.url}/shop`, '/shop'],
      [`${prefixed.url}/shop`, '/shop'],
    ] as const) {
      const moved = await fetch(`${url}/docs?a=b`, { redirect: 'manual' });
      expect([moved.status, moved.headers.get('location')]).toEqual([301, `${scriptName}/docs/?a=b`]);
      const whole = `${scriptName}/docs`;
      for (const [path, ...seen] of [
        ['/docs/', `${whole}/`, '/'],
        ['/docs/?a=/docs', `${whole}/?a=/docs`, '/?a=/docs'],
        ['/docs/x/', `${whole}/x/`, '/x/'],
      ] as const)
        expect(await (await fetch(url + path)).json()).toEqual([whole, ...seen]);
    }
    await Promise.all([server, hosted, prefixed].map((each) => each.close()));
  });

  it('fails where it does', async () => {
    await expect(
      fromNodeListener(() => {
        throw new Error('broken');
      }).call(get()),
    ).rejects.toThrow('broken');
    await expect(
      fromNodeListener(async () => {
        throw new Error('broken');
      }).call(get()),
    ).rejects.toThrow('broken');
    const late = await fromNodeListener(async (_: IncomingMessage, outgoing: ServerResponse) => {
      outgoing.write('first ');
      throw new Error('when the head was out');
    }).call(get());
    await expect(late.text()).rejects.toThrow('when the head was out');
    // Nobody waits for that error any more: it is printed where a server catches what is thrown late.
    const print = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const takeIn = spreadNet();
    const answered = await fromNodeListener((_, outgoing) => {
      outgoing.end('all');
      setTimeout(() => {
        throw new Error('in a timer');
      }, 1);
    }).call(get());
    expect(await answered.text()).toBe('all');
    await vi.waitFor(() => expect(print).toHaveBeenCalledOnce(), patience);
    expect(print.mock.calls[0]![0]).toContain('in a timer');
    takeIn();
    print.mockRestore();
    const torn = await fromNodeListener((_, outgoing) => {
      outgoing.write('half');
      setTimeout(() => outgoing.destroy(), 5);
    }).call(get());
    await expect(torn.text()).rejects.toThrow(/destroyed before its end/);
  });

  it('is cut off where it fails, or goes on, with half of its answer out', async () => {
    const application = express();
    application.get('/thrown', (_, answer) => {
      answer.write('half');
      throw new Error('thrown');
    });
    application.get('/next', (_, answer, next) => {
      answer.write('half');
      setTimeout(() => next(new Error('next')), 1);
    });
    application.get('/promised', async (_, answer) => {
      answer.write('half');
      await Promise.reject(new Error('promised'));
    });
    application.get('/flushed', (_, answer, next) => {
      answer.flushHeaders();
      next(new Error('flushed'));
    });
    application.get('/gone-on', (_, answer, next) => next(void answer.write('half')));
    const handled = async (_: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
      outgoing.write('half');
      await Promise.reject(new Error('handled'));
    };
    const failures: unknown[] = [];
    const onError = (error: unknown): void => void failures.push((error as Error).message);
    const app = routes`
      get '/old/handled', to => ${fromNodeListener(handled)};
      mount ${application}, at => '/old';
    `;
    const server = await listening(toNodeListener(app, { onError }));
    for (const path of ['thrown', 'next', 'promised', 'flushed', 'handled', 'gone-on']) {
      const told = await fetch(`${server.url}/old/${path}`)
        .then((answer) => answer.text())
        .catch(() => 'cut off');
      expect(['cut off', 'Internal Server Error\n']).toContain(told);
      if (path !== 'gone-on') expect(failures.pop()).toBe(path);
    }
    expect(failures).toEqual([expect.stringContaining('called next')]);
    await server.close();
  });
});

it.each(['GET', 'HEAD'])(
  'a response to %s that is destroyed unanswered leaves none, as on Node',
  async (method) => {
    const dropped = (_: IncomingMessage, outgoing: ServerResponse): void => void outgoing.destroy();
    const onError = vi.fn();
    const app = routes`
    mount ${dropped}, at => '/mounted'
    get '/guarded', to => ${() => 'secret'}, through => ${fromConnect(dropped)}
  `;
    const server = await listening(toNodeListener(app, { onError }));
    for (const path of ['mounted', 'guarded'])
      await expect(fetch(`${server.url}/${path}`, { method })).rejects.toMatchObject({
        cause: { code: 'UND_ERR_SOCKET' },
      });
    expect(onError).not.toHaveBeenCalled();
    await server.close();
  },
);

describe('a client that hangs up', () => {
  it('before there is an answer is told to the application that is mounted, whose late answer ends the request', async () => {
    const closed = vi.fn();
    const { port } = await serving(async (request) => {
      const answer = await mounted.call(request);
      answered(answer.status, await answer.text());
      return answer;
    });
    const answered = vi.fn();
    const mounted = fromNodeListener((_, outgoing) => {
      outgoing.on('close', () => {
        closed(outgoing.destroyed, outgoing.writableFinished);
        outgoing.writeHead(202).end('late');
      });
      client.destroy();
    });
    const client = await RawClient.to(port);
    client.send(`GET / HTTP/1.1\r\n${close}`);
    await vi.waitFor(() => expect(closed.mock.calls).toEqual([[true, false]]), patience);
    await vi.waitFor(() => expect(answered.mock.calls).toEqual([[202, 'late']]), patience);
  });

  it('while there are no news is told to the application that sends them', async () => {
    const closed = vi.fn();
    const onError = vi.fn();
    const news = fromNodeListener((_, outgoing) => {
      outgoing.on('close', () => closed(outgoing.destroyed, outgoing.write('too late')));
      outgoing.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: hello\n\n');
    });
    const { port } = await serving((request) => news.call(request), { onError });
    const client = await RawClient.to(port);
    await client.send(`GET / HTTP/1.1\r\n${close}`).until('hello');
    client.destroy();
    await vi.waitFor(() => expect(closed.mock.calls).toEqual([[true, false]]), patience);
    expect(onError).not.toHaveBeenCalled();
  });
});

describe('what a response of Node calls back', () => {
  const told = async (listener: (outgoing: ServerResponse, tell: (text: string) => void) => void) => {
    const answer = await fromNodeListener((_, outgoing) =>
      listener(outgoing, (text) => outgoing.end(text)),
    ).call(get());
    return [answer.status, await answer.text()];
  };

  it('is called after what is sent ahead of an answer', async () => {
    expect(await told((outgoing, tell) => outgoing.writeContinue(() => tell('continued')))).toEqual([
      200,
      'continued',
    ]);
    expect(
      await told((outgoing, tell) => outgoing.writeEarlyHints({ link: '</a>' }, () => tell('hinted'))),
    ).toEqual([200, 'hinted']);
  });

  it('is called at every end', async () => {
    const ended = vi.fn();
    await told((outgoing) => {
      outgoing.end('x', () => ended('first'));
      outgoing.end(() => ended('second'));
      outgoing.on('close', () => outgoing.end((error?: Error) => ended(error?.message)));
    });
    await vi.waitFor(
      () => expect(ended.mock.calls).toEqual([['first'], ['second'], ['the response has ended']]),
      patience,
    );
  });

  it('is called when time is over, once for each wait', async () => {
    expect(await told((outgoing, tell) => outgoing.setTimeout(10, () => tell('too slow')))).toEqual([
      200,
      'too slow',
    ]);
    await expect(told((outgoing) => outgoing.setTimeout(10))).rejects.toThrow(/destroyed before its end/);
    const late = vi.fn();
    await told((outgoing, tell) => {
      outgoing.setTimeout(10, late);
      tell('in time');
    });
    await pause(30);
    expect(late).not.toHaveBeenCalled();
  });

  it('leaves the connection to the server', async () => {
    const mounted = fromNodeListener((_, outgoing) =>
      outgoing.setTimeout(50, () => outgoing.writeHead(503).end('too slow')),
    );
    const { port } = await serving((request) => mounted.call(request));
    const { status, body } = await ask(port, 'GET', '/');
    expect([status, body.toString()]).toEqual([503, 'too slow']);
  });
});
