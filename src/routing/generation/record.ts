// Records as the helpers see them: what a record's class is called in route names, whether it is persisted, and which
// route a list of records leads to.
//
//   new BlogPost({ id: 7 })          blog-post    its record
//   new BlogPost({})                 blog-posts
//   ['admin', post, comment]         admin-post-comment    post, comment
//   [post, Comment]                  post-comments         post

import { isPlainObject } from '../../http/plain-object.js';
import { classNameOf, describeValue, UrlGenerationError } from './generation-errors.js';
import { canonicalName } from '../patterns/route-name.js';

/** Where a record or a list leads. */
export interface Destination {
  /** The route's name; of several, the first that there is counts. */
  readonly names: readonly string[];
  readonly values: readonly unknown[];
  /** Whether the last value is a record that names the route: a singular resource needs no value for it. */
  readonly endsInRecord: boolean;
}

/** What the name of a route is put in front of: `edit` for the form of a record. */
export type RecordAction = string | undefined;

export type Plural = (singular: string) => string;

/** The plural unless the router knows another, as one made from a text does. */
export const defaultPlural: Plural = (singular) => `${singular}s`;

const namesOfClasses = new Map<string, string>();

/** `BlogPost` → `blog-post`. */
export function nameOfClass(className: string): string {
  let name = namesOfClasses.get(className);
  if (name === undefined) {
    name = canonicalName(className);
    if (namesOfClasses.size < 10_000) namesOfClasses.set(className, name);
  }
  return name;
}

/** Whether a value names routes by its class: an object of a class, or a class itself. */
export function isRecord(value: unknown): value is object {
  if (typeof value === 'function') return typeof value.name === 'string' && value.name !== '';
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    classNameOf(value) !== undefined &&
    !isPlainObject(value)
  );
}

/** The name of a record's class as it was written, or of the class itself. */
export function classOf(record: object): string {
  return typeof record === 'function' ? record.name : (classNameOf(record) ?? '');
}

/** Whether a record is stored: as `isPersisted` says, otherwise if it has an `id` (docs/url-helpers.md, "Records"). A class is not. */
export function isPersisted(record: object): boolean {
  if (typeof record === 'function') return false;
  const { isPersisted: answer, id }: { readonly isPersisted?: unknown; readonly id?: unknown } = record;
  if (typeof answer === 'function') return Boolean(answer.call(record));
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
  { action, plural }: { readonly action?: RecordAction; readonly plural: Plural },
): Destination {
  const given = list.filter((item) => item !== null && item !== undefined);
  const parts: string[] = action === undefined ? [] : [action];
  const values: unknown[] = [];
  let alternatives: readonly string[] | undefined;
  let endsInRecord = false;
  given.forEach((item, index) => {
    const isLast = index === given.length - 1;
    if (typeof item === 'string') {
      if (item !== '') parts.push(item);
    } else if (isRecord(item)) {
      const singular = nameOfClass(classOf(item));
      if (isLast && !isPersisted(item) && action !== 'new') {
        const many = plural(singular);
        alternatives = many === singular ? [`${many}-index`, many] : [many, singular];
      } else parts.push(singular);
      const fills =
        typeof item !== 'function' && (!isLast || isPersisted(item)) && !(isLast && action === 'new');
      if (fills) values.push(item);
      endsInRecord = isLast && fills;
    } else if (isNamelessObject(item)) {
      throw new UrlGenerationError(
        `${describeValue(item)} has no class to find a route by; give a record of a class, or a route's name`,
      );
    } else values.push(item);
  });
  const names = alternatives?.map((last) => [...parts, last].join('-')) ?? [parts.join('-')];
  if (names[0] === '' || (parts.length === (action === undefined ? 0 : 1) && !alternatives)) {
    throw new UrlGenerationError(
      "a list without a record or a name leads nowhere; give the record, or parts of a route's name",
    );
  }
  return { names, values, endsInRecord };
}

/** A plain object, or one of a class without a name, which has nothing to fill a segment with either. */
function isNamelessObject(value: unknown): boolean {
  if (typeof value !== 'object' || value === null)
    return typeof value === 'symbol' || typeof value === 'function';
  const { toParam }: { readonly toParam?: unknown } = value;
  return !('id' in value) && typeof toParam !== 'function';
}
