// What the query of a request is given as when one is made by hand, as the text that a client sends.

import { kindOf } from './object-shape.js';

/** A text with or without its `?`, or names and values; a list gives a name several. */
export type QueryInit =
  string | URLSearchParams | Readonly<Record<string, string | number | boolean | readonly string[]>>;

/** The query of a path, and what is added to it. Throws a `TypeError` for a value that is no text. */
export function joinedQuery(given: string, query: QueryInit): string {
  const added = queryText(query);
  return given === '' || added === '' ? given + added : `${given}&${added}`;
}

function queryText(query: QueryInit): string {
  if (typeof query === 'string') return query.startsWith('?') ? query.slice(1) : query;
  if (query instanceof URLSearchParams) return query.toString();
  const fields = new URLSearchParams();
  for (const [name, value] of Object.entries<unknown>(query)) {
    for (const one of [value].flat()) {
      if (one === undefined || one === null) continue;
      if (
        typeof one !== 'string' &&
        typeof one !== 'number' &&
        typeof one !== 'boolean' &&
        typeof one !== 'bigint'
      )
        throw new TypeError(`the query's '${name}' is text, a number or a list of texts, not ${kindOf(one)}`);
      fields.append(name, String(one));
    }
  }
  return fields.toString();
}
