// Routes as one ES module: imports of everything that the routes file names, the routes as plain data, and the router.
//
//   import { createRouter, simpleRecognition, UrlHelpers } from "waypost/router";
//   import { isStaff as callable0 } from "./guards.js";
//   import * as controller0 from "../controllers/posts.js";
//   export const compiled = { format: …, recognition: simpleRecognition, … };
//   export default createRouter(compiled);
//
// Of the router's parts it imports those that these routes need. Equal routes give equal text.

import type { CustomHelpers } from '../routing/generation/custom-helpers.js';
import type { RouteFacts } from '../routing/patterns/facts.js';
import { isConstrainedSimply } from '../routing/generation/constrained-generator.js';
import { isSimplyWritten } from '../routing/generation/helper-table.js';
import { hasHardPaths } from '../routing/patterns/reachability.js';
import { canonicalName } from '../routing/patterns/route-name.js';
import type { Location, RouteDefinition } from '../routing/patterns/route.js';
import { isSimple } from '../routing/recognition/simple-recognition.js';
import { compiledFormat } from '../routing/router/compiled-routes.js';
import { generatedHeading } from '../typescript/generated-heading.js';
import { typedHelpers, type TypedHelpersOptions } from '../typescript/typed-helpers.js';
import { exportName, jsonText, literal, templateText, type NameOf } from './literal.js';
import { compiledPlaces, compiledRows, isTold, PartCall } from './route-data.js';
import { searchFunction } from './search-function.js';

/** An export of a module that routes name. */
export interface ImportedExport {
  /** As it stands behind `from`. */
  readonly module: string;
  readonly name: string;
  /** Where the routes file names it first. */
  readonly place?: WrittenPlace | undefined;
}

/** A place of a routes file. */
interface WrittenPlace {
  readonly file: string;
  readonly start: Location['range']['start'];
}

/** A line of a module, and the place of the routes file that it comes from. */
interface CodeLine {
  readonly text: string;
  readonly from?: WrittenPlace | undefined;
}

export interface CompiledModule {
  readonly code: string;
  /** The lines of the code, from 1, that come from a place of the routes file: imports, routes and values, of which each is one. */
  readonly places: readonly (WrittenPlace & { readonly at: number })[];
}

export interface CompiledModuleOptions {
  readonly definitions: readonly RouteDefinition[];
  readonly customHelpers: CustomHelpers;
  /** Plurals that are not their singular and an `s`: see `unusualPlurals`. */
  readonly plurals?: readonly (readonly [string, string])[];
  /** Modules by the names of controllers. */
  readonly controllers?: ReadonlyMap<string, string>;
  /** Where a callable comes from. */
  readonly importOf: (callable: unknown) => ImportedExport | undefined;
  /** The routes file's name, for the heading. */
  readonly file?: string | undefined;
  /** What writes it, for the heading; `waypost compile` unless given. */
  readonly command?: string | undefined;
  /** `native` where regexes are left to JavaScript's engine, however long a text may keep it busy. */
  readonly regex?: 'native' | undefined;
  /** Whether the router has URL helpers. */
  readonly helpers?: boolean;
  /** Whether helpers learn from their calls, as those of loaded routes do, and a small table has its search in the module. */
  readonly quick?: boolean | undefined;
  /** Whether what finds the routes of any other table is as large and quick as that of loaded routes. */
  readonly quickRecognition?: boolean | undefined;
}

/** @throws TypeError for a callable that no module exports */
export function compiledModule(options: CompiledModuleOptions): CompiledModule {
  const {
    definitions,
    customHelpers,
    controllers = new Map<string, string>(),
    helpers = true,
    plurals = [],
  } = options;
  const imports = new Imports(options);
  const text = (value: unknown): string => literal(value, imports.nameOf);
  const files = [...new Set(definitions.flatMap(({ location }) => (location ? [location.file] : [])))];
  const facts = [...new Set(definitions.flatMap((each) => (isTold(each.facts) ? [each.facts] : [])))];
  const values = new Map<string, { readonly at: number; readonly from: WrittenPlace | undefined }>();
  const valueAt = (call: PartCall, { location }: RouteDefinition): number => {
    const value = text(call);
    const known = values.get(value) ?? { at: values.size, from: placeOf(location) };
    values.set(value, known);
    return known.at;
  };
  const rows = compiledRows(definitions, { facts, valueAt }, options.regex);
  const search = options.quick ? searchFunction(definitions, (name) => imports.part(name)) : undefined;
  const leading = new Map(
    definitions
      .toReversed()
      .map(({ target, location }) => [target.kind === 'controller' && target.controller, location]),
  );
  const sections: [string, string | readonly CodeLine[] | undefined][] = [
    ['format', String(compiledFormat)],
    ['recognition', recognitionOf(options, search, imports)],
    ['files', text(files)],
    [
      'routes',
      [
        { text: '`[' },
        ...rows.map((row, at) => ({
          text: templateText(jsonText(row)) + (at < rows.length - 1 ? ',' : ''),
          from: placeOf(definitions[at]?.location),
        })),
        { text: ']`' },
      ],
    ],
    ['places', `\`${jsonText(compiledPlaces(definitions, files))}\``],
    ['values', lines([...values].map(([value, { from }]) => ({ text: value, from })))],
    ['facts', facts.length > 0 ? text(new PartCall('routeFacts', facts)) : undefined],
    [
      'controllers',
      lines(
        [...controllers].map(([name, module]) => ({
          text: `[${jsonText(name)}, ${imports.whole(module, placeOf(leading.get(name)))}]`,
        })),
      ),
    ],
    ['customHelpers', helpers ? helperCall(customHelpers, plurals, text) : undefined],
    ['surroundings', facts.some(isAround) ? imports.part('surroundings') : undefined],
    [
      'otherTargets',
      definitions.some(({ target }) => target.kind !== 'controller')
        ? imports.part('otherTargets')
        : undefined,
    ],
    ['boundMatching', definitions.some(hasHardPaths) ? imports.part('boundMatching') : undefined],
    ['helpers', helpers ? imports.part('UrlHelpers') : undefined],
    ['generation', helpers ? generationPart(options, imports) : undefined],
  ];
  const head: CodeLine[] = [
    { text: generatedHeading('The routes', options.file, options.command ?? 'waypost compile') },
    // Its types are those of the declaration beside it, also where a program checks its JavaScript.
    { text: '// @ts-nocheck' },
    { text: '/* eslint-disable */' },
    { text: '' },
    { text: `import { ${imports.parts.join(', ')} } from "waypost/router";` },
    ...imports.lines,
    { text: '' },
    { text: 'export const compiled = {' },
    ...sections.flatMap(([key, value]) => (value === undefined ? [] : memberLines(key, value))),
  ];
  return {
    code: [
      ...head.map((line) => line.text),
      '};',
      '',
      ...(search === undefined ? [] : [search, '']),
      'export default createRouter(compiled);',
      '',
    ].join('\n'),
    places: head.flatMap(({ from }, at) => (from ? [{ ...from, at: at + 1 }] : [])),
  };
}

/** The lines of a member of an object: its key stands on the first, a comma on the last. */
function memberLines(key: string, value: string | readonly CodeLine[]): readonly CodeLine[] {
  if (typeof value === 'string') return [{ text: key === value ? `  ${key},` : `  ${key}: ${value},` }];
  return value.map((line, at) => ({
    ...line,
    text: `${at === 0 ? `  ${key}: ` : ''}${line.text}${at === value.length - 1 ? ',' : ''}`,
  }));
}

function placeOf(location: Location | undefined): WrittenPlace | undefined {
  return location && { file: location.file, start: location.range.start };
}

/** The helpers of the routes file, and plurals; undefined where there are none. */
function helperCall(
  { direct, resolve }: CustomHelpers,
  plurals: readonly (readonly [string, string])[],
  text: (value: unknown) => string,
): string | undefined {
  if (direct.size + resolve.size === 0)
    return plurals.length === 0 ? undefined : text(new PartCall('pluralHelpers', plurals));
  const own = [...direct].map(([name, { target, defaults }]) => [name, target, Object.entries(defaults)]);
  return text(new PartCall('customHelpers', own, [...resolve], plurals));
}

/** In tables of more routes than these, what remembers their paths without values is small beside the routes themselves. */
const mostUnremembered = 128;

/** What finds the route that answers. */
function recognitionOf(
  { definitions, quickRecognition = false }: CompiledModuleOptions,
  search: string | undefined,
  imports: Imports,
): string {
  const ofAny = quickRecognition ? 'quickRecognition' : 'recognition';
  // Behind a search the smaller walk does for speed, too.
  const isSmaller = definitions.every(isSimple) && (search !== undefined || !quickRecognition);
  const walked = imports.part(isSmaller ? 'simpleRecognition' : ofAny);
  if (search !== undefined) return `${imports.part('writtenRecognition')}(${walked}, search)`;
  return isSmaller && definitions.length > mostUnremembered
    ? `${imports.part('literalRecognition')}(${walked})`
    : walked;
}

/** What makes the paths of helpers, where they need more than what comes with `UrlHelpers`. */
function generationPart(
  { definitions, quick = false }: CompiledModuleOptions,
  imports: Imports,
): string | undefined {
  if (quick) return imports.part('quickGeneration');
  const named = definitions.filter(({ name }) => name !== undefined);
  if (named.every(isSimplyWritten)) return undefined;
  return imports.part(named.every(isConstrainedSimply) ? 'constrainedGeneration' : 'generation');
}

/** A list with a line for each entry; undefined for none. */
function lines(entries: readonly CodeLine[]): readonly CodeLine[] | undefined {
  if (entries.length === 0) return undefined;
  return [
    { text: '[' },
    ...entries.map((entry) => ({ ...entry, text: `    ${entry.text},` })),
    { text: '  ]' },
  ];
}

/** Whether something stands around the routes with these facts. */
function isAround({ layers, deprecated, sunset }: RouteFacts): boolean {
  return layers.length > 0 || deprecated !== undefined || sunset !== undefined;
}

/** The imports of a module, each export once, in the order in which they are first named. */
class Imports {
  readonly #importOf: CompiledModuleOptions['importOf'];
  readonly #names = new Map<string, string>();
  readonly #parts = new Set(['createRouter']);
  readonly lines: CodeLine[] = [];

  constructor({ importOf }: Pick<CompiledModuleOptions, 'importOf'>) {
    this.#importOf = importOf;
  }

  /** What of `waypost/router` the module imports. */
  get parts(): readonly string[] {
    return [...this.#parts].sort();
  }

  part(name: string): string {
    this.#parts.add(name);
    return name;
  }

  readonly nameOf: NameOf = (value) => {
    if (value instanceof PartCall)
      return `${this.part(value.part)}(${value.values.map((each) => literal(each, this.nameOf)).join(', ')})`;
    const found = this.#importOf(value);
    if (!found) return undefined;
    return this.#named(found, 'callable', exportName(found.name));
  };

  /** All of a module. */
  whole(module: string, place: WrittenPlace | undefined): string {
    return this.#named({ module, name: '*', place }, 'controller', '*');
  }

  #named({ module, name: exported, place }: ImportedExport, kind: string, imported: string): string {
    const key = `${module}\0${exported}`;
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const name = `${kind}${this.#names.size}`;
    this.#names.set(key, name);
    const clause = imported === '*' ? `* as ${name}` : `{ ${imported} as ${name} }`;
    this.lines.push({ text: `import ${clause} from ${jsonText(module)};`, from: place });
    return name;
  }
}

/** What the declaration beside a compiled module is told, beside its routes. */
interface CompiledTypesOptions extends Pick<TypedHelpersOptions, 'file' | 'directNames' | 'validOf'> {
  readonly helpers?: boolean;
}

/** The declaration beside a compiled module: its router, whose helpers are those of the routes. */
export function compiledTypes(
  definitions: readonly RouteDefinition[],
  { helpers = true, ...options }: CompiledTypesOptions,
): string {
  return [
    typedHelpers(definitions, { ...options, packageName: 'waypost/router', command: 'waypost compile' }),
    `import type { ${helpers ? 'CompiledRoutesWith, RouterWith' : 'CompiledRoutes, Router'} } from 'waypost/router';`,
    '',
    '/** What the router is made of. */',
    `export declare const compiled: ${helpers ? 'CompiledRoutesWith<RouteHelpers>' : 'CompiledRoutes'};`,
    '',
    `declare const router: ${helpers ? 'RouterWith<RouteHelpers>' : 'Router'};`,
    'export default router;',
    '',
  ].join('\n');
}

/** Knows plurals and singulars. */
export interface Words {
  singular(word: string): string;
  plural(word: string): string;
}

/**
 * The plurals by which records find the routes of this name, where they are not the singular and an `s`: then no dictionary
 * has to be there when the application runs.
 */
export function unusualPlurals(
  definitions: readonly RouteDefinition[],
  words: Words,
): readonly (readonly [string, string])[] {
  const plurals = new Map<string, string>();
  const tried = new Set<string>();
  for (const { name } of definitions) {
    if (name === undefined) continue;
    const parts = canonicalName(name).split('-');
    // The last part of a class's name is what has a plural; only an exception knows more than that.
    for (const plural of parts.flatMap((part, from) => [part, parts.slice(from).join('-')])) {
      if (tried.has(plural)) continue;
      tried.add(plural);
      const singular = words.singular(plural);
      const cut = singular.lastIndexOf('-') + 1;
      const word = singular.slice(cut);
      const usual = singular.slice(0, cut) + (plurals.get(word) ?? `${word}s`);
      if (words.plural(singular) === plural && plural !== usual) plurals.set(singular, plural);
    }
  }
  return [...plurals];
}
