// Values of a wrong kind, and what was meant by them.
//
//   shallow => 'yes'                            true
//   status => '302'                             302
//   through => 'auth#staff'                     &auth#staff
//   to => { controller => 'a', action => 'b' }  'a#b'
//   to => ['a', 'b']                            'a#b'
//   to => ['a#b']                               'a#b'
//   to => [&auth, &a#b]                         &a#b, through => &auth
//   format => <json xml>                        /json|xml/

import { controllerName } from '../../grammar/foreign-messages.js';
import {
  type Argument,
  callableLabel,
  type Declaration,
  type ListValue,
  type StringValue,
  type Value,
} from './declarations.js';
import { shortText } from './diagnostics.js';
import { byWords } from './grouping.js';
import { optionRole } from './roles.js';
import { listText, plainString } from './string-values.js';
import { stringsOf } from './value-kinds.js';
import type { KeywordRow, ValueKind } from './vocabulary.js';

const words = byWords({ 'true yes on 1': 'true', 'false no off 0': 'false' });

/** The text of the meant value, which must have one of `kinds`. Undefined if it is unknown. */
export function meantValue(value: Value, kinds: readonly ValueKind[]): string | undefined {
  const text = value.kind === 'string' ? value.value : value.kind === 'number' ? value.text : undefined;
  if (text !== undefined && !kinds.includes('string')) {
    const truth = words.get(text.toLowerCase());
    if (truth && kinds.includes('boolean')) return truth;
  }
  if (value.kind === 'string') {
    if (kinds.includes('number') && /^\d{1,9}$/.test(value.value)) return value.value;
    const isExport = /^(?!&?\/)(?:&[\w./@-]+|&?[\w./@-]+#[\w$]+)$/.test(value.value);
    if (kinds.includes('callable') && !kinds.includes('string') && isExport)
      return `&${value.value.replace(/^&/, '')}`;
  }
  if (value.kind === 'list' && kinds.every((kind) => kind === 'callable')) return meantCallables(value);
  if (value.kind === 'list' && kinds.includes('regex')) return meantAlternatives(value);
  return kinds.includes('redirect') ? meantTarget(value) : undefined;
}

/** `format => <json xml>`: one of several words. */
function meantAlternatives(list: ListValue): string | undefined {
  const words = stringsOf(list).map(({ value }) => value);
  const areAll = words.length === list.items.length && words.length > 0;
  return areAll && words.every((word) => /^[\w-]+$/.test(word)) ? `/${words.join('|')}/` : undefined;
}

/** `through [&auth, &log]`: these callables need no brackets. */
function meantCallables({ items }: ListValue): string | undefined {
  const labels = items.flatMap((item) =>
    item.kind === 'callable' && item.inline === undefined ? callableLabel(item) : [],
  );
  return labels.length === items.length && labels.length > 0 ? labels.join(', ') : undefined;
}

/** The value meant by a list of words with colons, `<:index :show>`, and its text. Undefined for any other value. */
export function withoutColons(
  value: Value,
): { readonly value: StringValue | ListValue; readonly text: string } | undefined {
  const words = stringsOf(value);
  const isSymbol = ({ notation, value: text }: StringValue): boolean =>
    notation === 'word' && text.startsWith(':') && /^:[\p{L}_]/u.test(text);
  if (!words.some(isSymbol)) return undefined;
  const items = words.map((word) => {
    const { start, end } = word.span;
    return isSymbol(word) ? plainString('word', { start: start + 1, end }, word.value.slice(1)) : word;
  });
  const [only] = items;
  if (value.kind === 'string' && only) return { value: only, text: only.value };
  return { value: { kind: 'list', span: value.span, notation: 'angle', items }, text: listText(items) };
}

const partNames = ['controller', 'action'];

/** The target meant by a list or hash of a controller and an action. */
function meantTarget(value: Value): string | undefined {
  const isList = value.kind === 'list';
  const parts = isList
    ? value.items
    : value.kind === 'hash'
      ? value.pairs.map((_, index) => value.pairs.find(({ key }) => key.text === partNames[index])?.value)
      : [];
  const [controller, action] = parts;
  const callables = parts.flatMap((part) =>
    part?.kind === 'callable' && part.inline === undefined ? callableLabel(part) : [],
  );
  const target = callables.at(-1);
  if (isList && target && callables.length === parts.length) {
    const layers = callables.slice(0, -1).join(', ');
    const through = callables.length > 2 ? `[${layers}]` : layers;
    return layers === '' ? target : `${target}, through => ${through}`;
  }
  if (isList && parts.length === 1 && controller?.kind === 'string') return targetText(controller.value);
  if (parts.length !== 2 || controller?.kind !== 'string' || action?.kind !== 'string') return undefined;
  return foreignTarget(`${controller.value}#${action.value}`);
}

/** The target meant by a text in the notation of another language: `users.show`, `UsersController@show`, `Admin::Users#show`. */
export function foreignTarget(text: string): string | undefined {
  const plain = text
    .trim()
    .replace(/(?<!\s)\s*#\s*/, '#')
    .replace(/(?:::|->|[/.:@])([^/.:@>#]*)$/, '#$1')
    .replace(/^\p{Lu}[^#]*(?=#)/u, controllerName)
    .replaceAll('::', '/');
  return targetText(plain);
}

const classOfController = /^(?:[\p{L}\p{Nd}_]+(?:[/.]|\\+|::))*\p{Lu}[\p{L}\p{Nd}]*Controller(?:::class)?$/u;

/**
 * The option meant by a controller class after the name of a resource: `'Admin/PhotoController'` after `'photos'`. Empty if the name
 * already implies it. Undefined if the text is no such class.
 */
export function controllerOption(resource: Argument | undefined, text: string): string | undefined {
  if (!classOfController.test(text)) return undefined;
  const name = resource?.kind === 'string' ? resource.value : '';
  const meant = controllerName(text.replace(/::class$/, '').replace(/^App\\+Http\\+Controllers\\+/, ''));
  const last = meant.slice(meant.lastIndexOf('/') + 1);
  const controller = isSameNoun(last, name.replaceAll('-', '_'))
    ? `${meant.slice(0, -last.length)}${name}`
    : meant;
  return controller === name ? '' : `controller => '${controller}'`;
}

/** Whether two words are the same noun, perhaps one in the singular. */
function isSameNoun(one: string, other: string): boolean {
  const [singular = '', word = ''] = [one, other].sort((a, b) => a.length - b.length);
  return ['', 's', 'es'].some((end) => singular + end === word) || singular.replace(/y$/, 'ies') === word;
}

/** A target in quotes. Undefined if the text is none. */
export function targetText(meant: string): string | undefined {
  return /^[\p{L}\p{M}\p{Nd}_/-]+(?<!\/)#[\p{L}\p{M}\p{Nd}_-]+$/u.test(meant) ? `'${meant}'` : undefined;
}

/** The path meant by two, `scope 'v1', 'admin'`. Undefined if the call takes no path first, or there are not two strings. */
export function joinedPath(
  { arguments: [first] }: Declaration,
  { positionals: [path] }: KeywordRow,
  second: Value,
): string | undefined {
  if (!path?.orOption || first?.kind !== 'string' || second.kind !== 'string') return undefined;
  const pieces = [first.value.replace(/\/+$/, ''), second.value.replace(/^\/+/, '')];
  return `'${pieces.join('/').replace(/[\\']/g, '\\$&')}'`;
}

/** What to write instead of `scope to: 'posts#index' do` and `scope action: :show do`, which give a block an option of a route. */
export function halfOfRoute(
  { source }: Declaration,
  row: KeywordRow,
  name: string,
  value: Value,
): string | undefined {
  const role = optionRole(name);
  const isTarget = role === 'target';
  if (row.pairFor || !row.options.includes('controller') || !(isTarget || role === 'action'))
    return undefined;
  const isWhole = !isTarget || value.kind !== 'string' || value.value.includes('#');
  if (isWhole && !row.actions)
    return `${isTarget ? 'a target' : 'an action'} belongs to a route; write \`${name} => ${shortText(source, value.span)}\` at each of them`;
  return isTarget ? "a target belongs to a route; for all of them write `controller => '…'`" : undefined;
}
