// What a request is made of by hand, and what is said of anything else: in a test, or where a layer makes one of its own. Servers make theirs of
// a source.

import type { Body } from './body.js';
import type { HeadersInit } from './headers.js';
import { isPlainObject, kindOf } from './object-shape.js';
import { type OptionNames, checkOptions } from './options.js';

/** What a body can be given as when a request is made by hand. */
export type RequestBodyInit = Body | ArrayBuffer | Blob | URLSearchParams | null | undefined;

/** A text with or without its `?`, or names and values; a list gives a name several. */
export type QueryInit =
  string | URLSearchParams | Readonly<Record<string, string | number | boolean | readonly string[]>>;

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

/** The query of a path, and what is added to it. Throws a `TypeError` for a value that is no text. */
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
