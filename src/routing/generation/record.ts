// Records as the helpers see them: what a record's class is called in route names, whether it is persisted, and which
// route a list of records leads to.
//
//   new BlogPost({ id: 7 })          blog-post    its record
//   new BlogPost({})                 blog-posts
//   ['admin', post, comment]         admin-post-comment    post, comment
//   [post, Comment]                  post-comments         post

import { classNameOf, hasMethod, isPlainObject } from '../../http/object-shape.js';
import { describeValue, UrlGenerationError } from './generation-errors.js';
import { canonicalName } from '../patterns/route-name.js';
import { textOfValue } from './segment-value.js';

/** Where a record or a list leads. */
export interface Destination {
  /** The route's name; of several, the first that there is counts. */
  readonly names: readonly string[];
  readonly values: readonly unknown[];
  /** Whether the last value is a record that names the route: a singular resource needs no value for it. */
  readonly endsInRecord: boolean;
}

export type Plural = (singular: string) => string;

/** The plural unless the router knows another, as one made from a text does. */
export const defaultPlural: Plural = (singular) => `${singular}s`;

/**
 * The name of the class by which a value names routes, as it was written: of an object of a class, or of a class itself. Undefined for
 * what is no record.
 */
export function classOf(value: unknown): string | undefined {
  if (typeof value === 'function') return classNameOf({ constructor: value });
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject && !isPlainObject(value) ? classNameOf(value) : undefined;
}

/** Whether a record is stored: as `isPersisted` says, otherwise if it has an `id` (docs/url-helpers.md, "Records"). A class is not. */
function isPersisted(record: object): boolean {
  if (typeof record === 'function') return false;
  if (hasMethod(record, 'isPersisted')) return Boolean(record.isPersisted());
  const { isPersisted: answer, id }: { readonly isPersisted?: unknown; readonly id?: unknown } = record;
  return typeof answer === 'boolean' ? answer : id !== null && id !== undefined;
}

/**
 * The route of a list: strings are parts of its name, a record adds the name of its class and fills a segment, any
 * other value fills one; null and undefined are left out. A record at the end that is not persisted leads to its
 * collection.
 *
 * @throws UrlGenerationError for a list that names no route
 */
export function destinationOf(
  list: readonly unknown[],
  action: string | undefined,
  plural: Plural,
): Destination {
  const given = list.filter((item) => item !== null && item !== undefined);
  const parts: string[] = [];
  const values: unknown[] = [];
  let names: readonly string[] | undefined;
  let endsInRecord = false;
  given.forEach((item, index) => {
    const name = classOf(item);
    if (typeof item === 'string') {
      if (item !== '') parts.push(item);
    } else if (name !== undefined) {
      const singular = canonicalName(name);
      const isLast = index === given.length - 1;
      const isMember = !isLast || (action !== 'new' && isPersisted(item as object));
      if (isMember || action === 'new') parts.push(singular);
      else {
        const many = plural(singular);
        names = many === singular ? [`${many}-index`, many] : [many, singular];
      }
      if (isMember && typeof item !== 'function') values.push(item);
      endsInRecord = isLast && isMember;
    } else if (textOfValue(item) === undefined) {
      throw new UrlGenerationError(
        `${describeValue(item)} has no class to find a route by; give a record of a class, or a route's name`,
      );
    } else values.push(item);
  });
  if (parts.length === 0 && !names) {
    throw new UrlGenerationError(
      "a list without a record or a name leads nowhere; give the record, or parts of a route's name",
    );
  }
  if (action !== undefined) parts.unshift(action);
  return {
    names: names?.map((last) => [...parts, last].join('-')) ?? [parts.join('-')],
    values,
    endsInRecord,
  };
}
