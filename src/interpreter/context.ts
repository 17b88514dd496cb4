// What the functions of keywords (meanings.ts) get to interpret a call: the program, and the walk through the declarations.

import type { Block, Declaration } from '../language/declarations.js';
import type { Place } from '../language/diagnostics.js';
import type { Demands } from './demands.js';
import type { SaidRoute } from './interpreted-route.js';
import type { Inflection } from './inflection.js';
import type { Outcome, Effect } from './outcome.js';
import type { Concern, Program } from './program.js';
import type { RoutePaths } from './route-paths.js';
import type { Scope } from './scope.js';

export interface Context {
  readonly program: Program;
  readonly inflection: Inflection;
  readonly demands: Demands;
  readonly paths: RoutePaths;
  /** The outcome of the declaration that is being interpreted. */
  readonly outcome: Outcome;
  readonly depth: number;
  /** Adds a route to the outcome. */
  add(said: SaidRoute): void;
  record(effect: Effect): void;
  /** Whether the use of a concern stays within the limits. If not, it is reported, and none of the concern is read. */
  hasRoomFor(concern: Concern, place: Place): boolean;
  /** Interprets the declarations of a block. */
  block(block: Block, scope: Scope): void;
  /** Interprets the declarations in a declaration's own block, if it has one. */
  inside(declaration: Declaration, scope: Scope): void;
  /** Interprets the top level of an included file, one level deeper. */
  file(declarations: readonly Declaration[], scope: Scope): void;
}
