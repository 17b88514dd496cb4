// What the keywords are given their meaning with: the walk over the declarations, as each of them sees it.

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
  /** Of the declaration that is being given its meaning. */
  readonly outcome: Outcome;
  readonly depth: number;
  /** Adds a route to the outcome. */
  add(said: SaidRoute): void;
  record(effect: Effect): void;
  /** Whether the use of a concern does not come to too much, which is reported; nothing of it has been read then. */
  hasRoomFor(concern: Concern, place: Place): boolean;
  /** Goes through the declarations of a block. */
  block(block: Block, scope: Scope): void;
  /** Goes through a declaration's own block, if it has one. */
  inside(declaration: Declaration, scope: Scope): void;
  /** Goes through the statements of an included file, one level deeper. */
  file(declarations: readonly Declaration[], scope: Scope): void;
}
