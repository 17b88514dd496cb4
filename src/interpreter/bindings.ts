// What `&module#export` and `'controller#action'` stand for.
//
// A loader knows modules and can say that an export is missing; an editor runs no user code and mostly answers
// 'unknown', which is never an error.

import type { CallableValue } from '../language/declarations.js';
import type { Source } from '../language/source.js';

/** What the text of a module tells for certain of an export that no function can be. */
export interface ExportShape {
  /** A class, an object that is written out, or another value. */
  readonly kind: 'value' | 'class' | 'object';
  /** Whether an instance of the class, or the object, has a member. */
  has(member: string): boolean;
}

/** What was found for a callable. `known` are the names there are, for a suggestion. */
export type Binding =
  | { readonly kind: 'found'; readonly value: unknown; readonly shape?: ExportShape | undefined }
  /** It exists, as a list of export names tells, but its value is not at hand. */
  | { readonly kind: 'unseen'; readonly shape?: ExportShape | undefined }
  | { readonly kind: 'unknown' }
  /**
   * `inFolder` says that it was looked for in the folder of the routes file, where the `known` are; `unusable`, why a file that seems
   * to be it is not.
   */
  | {
      readonly kind: 'no-module';
      readonly known: readonly string[];
      readonly inFolder?: true;
      readonly unusable?: string | undefined;
    }
  | { readonly kind: 'no-export'; readonly known: readonly string[] };

/** What is known of a controller: the actions it has, or a test of one. */
export interface ControllerKnowledge {
  /** Whether it answers to an action. Throws what its constructor throws, where only an instance could tell. */
  hasAction(action: string): boolean;
  /** All of its actions, for suggestions. */
  readonly actions: readonly string[];
}

/** What the names of a routes file stand for: modules that are loaded, or what is known of them without running any. */
export interface Bindings {
  /** What a callable stands for in a file. */
  callable(value: CallableValue, source: Source): Binding;
  /** Absent where nobody said which controllers there are. */
  readonly controllers?: {
    find(name: string): ControllerKnowledge | undefined;
    readonly known: readonly string[];
    /** The folder in which they are looked for, as people are told of it. */
    readonly folder?: string | undefined;
    /** Why a file that seems to be a controller is none. */
    readonly unusable?: ((name: string) => string | undefined) | undefined;
    /** The folder that should have them, where there is none. */
    readonly missingFolder?: string | undefined;
  };
}

/** A module's exports, or only their names. */
export type ModuleExports = Readonly<Record<string, unknown>> | readonly string[];

/** Looks a callable up in the exports of its module. */
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

/** A loader's module object may answer through a getter of its prototype; what every object has does not count. */
function isNamespaceExport(record: Readonly<Record<string, unknown>>, name: string): boolean {
  return name in record && !(name in Object.prototype);
}
