// Requests: what a client asks for, read as lazily as can be.
//
//     const request = new Request({ method: 'GET', path: '/posts/7.json?draft=1', headers: { host: 'api.example.com' } })
//     request.path → '/posts/7.json'    request.query.get('draft') → '1'    request.context.subdomain → 'api'
//
// Method, path and query are there from the start; headers, cookies, context, body and signal are made from the request's source when
// somebody reads them. `below` gives the request that a mounted application sees: the same source, another path.

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

/** What recognition gave: an object that inherits nothing. */
export type Params = Record<string, string>;

/** What other modules say about requests: the router's, under `helpers`, of what type its URL helpers are. */
export interface RequestRegister {}

/** The URL helpers of the router that serves the request. */
export type RequestHelpers = RequestRegister extends { readonly helpers: infer Helpers } ? Helpers : object;

/** How a body is read whole. */
export interface ReadOptions {
  /** In bytes; the request's own limit unless given. */
  readonly limit?: number;
}

/** Where a request went and came from, so far as a layer says something else than its source. */
export interface Origin {
  /** As a client writes it, with a port or without. */
  readonly host?: string | undefined;
  /** `http` or `https`. */
  readonly protocol?: string | undefined;
  /** The port that the client asked at. */
  readonly port?: number | undefined;
  /** The address of the client. */
  readonly remoteAddress?: string | undefined;
}

/** What `with` changes; a host may carry the port. */
export interface RequestChanges extends Origin {
  /** In any case. */
  readonly method?: string | undefined;
  /** With or without a query. */
  readonly path?: string | undefined;
}

const asReceived: Origin = /* @__PURE__ */ Object.freeze({});

/** What layers have found valid, and made of it (`validated`). */
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
 * A request (docs/middleware.md, "Requests and responses"). Everything about it is fixed but what the router and layers note on
 * it. TypeScript may know its params and what was found valid; a function that takes the request of any action takes a
 * `Request<object>`.
 */
export class Request<out Given extends object = Params, out Found extends object = Valid> {
  /** In capitals. */
  readonly method: string;
  /** As received, without the query: never normalised, never decoded. */
  readonly path: string;
  /** The query as received, without its `?`; empty where there is none. */
  readonly queryString: string;
  /** The part of the path that led to this application, where it is mounted; empty at the top. */
  readonly scriptName: string;
  /** What layers have found valid, typed as their schemas say; nothing where there are none. */
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
   * A request made by hand, `{ method: 'GET', path: '/posts?page=2' }` (docs/middleware.md, "Requests and responses"). Throws a `TypeError` for what no
   * request is made of, a `RangeError` for a port that is none, `InvalidHeaderError` for a header that cannot be sent. `source` is for servers: where
   * headers, host and body are read from instead of from `init`.
   */
  constructor(
    init: RequestInit,
    /** Where headers and body come from. */
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

  /** The path's captured values and the route's defaults; set by the router before it calls a target. */
  get params(): Given {
    // Those of a route without names are shared by all who ask for it.
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

  /** The form in which the client would rather read of an error: `html`, `json`, or `text` where it names neither. */
  get acceptedForm(): AcceptedForm {
    return acceptedForm(this.headers.get('accept'));
  }

  /** The query's names and values, decoded; `String(request.query)` is a query again. */
  get query(): URLSearchParams {
    return (this.readQuery ??= new URLSearchParams(this.queryString));
  }

  /** In lower case, without the port; undefined where the client sent none, or none that is a host. */
  get host(): string | undefined {
    return this.authority.host;
  }

  /** `http` or `https`. */
  get protocol(): string {
    return this.origin.protocol ?? this.source.protocol;
  }

  /** The protocol's own where the host is known and names none. */
  get port(): number | undefined {
    const { host, port } = this.authority;
    const given = this.origin.host === undefined ? this.source.port : undefined;
    return this.origin.port ?? given ?? port ?? (host === undefined ? undefined : defaultPort(this.protocol));
  }

  /** The client's address, where the server knows it. */
  get remoteAddress(): string | undefined {
    return this.origin.remoteAddress ?? this.source.remoteAddress;
  }

  /** The whole URL as the client wrote it, of host `localhost` where it sent none. */
  get url(): string {
    const { host = 'localhost', protocol, port } = this;
    const shownPort = port === undefined || port === defaultPort(protocol) ? '' : `:${port}`;
    const query = this.queryString === '' ? '' : `?${this.queryString}`;
    // Behind a host, a star would be a part of that.
    const path = this.path === '*' ? '' : this.path;
    return `${protocol}://${host}${shownPort}${this.scriptName}${path}${query}`;
  }

  /** What request constraints see (docs/router.md, "Recognition"). */
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

  /** By name, decoded; an object that inherits nothing. Of two of a name the first counts. */
  get cookies(): Readonly<Record<string, string | undefined>> {
    return (this.readCookies ??= parseCookie(this.headers.get('cookie') ?? ''));
  }

  /** The router's URL helpers. Throws where no router serves the request. */
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

  /** Who makes `helpers` when they are asked for; set by the router. */
  set helperSource(source: { forRequest(request: Request<object>): RequestHelpers }) {
    this.heldHelperSource = source;
    this.heldHelpers = undefined;
  }

  /** What a router's recognition finds for the request; observers are told of it (docs/observability.md). */
  foundBy<Match extends { readonly route: AnsweringRoute }>(recognition: {
    find(method: string, path: string, options: Request<Given, Found>): Match | undefined;
  }): Match | undefined {
    return recognizeTraced(recognition, this);
  }

  /** Notes the route that a router has found, and the params that it gives. */
  answeredBy({ params, route }: { readonly params: Given; readonly route: AnsweringRoute }): void {
    this.params = params;
    this.route = route;
    noteRoute(this, route);
  }

  /** What middleware keeps for the endpoints inside it, under keys of its own; shared with mounted applications. */
  get state(): Map<unknown, unknown> {
    return (this.heldState ??= new Map());
  }

  /** Aborted when the client hangs up before it has the whole answer. */
  get signal(): AbortSignal {
    return this.source.signal;
  }

  /** The body as it comes, null where there is none; to be taken once, and not beside `text`, `json`, `bytes` or `formData`. */
  get body(): ReadableStream<Uint8Array> | null {
    return this.source.body.stream();
  }

  /** The whole body as it came, in whatever content encoding. Rejects with `HttpError` 413 when it is larger than the limit. */
  bytes(options: ReadOptions = {}): Promise<Uint8Array> {
    if (typeof options !== 'object')
      throw new TypeError(`a limit is given as { limit: 1024 }, not ${kindOf(options)}`);
    const { body } = this.source;
    return body.bytes(amountOf('limit', options.limit, body.limit));
  }

  /** The whole body as text. Rejects as `bytes` does, and with `HttpError` 415 when it is in a content encoding. */
  async text(options: ReadOptions = {}): Promise<string> {
    return decoder.decode(this.unencoded(await this.bytes(options)));
  }

  /** The value that the body's JSON stands for. Rejects as `text` does, and with `HttpError` 400 when it is no JSON in UTF-8. */
  async json(options: ReadOptions = {}): Promise<unknown> {
    const bytes = this.unencoded(await this.bytes(options));
    try {
      return JSON.parse(strictDecoder.decode(bytes));
    } catch (cause) {
      throw new HttpError(400, 'the body is not JSON', { cause });
    }
  }

  /** The fields of a submitted form. Rejects as `text` does, with `HttpError` 415 for another type and 400 for a broken form. */
  async formData(options: ReadOptions = {}): Promise<FormData> {
    return formDataOf(this.unencoded(await this.bytes(options)), this.headers.get('content-type'));
  }

  /** The bytes that were read, of which something is to be made. Throws `HttpError` 415 when they are in a content encoding. */
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
   * The request that an application mounted here sees. `scriptName` is the part of this request's path that led there, `path`
   * the rest, beginning with `/`, both as received; the new request's `scriptName` is this one's with that part added.
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
   * The same request under another method or path, a query being part of the path, or as it came to another host or from another client;
   * what is left out stays. Constraints, `url` and the URL helpers go by what is given here.
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
