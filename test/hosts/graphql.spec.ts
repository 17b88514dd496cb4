// GraphQL servers mounted in a routes file: queries, mutations, subscriptions, mistakes, and the page of GraphiQL.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from 'waypost';
import { toNodeListener } from 'waypost/node';
import { serving } from './support/questions.js';

/** Their types bring those of the browser, which nothing else here is to see. */
const { servers } = (await import(`${import.meta.dirname}/apps/graphql/servers.ts`)) as {
  readonly servers: Readonly<Record<string, () => Promise<object>>>;
};

describe.each(Object.entries(servers))('%s', (name, application) => {
  let served: Awaited<ReturnType<typeof serving>>;

  beforeAll(async () => {
    served = await serving(toNodeListener(routes`mount ${await application()}, at => '/graphql'`));
  });
  afterAll(() => served.close());

  const ask = async (query: string, accept = 'application/json'): Promise<string> => {
    const answer = await fetch(`${served.origin}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept },
      body: JSON.stringify({ query }),
    });
    return `${answer.status} ${(await answer.text()).trim()}`;
  };

  it('answers queries and mutations, and says what is wrong with one', async () => {
    expect(await ask('{ double(of: 21) }')).toBe('200 {"data":{"double":42}}');
    expect(await ask('mutation { keep(word: "it") }')).toBe('200 {"data":{"keep":"kept it"}}');
    expect(await ask('{ tripled }')).toContain('Cannot query field');
    const got = await fetch(`${served.origin}/graphql?query=${encodeURIComponent('{ double(of: 4) }')}`, {
      headers: { accept: 'application/json', 'apollo-require-preflight': 'yes' },
    });
    expect(await got.json()).toEqual({ data: { double: 8 } });
  });

  it.skipIf(name === 'Apollo')('answers subscriptions', async () => {
    const told = await ask('subscription { count }', 'text/event-stream');
    expect(told).toMatch(/^200 [^]*"count":1[^]*"count":2/);
  });

  it('has its page for developers', async () => {
    const page = await fetch(`${served.origin}/graphql`, { headers: { accept: 'text/html' } });
    expect([page.status, page.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('text/html'),
    ]);
  });
});
