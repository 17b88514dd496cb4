// The form in which a client prefers to read an error, taken from its `Accept` header.

/** An HTML page, JSON problem details, or a line of text. */
export type AcceptedForm = 'html' | 'json' | 'text';

/**
 * The form with the highest quality in an `Accept` header, or the first of several equal ones. Types without a form do not count, nor do
 * wildcards: a client that accepts anything gets text.
 */
export function acceptedForm(accept: string | null): AcceptedForm {
  if (accept === null || accept === '*/*') return 'text';
  if (accept !== last.accept) last = { accept, form: readForm(accept) };
  return last.form;
}

/** The last header that was read. All browsers of one kind send the same header. */
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
