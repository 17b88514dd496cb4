// A pattern as the paths that tools outside know: without optional groups, one form for each way to take them.
//
//   (/:locale)/posts/:id(.:format)   →   /posts/:id, /posts/:id.:format, /:locale/posts/:id, /:locale/posts/:id.:format

import { type Pattern, withoutGroups } from '../routing/patterns/pattern.js';
import { decodedValue } from '../routing/patterns/request-path.js';
import { type Way, waysThrough } from '../routing/patterns/variants.js';

/** The forms of a pattern, the one without optional groups first; that one alone where there are too many. */
export function pathForms(pattern: Pattern): readonly Way[] {
  return (waysThrough(pattern) ?? waysThrough(withoutGroups(pattern)) ?? []).toReversed();
}

/** A form as text, each name written by `name`, and what is between the names by `literal`. */
export function formText(
  form: Way,
  name: (name: string) => string,
  literal: (text: string) => string,
): string {
  return form
    .map((part) => (typeof part === 'string' ? literal(decodedValue(part)) : name(part.name)))
    .join('');
}
