// Writes routes as one ES module. It imports what the routes file names, holds the routes as plain data, and exports the router.
//
//   import { createRouter, simpleRecognition, UrlHelpers } from "waypost/router";
//   import { isStaff as callable0 } from "./guards.js";
//   import * as controller0 from "../controllers/posts.js";
//   export const compiled = { format: …, recognition: simpleRecognition, … };
//   export default createRouter(compiled);
//
// The module imports only the parts of the router that its routes need. The same routes always give the same text.

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

/** An export of a module to which routes refer. */
export interface ImportedExport {
  /** The module specifier, as written after `from`. */
  readonly module: string;
  readonly name: string;
  /** The first place in the routes file that names it. */
  readonly place?: WrittenPlace | undefined;
}

/** A place of a routes file. */
interface WrittenPlace {
  readonly file: string;
  readonly start: Location['range']['start'];
}

/** A line of a module, and the place in the routes file that it comes from. */
interface CodeLine {
  readonly text: string;
  readonly from?: WrittenPlace | undefined;
}

export interface CompiledModule {
  readonly code: string;
  /** The lines of the code, counted from 1, that come from the routes file. Each import, route and value is one line. */
  readonly places: readonly (WrittenPlace & { readonly at: number })[];
}

export interface CompiledModuleOptions {
  readonly definitions: readonly RouteDefinition[];
  readonly customHelpers: CustomHelpers;
  /** Plurals other than the singular with an `s` (see `unusualPlurals`). */
  readonly plurals?: readonly (readonly [string, string])[];
  /** The module of each controller, by the controller's name. */
  readonly controllers?: ReadonlyMap<string, string>;
  /** The export that a callable comes from. */
  readonly importOf: (callable: unknown) => ImportedExport | undefined;
  /** The name of the routes file, for the heading. */
  readonly file?: string | undefined;
  /** The command that writes the module, for the heading; `waypost compile` unless given. */
  readonly command?: string | undefined;
  /** `native` runs every regex in JavaScript's engine, even one that may take very long. */
  readonly regex?: 'native' | undefined;
  /** Whether the router has URL helpers. */
  readonly helpers?: boolean;
  /**
   * Whether to compile for speed: helpers learn from their calls, as with loaded routes, and a small table gets its search as code in the
   * module.
   */
  readonly quick?: boolean | undefined;
  /** Whether tables without such a search use the larger and faster recognition of loaded routes. */
  readonly quickRecognition?: boolean | undefined;
}

/** Writes the module. Throws a `TypeError` for a callable that no module exports. */
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
    // Its types come from the declaration file beside it, even in a program that checks JavaScript.
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

/** The lines of an object's member. The key is on the first line, a comma on the last. */
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

/** The call that makes the custom helpers and plurals of the routes file; undefined if there are none. */
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

/** In larger tables, remembering the paths without values costs little memory compared with the routes. */
const mostUnremembered = 128;

/** The expression for the router's recognition. */
function recognitionOf(
  { definitions, quickRecognition = false }: CompiledModuleOptions,
  search: string | undefined,
  imports: Imports,
): string {
  const ofAny = quickRecognition ? 'quickRecognition' : 'recognition';
  // A written search answers nearly everything itself, so the smaller walk is enough for the rest.
  const isSmaller = definitions.every(isSimple) && (search !== undefined || !quickRecognition);
  const walked = imports.part(isSmaller ? 'simpleRecognition' : ofAny);
  if (search !== undefined) return `${imports.part('writtenRecognition')}(${walked}, search)`;
  return isSmaller && definitions.length > mostUnremembered
    ? `${imports.part('literalRecognition')}(${walked})`
    : walked;
}

/** The expression for generation, if the helpers need more than `UrlHelpers` brings with it. */
function generationPart(
  { definitions, quick = false }: CompiledModuleOptions,
  imports: Imports,
): string | undefined {
  if (quick) return imports.part('quickGeneration');
  const named = definitions.filter(({ name }) => name !== undefined);
  if (named.every(isSimplyWritten)) return undefined;
  return imports.part(named.every(isConstrainedSimply) ? 'constrainedGeneration' : 'generation');
}

/** A list with one line for each entry; undefined if there are none. */
function lines(entries: readonly CodeLine[]): readonly CodeLine[] | undefined {
  if (entries.length === 0) return undefined;
  return [
    { text: '[' },
    ...entries.map((entry) => ({ ...entry, text: `    ${entry.text},` })),
    { text: '  ]' },
  ];
}

/** Whether routes with these facts have layers or headers around their target. */
function isAround({ layers, deprecated, sunset }: RouteFacts): boolean {
  return layers.length > 0 || deprecated !== undefined || sunset !== undefined;
}

/** The imports of a module in the order of first use, each export once. */
class Imports {
  readonly #importOf: CompiledModuleOptions['importOf'];
  readonly #names = new Map<string, string>();
  readonly #parts = new Set(['createRouter']);
  readonly lines: CodeLine[] = [];

  constructor({ importOf }: Pick<CompiledModuleOptions, 'importOf'>) {
    this.#importOf = importOf;
  }

  /** The names that the module imports from `waypost/router`. */
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

  /** Imports a whole module as a namespace. */
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

/** Further options for the declaration file. */
interface CompiledTypesOptions extends Pick<TypedHelpersOptions, 'file' | 'directNames' | 'validOf'> {
  readonly helpers?: boolean;
}

/** The declaration file for a compiled module. It types the router and its helpers. */
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

/** A dictionary of plurals and singulars. */
export interface Words {
  singular(word: string): string;
  plural(word: string): string;
}

/**
 * The plurals of route names that are not the singular with an `s`. Records find their routes by plural, and with this list the
 * application needs no dictionary at run time.
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
    // Usually only the last word of a class name has a plural. Exceptions in the dictionary may need more words.
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
