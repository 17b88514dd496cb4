// What the linter may ask about an application's modules. Its host answers: on Node, ControllerIndex reads the text of
// the modules. An editor in a browser may know of no modules.

import type { Diagnostic } from '../language/diagnostics.js';
import { actionMember } from '../routing/router/action-name.js';

/** An export of a module, or an action of a controller. */
export interface KnownMember {
  /** The name of the export. */
  readonly name: string;
  readonly kind: 'function' | 'class' | 'object' | 'value' | 'unknown';
  /** The path of its module. */
  readonly file: string;
  /** Where its name is in the module. */
  readonly range: Diagnostic['range'];
  /** Text of the comment before it, without `*`. */
  readonly doc: string | undefined;
  /** The number of declared parameters, if it is a function. */
  readonly parameters?: number;
}

/** What a module exports, or which actions a controller has. */
export interface KnownMembers {
  /** The path of the module. */
  readonly file: string;
  /** The members by their names. */
  readonly byName: ReadonlyMap<string, KnownMember>;
  /** Names of a controller that would answer too, but are not meant as actions, such as private methods. */
  readonly others?: ReadonlySet<string> | undefined;
  /** Whether `byName` has all members. */
  readonly isComplete: boolean;
  /** Why the file was not read, for example because it is too large: the rest of a sentence that begins with the file's name. */
  readonly unread?: string | undefined;
}

/** What is known of an application's modules (docs/linter.md). */
export interface ApplicationKnowledge {
  /** Whether any controllers are known. */
  readonly hasControllers: boolean;
  /** The names of all controllers, for suggestions. */
  controllerNames(): readonly string[];
  /** The actions of a controller; undefined if there is no controller of this name. */
  controller(name: string): KnownMembers | undefined;
  /** The module of a callable; undefined if it is not a file of the application. */
  module(name: string, routesFile: string): KnownMembers | undefined;
  /** The names of all modules that a callable of this routes file can refer to, for suggestions. */
  moduleNames(routesFile: string): readonly string[];
}

/** The export of a controller that answers an action, in any spelling (`mark_read`, `markRead`); undefined if there is none. */
export function actionOf(controller: KnownMembers | undefined, action: string): string | undefined {
  if (!controller) return undefined;
  return actionMember(action, (name) => controller.byName.has(name) || controller.others?.has(name) === true);
}
