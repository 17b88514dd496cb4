// `waypost/testing`: tests of routes and applications, with vitest, node:test or any other runner (docs/testing.md).
//
//     expectRoute('GET /posts/7').toBe('posts#show', { id: '7' });
//     const response = await ask(app, 'POST /posts', { form: { title: 'Hello' } });

import { AssertionError } from 'node:assert';
import { relative, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { checkResponses } from '../http/checked-responses.js';
import { type Endpoint, checkEndpoint, isPromise } from '../http/endpoint.js';
import { hasMethod, isPlainObject, kindOf } from '../http/object-shape.js';
import { type OptionNames, checkOptions } from '../http/options.js';
import { parseAuthority, splitUrl } from '../http/request-context.js';
import { Headers } from '../http/headers.js';
import { Request, type Params, type RequestInit, type Valid } from '../http/request.js';
import { type Response, answeredResponse } from '../http/response.js';
import { interpret } from '../interpreter/interpret.js';
import { interpretOptions, routerOf } from '../interpreter/load.js';
import { Source } from '../language/source.js';
import { parseSyntax } from '../language/syntax.js';
import { targetText } from '../routing/patterns/route.js';
import type { RouterWith } from '../routing/router/compiled-routes.js';
import type { Router } from '../routing/router/router.js';
import { findRoutesFile, readIncluded, readRoutesFile } from './files/routes-file.js';

/** The expectations about a request (docs/testing.md). */
export interface RouteExpectation {
  /** Expects a route that leads to `target`, written as `waypost routes` prints it, and with `params` exactly these params. */
  toBe(target: string, params?: Readonly<Record<string, string>>): void;
  /** Expects a redirect to this location, and with this status if one is given. */
  toRedirectTo(location: string, status?: number): void;
  /** Expects that no route answers this path (404). */
  toBeNotFound(): void;
  /** Expects that routes answer this path, but not this method (405); with `methods`, that it answers exactly these, in any order. */
  toBeNotAllowed(methods?: readonly string[]): void;
}

/** The router that is asked, and the headers of the request. */
export interface ExpectOptions {
  /** The router that is asked. By default the one given to `useRoutes`, or else that of the routes file in the working directory. */
  readonly router?: RouterWith<unknown> | undefined;
  /** Headers that request constraints see. */
  readonly headers?: RequestInit['headers'];
}

let ownRouter: Router | undefined;
const page = 'docs/testing.md';
const expectOptions: OptionNames<ExpectOptions> = { router: true, headers: true };
const askOptions: OptionNames<AskOptions> = {
  json: true,
  form: true,
  body: true,
  bodyLimit: true,
  headers: true,
  host: true,
  port: true,
  protocol: true,
  query: true,
  remoteAddress: true,
  signal: true,
  tldLength: true,
};

/** Returns the router. Throws a `TypeError` that names `caller` if it is none. */
function checkedRouter(router: RouterWith<unknown> | undefined, caller: string): Router | undefined {
  if (router === undefined || isRouter(router)) return router;
  throw new TypeError(
    `${caller} takes a router, not ${kindOf(router)}${isPromise(router) ? ': await it' : ''} (${page})`,
  );
}

function isRouter(value: unknown): value is Router {
  return hasMethod(value, 'recognize');
}

/** Sets the default router of `expectRoute` and `actionRequest` (docs/testing.md, "Routes"). */
export function useRoutes(router: RouterWith<unknown>): void {
  ownRouter = checkedRouter(router, 'useRoutes');
}

/**
 * Returns expectations about a request, written `GET /posts/7` or with a whole URL (docs/testing.md, "Routes"). If one is not met, it
 * throws an `AssertionError` that says what the routes do instead, and why. Throws a `RoutesError` if the routes file has a mistake, a
 * `RoutesFileError` if there is none, and a `TypeError` if `request` is not written as a request.
 */
export function expectRoute(request: string, options: ExpectOptions = {}): RouteExpectation {
  checkOptions('expectRoute', options, expectOptions, page);
  const asked = requestOf(request, { headers: options.headers });
  const router = checkedRouter(options.router, 'expectRoute') ?? ownRouter ?? routerHere();
  const { method, path } = asked;
  const match = router.recognize(method, path, asked);

  function fail(message: string, actual: unknown, expected: unknown): never {
    throw new AssertionError({
      message: `${request} ${message}`,
      actual,
      expected,
      operator: 'expectRoute',
      stackStartFn: expectRoute,
    });
  }
  function target(): string {
    if (match) return targetText(match.target);
    const status = router.recognitionStatus(method, path, asked);
    return status === 'not-found' ? 'not found' : 'not allowed';
  }
  function whyNot(): string {
    const near = match
      ? []
      : router
          .explain(method, path, asked)
          .sort((a, b) => b.nearness - a.nearness)
          .slice(0, 3);
    return near
      .map(({ route, message }) => `\n  ${route.verbs.join('|')} ${route.pattern}: ${message}`)
      .join('');
  }

  return {
    toBe(expected, params) {
      checkExpected('toBe', "a target such as 'posts#show'", expected, typeof expected === 'string');
      const areParams = params === undefined || Object(params) === params;
      checkExpected('toBe', "params such as { id: '7' }", params, areParams);
      const actual = target();
      if (actual !== expected) fail(`is ${actual}, not ${expected}${whyNot()}`, actual, expected);
      if (params === undefined) return;
      const found = { ...match?.params };
      if (!isDeepStrictEqual(found, { ...params }))
        fail(
          `is ${expected} with the params ${JSON.stringify(found)}, not ${JSON.stringify(params)}`,
          found,
          params,
        );
    },
    toRedirectTo(location, status) {
      const isText = typeof location === 'string';
      checkExpected('toRedirectTo', "a location such as '/posts/7'", location, isText);
      if (match?.target.kind !== 'redirect')
        fail(`is ${target()}, not a redirect to ${location}${whyNot()}`, target(), location);
      const { written, label } = match.target;
      if (written.kind === 'callable' && written.callable === unloaded)
        fail(`asks ${label} where to, which is not loaded; give a router that is (${page})`, label, location);
      const actual = match.target.locationFor(match.params, asked);
      if (actual !== location) fail(`redirects to ${actual}, not to ${location}`, actual, location);
      if (status !== undefined && match.target.status !== status)
        fail(`redirects with ${match.target.status}, not ${status}`, match.target.status, status);
    },
    toBeNotFound() {
      if (target() !== 'not found')
        fail(`is ${target()}; no route is expected to answer`, target(), 'not found');
    },
    toBeNotAllowed(methods) {
      const isList = methods === undefined || Array.isArray(methods);
      checkExpected('toBeNotAllowed', "a list such as ['GET', 'HEAD']", methods, isList);
      if (target() !== 'not allowed')
        fail(`is ${target()}; the path is expected to answer other methods`, target(), 'not allowed');
      const allowed = router.allowedMethods(path, asked);
      if (methods !== undefined && allowed.toSorted().join() !== methods.toSorted().join())
        fail(`is not allowed, but the path answers ${allowed.join(', ')}`, allowed, methods);
    },
  };
}

/** Throws a `TypeError` for an argument that no answer could match. */
function checkExpected(caller: string, wanted: string, given: unknown, isGood: boolean): void {
  if (!isGood) throw new TypeError(`${caller} takes ${wanted}, not ${kindOf(given)} (${page})`);
}

/** The properties of a request besides its method and path. */
export interface AskOptions extends Omit<RequestInit, 'method' | 'path'> {
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as a submitted form; a list is sent as one field for each text. A `FormData` is sent as a form with files. */
  readonly form?: Readonly<Record<string, string | readonly string[]>> | FormData | undefined;
}

/** Calls an endpoint with a request, without a socket (docs/testing.md, "Applications"). Rejects with what the endpoint throws. */
export async function ask(endpoint: Endpoint, request: string, options: AskOptions = {}): Promise<Response> {
  checkEndpoint(endpoint, 'ask');
  checkResponses();
  checkOptions('ask', options, askOptions, page);
  return answeredResponse(await endpoint.call(requestOf(request, options)));
}

/**
 * Makes a request to call an action directly, with `params`, `route` and `helpers` as the router sets them (docs/testing.md, "Actions").
 * Its type is the one that the action expects. Throws an `AssertionError` if no route answers the request.
 */
export function actionRequest<Given extends object = Params, Found extends object = Valid>(
  request: string,
  options?: AskOptions & ExpectOptions,
): Request<Given, Found>;
export function actionRequest(
  request: string,
  options: AskOptions & ExpectOptions = {},
): Request<object, object> {
  checkResponses();
  checkOptions('actionRequest', options, { ...askOptions, ...expectOptions }, page);
  const { router: given, ...init } = options;
  const router = checkedRouter(given, 'actionRequest') ?? ownRouter ?? routerHere();
  const made = requestOf(request, init);
  const match = router.recognize(made.method, made.path, made);
  if (match === undefined)
    throw new AssertionError({ message: `no route answers ${request}`, stackStartFn: actionRequest });
  made.params = match.params;
  made.route = match.route;
  // Read on request only: a router compiled without helpers throws.
  made.helperSource = { forRequest: (asking) => router.helpers.forRequest(asking) };
  return made;
}

function requestOf(text: string, { json, form, ...init }: AskOptions): Request {
  const written = typeof text === 'string' ? /^([A-Za-z]+) +(\S+)$/.exec(text.trim()) : null;
  if (written === null)
    throw new TypeError(
      `a request is written 'GET /posts/7', with the method first, not ${typeof text === 'string' ? `'${text}'` : kindOf(text)}`,
    );
  const [, method = '', address = ''] = written;
  const isData = typeof init.body === 'object' && init.body !== null && isPlainObject(init.body);
  checkExpected('ask', 'text, bytes or a stream as body, and data as json', init.body, !isData);
  const url = splitUrl(address);
  const headers = new Headers(init.headers);
  if (url && !headers.has('host')) headers.set('host', url.authority);
  const sent =
    json !== undefined
      ? { body: JSON.stringify(json), type: 'application/json' }
      : form !== undefined
        ? formBody(form)
        : { body: init.body };
  if ('type' in sent && !headers.has('content-type')) headers.set('content-type', sent.type);
  return new Request({
    ...init,
    method,
    path: url?.path ?? address,
    headers,
    body: sent.body,
    ...(url && { protocol: url.protocol, port: parseAuthority(url.authority).port }),
  });
}

/** A form as a browser sends it. */
function formBody(form: NonNullable<AskOptions['form']>): { body: RequestInit['body']; type: string } {
  if (form instanceof FormData) {
    const { body, headers } = new globalThis.Response(form);
    return { body, type: headers.get('content-type') ?? '' };
  }
  const isFields = typeof form === 'object' && form !== null && isPlainObject(form);
  checkExpected('ask', 'a form as an object of its fields or a FormData', form, isFields);
  const fields = Object.entries(form).flatMap(([name, value]) =>
    [value].flat().map((each): [string, string] => [name, each]),
  );
  return { body: new URLSearchParams(fields), type: 'application/x-www-form-urlencoded' };
}

/** Replaces every callable, since no module is imported. As a constraint it is fulfilled. */
const unloaded = (): boolean => true;

let read: { readonly path: string; readonly text: string; readonly router: Router } | undefined;

/**
 * The router of the routes file in the working directory, read synchronously and without importing modules: constraints by callables count
 * as fulfilled.
 */
function routerHere(): Router {
  const path = findRoutesFile(process.cwd());
  const text = readRoutesFile(path);
  if (read?.path === path && read.text === text) return read.router;
  const source = new Source(relative(process.cwd(), path), text);
  const options = interpretOptions(
    { read: (included) => readIncluded(resolve(included)) },
    { callable: () => ({ kind: 'found', value: unloaded }) },
  );
  read = { path, text, router: routerOf(interpret(parseSyntax(source), options), undefined, expectRoute) };
  return read.router;
}
