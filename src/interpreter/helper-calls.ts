// Interprets `direct` and `resolve`, which declare URL helpers of the application.

import type { CallOf } from '../language/read-call.js';
import { quotedText } from '../language/diagnostics.js';
import { stringsOf } from '../language/value-kinds.js';
import { type DirectHelper, isLocation } from '../routing/generation/custom-helpers.js';
import { bareRecord } from '../routing/patterns/route.js';
import { checkName, refuse } from './call-options.js';
import { readCallable } from './callables.js';
import type { Context } from './context.js';
import { plainData } from './plain-data.js';

export function readDirect(context: Context, call: CallOf<'direct'>): void {
  const [name, location] = call.positionals;
  if (!name || !location || !checkName(context, name, call, true)) return;
  if (location.kind === 'string' && !isLocation(location.value)) {
    const written = quotedText(call.declaration.source, location.span);
    return refuse(context, call, location, `${written} is no URL; ${locationFor(location.value)}`);
  }
  const defaults = bareRecord(
    call.extras.flatMap(({ key, value }) => (value ? [[key.text, plainData(value)]] : [])),
  );
  const target =
    location.kind === 'callable'
      ? readCallable(context.program, location, call.declaration.source, 'location')
      : location.value;
  const helper: DirectHelper = { target, defaults };
  context.record({
    kind: 'direct',
    name: name.value,
    helper,
    place: { source: call.declaration.source, span: name.span },
  });
}

/** What to write instead of a text that is neither a URL nor a path. */
function locationFor(text: string): string {
  return /^(?:\/\/)?[\w-]+(?:\.[\w-]+)+(?:[/:?]|$)/.test(text)
    ? "write its protocol before it, as in 'https://example.com'"
    : "write one with its protocol, a path that begins with a single '/', or a callable such as `&module#export`";
}

export function readResolve(context: Context, call: CallOf<'resolve'>): void {
  const [name, route] = call.positionals;
  if (!name || !route) return;
  const target =
    route.kind === 'callable'
      ? readCallable(context.program, route, call.declaration.source, 'location')
      : stringsOf(route).map((part) => part.value);
  context.record({
    kind: 'resolve',
    name: name.value,
    target,
    place: { source: call.declaration.source, span: name.span },
  });
}
