// The kinds of value in the signature table: which kind a value has, and how messages name a kind.

import type { ListValue, StringValue, Value } from './declarations.js';
import type { ValueKind } from './vocabulary.js';

/** The values of a kind. */
export type ValueOf<Kind extends ValueKind> = Kind extends 'strings'
  ? StringValue | ListValue
  : Extract<Value, { readonly kind: Kind extends 'false' ? 'boolean' : Kind }>;

/** Whether a value has one of the kinds. */
export function hasKind<Kind extends ValueKind>(
  value: Value,
  kinds: readonly Kind[],
): value is ValueOf<Kind> {
  for (let at = 0, kind = kinds[0]; kind; kind = kinds[++at]) if (isOf(value, kind)) return true;
  return false;
}

function isOf(value: Value, kind: ValueKind): boolean {
  switch (kind) {
    case 'strings':
      return (
        value.kind === 'string' ||
        (value.kind === 'list' && value.items.every((item) => item.kind === 'string'))
      );
    case 'false':
      return value.kind === 'boolean' && !value.value;
    default:
      return value.kind === kind;
  }
}

/** Whether `true` has one of the kinds. An option that accepts it may be written without a value: `:shallow`. */
export function acceptsTrue(kinds: readonly ValueKind[]): boolean {
  return kinds.includes('boolean');
}

const kindWords: Record<ValueKind, string> = {
  string: 'a string',
  strings: 'a string or a list of words',
  number: 'a whole number',
  boolean: '`true` or `false`',
  false: '`false`',
  regex: 'a regex',
  list: 'a list',
  hash: 'a hash',
  callable: 'a callable such as `&module#export`',
  star: '`*`',
  redirect: '`redirect(…)`',
};

/** `a string, a regex or a list`. */
export function describeKinds(kinds: readonly ValueKind[]): string {
  const words = kinds.map((kind) => kindWords[kind]);
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

/** The strings of a value of kind `strings`. */
export function stringsOf(value: Value): readonly StringValue[] {
  if (value.kind === 'string') return [value];
  return value.kind === 'list'
    ? value.items.filter((item): item is StringValue => item.kind === 'string')
    : [];
}
