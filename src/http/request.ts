// Requests. Everything that is not needed at once is read on request.
//
//     const request = new Request({ method: 'GET', path: '/posts/7.json?draft=1', headers: { host: 'api.example.com' } })
//     request.path → '/posts/7.json'    request.query.get('draft') → '1'    request.context.subdomain → 'api'
//
// Method, path and query are set by the constructor. Headers, cookies, context, body and signal come from the request's source when
// somebody reads them. `below` makes the request that a mounted application sees: the same source with another path.

import { parseCookie } from 'cookie';
import { type AcceptedForm, acceptedForm } from './accepted-form.js';
import { HttpError } from './http-error.js';
import { kindOf } from './object-shape.js';
import { type OptionNames, amountOf, checkOptions } from './options.js';
import type { Headers } from './headers.js';
import {
  type Authority,
  type RequestAttributes,
  defaultPort,
  formatOf,
  parseAuthority,
  subdomainOf,
} from './request-context.js';
import { type RequestInit, checkInit, joinedQuery } from './request-init.js';
import { GivenSource, type RequestSource, bareProtocol, formDataOf } from './request-source.js';
import { type AnsweringRoute, noteRoute, recognizeTraced } from './route-tracing.js';

export type { RequestInit } from './request-init.js';
export type { AnsweringRoute, TrailStep } from './route-tracing.js';

/** Names and values that recognition found; an object that inherits nothing. */
export type Params = Record<string, string>;

/** Other modules add properties to this interface. The router's module declares the type of its URL helpers as `helpers`. */
export interface RequestRegister {}

/** The URL helpers of the router that serves the request. */
export type RequestHelpers = RequestRegister extends { readonly helpers: infer Helpers } ? Helpers : object;

/** Options for reading a whole body. */
export interface ReadOptions {
  /** In bytes; the request's own limit unless given. */
  readonly limit?: number;
}

/** What a layer has changed about a request's host, protocol, port and client. Anything undefined is read from the source. */
export interface Origin {
  /** As a client writes it, with a port or without. */
  readonly host?: string | undefined;
  /** `http` or `https`. */
  readonly protocol?: string | undefined;
  /** The port of the request. */
  readonly port?: number | undefined;
  /** The address of the client. */
  readonly remoteAddress?: string | undefined;
}

/** The changes that `with` makes. A host may include the port. */
export interface RequestChanges extends Origin {
  /** In any case. */
  readonly method?: string | undefined;
  /** With or without a query. */
  readonly path?: string | undefined;
}

const asReceived: Origin = /* @__PURE__ */ Object.freeze({});

/** What schemas made of the parts of a request (`validated`). */
export interface Valid {
  /** What a schema made of the params. */
  readonly params?: unknown;
  /** What a schema made of the query. */
  readonly query?: unknown;
  /** What a schema made of the body. */
  readonly body?: unknown;
}

const nothingValid: Valid = /* @__PURE__ */ Object.freeze({});
const noParams: Params = /* @__PURE__ */ Object.freeze(Object.create(null) as Params);
const strictDecoder = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true });
const decoder = /* @__PURE__ */ new TextDecoder();

/**
 * A request (docs/middleware.md, "Requests and responses"). Only what the router and layers note on it can change. The type parameters
 * are the types of its params and of what schemas found valid. A function that takes the request of any action takes a `Request<object>`.
 */
export class Request<out Given extends object = Params, out Found extends object = Valid> {
  /** In capitals. */
  readonly method: string;
  /** As received, without the query. Never normalised or decoded. */
  readonly path: string;
  /** The query as received, without its `?`; empty if there is none. */
  readonly queryString: string;
  /** The part of the path that led to a mounted application; empty at the top. */
  readonly scriptName: string;
  /** What schemas of layers made of the request, with the types of those schemas; empty without such layers. */
  valid: Found = nothingValid as Found;
  /** The route that answers; set by the router. */
  route: AnsweringRoute | undefined = undefined;

  private readonly tldLength: number;
  private heldParams: Given = noParams as Given;
  private origin: Origin = asReceived;
  private heldHelpers: RequestHelpers | undefined = undefined;
  private heldHelperSource: { forRequest(request: Request<object>): RequestHelpers } | undefined = undefined;
  private readContext: RequestAttributes | undefined = undefined;
  private readAuthority: Authority | undefined = undefined;
  private readQuery: URLSearchParams | undefined = undefined;
  private readCookies: Readonly<Record<string, string | undefined>> | undefined = undefined;
  private heldState: Map<unknown, unknown> | undefined = undefined;

  /**
   * Makes a request by hand: `{ method: 'GET', path: '/posts?page=2' }` (docs/middleware.md, "Requests and responses"). Throws a
   * `TypeError` for wrong parts, a `RangeError` for an invalid port, and `InvalidHeaderError` for a header that cannot be sent. Servers
   * pass `source`: headers, host and body are then read from it instead of from `init`.
   */
  constructor(
    init: RequestInit,
    /** Where headers, host and body come from. */
    readonly source: RequestSource = new GivenSource(init),
    scriptName = '',
  ) {
    const { method, path } = init;
    if (typeof path !== 'string') checkInit(init);
    this.method = isUpperCase(method) ? method : method.toUpperCase();
    const mark = path.indexOf('?');
    this.path = mark < 0 ? path : path.slice(0, mark);
    const given = mark < 0 ? '' : path.slice(mark + 1);
    this.queryString = init.query === undefined ? given : joinedQuery(given, init.query);
    this.scriptName = scriptName;
    this.tldLength = amountOf('tldLength', init.tldLength, 1, 'labels');
  }

  /** The values captured from the path, and the route's defaults. The router sets them before it calls a target. */
  get params(): Given {
    // All requests for a route without names share one frozen object. It is copied before anybody can write to it.
    if (Object.isFrozen(this.heldParams))
      this.heldParams = Object.assign(Object.create(null) as object, this.heldParams) as Given;
    return this.heldParams;
  }

  set params(params: Given) {
    this.heldParams = params;
  }

  /** The headers as received. */
  get headers(): Headers {
    return this.source.headers;
  }

  /** The form in which the client prefers to read an error: `html`, `json`, or `text` if it asks for neither. */
  get acceptedForm(): AcceptedForm {
    return acceptedForm(this.headers.get('accept'));
  }

  /** The query's names and values, decoded. `String(request.query)` encodes them again. */
  get query(): URLSearchParams {
    return (this.readQuery ??= new URLSearchParams(this.queryString));
  }

  /** In lower case, without the port; undefined if the client sent none, or an invalid one. */
  get host(): string | undefined {
    return this.authority.host;
  }

  /** `http` or `https`. */
  get protocol(): string {
    return this.origin.protocol ?? this.source.protocol;
  }

  /** If the host names no port, this is the default port of the protocol. Undefined without a host. */
  get port(): number | undefined {
    const { host, port } = this.authority;
    const given = this.origin.host === undefined ? this.source.port : undefined;
    return this.origin.port ?? given ?? port ?? (host === undefined ? undefined : defaultPort(this.protocol));
  }

  /** The client's address, if the server knows it. */
  get remoteAddress(): string | undefined {
    return this.origin.remoteAddress ?? this.source.remoteAddress;
  }

  /** The whole URL as the client wrote it. If it sent no host, the host is `localhost`. */
  get url(): string {
    const { host = 'localhost', protocol, port } = this;
    const shownPort = port === undefined || port === defaultPort(protocol) ? '' : `:${port}`;
    const query = this.queryString === '' ? '' : `?${this.queryString}`;
    // `*` directly after a host would become a part of the host.
    const path = this.path === '*' ? '' : this.path;
    return `${protocol}://${host}${shownPort}${this.scriptName}${path}${query}`;
  }

  /** The attributes that request constraints check (docs/router.md, "Recognition"). */
  get context(): RequestAttributes {
    return (this.readContext ??= {
      subdomain: subdomainOf(this.host, this.tldLength),
      host: this.host,
      format: formatOf(this.path),
      protocol: this.protocol,
      port: this.port,
      method: this.method,
    });
  }

  /** Cookies by name, decoded; an object that inherits nothing. If a name occurs twice, the first value counts. */
  get cookies(): Readonly<Record<string, string | undefined>> {
    return (this.readCookies ??= parseCookie(this.headers.get('cookie') ?? ''));
  }

  /** The router's URL helpers. Throws if no router serves the request. */
  get helpers(): RequestHelpers {
    this.heldHelpers ??= this.heldHelperSource?.forRequest(this);
    if (this.heldHelpers === undefined)
      throw new Error(
        'request.helpers are there when a router that has helpers serves the request; this one has reached none',
      );
    return this.heldHelpers;
  }

  set helpers(helpers: RequestHelpers) {
    this.heldHelpers = helpers;
  }

  /** Makes `helpers` when somebody first reads them; set by the router. */
  set helperSource(source: { forRequest(request: Request<object>): RequestHelpers }) {
    this.heldHelperSource = source;
    this.heldHelpers = undefined;
  }

  /** Looks the request up in a router's recognition, and tells observers of it (docs/observability.md). */
  foundBy<Match extends { readonly route: AnsweringRoute }>(recognition: {
    find(method: string, path: string, options: Request<Given, Found>): Match | undefined;
  }): Match | undefined {
    return recognizeTraced(recognition, this);
  }

  /** Sets the route that a router has found, and its params. */
  answeredBy({ params, route }: { readonly params: Given; readonly route: AnsweringRoute }): void {
    this.params = params;
    this.route = route;
    noteRoute(this, route);
  }

  /** Values that middleware keeps for the endpoints inside it, each under the middleware's own key. Mounted applications share them. */
  get state(): Map<unknown, unknown> {
    return (this.heldState ??= new Map());
  }

  /** Aborted if the client disconnects before it has the whole response. */
  get signal(): AbortSignal {
    return this.source.signal;
  }

  /** The body as a stream, null if there is none. Read it once, and not together with `text`, `json`, `bytes` or `formData`. */
  get body(): ReadableStream<Uint8Array> | null {
    return this.source.body.stream();
  }

  /** The whole body as received, still in its content encoding. Rejects with `HttpError` 413 if it is larger than the limit. */
  bytes(options: ReadOptions = {}): Promise<Uint8Array> {
    if (typeof options !== 'object')
      throw new TypeError(`a limit is given as { limit: 1024 }, not ${kindOf(options)}`);
    const { body } = this.source;
    return body.bytes(amountOf('limit', options.limit, body.limit));
  }

  /** The whole body as text. Rejects like `bytes`, and with `HttpError` 415 if the body has a content encoding. */
  async text(options: ReadOptions = {}): Promise<string> {
    return decoder.decode(this.unencoded(await this.bytes(options)));
  }

  /** The parsed JSON of the body. Rejects like `text`, and with `HttpError` 400 if the body is not JSON in UTF-8. */
  async json(options: ReadOptions = {}): Promise<unknown> {
    const bytes = this.unencoded(await this.bytes(options));
    try {
      return JSON.parse(strictDecoder.decode(bytes));
    } catch (cause) {
      throw new HttpError(400, 'the body is not JSON', { cause });
    }
  }

  /** The fields of a submitted form. Rejects like `text`, with `HttpError` 415 for another content type and 400 for a broken form. */
  async formData(options: ReadOptions = {}): Promise<FormData> {
    return formDataOf(this.unencoded(await this.bytes(options)), this.headers.get('content-type'));
  }

  /** Returns the bytes if they have no content encoding. Throws `HttpError` 415 if they have one. */
  private unencoded(bytes: Uint8Array): Uint8Array {
    if (bytes.length === 0 || this.source.body.isParsed) return bytes;
    const encoding = this.headers.get('content-encoding') ?? '';
    if (encoding === '' || encoding.toLowerCase() === 'identity') return bytes;
    const headers = { 'accept-encoding': 'identity' };
    throw new HttpError(415, 'a body of text, JSON or a form is sent without a Content-Encoding', {
      headers,
    });
  }

  /**
   * The request that a mounted application sees. `scriptName` is the part of this request's path that led there. `path` is the rest and
   * begins with `/`. Both are as received. The new request's `scriptName` is this request's with that part added.
   */
  below(scriptName: string, path: string): Request {
    const request = new Request(
      { method: this.method, path, query: this.queryString, tldLength: this.tldLength },
      this.source,
      this.scriptName + scriptName,
    );
    request.heldState = this.state;
    request.origin = this.origin;
    return request;
  }

  /**
   * A copy of the request with another method, path (which may include a query), host or client. Everything else stays. Constraints,
   * `url` and the URL helpers use what is given here.
   */
  with(changes: RequestChanges): Request<Given, Found> {
    checkOptions('request.with', changes, changeNames, 'docs/middleware.md');
    const { method = this.method, path, host, protocol, port, remoteAddress } = changes;
    const target = path === undefined ? { path: this.path, query: this.queryString } : { path };
    const request = new Request<Given, Found>(
      { method, ...target, tldLength: this.tldLength },
      this.source,
      this.scriptName,
    );
    request.heldState = this.state;
    request.params = this.params;
    request.origin = {
      host: host ?? this.origin.host,
      protocol: protocol === undefined ? this.origin.protocol : bareProtocol(protocol),
      port: port ?? (host === undefined ? this.origin.port : undefined),
      remoteAddress: remoteAddress ?? this.origin.remoteAddress,
    };
    request.valid = this.valid;
    request.route = this.route;
    request.heldHelperSource = this.heldHelperSource;
    return request;
  }

  private get authority(): Authority {
    return (this.readAuthority ??= parseAuthority(this.origin.host ?? this.source.authority));
  }
}

const changeNames: OptionNames<RequestChanges> = {
  method: true,
  path: true,
  host: true,
  protocol: true,
  port: true,
  remoteAddress: true,
};

function isUpperCase(method: string): boolean {
  for (let i = 0; i < method.length; i++) {
    const code = method.charCodeAt(i);
    if (code < 65 || code > 90) return false;
  }
  return true;
}
