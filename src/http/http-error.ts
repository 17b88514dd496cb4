// Errors that know the status they should be answered with, and the texts that errors and statuses are shown as.
//
// `throw new HttpError(413, 'the body is larger than 1024 bytes')` is answered `413 Content Too Large` with that sentence.

import { Headers, type HeadersInit } from './headers.js';
import { kindOf } from './object-shape.js';
import { type OptionNames, checkOptions } from './options.js';

// Bundlers leave out a class that nobody uses only where making it does nothing: so the brand is set by the constructor.
const brand = /* @__PURE__ */ Symbol.for('waypost.http-error');

/** What an error has beside its status and message. */
export interface HttpErrorOptions extends ErrorOptions {
  /** Headers of the answer, such as `retry-after`, but for those of its own text. */
  readonly headers?: HeadersInit | undefined;
}

const optionNames: OptionNames<HttpErrorOptions> = { cause: true, headers: true };
const page = 'docs/middleware.md';

/**
 * What is the client's mistake: the status of the answer, from 400 to 599, and a message that the client may read (docs/middleware.md, "Included
 * middleware"). Its constructor throws a `RangeError` for another status.
 */
export class HttpError extends Error {
  override readonly name: string = 'HttpError';
  /** From 400 to 599. */
  readonly status: number;
  /** Whether the message is for the client as well, as Koa asks: below 500. */
  readonly expose: boolean;
  /** Tells an error of another copy of this package from an object that only looks like one. */
  declare readonly [brand]: true;
  /**
   * The headers of the answer by their names in lower case, where there are any, as error handlers of Express and Koa ask for them: a list of those
   * that the answer has more than once.
   */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;

  /**
   * An error that is answered with `status`, 400 to 599; below 500 clients may read its `message`, the reason phrase unless given. Throws a `RangeError`
   * for another status, `InvalidHeaderError` for headers that cannot be sent.
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

  /** The status under the name that NestJS, and others used to `http-errors`, ask for. */
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

/** Whether it is a status that an error is answered with. */
export function isErrorStatus(status: unknown): status is number {
  return Number.isInteger(status) && Number(status) >= 400 && Number(status) <= 599;
}

/** Whether it is an `HttpError` with a status to answer, also one of another copy of this module (docs/middleware.md, "Included middleware"). */
export function isHttpError(value: unknown): value is HttpError {
  return httpStatusOf(value) !== undefined;
}

/** The status of an `HttpError`; undefined for anything else that may be thrown. Never throws itself. */
export function httpStatusOf(value: unknown): number | undefined {
  return attempt(() => {
    if (typeof value !== 'object' || value === null || !(brand in value)) return undefined;
    const status: unknown = Reflect.get(value, 'status');
    return isErrorStatus(status) ? status : undefined;
  });
}

/** The headers of the answer to an `HttpError`; none of anything else. Never throws itself. */
export function httpHeadersOf(value: unknown): Headers {
  if (!isHttpError(value)) return new Headers();
  return attempt(() => new Headers(value.headers)) ?? new Headers();
}

/** What an error says; undefined where it says nothing. Never throws itself. */
export function messageOf(error: unknown): string | undefined {
  return attempt(() => {
    const message: unknown = isError(error) ? error.message : undefined;
    return typeof message === 'string' ? message : undefined;
  });
}

/**
 * Whether it is an error, also one of another realm: in Jest, which gives tests a realm of their own, those of Node are no `Error`. Never throws
 * itself.
 */
export function isError(value: unknown): value is Error {
  const tag = (): string => Object.prototype.toString.call(value);
  return attempt(() => value instanceof Error || /^\[object (?:Error|DOMException)\]$/.test(tag())) === true;
}

/** A thrown value as an error: one stands for what is none. */
export function asError(thrown: unknown): Error {
  return isError(thrown) ? thrown : new Error(errorText(thrown), { cause: thrown });
}

/** Its cause, and what an `AggregateError` gathers. */
const causesOf = (error: Error & { readonly errors?: unknown }): readonly unknown[] =>
  attempt(() => {
    const gathered: readonly unknown[] = Array.isArray(error.errors) ? error.errors : [];
    return [error.cause, ...gathered.slice(0, mostCauses)];
  }) ?? [];

/** What was thrown, on one line. Never throws itself. */
export function errorLine(error: unknown): string {
  return attempt(() => (isError(error) ? `${error.name}: ${error.message}` : undefined)) ?? textOf(error);
}

/** Causes of causes that are shown; nobody reads more of them. */
const mostCauses = 100;

/** The stack of an error with its causes and the errors that it gathers, or the text of whatever else was thrown. Never throws itself. */
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

/** What a look gives; undefined where it throws, as it does at a proxy, or a file that is not there. */
export function attempt<Value>(look: () => Value): Value | undefined {
  try {
    return look();
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

/** The words that go with the status of a failure: `Not Found` for 404. */
export function reasonPhrase(status: number): string {
  return phrases[status] ?? (status < 500 ? 'Bad Request' : 'Internal Server Error');
}
