// Errors that know the status they should be answered with, and the texts that errors and statuses are shown as.
//
// `throw new HttpError(413, 'the body is larger than 1024 bytes')` is answered `413 Content Too Large` with that sentence.

const brand = Symbol.for('waypost.http-error');

/** The status, and a message that the client may read. */
export class HttpError extends Error {
  override readonly name: string = 'HttpError';
  readonly status: number;
  readonly [brand] = true;

  /** `status` is 400 to 599. */
  constructor(status: number, message?: string, options?: ErrorOptions) {
    super(message ?? reasonPhrase(status), options);
    if (!Number.isInteger(status) || status < 400 || status > 599) {
      throw new RangeError(`an HttpError has a status from 400 to 599, not ${status}`);
    }
    this.status = status;
  }
}

/** Whether it is an `HttpError`, also one of another copy of this module. */
export function isHttpError(value: unknown): value is HttpError {
  return typeof value === 'object' && value !== null && brand in value;
}

/** The stack of an error with its causes, or the text of whatever else was thrown. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return `a thrown value that is no Error: ${textOf(error)}`;
  const seen = new Set<unknown>();
  let text = '';
  for (
    let current: unknown = error;
    current instanceof Error && !seen.has(current);
    current = current.cause
  ) {
    seen.add(current);
    const stack =
      typeof current.stack === 'string' && current.stack !== ''
        ? current.stack
        : `${current.name}: ${current.message}`;
    text += text === '' ? stack : `\ncaused by: ${stack}`;
  }
  return text;
}

function textOf(value: unknown): string {
  try {
    return typeof value === 'string' ? JSON.stringify(value) : String(value);
  } catch {
    return typeof value;
  }
}

const phrases: ReadonlyMap<number, string> = new Map([
  [200, 'OK'],
  [201, 'Created'],
  [202, 'Accepted'],
  [204, 'No Content'],
  [206, 'Partial Content'],
  [301, 'Moved Permanently'],
  [302, 'Found'],
  [303, 'See Other'],
  [304, 'Not Modified'],
  [307, 'Temporary Redirect'],
  [308, 'Permanent Redirect'],
  [400, 'Bad Request'],
  [401, 'Unauthorized'],
  [402, 'Payment Required'],
  [403, 'Forbidden'],
  [404, 'Not Found'],
  [405, 'Method Not Allowed'],
  [406, 'Not Acceptable'],
  [408, 'Request Timeout'],
  [409, 'Conflict'],
  [410, 'Gone'],
  [411, 'Length Required'],
  [412, 'Precondition Failed'],
  [413, 'Content Too Large'],
  [414, 'URI Too Long'],
  [415, 'Unsupported Media Type'],
  [416, 'Range Not Satisfiable'],
  [417, 'Expectation Failed'],
  [418, "I'm a Teapot"],
  [421, 'Misdirected Request'],
  [422, 'Unprocessable Content'],
  [423, 'Locked'],
  [425, 'Too Early'],
  [426, 'Upgrade Required'],
  [428, 'Precondition Required'],
  [429, 'Too Many Requests'],
  [431, 'Request Header Fields Too Large'],
  [451, 'Unavailable For Legal Reasons'],
  [500, 'Internal Server Error'],
  [501, 'Not Implemented'],
  [502, 'Bad Gateway'],
  [503, 'Service Unavailable'],
  [504, 'Gateway Timeout'],
  [505, 'HTTP Version Not Supported'],
]);

/** The words that go with a status: `Not Found` for 404. */
export function reasonPhrase(status: number): string {
  return (
    phrases.get(status) ?? (status < 400 ? 'OK' : status < 500 ? 'Bad Request' : 'Internal Server Error')
  );
}
