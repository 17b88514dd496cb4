// What the linter may ask about an application's modules. Whoever hosts it answers: on Node, ControllerIndex reads the
// modules' texts; an editor in a browser may have none.

import type { Diagnostic } from '../language/diagnostics.js';
import { actionMember } from '../routing/router/action-name.js';

/** An export of a module, or an action of a controller. */
export interface KnownMember {
  /** As it is exported. */
  readonly name: string;
  readonly kind: 'function' | 'class' | 'object' | 'value' | 'unknown';
  /** The path of its module. */
  readonly file: string;
  /** Where its name stands there. */
  readonly range: Diagnostic['range'];
  /** The comment before it, without the stars. */
  readonly doc: string | undefined;
  /** Of a function: how many parameters it is written with. */
  readonly parameters?: number;
}

/** What a module exports, or which actions a controller has. */
export interface KnownMembers {
  /** The path of the module. */
  readonly file: string;
  /** The members by their names. */
  readonly byName: ReadonlyMap<string, KnownMember>;
  /** Of a controller: names that answer as well and are not meant to, such as private methods. */
  readonly others?: ReadonlySet<string> | undefined;
  /** Whether there are no others. */
  readonly isComplete: boolean;
  /** Why nothing is known of the file, which is too large or too deep: the rest of the sentence that begins with its name. */
  readonly unread?: string | undefined;
}

/** What is known of an application's modules (docs/linter.md). */
export interface ApplicationKnowledge {
  /** Whether there are controllers to ask about at all. */
  readonly hasControllers: boolean;
  /** The names of all controllers, for suggestions. */
  controllerNames(): readonly string[];
  /** The actions of a controller; undefined where there is none of this name. */
  controller(name: string): KnownMembers | undefined;
  /** The module of a callable; undefined where it is no file of the application. */
  module(name: string, routesFile: string): KnownMembers | undefined;
  /** The names of all modules that a callable of this routes file may stand in, for suggestions. */
  moduleNames(routesFile: string): readonly string[];
}

/** The export of a controller that answers for an action, however its name is spelled; undefined where there is none. */
export function actionOf(controller: KnownMembers | undefined, action: string): string | undefined {
  if (!controller) return undefined;
  return actionMember(action, (name) => controller.byName.has(name) || controller.others?.has(name) === true);
}
