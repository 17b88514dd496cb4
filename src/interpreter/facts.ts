// Adds defaults, layers and facts, as they are written, to scopes.
//
//   through &auth#signedIn, { resources 'posts', through => &limits#slow, meta => { area => 'content' } }
//     layers  [&auth#signedIn, &limits#slow]    meta  { area: 'content' }

import type { ReadCall } from '../language/read-call.js';
import type { CallableValue, HashValue, Pair, Value } from '../language/declarations.js';
import { didYouMean, nearest } from '../language/nearest.js';
import { type OptionName, routeFacts } from '../language/vocabulary.js';
import { pairsUnder } from '../language/call-pairs.js';
import { timeOfDay, type FactValue, type RouteNotice } from '../routing/patterns/facts.js';
import { refuse, withDefaults } from './call-options.js';
import { readCallable } from './callables.js';
import type { Context } from './context.js';
import { plainData } from './plain-data.js';
import type { LayerUse, Scope } from './scope.js';

const settings: ReadonlySet<OptionName> = new Set<OptionName>(['defaults', ...routeFacts]);

/** The scope with a call's options about its routes: `defaults`, `through`, `meta`, `deprecated`, `sunset`. */
export function withFacts(context: Context, call: ReadCall, outer: Scope): Scope {
  const { options } = call;
  if (!options.hasOneOf(settings)) return outer;
  const scope = withDefaults(context, call, outer);
  const through = options.get('through')?.value;
  const layered = through ? withLayers(context, call, scope, [through]) : scope;
  const inner = withMeta(context, call, layered);
  const deprecated = noticeOption(context, call, 'deprecated');
  const sunset = noticeOption(context, call, 'sunset');
  if (!deprecated && !sunset) return inner;
  return {
    ...inner,
    facts: {
      ...inner.facts,
      deprecated: deprecated ?? inner.facts.deprecated,
      sunset: sunset ?? inner.facts.sunset,
    },
  };
}

/** The scope with further layers, inside the ones that it has. */
export function withLayers(context: Context, call: ReadCall, scope: Scope, written: readonly Value[]): Scope {
  const layers = written.flatMap((value) => layersOf(context, call, value));
  if (layers.length === 0) return scope;
  return { ...scope, facts: { ...scope.facts, layers: scope.facts.layers.concat(layers) } };
}

/** The scope with a call's `meta`, which replaces values with the same keys. */
export function withMeta(context: Context, call: ReadCall, scope: Scope): Scope {
  const pairs = pairsUnder(call, 'meta');
  if (pairs.length === 0) return scope;
  const meta = new Map(scope.facts.meta);
  for (const { key, value } of pairs) {
    if (!value) continue;
    if (isFact(value, 2)) meta.set(key.text, frozen(plainData(value) as FactValue));
    else
      refuse(
        context,
        call,
        value,
        `the fact '${key.text}' is a string, a number, \`true\`, \`false\`, a list of these, or a hash of them one level deep`,
      );
  }
  return { ...scope, facts: { ...scope.facts, meta } };
}

function layersOf(context: Context, call: ReadCall, value: Value): LayerUse[] {
  const names = value.kind === 'list' ? value.items : [];
  if (names.length > 1 && names.every(({ kind }) => kind === 'string')) {
    refuse(context, call, value, 'the layers of a list are callables such as `[&auth, &limits#slow]`');
    return [];
  }
  if (value.kind === 'list') return value.items.flatMap((item) => layersOf(context, call, item));
  if (value.kind === 'callable') return [layerUse(context, call, value)];
  refuse(context, call, value, 'a layer is a callable such as `&auth#signedIn`');
  return [];
}

function layerUse(context: Context, call: ReadCall, value: CallableValue): LayerUse {
  const place = { source: call.declaration.source, span: value.span };
  // Also read for each route. Reading it here reports mistakes if there is no route inside.
  readCallable(context.program, value, place.source, 'layer');
  return { value, place };
}

function isFact(value: Value, depth: number): boolean {
  switch (value.kind) {
    case 'string':
    case 'number':
    case 'boolean':
      return true;
    case 'list':
      return value.items.every((item) => item.kind !== 'list' && isFact(item, 0));
    case 'hash':
      return depth === 2 && value.pairs.every((pair) => !pair.value || isFact(pair.value, 1));
    default:
      return false;
  }
}

function frozen(value: FactValue): FactValue {
  if (typeof value !== 'object') return value;
  for (const inner of Object.values(value)) frozen(inner);
  return Object.freeze(value);
}

function noticeOption(
  context: Context,
  call: ReadCall,
  name: 'deprecated' | 'sunset',
): RouteNotice | undefined {
  const value = call.options.get(name)?.value;
  if (!value) return undefined;
  return value.kind === 'string'
    ? noticeOf(context, call, name, value, undefined)
    : noticeOfParts(context, call, name, value);
}

function noticeOfParts(
  context: Context,
  call: ReadCall,
  name: 'deprecated' | 'sunset',
  value: HashValue,
): RouteNotice | undefined {
  const say = (at: Pair['key'] | Value, message: string, suggestion?: string): undefined => {
    refuse(context, call, at, message, { suggestion });
  };
  const parts = new Map<string, Value>();
  let mayHaveDate = false;
  for (const pair of value.pairs) {
    const { text } = pair.key;
    if (text === 'date' || text === 'link') {
      if (pair.value) parts.set(text, pair.value);
      continue;
    }
    const suggestion = nearest(text, ['date', 'link']);
    mayHaveDate ||= suggestion === 'date';
    say(
      pair.key,
      `'${name}' has a \`date\` and a \`link\`, and no '${text}'${didYouMean(suggestion)}`,
      suggestion,
    );
  }
  const link = parts.get('link');
  if (link && (link.kind !== 'string' || link.value.trim() === ''))
    say(link, `the link of '${name}' is a path or a URL, as \`link => '/help/export'\``);
  const date = parts.get('date');
  if (!date && mayHaveDate) return undefined;
  if (!date) return say(value, `'${name}' needs a date: \`${name} => { date => '2026-12-01', … }\``);
  return noticeOf(context, call, name, date, link);
}

function noticeOf(
  context: Context,
  call: ReadCall,
  name: string,
  date: Value,
  link: Value | undefined,
): RouteNotice | undefined {
  if (date.kind === 'string' && timeOfDay(date.value) !== undefined)
    return Object.freeze({ date: date.value, ...(link?.kind === 'string' && { link: link.value }) });
  const written = date.kind === 'string' ? `'${date.value}' is no day of the calendar` : 'that is no date';
  refuse(
    context,
    call,
    date,
    `${written}: write the date of '${name}' as year, month and day, such as '2026-12-01'`,
  );
  return undefined;
}
