// The operations of a middleware stack, and what a built one does.

import { describe, expect, expectTypeOf, it } from 'vitest';
import type { Endpoint } from '../../src/http/endpoint.js';
import { Request } from '../../src/http/request.js';
import { Response } from '../../src/http/response.js';
import { AllowedHosts } from '../../src/middleware/allowed-hosts.js';
import { Middleware, type Next } from '../../src/middleware/middleware.js';
import { type EntryArguments, MiddlewareStack, MiddlewareStackError } from '../../src/middleware/stack.js';

/** Notes when the request passes it and when the response does. */
class Trace extends Middleware {
  private readonly label: string;
  private readonly notes: string[];

  constructor({ app, label, notes }: { app: Endpoint; label: string; notes: string[] }) {
    super({ app });
    this.label = label;
    this.notes = notes;
  }

  override async call(request: Request): Promise<Response> {
    this.notes.push(`${this.label} in`);
    const response = await this.app.call(request);
    this.notes.push(`${this.label} out`);
    return response;
  }
}

class Plain extends Middleware {}

class Gate extends Middleware {
  override call(request: Request): Response | Promise<Response> {
    return request.headers.has('authorization') ? this.app.call(request) : new Response({ status: 401 });
  }
}

const hello: Endpoint = { call: () => new Response({ body: 'hello' }) };
const request = new Request({ method: 'GET', path: '/' });

describe('order', () => {
  it('runs the first entry outermost', async () => {
    const notes: string[] = [];
    const app = new MiddlewareStack()
      .use('b', Trace, { label: 'b', notes })
      .use('c', Trace, { label: 'c', notes })
      .prepend('a', Trace, { label: 'a', notes })
      .build(hello);
    expect((await app.call(request)).body).toBe('hello');
    expect(notes).toEqual(['a in', 'b in', 'c in', 'c out', 'b out', 'a out']);
  });

  it('inserts before and after a named entry', () => {
    const stack = new MiddlewareStack()
      .use('b', Plain)
      .insertBefore('b', 'a', Plain)
      .insertAfter('b', 'c', Plain)
      .insertAfter('a', 'a2', Plain);
    expect(stack.names).toEqual(['a', 'a2', 'b', 'c']);
    expect([...stack]).toEqual(stack.names);
    expect(stack.elems).toBe(4);
  });

  it('deletes, and changes nothing for an unknown name', () => {
    const stack = new MiddlewareStack().use('a', Plain).use('b', Plain).delete('a').delete('none');
    expect(stack.names).toEqual(['b']);
    expect([stack.contains('a'), stack.contains('b')]).toEqual([false, true]);
    expect(stack.use('a', Plain).names).toEqual(['b', 'a']);
  });
});

describe('building', () => {
  it('returns the endpoint itself from an empty stack', () => {
    expect(new MiddlewareStack().build(hello)).toBe(hello);
  });

  it('takes a snapshot', () => {
    const stack = new MiddlewareStack().use('a', Plain);
    const app = stack.build(hello) as Plain;
    stack.delete('a').use('gate', Gate);
    expect(app).toBeInstanceOf(Plain);
    expect(app.app).toBe(hello);
    expect(stack.names).toEqual(['gate']);
  });

  it('constructs every layer anew, with the app and its arguments', () => {
    const stack = new MiddlewareStack().use('a', Plain);
    expect(stack.build(hello)).not.toBe(stack.build(hello));
    const given: unknown[] = [];
    class Curious extends Middleware {
      constructor(args: { app: Endpoint; realm: string; size?: number }) {
        super(args);
        given.push(args);
      }
    }
    new MiddlewareStack().use('c', Curious, { realm: 'x' }).build(hello);
    expect(given).toEqual([{ realm: 'x', app: hello }]);
  });

  it('never lets an argument stand in for the app', () => {
    const args = { app: { call: () => new Response({ status: 500 }) } };
    expect((new MiddlewareStack().use('a', Plain, args).build(hello) as Plain).app).toBe(hello);
  });

  it('builds around another built stack', () => {
    const inner = new MiddlewareStack().use('a', Plain).build(hello);
    expect((new MiddlewareStack().use('a', Plain).build(inner) as Plain).app).toBe(inner);
  });
});

describe('answering', () => {
  it('adds no promise', () => {
    const app = new MiddlewareStack().use('a', Plain).use('b', Plain).build(hello);
    expect(app.call(request)).toBeInstanceOf(Response);
    const later = Promise.resolve(new Response());
    expect(
      new MiddlewareStack()
        .use('a', Plain)
        .build({ call: () => later })
        .call(request),
    ).toBe(later);
  });

  it('lets a layer answer without the app', async () => {
    const app = new MiddlewareStack().use('gate', Gate).build(hello);
    expect((await app.call(request)).status).toBe(401);
    expect(
      (await app.call(new Request({ method: 'GET', path: '/', headers: { authorization: 'x' } }))).status,
    ).toBe(200);
  });

  it('lets an error reach the layers outside it, thrown or rejected', async () => {
    class Net extends Middleware {
      override async call(inner: Request): Promise<Response> {
        try {
          return await this.app.call(inner);
        } catch (error) {
          return new Response({ status: 503, body: (error as Error).message });
        }
      }
    }
    const stack = new MiddlewareStack().use('net', Net).use('plain', Plain);
    const thrown = stack.build({
      call: () => {
        throw new Error('thrown');
      },
    });
    const rejected = stack.build({ call: () => Promise.reject(new Error('rejected')) });
    expect((await thrown.call(request)).body).toBe('thrown');
    expect((await rejected.call(request)).body).toBe('rejected');
    expect(() =>
      new MiddlewareStack()
        .use('plain', Plain)
        .build({
          call: () => {
            throw new Error('out');
          },
        })
        .call(request),
    ).toThrow('out');
  });
});

describe('misuse', () => {
  const stack = (): MiddlewareStack => new MiddlewareStack().use('log', Plain).use('auth', Plain);

  it.each([
    [
      'an unknown target of insertBefore',
      () => stack().insertBefore('none', 'x', Plain),
      "cannot insert 'x' before 'none', which the stack does not have; it has 'log', 'auth'",
    ],
    [
      'an unknown target of insertAfter',
      () => stack().insertAfter('none', 'x', Plain),
      "cannot insert 'x' after 'none', which the stack does not have; it has 'log', 'auth'",
    ],
    [
      'an unknown target in an empty stack',
      () => new MiddlewareStack().insertAfter('none', 'x', Plain),
      "cannot insert 'x' after 'none', which the stack does not have; it is empty",
    ],
    [
      'a name that is taken',
      () => stack().use('log', Plain),
      "the stack has a middleware 'log' already; delete it first, or choose another name (it has 'log', 'auth')",
    ],
    [
      'a name that is taken, by prepend',
      () => stack().prepend('auth', Plain),
      "the stack has a middleware 'auth' already; delete it first, or choose another name (it has 'log', 'auth')",
    ],
    [
      'an empty name',
      () => stack().use('', Plain),
      'an entry of a middleware stack needs a name, a string that is not empty',
    ],
    [
      'an instance for a class',
      () => stack().use('x', hello as never),
      "the middleware 'x' is an object of class Object, not a class; give the class itself, its arguments after it",
    ],
    [
      'a function for a class',
      () => stack().use('x', ((asked: Request, next: Next) => next(asked)) as never),
      "the middleware 'x' is a function, not a class: one of Connect or Express goes through fromConnect(…), any other is written as a class that extends Middleware",
    ],
    [
      'a function of Connect for a class',
      () =>
        stack().use('x', function helmet(_incoming: unknown, _outgoing: unknown, next: () => void) {
          next();
        } as never),
      "the middleware 'x' is a function, not a class: one of Connect or Express goes through fromConnect(…), any other is written as a class that extends Middleware",
    ],
    [
      'a class without call',
      () => new MiddlewareStack().use('x', class {} as never).build(hello),
      "the middleware 'x' has no method call(request); extend Middleware, or write one",
    ],
    [
      'a function for the endpoint',
      () => stack().build((() => new Response()) as never),
      'build takes an endpoint, an object with a method call(request), not a value of type function; write { call: … } with a function of the request',
    ],
  ])('names %s', (_, misuse, message) => {
    expect(misuse).toThrow(new MiddlewareStackError(message));
  });

  it('leaves the stack as it was', () => {
    const unchanged = stack();
    expect(() => unchanged.insertAfter('log', 'auth', Plain)).toThrow(MiddlewareStackError);
    expect(unchanged.names).toEqual(['log', 'auth']);
  });
});

describe('types', () => {
  it('checks the arguments of an entry against its class', () => {
    interface AuthArguments {
      app: Endpoint;
      realm: string;
      users?: number;
    }
    interface CacheArguments {
      app: Endpoint;
      seconds?: number;
    }
    expectTypeOf<EntryArguments<AuthArguments>>().toEqualTypeOf<[args: Omit<AuthArguments, 'app'>]>();
    expectTypeOf<EntryArguments<CacheArguments>>().toEqualTypeOf<[args?: Omit<CacheArguments, 'app'>]>();
    const stack = new MiddlewareStack();
    // @ts-expect-error the class has a required argument
    stack.use('without', Trace);
    // @ts-expect-error a label is text
    stack.use('wrong', Trace, { label: 7, notes: [] });
    // @ts-expect-error the class knows no such argument
    stack.use('unknown', Trace, { label: 'a', notes: [], colour: 'red' });
    expect(stack.elems).toBe(3);
  });
});

it('answers for the hosts that are allowed, and passes no other request on', async () => {
  const app = new MiddlewareStack()
    .use('hosts', AllowedHosts, { hosts: ['shop.example', 'localhost:3000'] })
    .build(hello);
  const ask = async (host: string): Promise<Response> =>
    app.call(new Request({ method: 'GET', path: '/', headers: { host } }));
  expect((await ask('shop.example')).body).toBe('hello');
  await expect(ask('bank.example')).rejects.toMatchObject({
    status: 421,
    message: "this server does not answer for 'bank.example'",
  });
  await expect(ask('localhost:3001')).rejects.toThrow("this server does not answer for 'localhost:3001'");
  await expect(ask('')).rejects.toMatchObject({ status: 421, message: 'the request names no host' });
});
