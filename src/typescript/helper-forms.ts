// The ways in which a route's helper can be called, as TypeScript tuples.
//
//   (/:locale)/posts/:id    [id: SegmentValue, options?: …]
//                           [locale: SegmentValue | null | undefined, id: SegmentValue, options?: …]
//                           [options: Given<{ readonly locale?: …; readonly id: SegmentValue }, { readonly id: string }>]
//
// Of several required segments the first or the last may have their values in the options, and the others by position. To allow that
// of any of them would take a tuple for each choice, of which a path of ten segments has a thousand. Beside values for optional segments
// one name is given in the options at a time. Which optional segments need one another is not said: with `{ id, o?, p? }`, the params of a
// request, every type also takes `{ id, p }`.
//
// Where a required segment has no value of its own, other keys are not let through: such an object is a record, of which
// only the key is used, and a literal with a stray key is a mistake.

import { escapeControls } from '../http/printable.js';
import { camelCaseName, canonicalName } from '../routing/patterns/route-name.js';
import { targetText, type RouteDefinition } from '../routing/patterns/route.js';
import { neverCarried } from '../routing/generation/generator.js';
import { isUrlOption } from '../routing/generation/url-options.js';
import { paramType, quotedText, segmentType } from './segment-type.js';

/** A route with a name, and the spellings of its helpers without `Path`, `-path` and so on. */
export interface NamedRoute {
  readonly name: string;
  readonly definition: RouteDefinition;
  /** `editUser`. */
  readonly camelCase: string;
  /** `edit-user`. */
  readonly kebabCase: string;
}

/** The first route of each name, in their order. */
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
  /** Its place in the pattern. */
  readonly index: number;
  readonly type: string;
  /** The type of its value in the params of a request. */
  readonly param: string;
  readonly isOptional: boolean;
  readonly hasDefault: boolean;
}

/** The types that the tuples need, beside those of the package, by their names. */
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

/** The tuples of arguments of a route's helper. */
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
  // Values go to the required names; defaults stand in from the right.
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
  // Of a name in the options, the value is no longer by position: the others go as far as to the optional names.
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

/** Whether a name without a value has its default beside values of these names: defaults stand in from the right. */
function standsIn({ hasDefault, index }: Name, positional: readonly Name[]): boolean {
  return hasDefault && positional.every((other) => !other.hasDefault || other.index < index);
}

/** One tuple: these names by position, the others in the options, one of them for certain where it is given. */
function form(names: readonly Name[], positional: readonly Name[], named?: Name): string {
  const elements = positional.map(
    (name) => `${label(name.name)}: ${name.type}${record(name)}${absent(name)}`,
  );
  const others = names.filter((name) => !positional.includes(name));
  const needed = others.filter((name) => name === named || (!name.isOptional && !standsIn(name, positional)));
  const values = others.length === 0 ? [] : [valuesOf(others, needed)];
  // Options in no segment's place may have keys for the query, and be undefined.
  const options = others.every((name) => name.isOptional || name === named)
    ? [...values, ...openOptions(names, positional)].join(' & ') + (needed.length === 0 ? ' | undefined' : '')
    : closedOptions(names, positional, needed, others);
  return `[${[...elements, `options${needed.length === 0 ? '?' : ''}: ${options}`].join(', ')}]`;
}

/** The type of values by name, those that are needed and the others. */
function valuesOf(names: readonly Name[], needed: readonly Name[]): string {
  const entries = names.map((name) => {
    const type = `${name.type}${name.isOptional ? ' | null' : ''}`;
    return needed.includes(name)
      ? `readonly ${name.name}: ${type}`
      : `readonly ${name.name}?: ${type} | undefined${inheritedAs(name)}`;
  });
  return `{ ${entries.join('; ')} }`;
}

/** The types of options behind the values of all required segments, beside those of the others by name. */
function openOptions(names: readonly Name[], positional: readonly Name[]): readonly string[] {
  const taken = names.filter(isTaken);
  if (taken.length > 0)
    return [ownOptions(taken), '{ readonly [param: string]: QueryValue }', ...noneTwice(positional)];
  const [plain, inherited] = byInheritance(positional);
  return [plain.length === 0 ? 'UrlOptions' : `OptionsBeside<${union(plain)}>`, ...asInherited(inherited)];
}

/** The type of options that may stand in the place of a required segment, with these values by name. */
function closedOptions(
  names: readonly Name[],
  positional: readonly Name[],
  needed: readonly Name[],
  others: readonly Name[],
): string {
  const taken = names.filter(isTaken);
  const plain = [ownOptions(taken), ...noneTwice(positional)].join(' & ');
  // What the current request has stands in from the left, but for a format.
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

/** Of an option that a segment is called like, there is none. */
function ownOptions(taken: readonly Name[]): string {
  return taken.length === 0 ? 'HelperOptions' : `Omit<HelperOptions, ${union(taken)}>`;
}

/** What has its value by position is not given in the options as well. */
function noneTwice(positional: readonly Name[]): readonly string[] {
  const [plain, inherited] = byInheritance(positional);
  return [
    ...(plain.length === 0 ? [] : [`{ readonly [name in ${union(plain)}]?: undefined }`]),
    ...asInherited(inherited),
  ];
}

/** What TypeScript finds in every object: without its key, `{ page: 2 }` has a `toString` all the same. */
const inheritedKeys: ReadonlySet<string> = new Set(
  'constructor hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString toString valueOf'.split(' '),
);

/** The names that no object inherits, and the others. */
function byInheritance(names: readonly Name[]): readonly [readonly Name[], readonly Name[]] {
  const inherited = names.filter(({ name }) => inheritedKeys.has(name));
  return [names.filter((name) => !inherited.includes(name)), inherited];
}

/** The type of an object that has under these names what it inherits, and nothing of its own. */
function asInherited(names: readonly Name[]): readonly string[] {
  return names.length === 0 ? [] : [`Partial<Pick<Object, ${union(names)}>>`];
}

/** What stands under a name in an object that is not given it. */
function inheritedAs({ name }: Name): string {
  return inheritedKeys.has(name) ? ` | Object[${quotedText(name)}]` : '';
}

function isTaken({ name }: Name): boolean {
  return isUrlOption(name);
}

/** `'user_id' | 'id'`. */
function union(names: readonly Name[]): string {
  return names.map(({ name }) => quotedText(name)).join(' | ');
}

/** An element of a tuple cannot be called `class`. */
function label(name: string): string {
  return reservedWords.has(name) ? `${name}_` : name;
}

const reservedWords: ReadonlySet<string> = new Set(
  (
    'break case catch class const continue debugger default delete do else enum export extends false finally for function ' +
    'if import in instanceof new null return super switch this throw true try typeof var void while with'
  ).split(' '),
);

/** Beside records with an `id`, those that have the value under the segment's own name. */
function record({ name, type, isOptional }: Name): string {
  const takesRecords = /\b(?:SegmentValue|ParamRecord)\b/.test(type);
  return isOptional || name === 'id' || !takesRecords ? '' : ` | RecordBy<${quotedText(name)}>`;
}

function absent({ isOptional, hasDefault }: Name): string {
  return isOptional ? ' | null | undefined' : hasDefault ? ' | undefined' : '';
}

/** The doc comment of a route's helpers: what answers at the path, and from when on it is deprecated. */
export function helperComment({ verbs, pattern, target, facts }: RouteDefinition): string {
  const tag = facts?.deprecated ? ` @deprecated since ${facts.deprecated.date}` : '';
  const text = `${verbs.join('|')} \`${pattern.text}\` → ${targetText(target)}${tag}`;
  // What users write cannot end the comment.
  return escapeControls(text).replaceAll('*/', '*\\/');
}
