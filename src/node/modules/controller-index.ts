// An application's controllers and the modules that its routes name, as far as their texts tell.
//
// The linter and the editors ask here whether `posts#show` or `&guards#isStaff` exists, where, and what its doc comment
// says. Nothing is run: see module-reading.ts. Answers follow the files, which are looked at again when they change.

import { dirname, relative, resolve } from 'node:path';
import type { LookedAt } from '../files/watched-folders.js';
import { ModuleReader } from './module-reader.js';
import type { Member, Members, ModuleReading } from './module-reading.js';
import { moduleNames, unusableModule } from './modules.js';

export interface ReadController extends Members {
  readonly file: string;
  /** Names that answer as well and are not meant to: private methods, what a constructor keeps. */
  readonly others: ReadonlySet<string>;
  readonly unread?: string | undefined;
}

export class ControllerIndex {
  readonly #reader: ModuleReader;
  readonly #folder: string | undefined;

  readonly #base: string;

  /**
   * @param folder the application's `controllers`, if there is one
   * @param base what the names of routes files are relative to
   */
  constructor(reader: ModuleReader, folder: string | undefined, base = process.cwd()) {
    this.#reader = reader;
    this.#base = base;
    this.#folder = folder === undefined ? undefined : resolve(base, folder);
  }

  static async load(
    folder: string | undefined,
    base?: string,
    lookedAt?: LookedAt,
  ): Promise<ControllerIndex> {
    return new ControllerIndex(await ModuleReader.load(undefined, lookedAt), folder, base);
  }

  /** Whether it is known which controllers there are at all. */
  get hasControllers(): boolean {
    return this.#folder !== undefined;
  }

  /** The folder of the controllers, relative to the base. */
  get controllerFolder(): string | undefined {
    return this.#folder === undefined ? undefined : relative(this.#base, this.#folder) || '.';
  }

  controllerNames(): readonly string[] {
    return this.#folder === undefined ? [] : moduleNames(this.#folder);
  }

  /**
   * A controller and its actions: what its default export has, the methods of an instance where that is a class, and the
   * functions that the module exports. Undefined if there is none of the name.
   */
  controller(name: string): ReadController | undefined {
    if (this.#folder === undefined || name.split('/').includes('..')) return undefined;
    const reading = this.#reader.readNamed(this.#folder, name);
    return reading && { file: reading.file, unread: reading.unread, ...actionsOf(reading) };
  }

  /** Why there is no controller of a name although a file seems to be one. */
  unusableController(name: string): string | undefined {
    return this.#folder === undefined ? undefined : unusableModule(this.#folder, name);
  }

  /** The module that `&name` stands for in a routes file; undefined where there is no such file (it may be a package). */
  module(name: string, routesFile: string): ModuleReading | undefined {
    return this.#reader.readNamed(dirname(this.pathOf(routesFile)), name);
  }

  /** What the module in a file exports. */
  moduleAt(file: string): ModuleReading | undefined {
    return this.#reader.read(file);
  }

  /** The absolute path of a routes file, by the name that diagnostics use. */
  pathOf(routesFile: string): string {
    return resolve(this.#base, routesFile);
  }

  /** Names of modules that could be meant in a routes file. */
  moduleNames(routesFile: string): readonly string[] {
    return moduleNames(dirname(this.pathOf(routesFile)));
  }
}

/** What the router could call: functions, and what may turn out to be one; no name with a leading `_`. */
function actionsOf(module: ModuleReading): Pick<ReadController, 'byName' | 'others' | 'isComplete'> {
  const whole = module.byName.get('default');
  const owners: readonly Members[] = whole?.members ? [whole.members, module] : [module];
  const byName = new Map<string, Member>();
  const others = new Set<string>();
  for (const owner of owners) {
    for (const [name, member] of owner.byName) {
      const mayBeCalled = member.kind === 'function' || member.kind === 'unknown';
      if (name.startsWith('_') || !mayBeCalled || byName.has(name)) continue;
      // A function beside a class answers a route that names it, and need not be meant to.
      const isBeside = whole?.kind === 'class' && owner === module;
      // A default export is hardly ever meant to be an action.
      if (member.isInternal || name === 'default') others.add(name);
      else byName.set(name, isBeside ? { ...member, kind: 'unknown' } : member);
    }
  }
  const isComplete = owners.every((owner) => owner.isComplete) && whole?.kind !== 'unknown';
  return { byName, others, isComplete };
}
