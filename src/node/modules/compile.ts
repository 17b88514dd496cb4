// Compiles a routes file to the text of a module with its routes, without running anything of the application.
//
// Names of callables and controllers are looked up in the texts of the modules, as the linter does, and become imports. The errors are
// those of loading the file.

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

/** What a compiled module is optimised for. */
export type Optimize = 'size' | 'speed';

export interface CompileOptions {
  /** The path of the module to write: imports are relative to its folder. By default beside the routes file. */
  readonly out?: string | undefined;
  /** The folder of the controllers. Without one, the caller must give the router its controllers. */
  readonly controllers?: string | undefined;
  /**
   * Whether the module is a complete application. Nobody gives its router controllers then, so without a folder of controllers each
   * controller is an error. Helpers and the search of a small table are made for speed, whatever `optimize` is.
   */
  readonly runsAlone?: boolean | undefined;
  readonly inflections?: Readonly<Record<string, string>> | undefined;
  /** `native` runs every regex by JavaScript's engine, as the option of the loaders does. */
  readonly regex?: 'native' | undefined;
  /** The name of the routes file in diagnostics and in the routes' locations. */
  readonly file?: string | undefined;
  /** The command that writes the module, for its heading. `waypost compile` by default. */
  readonly command?: string | undefined;
  /** Whether the router has URL helpers. True by default. */
  readonly helpers?: boolean | undefined;
  /** Whether the module is small or fast, if it cannot be both. `size` by default; use `speed` on servers. */
  readonly optimize?: Optimize | undefined;
  /** The folder that relative file names are relative to. The working directory by default. */
  readonly base?: string | undefined;
  /** Whether a bundler reads the imports. They are then paths, otherwise URLs, as hosts read them. */
  readonly isBundled?: boolean | undefined;
  /** Called with the absolute path of each other file that the module depends on, also if the text has an error. */
  readonly lookedAt?: LookedAt | undefined;
}

export interface CompiledFile {
  readonly code: string;
  /** The text of the declaration file beside the module. */
  readonly types: string;
  /**
   * Maps the lines of routes in `code` to their declarations, and imports to where they are first named. Sources are relative to the
   * module's folder.
   */
  readonly map: CompiledMap;
  /** The specifiers of the modules that it imports. */
  readonly imports: readonly string[];
  /** If controllers are not imported, the names of those that the router must be given. */
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
 * @throws RoutesError if the text has an error; RoutesFileError if it cannot be read
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

/** The path of the declaration file beside a module: `routes.d.ts` for `routes.js`. */
export function declarationOf(module: string): string {
  const extension = extname(module);
  return `${module.slice(0, module.length - extension.length)}.d${extension.replace('js', 'ts') || '.ts'}`;
}
