// The form in which a client would rather read of an error, by its `Accept` header.

/** A page, problem details or a line of text. */
export type AcceptedForm = 'html' | 'json' | 'text';

/**
 * The form that an `Accept` header names with the highest quality, the first of equals. Types it does not name do not count,
 * wildcards neither: a client that takes anything gets text.
 */
export function acceptedForm(accept: string | null): AcceptedForm {
  if (accept === null || accept === '*/*') return 'text';
  if (accept !== last.accept) last = { accept, form: readForm(accept) };
  return last.form;
}

/** Browsers of a kind all send the same. */
let last: { readonly accept: string; readonly form: AcceptedForm } = { accept: '', form: 'text' };

function readForm(accept: string): AcceptedForm {
  let best: AcceptedForm = 'text';
  let highest = 0;
  for (const range of accept.split(',')) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const form = formOf(type);
    if (form === undefined) continue;
    const given = parameters.find((parameter) => parameter.startsWith('q='));
    const quality = given === undefined ? 1 : Number(given.slice(2)) || 0;
    if (quality > highest) [best, highest] = [form, quality];
  }
  return best;
}

function formOf(type: string): AcceptedForm | undefined {
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html';
  if (type === 'text/plain') return 'text';
  return type === 'application/json' || /^application\/[^/]+\+json$/.test(type) ? 'json' : undefined;
}
