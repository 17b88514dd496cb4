// Knows an application's controllers, and the modules that its routes name, from their texts.
//
// The linter and the editor ask whether `posts#show` or `&guards#isStaff` exists, where, and for its doc comment. Nothing is run (see
// `module-reading.ts`). Files are read again when they change.

import { dirname, relative, resolve } from 'node:path';
import type { LookedAt } from '../files/watched-folders.js';
import { ModuleReader } from './module-reader.js';
import type { Member, Members, ModuleReading } from './module-reading.js';
import { moduleNames, unusableModule } from './modules.js';

export interface ReadController extends Members {
  readonly file: string;
  /** Names that would also answer, but are not meant as actions: private methods, fields that a constructor sets. */
  readonly others: ReadonlySet<string>;
  readonly unread?: string | undefined;
}

export class ControllerIndex {
  readonly #reader: ModuleReader;
  readonly #folder: string | undefined;

  readonly #base: string;

  /**
   * @param folder the application's folder of controllers, if there is one
   * @param base the folder that the names of routes files are relative to
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

  /** Whether there is a folder of controllers, so it is known which exist. */
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
   * A controller with its actions: the functions of its default export (of an instance, if that is a class), and the functions that the
   * module exports. Undefined if there is none of that name.
   */
  controller(name: string): ReadController | undefined {
    if (this.#folder === undefined || name.split('/').includes('..')) return undefined;
    const reading = this.#reader.readNamed(this.#folder, name);
    return reading && { file: reading.file, unread: reading.unread, ...actionsOf(reading) };
  }

  /** Why a file that looks like a controller of that name, such as `posts.tsx`, is none. */
  unusableController(name: string): string | undefined {
    return this.#folder === undefined ? undefined : unusableModule(this.#folder, name);
  }

  /** The module that `&name` means in a routes file; undefined if there is no such file (it may be a package). */
  module(name: string, routesFile: string): ModuleReading | undefined {
    return this.#reader.readNamed(dirname(this.pathOf(routesFile)), name);
  }

  /** The exports of the module in a file. */
  moduleAt(file: string): ModuleReading | undefined {
    return this.#reader.read(file);
  }

  /** The absolute path of a routes file, given its name in diagnostics. */
  pathOf(routesFile: string): string {
    return resolve(this.#base, routesFile);
  }

  /** The names of the modules that a routes file can name. */
  moduleNames(routesFile: string): readonly string[] {
    return moduleNames(dirname(this.pathOf(routesFile)));
  }
}

/** The members that the router could call: functions and values that may be one, except names with a leading `_`. */
function actionsOf(module: ModuleReading): Pick<ReadController, 'byName' | 'others' | 'isComplete'> {
  const whole = module.byName.get('default');
  const owners: readonly Members[] = whole?.members ? [whole.members, module] : [module];
  const byName = new Map<string, Member>();
  const others = new Set<string>();
  for (const owner of owners) {
    for (const [name, member] of owner.byName) {
      const mayBeCalled = member.kind === 'function' || member.kind === 'unknown';
      if (name.startsWith('_') || !mayBeCalled || byName.has(name)) continue;
      // A function exported beside a class would answer a route that names it, but is perhaps not meant as an action.
      const isBeside = whole?.kind === 'class' && owner === module;
      // A default export is hardly ever meant to be an action.
      if (member.isInternal || name === 'default') others.add(name);
      else byName.set(name, isBeside ? { ...member, kind: 'unknown' } : member);
    }
  }
  const isComplete = owners.every((owner) => owner.isComplete) && whole?.kind !== 'unknown';
  return { byName, others, isComplete };
}
