// The ways in which a route's helper can be called, as TypeScript tuples.
//
//   (/:locale)/posts/:id    [id: SegmentValue, options?: …]
//                           [locale: SegmentValue | null | undefined, id: SegmentValue, options?: …]
//                           [options: { readonly id: SegmentValue; readonly locale?: … } & HelperOptions]
//                           [options: { readonly locale?: … } & WithParams<{ readonly id: string }>]
//
// Where a required segment has no value of its own, other keys are not let through: such an object is a record, of which
// only the key is used, and a literal with a stray key is a mistake.

import { camelCaseName, canonicalName } from '../routing/patterns/route-name.js';
import { targetText, type RouteDefinition } from '../routing/patterns/route.js';
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
  readonly type: string;
  /** The type of its value in the params of a request. */
  readonly param: string;
  readonly isOptional: boolean;
  readonly hasDefault: boolean;
}

/** A type that the tuples need, beside those of the package. */
export const withParams = [
  '/** Options by which the current request gives the segments that have no value. */',
  'type WithParams<Params> = HelperOptions & { readonly currentParams: Params };',
].join('\n');

/** The tuples of arguments of a route's helper. */
export function helperForms({ pattern, segmentConstraints, defaults }: RouteDefinition): readonly string[] {
  const names = pattern.names.map((name): Name => {
    const constraints = segmentConstraints.get(name) ?? [];
    return {
      name,
      type: segmentType(constraints, pattern.globNames.has(name)),
      param: paramType(constraints),
      isOptional: pattern.optionalNames.has(name),
      hasDefault: defaults.has(name),
    };
  });
  const required = names.filter((name) => !name.isOptional);
  const optional = names.filter((name) => name.isOptional);
  const withDefault = required.filter((name) => name.hasDefault);
  const forms: string[] = [];
  // Values go to the required names; defaults stand in from the right.
  for (let left = 0; left <= withDefault.length; left++) {
    const standIns = new Set(withDefault.slice(left));
    forms.push(
      form(
        names,
        required.filter((name) => !standIns.has(name)),
      ),
    );
  }
  for (let more = 1; more <= optional.length; more++) {
    const taken = new Set([...required, ...optional.slice(0, more)]);
    forms.push(
      form(
        names,
        names.filter((name) => taken.has(name)),
      ),
    );
  }
  // What the current request has stands in from the left.
  if (!pattern.names.includes('currentParams'))
    required.forEach((_, index) => {
      const carried = required.slice(0, index + 1).filter((name) => !name.hasDefault);
      if (carried.length > 0) forms.push(form(names, required.slice(index + 1), carried));
    });
  if (required.length > withDefault.length) forms.push(form(names, []));
  return forms;
}

/** One tuple: these names by position, these from the current request, the others by name in the options. */
function form(names: readonly Name[], positional: readonly Name[], carried: readonly Name[] = []): string {
  const named = names.filter((name) => !positional.includes(name));
  const isNeeded = named.some((name) => !name.isOptional && !name.hasDefault);
  const elements = positional.map(
    (name) => `${label(name.name)}: ${name.type}${record(name)}${absent(name)}`,
  );
  const entries = named
    .filter((name) => !carried.includes(name))
    .map((name) => {
      const canBeAbsent = name.isOptional || name.hasDefault;
      return `readonly ${name.name}${canBeAbsent ? '?' : ''}: ${name.type}${canBeAbsent ? (name.isOptional ? ' | null | undefined' : ' | undefined') : ''}`;
    });
  const options = optionTypes(names, positional, carried);
  const type = [...(entries.length === 0 ? [] : [`{ ${entries.join('; ')} }`]), ...options].join(' & ');
  return `[${[...elements, `options${isNeeded ? '' : '?'}: ${type}`].join(', ')}]`;
}

/** The types of the options beside segments by name: of an option that a segment is called like, there is none. */
function optionTypes(
  names: readonly Name[],
  positional: readonly Name[],
  carried: readonly Name[],
): readonly string[] {
  const taken = names.filter(({ name }) => isUrlOption(name));
  const isOpen = names.every((name) => name.isOptional || positional.includes(name));
  const params = carried.map(({ name, param }) => `readonly ${name}: ${param}`).join('; ');
  if (taken.length === 0)
    return [isOpen ? 'UrlOptions' : carried.length > 0 ? `WithParams<{ ${params} }>` : 'HelperOptions'];
  const given = taken.filter((name) => positional.includes(name));
  return [
    ...(given.length > 0
      ? [`{ ${given.map(({ name }) => `readonly ${name}?: undefined`).join('; ')} }`]
      : []),
    ...(carried.length > 0 ? [`{ readonly currentParams: { ${params} } }`] : []),
    `Omit<HelperOptions, ${taken.map(({ name }) => quotedText(name)).join(' | ')}>`,
    ...(isOpen ? ['{ readonly [param: string]: QueryValue }'] : []),
  ];
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

function absent({ isOptional }: Name): string {
  return isOptional ? ' | null | undefined' : '';
}

/** The doc comment of a route's helpers: what answers at the path, and from when on it is deprecated. */
export function helperComment({ verbs, pattern, target, facts }: RouteDefinition): string {
  const tag = facts?.deprecated ? ` @deprecated since ${facts.deprecated.date}` : '';
  return commentText(`${verbs.join('|')} \`${pattern.text}\` → ${targetText(target)}${tag}`);
}

/** A pattern or target in a doc comment, which it cannot end. */
function commentText(text: string): string {
  return text.replaceAll('*/', '*\\/').replace(/[\p{Cc}\u2028\u2029]/gu, ' ');
}
