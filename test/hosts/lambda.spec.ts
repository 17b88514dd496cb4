// waypost on AWS Lambda, through srvx: events of the forms that AWS documents for each service in front of a function, and streamed answers.

import { readFileSync } from 'node:fs';
import { Writable } from 'node:stream';
import type { AWSLambdaHandler } from 'srvx/aws-lambda';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { handler } from './apps/lambda/function.js';

type Event = Parameters<AWSLambdaHandler>[0];
type Context = Parameters<AWSLambdaHandler>[1];

const context = { functionName: 'shop', awsRequestId: 'one' } as Context;

const eventOf = (service: string): Record<string, unknown> & { readonly requestContext: object } =>
  JSON.parse(readFileSync(new URL(`lambda/${service}.json`, import.meta.url), 'utf8')) as never;

/** The event of a service for another GET. */
function getting(service: string, path: string): Event {
  const { requestContext, ...event } = eventOf(service);
  const request =
    'version' in event
      ? { rawPath: path, requestContext: { ...requestContext, http: { method: 'GET', path } } }
      : { path, httpMethod: 'GET', requestContext };
  return { ...event, ...request, body: undefined, isBase64Encoded: false } as never;
}

const ask = async (event: unknown): Promise<{ statusCode?: number; body?: string } & object> =>
  (await handler(event as Event, context)) as never;

describe.each([
  ['rest-api', 'abcdefghij.execute-api.us-east-1.amazonaws.com', ['a', 'b']],
  ['http-api', 'id.execute-api.us-east-1.amazonaws.com', ['a', 'b']],
  ['function-url', 'abcdefghij.lambda-url.us-west-2.on.aws', ['a', 'b']],
  // A load balancer gives the last of several.
  ['load-balancer', 'shop-123456789.us-east-1.elb.amazonaws.com', ['b']],
])('%s', (service, host, tags) => {
  it('brings the whole request, the event and the context', async () => {
    const { statusCode, body } = await ask(eventOf(service));
    expect([statusCode, JSON.parse(body!)]).toEqual([
      200,
      {
        url: `https://${host}/orders/8`,
        id: '7',
        tags,
        q: 'x y',
        cookies: { a: '1', b: '2' },
        body: { a: [1] },
        client: service === 'load-balancer' ? undefined : '192.0.2.7',
        stage: service === 'load-balancer' ? undefined : '$default',
        function: 'shop',
      },
    ]);
  });

  it('gets bytes, cookies, streams as a whole, and refusals', async () => {
    expect(await ask(getting(service, '/bytes'))).toMatchObject({ body: 'AP8K', isBase64Encoded: true });
    const cookies = JSON.stringify(await ask(getting(service, '/cookies')));
    // A load balancer has room for one cookie.
    expect(cookies).toContain(service === 'load-balancer' ? '"b=2"' : '["a=1","b=2"]');
    expect(await ask(getting(service, '/stream'))).toMatchObject({ statusCode: 200, body: 'one two' });
    expect(await ask(getting(service, '/orders/7'))).toMatchObject({ statusCode: 405 });
    const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(await ask(getting(service, '/failing'))).toMatchObject({ statusCode: 500 });
    printed.mockRestore();
    expect(await ask(getting(service, '/nowhere'))).toMatchObject({ statusCode: 404 });
  });
});

it('takes an event of which only the request is given, as those written by hand are', async () => {
  expect(await ask({ httpMethod: 'GET', path: '/stream', headers: {} })).toMatchObject({ body: 'one two' });
});

describe('a streamed answer', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('leaves chunk by chunk', async () => {
    const chunks: string[] = [];
    let head: object = {};
    const stream = new Writable({
      write(chunk: Buffer, _, done) {
        chunks.push(chunk.toString());
        done();
      },
    });
    vi.stubGlobal('awslambda', {
      streamifyResponse: (handle: unknown) => handle,
      HttpResponseStream: {
        from(given: Writable, metadata: object) {
          head = metadata;
          return given;
        },
      },
    });
    const { handler } = await import('./apps/lambda/streaming-function.js');
    await handler(getting('function-url', '/stream'), stream as never, context);
    expect(head).toMatchObject({ statusCode: 200, headers: { 'content-type': 'text/plain' } });
    expect(chunks).toEqual(['one ', 'two']);
  });
});
