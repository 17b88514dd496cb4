// What a client is told of an error, in the form that it asks for: a line of text, or problem details (RFC 9457) where it prefers JSON.
//
//     Accept: application/json   →   404 application/problem+json   {"title":"Not Found","status":404}

import type { AcceptedForm } from './accepted-form.js';
import { Headers } from './headers.js';
import { reasonPhrase } from './http-error.js';
import { Response } from './response.js';

export interface ErrorTexts {
  /** What is said to those who read text; the reason phrase unless given. */
  readonly text?: string | undefined;
  /** What of it concerns this request, as a member of the problem. */
  readonly detail?: string | undefined;
  /** Further members of the problem. */
  readonly members?: Readonly<Record<string, unknown>> | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** The headers of an error that is told as text, and those of problem details. */
type ErrorHeaders = readonly Headers[];

/** The usual ones and these, to be made once and copied into each answer. */
function errorHeaders(more?: Readonly<Record<string, string>>): ErrorHeaders {
  return ['text/plain; charset=utf-8', 'application/problem+json'].map(
    (type) => new Headers({ 'content-type': type, vary: 'accept', ...more }),
  );
}

const usual = /* @__PURE__ */ errorHeaders();
const declined = /* @__PURE__ */ errorHeaders({ 'x-cascade': 'pass' });

/** The answer to a request that failed with a status, in the form that it asks for. */
export function errorResponse(
  status: number,
  form: AcceptedForm,
  { text, detail, members, headers }: ErrorTexts,
): Response {
  const ready = headers ? errorHeaders(headers) : usual;
  return titledResponse(status, reasonPhrase(status), form, ready, text, { detail, ...members });
}

/** The same where the reason phrase is known: it need not be looked up among all of them, which a small bundle has not. */
export function titledResponse(
  status: number,
  title: string,
  form: AcceptedForm,
  headers = usual,
  text = title,
  members?: object,
): Response {
  return form === 'json'
    ? new Response({ status, body: JSON.stringify({ title, status, ...members }), headers: headers[1] })
    : new Response({ status, body: text, headers: headers[0] });
}

/** The answer of whoever leaves the request to the one that stands behind; a 404 where nobody does. */
export function declinedResponse(form: AcceptedForm): Response {
  return titledResponse(404, 'Not Found', form, declined);
}
