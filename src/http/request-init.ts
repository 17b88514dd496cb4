// The parts of a request made by hand, in a test or by a layer, and the errors for wrong parts. Servers make requests from a source
// instead.

import type { Body } from './body.js';
import type { HeadersInit } from './headers.js';
import { isPlainObject, kindOf } from './object-shape.js';
import { type OptionNames, checkOptions } from './options.js';

/** What can be the body of a request made by hand. */
export type RequestBodyInit = Body | ArrayBuffer | Blob | URLSearchParams | null | undefined;

/** The text of a query with or without its `?`, or names and values. A list gives one name several values. */
export type QueryInit =
  string | URLSearchParams | Readonly<Record<string, string | number | boolean | readonly string[]>>;

/** The parts of a request. */
export interface RequestInit {
  /** In any case: `get` is `GET`. */
  readonly method: string;
  /** As a client sends it: encoded, and with its query if `query` is not given. */
  readonly path: string;
  /** None unless given. */
  readonly headers?: HeadersInit | undefined;
  /** The text after the `?`, or names and values (a list gives one name several values). It is added to a query in the path. */
  readonly query?: QueryInit | undefined;
  /** What `text()`, `json()` and the others read; none unless given. */
  readonly body?: RequestBodyInit;
  /** How many bytes of the body may be read as a whole; 1 MiB unless given. */
  readonly bodyLimit?: number | undefined;
  /** With or without a port; from the `Host` header unless given. */
  readonly host?: string | undefined;
  /** `http` unless given. */
  readonly protocol?: string | undefined;
  /** By default the port in the host, or else the default port of the protocol. */
  readonly port?: number | string | undefined;
  /** How many labels follow the first label of the registered domain: 1 (`example.com`) unless given, 2 for `example.co.uk`. */
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

/** Throws a `TypeError` for parts that would fail later or be ignored silently. */
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

/** The query of a path with another query added. Throws a `TypeError` for a value that is not text, a number or a boolean. */
export function joinedQuery(given: string, query: QueryInit): string {
  const added = queryText(query);
  return given === '' || added === '' ? given + added : `${given}&${added}`;
}

function queryText(query: QueryInit): string {
  if (typeof query === 'string') return query.startsWith('?') ? query.slice(1) : query;
  if (query instanceof URLSearchParams) return query.toString();
  const fields = new URLSearchParams();
  for (const [name, value] of Object.entries<unknown>(query)) {
    for (const one of [value].flat()) {
      if (one === undefined || one === null) continue;
      if (
        typeof one !== 'string' &&
        typeof one !== 'number' &&
        typeof one !== 'boolean' &&
        typeof one !== 'bigint'
      )
        throw new TypeError(`the query's '${name}' is text, a number or a list of texts, not ${kindOf(one)}`);
      fields.append(name, String(one));
    }
  }
  return fields.toString();
}
