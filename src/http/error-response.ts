// The response to an error, in the form that the client prefers: a line of text, or problem details (RFC 9457) for JSON.
//
//     Accept: application/json   →   404 application/problem+json   {"title":"Not Found","status":404}

import type { AcceptedForm } from './accepted-form.js';
import { Headers } from './headers.js';
import { Response } from './response.js';

/** Headers for an error as text, then for problem details. They are made once and copied into each response. */
function errorHeaders(more?: Readonly<Record<string, string>>): readonly Headers[] {
  return ['text/plain; charset=utf-8', 'application/problem+json'].map(
    (type) => new Headers({ 'content-type': type, vary: 'accept', ...more }),
  );
}

const usual = /* @__PURE__ */ errorHeaders();
const declined = /* @__PURE__ */ errorHeaders({ 'x-cascade': 'pass' });
/** Headers for responses to thrown errors. */
export const ofFailure = /* @__PURE__ */ errorHeaders({ 'cache-control': 'no-store' });

/**
 * The response to a request that failed with `status`, in the form that the client prefers. `text` is the body for readers of text.
 * `members` are added to the problem details.
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

/** The response that passes a request on to whatever comes next. If nothing comes next, the client gets this response. */
export function declinedResponse(form: AcceptedForm, status = 404, title = 'Not Found'): Response {
  return titledResponse(status, title, form, declined);
}
