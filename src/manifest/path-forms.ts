// A pattern as the paths that tools outside know: without optional groups, one form for each way to take them.
//
//   (/:locale)/posts/:id(.:format)   →   /posts/:id, /posts/:id.:format, /:locale/posts/:id, /:locale/posts/:id.:format

import { variantsOf } from '../proofs/path-index.js';
import type { Pattern, PatternPart } from '../routing/patterns/pattern.js';

/** Text and names by turns; an empty list is the root. */
export type PathForm = readonly Exclude<PatternPart, { kind: 'group' }>[];

/** The forms of a pattern, the one without optional groups first; that one alone where there are too many. */
export function pathForms({ text, parts }: Pattern): readonly PathForm[] {
  if (text === '/') return [[]];
  return variantsOf(parts) ?? [parts.filter((part) => part.kind !== 'group')];
}

/** A form as text, each name written by `name`. */
export function formText(form: PathForm, name: (name: string, isGlob: boolean) => string): string {
  const text = form
    .map((part) => (part.kind === 'literal' ? part.text : name(part.name, part.kind === 'glob')))
    .join('');
  return text.startsWith('/') ? text : `/${text}`;
}
