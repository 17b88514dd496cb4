// What a request asks for, read from its path, its query and its form.

import { HttpError, type Request } from 'waypost';
import { findPost, type Post } from './store/posts.js';

/** The post that a param such as `7` or `7-cairns` names. Throws 404 where there is none; drafts only where asked for. */
export function postOf(request: Request, param: string, options: { readonly drafts?: boolean } = {}): Post {
  const post = findPost(Number.parseInt(request.params[param] ?? '', 10), options);
  if (post === undefined) throw new HttpError(404);
  return post;
}

/** The `page` of the query, 1 where it is left out. Throws 404 for what is no such number. */
export function pageNumber(request: Request): number {
  const text = request.query.get('page') ?? '1';
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new HttpError(404);
  return Number(text);
}

/** Whether the path ends in `.json`. Throws 404 for an extension that the blog does not write. */
export function wantsJson(request: Request): boolean {
  const format = request.params['format'];
  if (format !== undefined && format !== 'json' && format !== 'html') throw new HttpError(404);
  return format === 'json';
}

/** The text fields of a submitted form, trimmed; a field that was not sent is empty. Rejects with what is no form. */
export async function fieldsOf<Name extends string>(
  request: Request,
  ...names: readonly Name[]
): Promise<Record<Name, string>> {
  const sent = await request.formData();
  const fields = names.map((name) => {
    const value = sent.get(name);
    return [name, typeof value === 'string' ? value.replace(/\r\n?/g, '\n').trim() : ''];
  });
  return Object.fromEntries(fields) as Record<Name, string>;
}

/** What to say about fields that have to be there, and not longer than a number of characters; each with its label. */
export function mistakesIn<Name extends string>(
  fields: Readonly<Record<Name, string>>,
  limits: Readonly<Partial<Record<Name, readonly [label: string, limit: number]>>>,
): string[] {
  return (Object.keys(limits) as Name[]).flatMap((name) => {
    const [label, limit] = limits[name]!;
    const length = [...fields[name]].length;
    if (length === 0) return [`${label} is missing`];
    return length > limit ? [`${label} is longer than ${limit} characters`] : [];
  });
}
