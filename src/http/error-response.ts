// What a client is told of an error, in the form that it asks for: a line of text, or problem details (RFC 9457) where it prefers JSON.
//
//     Accept: application/json   →   404 application/problem+json   {"title":"Not Found","status":404}

import type { AcceptedForm } from './accepted-form.js';
import { Headers } from './headers.js';
import { Response } from './response.js';

/** The headers of an error that is told as text, and those of problem details: the usual ones and these, to be made once and copied into each answer. */
function errorHeaders(more?: Readonly<Record<string, string>>): readonly Headers[] {
  return ['text/plain; charset=utf-8', 'application/problem+json'].map(
    (type) => new Headers({ 'content-type': type, vary: 'accept', ...more }),
  );
}

const usual = /* @__PURE__ */ errorHeaders();
const declined = /* @__PURE__ */ errorHeaders({ 'x-cascade': 'pass' });
/** Those of what was thrown. */
export const ofFailure = /* @__PURE__ */ errorHeaders({ 'cache-control': 'no-store' });

/**
 * The answer to a request that failed with a status, in the form that it asks for; `text` is said to those who read text, `members` are further ones
 * of the problem.
 */
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

/** The answer of whoever leaves the request to the one that stands behind; what is sent where nobody does, a 404 unless given. */
export function declinedResponse(form: AcceptedForm, status = 404, title = 'Not Found'): Response {
  return titledResponse(status, title, form, declined);
}
