// Records as URL helpers see them: the name of the class in route names, whether the record is persisted, and the route of a list of
// records.
//
//   new BlogPost({ id: 7 })          blog-post    with the record as value
//   new BlogPost({})                 blog-posts
//   ['admin', post, comment]         admin-post-comment    with post, comment
//   [post, Comment]                  post-comments         with post

import { classNameOf, hasMethod, isPlainObject } from '../../http/object-shape.js';
import { describeValue, UrlGenerationError } from './generation-errors.js';
import { canonicalName } from '../patterns/route-name.js';
import { textOfValue } from './segment-value.js';

/** The route and the values for a record or a list. */
export interface Destination {
  /** Names of the route; the first that a route has is used. */
  readonly names: readonly string[];
  readonly values: readonly unknown[];
  /** Whether the last value is a record that gives the route its name. A singular resource takes no value for it. */
  readonly endsInRecord: boolean;
}

export type Plural = (singular: string) => string;

/** The plural of words if the router knows no other plurals. */
export const defaultPlural: Plural = (singular) => `${singular}s`;

/**
 * The name, as written, of the class by which a value names routes: the class of an object, or a class itself. Undefined if the value is no
 * record.
 */
export function classOf(value: unknown): string | undefined {
  if (typeof value === 'function') return classNameOf({ constructor: value });
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject && !isPlainObject(value) ? classNameOf(value) : undefined;
}

/**
 * Whether a record is stored: what `isPersisted` says, otherwise whether it has an `id` (docs/url-helpers.md, "Records"). A class is not
 * stored.
 */
function isPersisted(record: object): boolean {
  if (typeof record === 'function') return false;
  if (hasMethod(record, 'isPersisted')) return Boolean(record.isPersisted());
  const { isPersisted: answer, id }: { readonly isPersisted?: unknown; readonly id?: unknown } = record;
  return typeof answer === 'boolean' ? answer : id !== null && id !== undefined;
}

/**
 * The route of a list. Strings are parts of its name. A record adds the name of its class, and is the value of a segment. Other values are
 * values of segments; null and undefined are left out. A record at the end that is not persisted leads to its collection.
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
