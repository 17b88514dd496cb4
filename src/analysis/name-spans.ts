// Finds the spans of names in a call: of controllers, actions, keys and segments. A span does not include quotes.

import { namesIn } from '../routing/patterns/pattern-parts.js';
import type { InterpretedRoute } from '../interpreter/interpreted-route.js';
import type { ReadCall } from '../language/read-call.js';
import { spanIn, type Pair, type StringValue } from '../language/declarations.js';
import { isResource, positionalRole } from '../language/roles.js';
import type { Span } from '../language/source.js';
import { stringsOf } from '../language/value-kinds.js';

/** The spans of a route's action and, if the declaration names it, its controller: in the target, the words of a resource, or the path. */
export function targetSpans(
  { declaration, targetPlace, controllerPlace }: InterpretedRoute,
  action: string,
  call: ReadCall | undefined,
): { readonly controller?: Span; readonly action: Span } {
  const target = stringAt(call, targetPlace.span);
  const hash = target?.value.indexOf('#') ?? -1;
  if (target && hash >= 0) {
    return { controller: spanIn(target, 0, hash), action: spanIn(target, hash + 1) };
  }
  const whole = target && spanIn(target);
  if (!isResource(declaration)) return { action: whole ?? firstString(call) ?? targetPlace.span };
  const only = call?.options.get('only')?.value;
  const word = only && stringsOf(only).find(({ value }) => value === action);
  const name = whole ?? targetPlace.span;
  const isNamedHere = controllerPlace.span === targetPlace.span;
  return { ...(isNamedHere && { controller: name }), action: word ? spanIn(word) : name };
}

/** The string of a call that begins at the start of a span. */
export function stringAt(call: ReadCall | undefined, { start }: Span): StringValue | undefined {
  if (!call) return undefined;
  for (const value of call.values) if (value.span.start === start && value.kind === 'string') return value;
  for (const { value } of call.options.values())
    if (value.span.start === start && value.kind === 'string') return value;
  return undefined;
}

/** The controller that a declaration sets for its block. */
export function controllerNameIn(call: ReadCall | undefined): StringValue | undefined {
  const [first] = call?.positionals ?? [];
  const name = call && positionalRole(call.declaration) === 'controller' ? first : undefined;
  const option = call?.options.get('controller')?.value;
  if (name?.kind === 'string') return name;
  return option?.kind === 'string' ? option : undefined;
}

export function firstString(call: ReadCall | undefined): Span | undefined {
  const first = call?.positionals[0];
  return first?.kind === 'string' ? spanIn(first) : undefined;
}

export function keySpan({ key }: Pair): Span {
  return key.string ? spanIn(key.string) : key.span;
}

/** The `:name` and `*name` pieces of a path, with the spans of their names in the file. */
export function segmentsOf(
  path: StringValue,
): readonly { readonly name: string; readonly isGlob: boolean; readonly span: Span }[] {
  return namesIn(path.value).map(({ name, isGlob, start, end }) => ({
    name,
    isGlob,
    span: spanIn(path, start, end),
  }));
}
