// Gathers what the outcomes of a file's declarations contain: routes, custom helpers, the fate of each constraint, the scope of each block,
// and the uses of each concern.

import type { Block, Pair } from '../language/declarations.js';
import type { Place } from '../language/diagnostics.js';
import { addTo } from '../language/grouping.js';
import type { Source, Span } from '../language/source.js';
import type { DirectHelper, ResolveTarget } from '../routing/generation/custom-helpers.js';
import type { DemandFate } from './demands.js';
import type { Effect } from './outcome.js';
import type { Concern, Program } from './program.js';
import type { InterpretedRoute } from './interpreted-route.js';
import type { Scope } from './scope.js';

export class Findings {
  readonly routes: InterpretedRoute[] = [];
  readonly demands = new Map<Pair, DemandFate>();
  /** The scope inside each block, at the first use of the block. */
  readonly scopes = new Map<Block, Scope>();
  /** The scope of each included file's top level, at its first include. */
  readonly fileScopes = new Map<Source, Scope>();
  readonly concernUses = new Map<Concern, Place[]>();
  readonly #usePlaces = new Set<Span>();
  readonly direct = new Map<string, DirectHelper>();
  readonly resolve = new Map<string, ResolveTarget>();
  readonly #helperPlaces = new Map<string, Place>();

  constructor(readonly program: Program) {}

  add(effect: Effect): void {
    switch (effect.kind) {
      case 'route':
        this.routes.push(effect);
        break;
      case 'demand':
        if (!this.demands.has(effect.demand.pair))
          this.demands.set(effect.demand.pair, {
            demand: effect.demand,
            fits: false,
            isTried: false,
            names: new Set(),
          });
        break;
      case 'fit': {
        const fate = this.demands.get(effect.pair);
        if (fate) fate.fits = true;
        break;
      }
      case 'misfit': {
        const fate = this.demands.get(effect.pair);
        if (!fate) break;
        fate.isTried = true;
        for (const name of effect.names) fate.names.add(name);
        break;
      }
      case 'block':
        if (!this.scopes.has(effect.block)) this.scopes.set(effect.block, effect.scope);
        break;
      case 'file':
        if (!this.fileScopes.has(effect.source)) this.fileScopes.set(effect.source, effect.scope);
        break;
      case 'concern':
        this.#concernUse(effect.name, effect.place);
        break;
      case 'direct':
        if (this.#isNew(`the helper '${effect.name}'`, effect.place))
          this.direct.set(effect.name, effect.helper);
        break;
      case 'resolve':
        if (this.#isNew(`what '${effect.name}' resolves to`, effect.place))
          this.resolve.set(effect.name, effect.target);
        break;
    }
  }

  #concernUse(name: string, place: Place): void {
    const concern = this.program.concerns.get(name);
    if (!concern || this.#usePlaces.has(place.span)) return;
    this.#usePlaces.add(place.span);
    addTo(this.concernUses, concern, place);
  }

  /** Whether a custom helper is new. Reports a second definition at another place. */
  #isNew(what: string, place: Place): boolean {
    const first = this.#helperPlaces.get(what);
    if (first && first.span !== place.span) {
      this.program.diagnostics.error(
        'duplicate-name',
        place,
        `${what} is defined twice; leave one of them out`,
        { related: [{ message: 'it is first defined here', place: first }] },
      );
    }
    this.#helperPlaces.set(what, first ?? place);
    return first === undefined;
  }
}
