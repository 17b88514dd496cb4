// Errors that carry the status of their response, and the texts that describe errors and statuses.
//
// `throw new HttpError(413, 'the body is larger than 1024 bytes')` is answered with `413 Content Too Large` and that sentence.

import { Headers, type HeadersInit } from './headers.js';
import { kindOf } from './object-shape.js';
import { type OptionNames, checkOptions } from './options.js';

// The constructor sets the brand. Bundlers drop an unused class only if defining it has no side effects.
const brand = /* @__PURE__ */ Symbol.for('waypost.http-error');

/** Options of an `HttpError`. */
export interface HttpErrorOptions extends ErrorOptions {
  /** Headers of the response, such as `retry-after`. Headers that describe its text, such as `content-type`, are ignored. */
  readonly headers?: HeadersInit | undefined;
}

const optionNames: OptionNames<HttpErrorOptions> = { cause: true, headers: true };
const page = 'docs/middleware.md';

/**
 * A mistake of the client: a status from 400 to 599 for the response, and a message that the client may read (docs/middleware.md,
 * "Included middleware"). The constructor throws a `RangeError` for any other status.
 */
export class HttpError extends Error {
  override readonly name: string = 'HttpError';
  /** From 400 to 599. */
  readonly status: number;
  /** Whether clients may read the message: true below 500. Koa reads this property. */
  readonly expose: boolean;
  /** Marks errors of this class, including those of another copy of this package. */
  declare readonly [brand]: true;
  /**
   * The headers of the response by name in lower case, if there are any. A header with several values has a list. Error handlers of
   * Express and Koa read this property.
   */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;

  /**
   * Makes an error that is answered with `status`, 400 to 599. Below 500, clients may read `message`; by default it is the reason phrase.
   * Throws a `RangeError` for another status, and `InvalidHeaderError` for headers that cannot be sent.
   */
  constructor(status: number, message?: string, options: HttpErrorOptions = {}) {
    super(message ?? reasonPhrase(status), options);
    if (!isErrorStatus(status))
      throw new RangeError(`an HttpError has a status from 400 to 599, not '${String(status)}'`);
    if (message !== undefined && typeof message !== 'string')
      throw new TypeError(
        `an HttpError is made of a status, a message and options; ${kindOf(message)} is no message`,
      );
    if (options instanceof Error)
      throw new TypeError(
        `the options of HttpError are an object such as { cause: error }, not an error (${page})`,
      );
    checkOptions('HttpError', options, optionNames, page);
    this.status = status;
    this[brand] = true;
    this.expose = status < 500;
    if (options.headers) this.headers = recordOf(new Headers(options.headers));
  }

  /** The status, under the name that NestJS and users of `http-errors` expect. */
  get statusCode(): number {
    return this.status;
  }
}

function recordOf(headers: Headers): Readonly<Record<string, string | readonly string[]>> {
  const record: Record<string, string | readonly string[]> = {};
  for (const name of headers.keys()) {
    const values = headers.all(name);
    record[name] = values.length > 1 ? values : values.join();
  }
  return record;
}

/** Whether a value is an integer from 400 to 599. */
export function isErrorStatus(status: unknown): status is number {
  return Number.isInteger(status) && Number(status) >= 400 && Number(status) <= 599;
}

/** Whether a value is an `HttpError`, also of another copy of this module (docs/middleware.md, "Included middleware"). */
export function isHttpError(value: unknown): value is HttpError {
  return httpStatusOf(value) !== undefined;
}

/** The status of an `HttpError`; undefined for any other thrown value. Never throws. */
export function httpStatusOf(value: unknown): number | undefined {
  return attempt(() => {
    if (typeof value !== 'object' || value === null || !(brand in value)) return undefined;
    const status: unknown = Reflect.get(value, 'status');
    return isErrorStatus(status) ? status : undefined;
  });
}

/** The headers for the response to an `HttpError`; empty for any other value. Never throws. */
export function httpHeadersOf(value: unknown): Headers {
  if (!isHttpError(value)) return new Headers();
  return attempt(() => new Headers(value.headers)) ?? new Headers();
}

/** The message of an error; undefined if it has none. Never throws. */
export function messageOf(error: unknown): string | undefined {
  return attempt(() => {
    const message: unknown = isError(error) ? error.message : undefined;
    return typeof message === 'string' ? message : undefined;
  });
}

/**
 * Whether a value is an error, also of another realm. (Jest runs tests in their own realm, where errors of Node are no instances of
 * `Error`.) Never throws.
 */
export function isError(value: unknown): value is Error {
  const tag = (): string => Object.prototype.toString.call(value);
  return attempt(() => value instanceof Error || /^\[object (?:Error|DOMException)\]$/.test(tag())) === true;
}

/** Wraps a thrown value that is not an error. */
export function asError(thrown: unknown): Error {
  return isError(thrown) ? thrown : new Error(errorText(thrown), { cause: thrown });
}

/** The cause of an error and the errors that an `AggregateError` contains. */
const causesOf = (error: Error & { readonly errors?: unknown }): readonly unknown[] =>
  attempt(() => {
    const gathered: readonly unknown[] = Array.isArray(error.errors) ? error.errors : [];
    return [error.cause, ...gathered.slice(0, mostCauses)];
  }) ?? [];

/** A thrown value on one line. Never throws. */
export function errorLine(error: unknown): string {
  return attempt(() => (isError(error) ? `${error.name}: ${error.message}` : undefined)) ?? textOf(error);
}

/** How many causes are shown. */
const mostCauses = 100;

/** The stack of an error and those of its causes and contained errors, or the text of any other thrown value. Never throws. */
export function errorText(error: unknown): string {
  const errors = new Set([error]);
  let text = '';
  for (const current of errors) {
    if (!isError(current)) continue;
    text += (text && '\ncaused by: ') + stackOf(current);
    if (errors.size <= mostCauses) for (const cause of causesOf(current)) errors.add(cause);
  }
  return text === '' ? `a thrown value that is no Error: ${textOf(error)}` : text;
}

function stackOf(error: Error): string {
  const stack: unknown = attempt(() => error.stack);
  if (typeof stack === 'string' && stack !== '') return stack;
  return attempt(() => `${error.name}: ${error.message}`) ?? 'an error that cannot be read';
}

function textOf(value: unknown): string {
  const text = attempt(() => String(value));
  const saysLittle = typeof value === 'string' || text === '[object Object]';
  return (saysLittle ? attempt(() => JSON.stringify(value)) : undefined) ?? text ?? typeof value;
}

/** The result of `run`; undefined if it throws, as a proxy or a missing file may make it. */
export function attempt<Value>(run: () => Value): Value | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}

const phrases: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  411: 'Length Required',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  416: 'Range Not Satisfiable',
  417: 'Expectation Failed',
  418: "I'm a Teapot",
  421: 'Misdirected Request',
  422: 'Unprocessable Content',
  423: 'Locked',
  425: 'Too Early',
  426: 'Upgrade Required',
  428: 'Precondition Required',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  451: 'Unavailable For Legal Reasons',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
  505: 'HTTP Version Not Supported',
};

/** The reason phrase of an error status: `Not Found` for 404. */
export function reasonPhrase(status: number): string {
  return phrases[status] ?? (status < 500 ? 'Bad Request' : 'Internal Server Error');
}
