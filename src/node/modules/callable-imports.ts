// Tells where the callables of a routes file are imported from, without importing them, for modules and types that are written.

import { dirname, relative, sep } from 'node:path';
import type { ImportedExport } from '../../compiler/compiled-module.js';
import { jsonText } from '../../compiler/literal.js';
import type { Bindings } from '../../interpreter/bindings.js';
import type { CallableValue } from '../../language/declarations.js';
import type { Source } from '../../language/source.js';
import type { ModuleReading } from './module-reading.js';
import { moduleFile } from './modules.js';

interface CallableImport extends Pick<ImportedExport, 'name' | 'place'> {
  /** Undefined for an export of a package. */
  readonly file: string | undefined;
  /** The module as the routes file names it. */
  readonly module: string;
}

/** The specifier by which a file is imported. */
type Specifier = (file: string) => string;

/** Makes stand-ins for the callables of a routes file, and knows where each is imported from. */
export class CallableImports {
  readonly #byKey = new Map<string, () => never>();
  readonly #imports = new Map<unknown, CallableImport>();

  /** @param pathOf returns the absolute path of a routes file */
  constructor(private readonly pathOf: (source: Source) => string) {}

  /** The specifiers of all imported modules. `specifier` names a file. */
  modules(specifier: Specifier): readonly string[] {
    return [...this.#imports.values()].map((found) => moduleBy(specifier, found));
  }

  /** The import of a callable; undefined for anything that is no stand-in. */
  importOf(specifier: Specifier, callable: unknown): ImportedExport | undefined {
    const found = this.#imports.get(callable);
    return found && { module: moduleBy(specifier, found), name: found.name, place: found.place };
  }

  /**
   * The type of a layer's `valid` data, written for a file in `folder`: TypeScript infers it from the layer. Undefined if the layer is
   * known to be no validation. `read` returns what is known of a module.
   */
  validOf(
    folder: string,
    read: (file: string) => ModuleReading | undefined,
  ): (layer: unknown) => string | undefined {
    return (layer) => {
      const found = this.#imports.get(layer);
      if (found?.file === undefined || !/\.[cm]?tsx?$/.test(found.file)) return undefined;
      const kind = read(found.file)?.byName.get(found.name)?.kind;
      if (kind === 'function' || kind === 'class') return undefined;
      const module = moduleBy((file) => specifierOf(file, folder), found).replace(/(\.[cm]?)tsx?$/, '$1js');
      return `ValidOf<(typeof import(${jsonText(module)}))[${jsonText(found.name)}]>`;
    };
  }

  /** Bindings in which found and unknown callables are stand-ins. Missing ones are errors, as for the loader. */
  bindings(found: Bindings): Bindings {
    return {
      ...found,
      callable: (value, source) => {
        const binding = found.callable(value, source);
        return binding.kind === 'unseen' || binding.kind === 'unknown'
          ? {
              kind: 'found',
              value: this.#standIn(value, source),
              ...(binding.kind === 'unseen' && { shape: binding.shape }),
            }
          : binding;
      },
    };
  }

  #standIn(value: CallableValue, source: Source): () => never {
    const file = moduleFile(dirname(this.pathOf(source)), value.module);
    const name = value.export ?? 'default';
    const key = `${file ?? value.module}\0${name}`;
    const known = this.#byKey.get(key);
    if (known) return known;
    const made = (): never => {
      throw new Error('only the text of the routes is read: nothing of the application is called');
    };
    this.#byKey.set(key, made);
    const place = { file: source.file, start: source.positionAt(value.span.start) };
    this.#imports.set(made, { name, file, module: value.module, place });
    return made;
  }
}

function moduleBy(specifier: Specifier, { file, module }: CallableImport): string {
  return file === undefined ? module : specifier(file);
}

/** The path of a file as an import in `folder` names it: `../controllers/posts.js`. */
export function specifierOf(file: string, folder: string): string {
  const path = relative(folder, file).split(sep).join('/');
  return path.startsWith('../') ? path : `./${path}`;
}

/** The same with `%`, `?` and `#` escaped, for hosts, which read it as a URL. Bundlers and TypeScript read it as a file name. */
export function urlSpecifierOf(file: string, folder: string): string {
  return specifierOf(file, folder).replaceAll(/[%?#]/g, encodeURIComponent);
}
