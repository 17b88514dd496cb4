// What a thrown error becomes: for the client, and in the log.

import { describe, expect, it, test } from 'vitest';
import { acceptedForm } from '../../src/http/accepted-form.js';
import { failureResponse, failureText, isOwnFault } from '../../src/http/failure.js';
import { HttpError, errorText, httpHeadersOf, isHttpError, reasonPhrase } from '../../src/http/http-error.js';
import { Request } from '../../src/http/request.js';
import { foreignError } from '../support/foreign-error.js';

describe('HttpError', () => {
  it('has a status from 400 to 599 and the reason phrase for a message', () => {
    expect(new HttpError(404).message).toBe('Not Found');
    expect(new HttpError(404).statusCode).toBe(404);
    expect([new HttpError(499).expose, new HttpError(500).expose]).toEqual([true, false]);
    expect(() => new HttpError(200)).toThrow(RangeError);
    expect(() => new HttpError(404.5)).toThrow(RangeError);
    expect(() => new HttpError('404' as never)).toThrow("a status from 400 to 599, not '404'");
  });

  it('has headers for its answer, and refuses what can be none', () => {
    const slow = new HttpError(429, 'too many', { headers: { 'Retry-After': '5' } });
    expect(slow.headers).toEqual({ 'retry-after': '5' });
    const locked = new HttpError(401, 'log in', {
      headers: { 'www-authenticate': ['Basic', 'Bearer'], 'set-cookie': ['a=1', 'b=2'] },
    });
    expect(locked.headers).toEqual({ 'www-authenticate': ['Basic', 'Bearer'], 'set-cookie': ['a=1', 'b=2'] });
    expect(httpHeadersOf(locked).getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(new HttpError(404)).not.toHaveProperty('headers');
    expect(() => new HttpError(429, 'x', { headers: { 'retry-after': '5\r\nset-cookie: a=1' } })).toThrow(
      "header 'retry-after' cannot be",
    );
  });

  it('gives the answer each of its cookies', () => {
    const error = new HttpError(401, 'log in', { headers: { 'set-cookie': ['a=; Max-Age=0', 'b=1'] } });
    expect(failureResponse(error, { development: false }).headers.getSetCookie()).toEqual([
      'a=; Max-Age=0',
      'b=1',
    ]);
  });

  it.each<readonly [what: string, message: unknown, options: unknown, problem: string]>([
    [
      'options for its message',
      { headers: {} },
      undefined,
      'an HttpError is made of a status, a message and options; an object of class Object is no message',
    ],
    [
      'options of another name',
      'no such order',
      { header: {} },
      "HttpError has no option 'header'; its options are cause, headers (docs/middleware.md)",
    ],
    [
      'null for its options',
      'no such order',
      null,
      'the options of HttpError are an object, not null (docs/middleware.md)',
    ],
    [
      'another error for its options',
      'the bank is away',
      new Error('ECONNREFUSED'),
      'the options of HttpError are an object such as { cause: error }, not an error (docs/middleware.md)',
    ],
  ])('is not made with %s', (_, message, options, problem) => {
    expect(() => new HttpError(502, message as string, options as object)).toThrow(problem);
  });

  it('is recognised across copies of the module', () => {
    expect(isHttpError({ [Symbol.for('waypost.http-error')]: true, status: 404 })).toBe(true);
    expect(isHttpError(new Error('x'))).toBe(false);
  });

  it('knows a phrase for the status of every failure', () => {
    expect([499, 599].map(reasonPhrase)).toEqual(['Bad Request', 'Internal Server Error']);
  });
});

describe('the answer', () => {
  it.each([
    [new HttpError(404), 404, 'Not Found\n'],
    [new HttpError(400, 'no name'), 400, 'Bad Request: no name\n'],
    [new HttpError(503, 'database down'), 503, 'Service Unavailable\n'],
    [new Error('secret'), 500, 'Internal Server Error\n'],
    [null, 500, 'Internal Server Error\n'],
  ])('to %s is %i, and nothing of the inside', (error, status, body) => {
    const response = failureResponse(error, { development: false });
    expect([response.status, response.body]).toEqual([status, body]);
  });

  it.each([
    ['a refusal', 429],
    ['a failure', 503],
  ])('to %s has the headers of the error, but for those of its own text', (_, status) => {
    const headers = { 'Retry-After': '5', Vary: 'x-user', 'Content-Type': 'text/html' };
    const answer = failureResponse(new HttpError(status, 'later', { headers }), { development: false });
    expect([...answer.headers].sort()).toEqual([
      ['cache-control', 'no-store'],
      ['content-type', 'text/plain; charset=utf-8'],
      ['retry-after', '5'],
      ['vary', 'accept, x-user'],
    ]);
  });

  it('takes no headers of an error that has none of its own making', () => {
    const brand = { [Symbol.for('waypost.http-error')]: true, status: 429 };
    for (const headers of [null, 5, { 'a b': '1' }, { 'retry-after': '5\n' }]) {
      const answer = failureResponse({ ...brand, headers }, { development: false });
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, null]);
    }
    const other = failureResponse({ ...brand, headers: { 'retry-after': '5' } }, { development: false });
    expect(other.headers.get('retry-after')).toBe('5');
    const foreign = Object.assign(new Error('x'), { headers: { 'retry-after': '5' } });
    expect(failureResponse(foreign, { development: false }).headers.has('retry-after')).toBe(false);
  });

  it('counts statuses below 500 as the client’s fault', () => {
    const errors = [new HttpError(404), new HttpError(503), new Error('x'), undefined];
    expect(errors.map((error) => isOwnFault(error, undefined))).toEqual([false, true, true, true]);
  });
});

test('an error of another realm is one', () => {
  const error = foreignError('ENOENT: no such file', { cause: foreignError('the disk is away') });
  expect(error).not.toBeInstanceOf(Error);
  expect(errorText(error)).toMatch(
    /^Error: ENOENT: no such file\n {4}at [^]*\ncaused by: Error: the disk is away\n {4}at /,
  );
  const answer = failureResponse(error, { development: true });
  expect(answer.body).toContain(errorText(error));
});

describe('the form of an answer', () => {
  it.each([
    [null, 'text'],
    ['*/*', 'text'],
    ['application/*', 'text'],
    ['application/json', 'json'],
    ['application/problem+json', 'json'],
    ['Application/VND.api+JSON; q=0.9, text/html;q=0.8', 'json'],
    ['application/json, text/plain, */*', 'json'],
    ['text/plain, application/json', 'text'],
    ['application/json;q=0, */*', 'text'],
    ['application/json;q=0.5, text/html', 'html'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'html'],
    [';;,=,q=', 'text'],
  ])('for %j is %s', (accept, form) => expect(acceptedForm(accept)).toBe(form));

  it('is problem details for a JSON client, with the stack in development alone', async () => {
    const request = new Request({ method: 'GET', path: '/', headers: { accept: 'application/json' } });
    const answerTo = (error: unknown, development: boolean): unknown => {
      const { headers, body } = failureResponse(error, { development, request });
      expect(headers.get('content-type')).toBe('application/problem+json');
      return JSON.parse(String(body));
    };
    expect(answerTo(new HttpError(400, 'no name'), false)).toEqual({
      title: 'Bad Request',
      status: 400,
      detail: 'no name',
    });
    expect(answerTo(new Error('secret'), false)).toEqual({ title: 'Internal Server Error', status: 500 });
    expect(answerTo(new Error('secret'), true)).toMatchObject({ detail: 'Error: secret', status: 500 });
  });
});

describe('the log', () => {
  it('writes what could forge a line or colour a terminal as escapes', () => {
    const request = new Request({ method: 'GET', path: '/a\r\nb\u001b[31m\u2028\u202e\\', query: 'x=\0' });
    expect(failureText(new Error('broken'), request).split('\n')[0]).toBe(
      'GET /a\\u{d}\\u{a}b\\u{1b}[31m\\u{2028}\\u{202e}\\?x=\\u{0} failed: Error: broken',
    );
  });

  it('sets off the lines of a message, so that none of them looks like an entry', () => {
    const request = new Request({ method: 'GET', path: '/a' });
    const lines = failureText(new Error('no user "x"\nGET /admin failed\u001b[2K'), request).split('\n');
    expect(lines.slice(0, 2)).toEqual([
      'GET /a failed: Error: no user "x"',
      '  | GET /admin failed\\u{1b}[2K',
    ]);
  });

  it('shows causes, once each, and whatever else was thrown', () => {
    const loop = new Error('loop');
    loop.cause = loop;
    expect(errorText(loop).match(/loop/g)?.length).toBe(1);
    expect(errorText(new Error('outer', { cause: new Error('inner') }))).toMatch(
      /^Error: outer[^]*caused by: Error: inner/,
    );
    const deep = Array.from({ length: 1_000 }).reduce<Error>((cause) => new Error('why', { cause }), loop);
    expect(errorText(deep).match(/Error: why/g)?.length).toBe(101);
    const gathered = new AggregateError([new Error('no database'), 'text', loop], 'all were rejected');
    expect(errorText(new Error('outer', { cause: gathered }))).toMatch(
      /^Error: outer[^]*caused by: AggregateError: all were rejected[^]*caused by: Error: no database[^]*caused by: Error: loop/,
    );
    expect(errorText('text')).toBe('a thrown value that is no Error: "text"');
    expect(errorText({ code: 'PGRST301', message: 'JWT expired' })).toBe(
      'a thrown value that is no Error: {"code":"PGRST301","message":"JWT expired"}',
    );
    expect(errorText({ big: 1n })).toBe('a thrown value that is no Error: [object Object]');
    expect(errorText(Object.create(null))).toContain('object');
  });
});
