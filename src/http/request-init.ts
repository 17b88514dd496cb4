// What a request is made of by hand, and what is said of anything else: in a test, or where a layer makes one of its own. Servers make theirs of
// a source.

import type { Body } from './body.js';
import type { HeadersInit } from './headers.js';
import { isPlainObject, kindOf } from './object-shape.js';
import { type OptionNames, checkOptions } from './options.js';
import type { QueryInit } from './query-init.js';

/** What a body can be given as when a request is made by hand. */
export type RequestBodyInit = Body | ArrayBuffer | Blob | URLSearchParams | null | undefined;

/** What a request is made of. */
export interface RequestInit {
  /** In any case: `get` is `GET`. */
  readonly method: string;
  /** As a client sends it: encoded, and with its query if `query` is not given. */
  readonly path: string;
  /** None unless given. */
  readonly headers?: HeadersInit | undefined;
  /** The text after the `?`, or names and values (a list gives a name several); added to a query in the path. */
  readonly query?: QueryInit | undefined;
  /** What `text()`, `json()` and the others read; none unless given. */
  readonly body?: RequestBodyInit;
  /** The number of bytes up to which the body may be read whole; 1 MiB unless given. */
  readonly bodyLimit?: number | undefined;
  /** With or without a port; from the `Host` header unless given. */
  readonly host?: string | undefined;
  /** `http` unless given. */
  readonly protocol?: string | undefined;
  /** The protocol's own unless given, or named by the host. */
  readonly port?: number | string | undefined;
  /** How many labels the registered domain has after its first: 1 (`example.com`) unless given, 2 for `example.co.uk`. */
  readonly tldLength?: number | undefined;
  /** The address of the client. */
  readonly remoteAddress?: string | undefined;
  /** Aborted when the client no longer waits for an answer. */
  readonly signal?: AbortSignal | undefined;
}

const partNames: OptionNames<RequestInit> = {
  method: true,
  path: true,
  headers: true,
  query: true,
  body: true,
  bodyLimit: true,
  host: true,
  protocol: true,
  port: true,
  tldLength: true,
  remoteAddress: true,
  signal: true,
};

/** What a request is made of by hand. Throws a `TypeError` for what would fail later, or be left out without a word. */
export function checkInit(init: RequestInit): void {
  const wrong = (problem: string): TypeError =>
    new TypeError(`${problem} (docs/middleware.md, "Requests and responses")`);
  const given: Partial<Record<keyof RequestInit, unknown>> = (init as RequestInit | undefined) ?? {};
  const { method, path, query, signal } = given;
  if (typeof method !== 'string' || (typeof path !== 'string' && 'url' in given))
    throw wrong(`a request is made of { method: 'GET', path: '/posts?page=2' }, not of ${kindOf(init)}`);
  if (typeof path !== 'string' || /^\w+:\/\//.test(path))
    throw wrong(
      `the path of a request is text such as '/posts?page=2', not ${typeof path === 'string' ? 'a whole URL' : kindOf(path)}`,
    );
  for (const name of ['host', 'protocol', 'remoteAddress'] as const) {
    const text = given[name];
    if (text !== undefined && typeof text !== 'string')
      throw wrong(`the ${name} of a request is text, not ${kindOf(text)}`);
  }
  if (query !== undefined && typeof query !== 'string' && (typeof query !== 'object' || query === null))
    throw wrong(`a query is text, or an object of names and values, not ${kindOf(query)}`);
  if (signal !== undefined && !(signal instanceof AbortSignal))
    throw wrong(`a signal is an AbortSignal, as an AbortController has one, not ${kindOf(signal)}`);
  if (isPlainObject(init)) checkOptions('a request', init, partNames, 'docs/middleware.md');
}
