// Writes the ways to call a route's helper as TypeScript tuples.
//
//   (/:locale)/posts/:id    [id: SegmentValue, options?: …]
//                           [locale: SegmentValue | null | undefined, id: SegmentValue, options?: …]
//                           [options: Given<{ readonly locale?: …; readonly id: SegmentValue }, { readonly id: string }>]
//
// Some of the required segments may have their values in the options: the first ones or the last ones. Any others would need a
// tuple for each choice, a thousand for ten segments. If optional segments have values by position, one name at a time can be in
// the options. The types do not say which optional segments need each other: a type that takes the params of a request,
// `{ id, o?, p? }`, takes `{ id, p }` too.
//
// If a required segment has no value by position, the options allow no other keys: an object with other keys is a record, of
// which only the key is used, and a literal with a stray key is a mistake.

import { escapeControls } from '../http/printable.js';
import { camelCaseName, canonicalName } from '../routing/patterns/route-name.js';
import { targetText, type RouteDefinition } from '../routing/patterns/route.js';
import { neverCarried } from '../routing/generation/generator.js';
import { isUrlOption } from '../routing/generation/url-options.js';
import { paramType, quotedText, segmentType } from './segment-type.js';

/** A named route, and the spellings of its name in helpers, without the ending (`Path`, `-path` …). */
export interface NamedRoute {
  readonly name: string;
  readonly definition: RouteDefinition;
  /** `editUser`. */
  readonly camelCase: string;
  /** `edit-user`. */
  readonly kebabCase: string;
}

/** The first route of each name, in declaration order. */
export function namedRoutes(definitions: readonly RouteDefinition[]): readonly NamedRoute[] {
  const named = new Map<string, NamedRoute>();
  for (const definition of definitions) {
    const { name } = definition;
    if (name === undefined || named.has(canonicalName(name))) continue;
    named.set(canonicalName(name), {
      name,
      definition,
      camelCase: camelCaseName(name),
      kebabCase: canonicalName(name),
    });
  }
  return [...named.values()];
}

interface Name {
  readonly name: string;
  /** Its index in the pattern. */
  readonly index: number;
  readonly type: string;
  /** The type of its value in the params of a request. */
  readonly param: string;
  readonly isOptional: boolean;
  readonly hasDefault: boolean;
}

/** The declarations of types that the tuples need and the package does not export, by name. */
export const ownTypes: ReadonlyMap<string, string> = new Map([
  [
    'Given',
    [
      '/** Options with the values of segments, by name or from the current request. */',
      'type Given<Values, Params, Options = HelperOptions> =',
      '  | (Values & Options)',
      '  | ({ readonly [name in keyof Values]?: Values[name] | undefined } & Options & { readonly currentParams: Params });',
    ].join('\n'),
  ],
  [
    'OptionsBeside',
    [
      '/** Options beside the values of all segments, of which none is given twice. */',
      'type OptionsBeside<Names extends string> = UrlOptions & { readonly [name in Names]?: undefined };',
    ].join('\n'),
  ],
]);

/** The tuples that a route's helper accepts as arguments. */
export function helperForms({ pattern, segmentConstraints, defaults }: RouteDefinition): readonly string[] {
  const names = pattern.names.map((name, index): Name => {
    const constraints = segmentConstraints.get(name) ?? [];
    return {
      name,
      index,
      type: segmentType(constraints, pattern.globNames.has(name)),
      param: paramType(constraints),
      isOptional: pattern.optionalNames.has(name),
      hasDefault: defaults.has(name),
    };
  });
  const required = names.filter((name) => !name.isOptional);
  const optional = names.filter((name) => name.isOptional);
  const withDefault = required.filter((name) => name.hasDefault);
  const forms = new Set<string>();
  // Values belong to the required names. Missing ones are replaced by defaults from the right.
  for (let left = 0; left <= withDefault.length; left++) {
    const standIns = new Set(withDefault.slice(left));
    const positional = required.filter((name) => !standIns.has(name));
    forms.add(form(names, positional));
  }
  for (let more = 1; more <= optional.length; more++) {
    const taken = new Set([...required, ...optional.slice(0, more)]);
    const positional = names.filter((name) => taken.has(name));
    forms.add(form(names, positional));
  }
  // One name has its value in the options, the others by position, including at least one optional name.
  for (const name of optional.length > 0 ? names : []) {
    const others = names.filter((other) => other !== name);
    for (let more = 1; more <= optional.length; more++) {
      const taken = others.filter((other) => !other.isOptional || optional.indexOf(other) < more);
      const reached = taken.findLast((other) => other.isOptional);
      if (reached && (!name.isOptional || optional.indexOf(name) < optional.indexOf(reached)))
        forms.add(form(names, taken, name));
    }
  }
  for (let count = 1; count <= required.length; count++) {
    forms.add(form(names, required.slice(count)));
    if (count < required.length) forms.add(form(names, required.slice(0, count)));
  }
  return [...forms];
}

/** Whether the default of a name is used if these names have values by position. Defaults are used from the right. */
function standsIn({ hasDefault, index }: Name, positional: readonly Name[]): boolean {
  return hasDefault && positional.every((other) => !other.hasDefault || other.index < index);
}

/** One tuple: the names of `positional` by position, the others in the options. `named` is then required there. */
function form(names: readonly Name[], positional: readonly Name[], named?: Name): string {
  const elements = positional.map(
    (name) => `${label(name.name)}: ${name.type}${record(name)}${absent(name)}`,
  );
  const others = names.filter((name) => !positional.includes(name));
  const needed = others.filter((name) => name === named || (!name.isOptional && !standsIn(name, positional)));
  const values = others.length === 0 ? [] : [valuesOf(others, needed)];
  // If no value of a required segment is in the options, they may have keys for the query, and may be undefined.
  const options = others.every((name) => name.isOptional || name === named)
    ? [...values, ...openOptions(names, positional)].join(' & ') + (needed.length === 0 ? ' | undefined' : '')
    : closedOptions(names, positional, needed, others);
  return `[${[...elements, `options${needed.length === 0 ? '?' : ''}: ${options}`].join(', ')}]`;
}

/** The type of an object with values by name; those not in `needed` are optional. */
function valuesOf(names: readonly Name[], needed: readonly Name[]): string {
  const entries = names.map((name) => {
    const type = `${name.type}${name.isOptional ? ' | null' : ''}`;
    return needed.includes(name)
      ? `readonly ${name.name}: ${type}`
      : `readonly ${name.name}?: ${type} | undefined${inheritedAs(name)}`;
  });
  return `{ ${entries.join('; ')} }`;
}

/** The types of options if all required segments have values by position. They may contain any key for the query. */
function openOptions(names: readonly Name[], positional: readonly Name[]): readonly string[] {
  const taken = names.filter(isTaken);
  if (taken.length > 0)
    return [ownOptions(taken), '{ readonly [param: string]: QueryValue }', ...noneTwice(positional)];
  const [plain, inherited] = byInheritance(positional);
  return [plain.length === 0 ? 'UrlOptions' : `OptionsBeside<${union(plain)}>`, ...asInherited(inherited)];
}

/** The type of options that have the values of required segments. */
function closedOptions(
  names: readonly Name[],
  positional: readonly Name[],
  needed: readonly Name[],
  others: readonly Name[],
): string {
  const taken = names.filter(isTaken);
  const plain = [ownOptions(taken), ...noneTwice(positional)].join(' & ');
  // Values of the current request are used from the left, except for a format.
  const carried = needed.filter(({ name }) => name !== neverCarried);
  const isFirst = positional.every(({ index }) => carried.every((name) => name.index < index));
  if (carried.length === 0 || !isFirst || names.some(({ name }) => name === 'currentParams'))
    return `${valuesOf(others, needed)} & ${plain}`;
  const format = needed.filter((name) => !carried.includes(name));
  const own = format.length === 0 ? plain : `${plain} & ${valuesOf(format, format)}`;
  const open = others.filter((name) => !format.includes(name));
  const values = valuesOf(open, carried);
  const params = carried.map(({ name, param }) => `readonly ${name}: ${param}`).join('; ');
  if (byInheritance(carried)[1].length > 0)
    return `(${values} & ${own}) | (${valuesOf(open, [])} & ${own} & { readonly currentParams: { ${params} } })`;
  return `Given<${[values, `{ ${params} }`, ...(own === 'HelperOptions' ? [] : [own])].join(', ')}>`;
}

/** The type of the helper's own options, without those that are named like a segment. */
function ownOptions(taken: readonly Name[]): string {
  return taken.length === 0 ? 'HelperOptions' : `Omit<HelperOptions, ${union(taken)}>`;
}

/** Types that forbid names in the options that already have a value by position. */
function noneTwice(positional: readonly Name[]): readonly string[] {
  const [plain, inherited] = byInheritance(positional);
  return [
    ...(plain.length === 0 ? [] : [`{ readonly [name in ${union(plain)}]?: undefined }`]),
    ...asInherited(inherited),
  ];
}

/** Keys that TypeScript finds in every object: `{ page: 2 }` has a `toString`. */
const inheritedKeys: ReadonlySet<string> = new Set(
  'constructor hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString toString valueOf'.split(' '),
);

/** Splits names into those that no object inherits, and the others. */
function byInheritance(names: readonly Name[]): readonly [readonly Name[], readonly Name[]] {
  const inherited = names.filter(({ name }) => inheritedKeys.has(name));
  return [names.filter((name) => !inherited.includes(name)), inherited];
}

/** The type of an object that has no own properties with these names, only inherited ones. */
function asInherited(names: readonly Name[]): readonly string[] {
  return names.length === 0 ? [] : [`Partial<Pick<Object, ${union(names)}>>`];
}

/** An additional type for a name that every object inherits. */
function inheritedAs({ name }: Name): string {
  return inheritedKeys.has(name) ? ` | Object[${quotedText(name)}]` : '';
}

function isTaken({ name }: Name): boolean {
  return isUrlOption(name);
}

/** The names as a type: `'user_id' | 'id'`. */
function union(names: readonly Name[]): string {
  return names.map(({ name }) => quotedText(name)).join(' | ');
}

/** The label of a tuple element, which cannot be a reserved word such as `class`. */
function label(name: string): string {
  return reservedWords.has(name) ? `${name}_` : name;
}

const reservedWords: ReadonlySet<string> = new Set(
  (
    'break case catch class const continue debugger default delete do else enum export extends false finally for function ' +
    'if import in instanceof new null return super switch this throw true try typeof var void while with'
  ).split(' '),
);

/** An additional type for records that have the value under the segment's name instead of `id`. */
function record({ name, type, isOptional }: Name): string {
  const takesRecords = /\b(?:SegmentValue|ParamRecord)\b/.test(type);
  return isOptional || name === 'id' || !takesRecords ? '' : ` | RecordBy<${quotedText(name)}>`;
}

function absent({ isOptional, hasDefault }: Name): string {
  return isOptional ? ' | null | undefined' : hasDefault ? ' | undefined' : '';
}

/** The text of the doc comment of a route's helpers: verbs, path, target, and since when it is deprecated. */
export function helperComment({ verbs, pattern, target, facts }: RouteDefinition): string {
  const tag = facts?.deprecated ? ` @deprecated since ${facts.deprecated.date}` : '';
  const text = `${verbs.join('|')} \`${pattern.text}\` → ${targetText(target)}${tag}`;
  // Text of the user must not end the comment.
  return escapeControls(text).replaceAll('*/', '*\\/');
}
