// What subscribers of the diagnostics channels are told of requests.

import { channel, tracingChannel } from 'node:diagnostics_channel';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { toFetchHandler } from '../../src/http/fetch.js';
import { Request } from '../../src/http/request.js';
import { Response } from '../../src/http/response.js';
import {
  type LayerTrace,
  type RecognizeTrace,
  type RequestTrace,
  callTraced,
  tracedLayer,
} from '../../src/http/tracing.js';
import { parseRoutes } from '../../src/interpreter/load.js';
import { Middleware } from '../../src/middleware/middleware.js';
import { MiddlewareStack } from '../../src/middleware/stack.js';

const ended: (() => void)[] = [];
afterEach(() => {
  for (const end of ended.splice(0)) end();
});

/** Notes the events of a channel as lines. */
function observing<Trace extends object>(name: string, line: (trace: Trace) => string): string[] {
  const lines: string[] = [];
  const note =
    (event: string) =>
    (trace: object): void =>
      void lines.push(`${event} ${line(trace as Trace)}`);
  const subscribers = {
    start: note('start'),
    end: note('end'),
    asyncStart: () => undefined,
    asyncEnd: note('asyncEnd'),
    error: note('error'),
  };
  const channel = tracingChannel(name);
  channel.subscribe(subscribers);
  ended.push(() => channel.unsubscribe(subscribers));
  return lines;
}

const shop = parseRoutes(
  `routes {
    get '/orders/:id', to => 'orders#show', as => 'order'
    get '/later', to => &later#it
    get '/soon', to => &later#soon
    get '/broken', to => &later#broken
  }`,
  {
    controllers: { orders: { show: () => 'order' } },
    modules: {
      later: {
        it: async () => {
          await Promise.resolve();
          throw new Error('lost');
        },
        soon: () => Promise.resolve(new Response({ status: 202 })),
        broken: () => {
          throw new Error('broken');
        },
      },
    },
  },
);
const router = parseRoutes("routes { mount &shop#app, at => '/shop' }", { modules: { shop: { app: shop } } });
const ask = (path: string): Promise<globalThis.Response> =>
  toFetchHandler(stack().build(router), { onError: () => undefined })(
    new globalThis.Request(`http://a.example${path}`),
  );
const stack = (): MiddlewareStack => new MiddlewareStack().use('outer', Middleware).use('inner', Middleware);

describe('waypost:request', () => {
  it('carries the request, its route through all mounts, and the answer', async () => {
    const lines = observing<RequestTrace>('waypost:request', ({ request, route, result, error }) =>
      [
        request.path,
        route?.pattern,
        route?.name,
        route?.controller,
        route?.action,
        result?.status ?? (error as Error | undefined)?.message,
      ].join(' '),
    );
    await ask('/shop/orders/7');
    expect(lines).toEqual([
      'start /shop/orders/7     ',
      'end /shop/orders/7 /shop/orders/:id order orders show 200',
    ]);
    lines.length = 0;
    await ask('/shop/later');
    expect(lines.map((line) => line.replace(/ +/g, ' '))).toEqual([
      'start /shop/later ',
      'end /shop/later /shop/later ',
      'error /shop/later /shop/later lost',
      'asyncEnd /shop/later /shop/later lost',
    ]);
    lines.length = 0;
    await ask('/shop/soon');
    await ask('/shop/broken');
    expect(lines.map((line) => line.replace(/ +/g, ' '))).toEqual([
      'start /shop/soon ',
      'end /shop/soon /shop/soon ',
      'asyncEnd /shop/soon /shop/soon 202',
      'start /shop/broken ',
      'error /shop/broken /shop/broken broken',
      'end /shop/broken /shop/broken broken',
    ]);
  });
});

describe('waypost:recognize', () => {
  it('carries what each router has found', async () => {
    const lines = observing<RecognizeTrace>(
      'waypost:recognize',
      ({ request, result }) => `${request.path} ${result?.pattern}`,
    );
    await ask('/shop/orders/7');
    await ask('/nowhere');
    expect(lines.filter((line) => line.startsWith('end'))).toEqual([
      'end /shop/orders/7 /shop(/*mounted_path)',
      'end /orders/7 /shop/orders/:id',
      'end /nowhere undefined',
    ]);
  });
});

describe('waypost:layer', () => {
  it('carries each entry of the stack', async () => {
    const lines = observing<LayerTrace>('waypost:layer', ({ layer }) => layer);
    await ask('/shop/orders/7');
    expect(lines).toEqual(['start outer', 'start inner', 'end inner', 'end outer']);
  });

  it('stands in no one’s way where nobody observes', () => {
    const app = { call: () => new Response({ body: 'ok' }) };
    expect(new MiddlewareStack().use('outer', Middleware).build(app)).toBeInstanceOf(Middleware);
  });
});

describe('without a subscriber', () => {
  it('publishes nothing, enters no store and notes no route', async () => {
    const names = ['request', 'recognize', 'layer'].flatMap((name) =>
      ['start', 'end', 'asyncStart', 'asyncEnd', 'error'].map((event) => `tracing:waypost:${name}:${event}`),
    );
    const spies = names.flatMap((name) => [
      vi.spyOn(channel(name), 'publish'),
      vi.spyOn(channel(name), 'runStores'),
    ]);
    const notes = vi.spyOn(WeakMap.prototype, 'set');
    const before = notes.mock.calls.length;
    await ask('/shop/orders/7');
    await ask('/shop/later');
    const noted = notes.mock.calls.slice(before).filter(([, value]) => Array.isArray(value));
    const published = spies.reduce((count, { mock }) => count + mock.calls.length, 0);
    vi.restoreAllMocks();
    expect({ published, noted }).toEqual({ published: 0, noted: [] });
  });

  it('asks the endpoint itself, with nothing around it', () => {
    const answer = new Response();
    const stacks: string[] = [];
    const endpoint = {
      call(): Response {
        stacks.push(new Error('here').stack!);
        return answer;
      },
    };
    const request = new Request({ method: 'GET', path: '/' });
    expect(callTraced(endpoint, request)).toBe(answer);
    expect(stacks[0]!.split('\n')[2]).toContain('callTraced');
    expect(tracedLayer(endpoint, 'outer')).toBe(endpoint);
  });
});
