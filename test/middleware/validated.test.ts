// Validation at the door, with three libraries that people use.

import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { isHttpError } from '../../src/http/http-error.js';
import { Request, type Params } from '../../src/http/request.js';
import { Response } from '../../src/http/response.js';
import { parseRoutes, routes } from '../../src/interpreter/load.js';
import { validated, type ValidOf } from '../../src/middleware/validated.js';
import type { Router } from '../../src/routing/router/router.js';
import { again, expectLinear, timeOf } from '../support/growth.js';

const isFree = async (title: string): Promise<boolean> => Promise.resolve(title !== 'taken');

const libraries = {
  zod: {
    post: validated({
      params: z.object({ id: z.coerce.number().int() }),
      query: z.object({ page: z.string().default('1'), tag: z.array(z.string()).optional() }),
      body: z.object({ title: z.string(), author: z.object({ name: z.string() }) }),
    }),
    bare: z.object({ title: z.string() }),
    slow: z.object({ title: z.string().refine(isFree) }),
  },
  valibot: {
    post: validated({
      params: v.object({ id: v.pipe(v.string(), v.transform(Number), v.integer()) }),
      query: v.object({ page: v.optional(v.string(), '1'), tag: v.optional(v.array(v.string())) }),
      body: v.object({ title: v.string(), author: v.object({ name: v.string() }) }),
    }),
    bare: v.object({ title: v.string() }),
    slow: v.objectAsync({ title: v.pipeAsync(v.string(), v.checkAsync(isFree)) }),
  },
  arktype: {
    post: validated({
      params: type({ id: 'string.integer.parse' }),
      query: type({ page: "string = '1'", 'tag?': 'string[]' }),
      body: type({ title: 'string', author: { name: 'string' } }),
    }),
    bare: type({ title: 'string' }),
    // arktype answers at once, always.
    slow: type({ title: 'string & /^(?!taken$)/' }),
  },
};

type Sample = (typeof libraries)['zod'];

function routerFor(schemas: object): Router {
  return parseRoutes(
    `routes {
      post '/posts/:id', to => &app#tell, through => &schemas#post
      post '/slow', to => &app#tell, through => &schemas#slow
      post '/twice/:id', to => &app#tell, through => [&schemas#id, &schemas#bare, &schemas#rank]
      post '/maybe', to => &app#tell, through => &schemas#maybe
      post '/broken', to => &app#tell, through => &schemas#broken
      post '/bare', to => &app#tell, through => &schemas#bare
      get '/query', to => &app#tell, through => &schemas#query
    }`,
    {
      modules: {
        schemas: {
          query: validated({ query: z.strictObject({ tag: z.array(z.string()) }) }),
          id: validated({ params: z.object({ id: z.coerce.number() }) }),
          rank: validated({ body: z.object({ rank: z.coerce.number() }) }),
          maybe: z.object({ title: z.string() }).optional(),
          broken: z.string().refine(() => {
            throw new Error('the schema is broken');
          }),
          ...schemas,
        },
        app: {
          tell: async (request: Request<Params, ValidOf<Sample['post']>>) => ({
            valid: request.valid,
            body: await request.text(),
          }),
        },
      },
    },
  );
}

async function ask(
  router: Router,
  method: string,
  path: string,
  body?: unknown,
  contentType = 'application/json',
) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return router.call(
    new Request({
      method,
      path,
      ...(body !== undefined && { body: text, headers: { 'content-type': contentType } }),
    }),
  );
}

describe.each(Object.entries(libraries))('with %s', (_, schemas) => {
  const router = routerFor(schemas);

  test('what is valid is in request.valid, as the schemas make it', async () => {
    const body = { title: 'Cairns', author: { name: 'Ann' }, more: 1 };
    const response = await ask(router, 'POST', '/posts/7?tag=a&tag=b', body);
    expect(await response.json()).toMatchObject({
      valid: {
        params: { id: 7 },
        query: { page: '1', tag: ['a', 'b'] },
        body: { title: 'Cairns', author: { name: 'Ann' } },
      },
      body: JSON.stringify(body),
    });
  });

  test('what is not is answered with the places of all mistakes', async () => {
    const response = await ask(router, 'POST', '/posts/x?page=1&page=2', { title: 5, author: {} });
    expect([response.status, response.headers.get('content-type')]).toEqual([
      422,
      'application/problem+json',
    ]);
    const problem = (await response.json()) as { errors: { in: string; pointer: string; detail: string }[] };
    expect(problem).toMatchObject({ title: 'Unprocessable Content', status: 422 });
    expect(problem.errors.map((error) => `${error.in} ${error.pointer}`)).toEqual(
      expect.arrayContaining(['params #/id', 'query #/page', 'body #/title', 'body #/author/name']),
    );
    expect(problem.errors.every(({ detail }) => detail !== '')).toBe(true);
  });

  test('a schema alone is that of the body', async () => {
    expect((await ask(router, 'POST', '/bare', { title: 'x' })).status).toBe(200);
    expect((await ask(router, 'POST', '/bare', 'title=x', 'application/x-www-form-urlencoded')).status).toBe(
      200,
    );
    expect((await ask(router, 'POST', '/bare', {})).status).toBe(422);
    expect((await ask(router, 'POST', '/bare')).status).toBe(422);
  });

  test('a schema may take its time', async () => {
    expect((await ask(router, 'POST', '/slow', { title: 'free' })).status).toBe(200);
    expect((await ask(router, 'POST', '/slow', { title: 'taken' })).status).toBe(422);
  });

  test('what several layers find valid adds up', async () => {
    const response = await ask(router, 'POST', '/twice/7', { title: 'x', rank: '5' });
    expect(await response.json()).toMatchObject({
      valid: { params: { id: 7 }, body: { title: 'x', rank: 5 } },
    });
    const untitled = await ask(router, 'POST', '/twice/7', { rank: '5' });
    expect(untitled.status).toBe(422);
  });
});

test('a mistake has a place under any key', async () => {
  const router = routes`post '/', to => ${() => 'x'}, through => ${validated({ body: z.record(z.string(), z.number()) })};`;
  const response = await ask(router, 'POST', '/', '{ "a/b~": "x", "\\ud800": "x" }');
  expect(response.status).toBe(422);
  expect(await response.json()).toMatchObject({
    errors: [{ pointer: '#/a~1b~0' }, { pointer: '#/%EF%BF%BD' }],
  });
});

test('what was valid for a route that declines is not for the next one', async () => {
  const declining = () => new Response({ status: 404, headers: { 'x-cascade': 'pass' } });
  const router = routes`
    post '/:id', to => ${declining}, through => ${validated({ body: z.object({ role: z.string() }) })};
    post '/:id', to => ${({ valid }: Request) => valid}, through => ${validated({ body: z.object({ title: z.string() }) })};
  `;
  const response = await ask(router, 'POST', '/7', { title: 'x', role: 'admin' });
  expect(await response.json()).toEqual({ body: { title: 'x' } });
});

describe('what validates nothing', () => {
  const form =
    'validated takes an object of params, query and body, each a schema that speaks Standard Schema';

  test.each([
    [undefined, form],
    [libraries.zod.bare, form],
    [{ boddy: libraries.zod.bare }, `${form}; 'boddy' is none of these`],
    [{ body: {} }, `${form}; that of the body does not`],
    [{ query: null }, `${form}; that of the query does not`],
  ])('is refused (%#)', (schemas, message) => {
    expect(() => validated(schemas as object)).toThrow(new TypeError(message));
  });

  test('is a part without a schema', () => {
    expect(() => validated({ body: undefined } as object)).not.toThrow();
  });
});

describe('what cannot be read', () => {
  const router = routerFor(libraries.zod);
  const statusOf = async (answer: Promise<Response>): Promise<unknown> =>
    answer.catch((error: unknown) => (isHttpError(error) ? error.status : error));

  test('is refused with its own status', async () => {
    expect(await statusOf(ask(router, 'POST', '/bare', '{', 'application/json'))).toBe(400);
    expect(await statusOf(ask(router, 'POST', '/bare', 'a', 'text/csv'))).toBe(415);
    expect(await statusOf(ask(router, 'POST', '/bare', `"${'x'.repeat(2 ** 20)}"`))).toBe(413);
  });

  test('an empty body is none, whatever type is named for it', async () => {
    expect((await ask(router, 'POST', '/maybe', '')).status).toBe(200);
    expect((await ask(router, 'POST', '/bare', '')).status).toBe(422);
  });

  test('HEAD is held to the schemas of GET', async () => {
    expect((await ask(router, 'HEAD', '/query?tag=a&tag=b')).status).toBe(200);
    const response = await ask(router, 'HEAD', '/query');
    expect([response.status, await response.text()]).toEqual([422, '']);
  });

  test('of more mistakes than anybody reads the first are told, and how many there are', async () => {
    const bare = validated({ query: z.object({ title: z.string() }), body: z.array(z.string()) });
    const many = routerFor({ ...libraries.zod, bare });
    const body = `[${Array<number>(400_000).fill(1).join()}]`;
    const response = await ask(many, 'POST', '/bare', body);
    const { detail, errors } = (await response.json()) as { detail: string; errors: readonly object[] };
    expect([response.status, errors.length, errors[0], errors[99]]).toMatchObject([
      422,
      100,
      { in: 'query', pointer: '#/title' },
      { in: 'body', pointer: '#/98' },
    ]);
    expect(detail).toBe('the request is not as this route needs it; errors that are not listed: 399901');
  });

  test('a name that is given very often takes no longer than many names', again, async () => {
    const answer = async (body: string): Promise<void> => {
      const { status } = await ask(router, 'POST', '/bare', body, 'application/x-www-form-urlencoded');
      expect(status).toBe(422);
    };
    await expectLinear((count) => timeOf(() => answer('title=x&'.repeat(count))), 2 ** 17);
  });

  test('a schema that fails is a fault of the application', async () => {
    await expect(ask(router, 'POST', '/broken', '"x"')).rejects.toThrow('the schema is broken');
  });

  test('names of a query are data', async () => {
    const response = await ask(router, 'GET', '/query?tag=a&tag=b&__proto__=x&a~/b=1');
    expect(response.status).toBe(422);
    expect(await (await ask(router, 'GET', '/query?tag=a&tag=b')).json()).toMatchObject({
      valid: { query: { tag: ['a', 'b'] } },
    });
  });
});

test('TypeScript knows what is valid', () => {
  type Found = ValidOf<Sample['post']>;
  const found: Found = { params: { id: 7 }, query: { page: '1' }, body: { title: '', author: { name: '' } } };
  const bare: ValidOf<(typeof libraries)['arktype']['bare']> = { body: { title: found.body.title } };
  // @ts-expect-error: a number is no title
  const wrong: ValidOf<(typeof libraries)['valibot']['bare']> = { body: { title: found.params.id } };
  expect([bare.body.title, wrong.body.title]).toEqual(['', 7]);
});
