// A pattern as the paths that external tools know: without optional groups, one form for each way to include or leave out the groups.
//
//   (/:locale)/posts/:id(.:format)   →   /posts/:id, /posts/:id.:format, /:locale/posts/:id, /:locale/posts/:id.:format

import { type Pattern, withoutGroups } from '../routing/patterns/pattern.js';
import { decodedValue } from '../routing/patterns/request-path.js';
import { type Way, waysThrough } from '../routing/patterns/variants.js';

/** The forms of a pattern. The first has no optional groups; if there are too many forms, it is the only one. */
export function pathForms(pattern: Pattern): readonly Way[] {
  return (waysThrough(pattern) ?? waysThrough(withoutGroups(pattern)) ?? []).toReversed();
}

/** A form as text. `name` writes the names, `literal` the text between them. */
export function formText(
  form: Way,
  name: (name: string) => string,
  literal: (text: string) => string,
): string {
  return form
    .map((part) => (typeof part === 'string' ? literal(decodedValue(part)) : name(part.name)))
    .join('');
}
