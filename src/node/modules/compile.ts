// A routes file → the text of a module with its routes, without running anything of the application.
//
// What the file names is looked up in the texts of its modules, as the linter does, and becomes an import. Mistakes are
// those that loading the file would throw.

import { GenMapping, maybeAddMapping, setSourceContent, toEncodedMap } from '@jridgewell/gen-mapping';
import { dirname, extname, resolve } from 'node:path';
import {
  compiledModule,
  compiledTypes,
  unusualPlurals,
  type CompiledModule,
} from '../../compiler/compiled-module.js';
import { Inflection } from '../../interpreter/inflection.js';
import { interpret } from '../../interpreter/interpret.js';
import { checkedRoutes, interpretOptions } from '../../interpreter/load.js';
import { Source } from '../../language/source.js';
import { parseSyntax } from '../../language/syntax.js';
import { controllersIn } from '../../routing/patterns/route.js';
import { withPlainLines } from '../files/generated-file.js';
import { readIncluded, readRoutesFile } from '../files/routes-file.js';
import type { LookedAt } from '../files/watched-folders.js';
import { CallableImports, specifierOf, urlSpecifierOf } from './callable-imports.js';
import { ControllerIndex } from './controller-index.js';
import { staticBindings } from './static-bindings.js';

/** What a compiled module is made for. */
export type Optimize = 'size' | 'speed';

export interface CompileOptions {
  /** The module that is to be written: imports are relative to its folder. Beside the routes file unless given. */
  readonly out?: string | undefined;
  /** The folder of the controllers; without one the router is to be given its controllers. */
  readonly controllers?: string | undefined;
  /**
   * Whether the module is the whole of an application: nobody gives its router controllers, so that without a folder of them each is a mistake, and its
   * helpers and the search of a small table are made for speed whatever the rest is made for.
   */
  readonly runsAlone?: boolean | undefined;
  readonly inflections?: Readonly<Record<string, string>> | undefined;
  /** `native` leaves every regex to JavaScript's engine, as it does for the loaders. */
  readonly regex?: 'native' | undefined;
  /** The name of the routes file in diagnostics and in the routes' locations. */
  readonly file?: string | undefined;
  /** What writes the module, for its heading; `waypost compile` unless given. */
  readonly command?: string | undefined;
  /** Whether the router has URL helpers; it has unless this is false. */
  readonly helpers?: boolean | undefined;
  /** What the module is made for where it cannot have both: for `size` unless given, for `speed` where a server runs it. */
  readonly optimize?: Optimize | undefined;
  /** What relative names of files are relative to; the working directory unless given. */
  readonly base?: string | undefined;
  /** Whether a bundler reads the imports, as paths; they are URLs, as a host reads them, unless it does. */
  readonly isBundled?: boolean | undefined;
  /** Is told the absolute path of each other file that the module follows from, also where the text has an error. */
  readonly lookedAt?: LookedAt | undefined;
}

export interface CompiledFile {
  readonly code: string;
  /** The declaration that stands beside the module. */
  readonly types: string;
  /**
   * From the lines of the routes in `code` to the declarations they come from, and from imports to where they are first named; sources
   * are relative to the module's folder.
   */
  readonly map: CompiledMap;
  /** The modules that it imports. */
  readonly imports: readonly string[];
  /** The names of the controllers that the router is to be given, where none are imported. */
  readonly awaitedControllers: readonly string[];
}

/** A source map. */
interface CompiledMap {
  readonly version: 3;
  names: string[];
  sources: string[];
  sourcesContent: (string | null)[];
  readonly mappings: string;
}

/**
 * Compiles a routes file (docs/compiled-routes.md).
 *
 * @throws RoutesError when the text has any error; RoutesFileError when it cannot be read
 */
export async function compileRoutesFile(file: string, options: CompileOptions = {}): Promise<CompiledFile> {
  const { base = process.cwd(), helpers = true, optimize = 'size', lookedAt } = options;
  const path = resolve(base, file);
  const shown = options.file ?? file;
  const out = resolve(base, options.out ?? `${path}.js`);
  const source = new Source(shown, withPlainLines(readRoutesFile(path)));
  const index = await ControllerIndex.load(options.controllers, base, lookedAt);
  const callables = new CallableImports((of) => (of === source ? path : resolve(base, of.file)));
  const read = (included: string): string | undefined => {
    const text = readIncluded(resolve(base, included), lookedAt);
    return text === undefined ? undefined : withPlainLines(text);
  };
  const { inflections, regex, runsAlone } = options;
  const bindings = callables.bindings(staticBindings(index));
  const none = { known: [], find: () => undefined, missingFolder: 'controllers' };
  const interpretation = interpret(
    parseSyntax(source),
    interpretOptions(
      { read, inflections, regex },
      runsAlone && !index.hasControllers ? { ...bindings, controllers: none } : bindings,
    ),
  );
  const { definitions, customHelpers } = checkedRoutes(interpretation, compileRoutesFile);
  const specifier = (file: string): string =>
    options.isBundled ? specifierOf(file, dirname(out)) : urlSpecifierOf(file, dirname(out));
  const controllers = new Map<string, string>();
  for (const name of controllersIn(definitions)) {
    const module = index.controller(name)?.file;
    if (module !== undefined) controllers.set(name, specifier(module));
  }
  const { code, places } = compiledModule({
    definitions,
    customHelpers,
    plurals: unusualPlurals(definitions, new Inflection(inflections)),
    controllers,
    regex,
    importOf: (callable) => callables.importOf(specifier, callable),
    file: shown.replaceAll('\\', '/'),
    command: options.command,
    helpers,
    quick: runsAlone || optimize === 'speed',
    quickRecognition: optimize === 'speed',
  });
  const sources = new Map(
    [...interpretation.program.sources].map(([name, { text }]) => [
      name,
      { path: name === shown ? path : resolve(base, name), text },
    ]),
  );
  return {
    code,
    types: compiledTypes(definitions, {
      file: shown.replaceAll('\\', '/'),
      directNames: customHelpers.direct.keys(),
      helpers,
      validOf: callables.validOf(dirname(out), (file) => index.moduleAt(file)),
    }),
    map: mapOf(places, sources, dirname(out)),
    imports: [...new Set([...controllers.values(), ...callables.modules(specifier)])],
    awaitedControllers: index.hasControllers ? [] : [...controllersIn(definitions)],
  };
}

function mapOf(
  places: CompiledModule['places'],
  sources: ReadonlyMap<string, { readonly path: string; readonly text: string }>,
  folder: string,
): CompiledMap {
  const map = new GenMapping();
  const named = new Set(places.map(({ file }) => file));
  for (const [file, { path, text }] of sources)
    if (named.has(file)) setSourceContent(map, specifierOf(path, folder), text);
  for (const { at, file, start } of places) {
    maybeAddMapping(map, {
      generated: { line: at, column: 0 },
      original: { line: start.line, column: start.column - 1 },
      source: specifierOf(sources.get(file)?.path ?? file, folder),
    });
  }
  const { names, sources: shown, sourcesContent = [], mappings } = toEncodedMap(map);
  return {
    version: 3,
    names: [...names],
    sources: shown.map((each) => each ?? ''),
    sourcesContent: [...sourcesContent],
    mappings,
  };
}

/** The name of the declaration beside a module: `routes.d.ts` for `routes.js`. */
export function declarationOf(module: string): string {
  const extension = extname(module);
  return `${module.slice(0, module.length - extension.length)}.d${extension.replace('js', 'ts') || '.ts'}`;
}
