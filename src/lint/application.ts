// What the linter may ask about an application's modules. Whoever hosts it answers: on Node, ControllerIndex reads the
// modules' texts; an editor in a browser may have none.

import type { Diagnostic } from '../language/diagnostics.js';

/** An export of a module, or an action of a controller. */
export interface KnownMember {
  readonly name: string;
  readonly kind: 'function' | 'class' | 'object' | 'value' | 'unknown';
  readonly file: string;
  readonly range: Diagnostic['range'];
  readonly doc: string | undefined;
  /** Of a function: how many parameters it is written with. */
  readonly parameters?: number;
}

export interface KnownMembers {
  readonly file: string;
  readonly byName: ReadonlyMap<string, KnownMember>;
  /** Whether there are no others. */
  readonly isComplete: boolean;
  /** Why nothing is known of the file, which is too large or too deep: the rest of the sentence that begins with its name. */
  readonly unread?: string | undefined;
}

export interface ApplicationKnowledge {
  readonly hasControllers: boolean;
  controllerNames(): readonly string[];
  controller(name: string): KnownMembers | undefined;
  /** The module of a callable; undefined where it is no file of the application. */
  module(name: string, routesFile: string): KnownMembers | undefined;
  moduleNames(routesFile: string): readonly string[];
}
