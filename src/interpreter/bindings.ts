// Bindings say what `&module#export` and `'controller#action'` refer to.
//
// A loader has loaded the modules and can say that an export is missing. An editor runs no user code and mostly answers 'unknown', which is
// never an error.

import type { CallableValue } from '../language/declarations.js';
import type { Source } from '../language/source.js';

/** What the text of a module says for certain about an export that is no function. */
export interface ExportShape {
  /** A class, an object literal, or another value. */
  readonly kind: 'value' | 'class' | 'object';
  /** Whether the object, or an instance of the class, has a member. */
  has(member: string): boolean;
}

/** What was found for a callable. `known` are the names that exist, for suggestions. */
export type Binding =
  | { readonly kind: 'found'; readonly value: unknown; readonly shape?: ExportShape | undefined }
  /** The export exists, according to a list of names, but its value is not known. */
  | { readonly kind: 'unseen'; readonly shape?: ExportShape | undefined }
  | { readonly kind: 'unknown' }
  /**
   * `inFolder` says that `known` are the modules in the folder of the routes file. `unusable` says why a file that seems to be the module
   * cannot be used.
   */
  | {
      readonly kind: 'no-module';
      readonly known: readonly string[];
      readonly inFolder?: true;
      readonly unusable?: string | undefined;
    }
  | { readonly kind: 'no-export'; readonly known: readonly string[] };

/** What is known of a controller. */
export interface ControllerKnowledge {
  /** Whether it has an action. Throws what its constructor throws, if only an instance can tell. */
  hasAction(action: string): boolean;
  /** The names of all its actions, for suggestions. */
  readonly actions: readonly string[];
}

/** What the names in a routes file refer to: loaded modules, or what is known about modules that are not run. */
export interface Bindings {
  /** What a callable in a file refers to. */
  callable(value: CallableValue, source: Source): Binding;
  /** Absent if the controllers are not known. */
  readonly controllers?: {
    find(name: string): ControllerKnowledge | undefined;
    readonly known: readonly string[];
    /** The folder that is searched, as messages name it. */
    readonly folder?: string | undefined;
    /** Why a file that seems to be a controller cannot be used. */
    readonly unusable?: ((name: string) => string | undefined) | undefined;
    /** The folder that should contain the controllers, if it does not exist. */
    readonly missingFolder?: string | undefined;
  };
}

/** The exports of a module, or only their names. */
export type ModuleExports = Readonly<Record<string, unknown>> | readonly string[];

/** The binding of a callable to an export of its module. */
export function exportBinding(exports: ModuleExports, name: string | undefined): Binding {
  const wanted = name ?? 'default';
  if (isNameList(exports)) {
    return exports.includes(wanted) ? { kind: 'unseen' } : { kind: 'no-export', known: exports };
  }
  return Object.hasOwn(exports, wanted) || isNamespaceExport(exports, wanted)
    ? { kind: 'found', value: exports[wanted] }
    : { kind: 'no-export', known: Object.keys(exports) };
}

const isNameList = (exports: ModuleExports): exports is readonly string[] => Array.isArray(exports);

/** A module object may have getters in its prototype. Properties of every object do not count. */
function isNamespaceExport(record: Readonly<Record<string, unknown>>, name: string): boolean {
  return name in record && !(name in Object.prototype);
}
