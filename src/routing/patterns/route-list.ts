// The routes of a router, each made when somebody asks for it: of a large table most are never asked for, and what recognition looks for is
// told without them.

import type { Pattern } from './pattern.js';
import { Route, type RouteDefinition } from './route.js';

/** What is known of a route before anybody asks for it. */
export interface RouteHead extends Pick<RouteDefinition, 'name' | 'verbs' | 'any' | 'facts'> {
  /** Or its shape (pattern-shape.ts). */
  readonly pattern: Pattern | string;
  /** Of a definition that is there. */
  readonly segmentConstraints?: RouteDefinition['segmentConstraints'];
  /** Of one that is still to be made: `where` is there if it has constraints on segments. */
  readonly details?: { readonly where?: number } | undefined;
}

/** Routes by their places in declaration order. */
export class RouteList {
  /** What is known of each without it. */
  readonly heads: readonly RouteHead[];
  readonly #definitionOf: (index: number) => RouteDefinition;
  readonly #made: Route[] = [];
  #all: readonly Route[] | undefined;

  constructor(heads: readonly RouteHead[], definitionOf: (index: number) => RouteDefinition) {
    this.heads = heads;
    this.#definitionOf = definitionOf;
  }

  /** The route at a place: the same one each time. */
  at(index: number): Route {
    return (this.#made[index] ??= new Route(this.#definitionOf(index), index));
  }

  /** All of them; frozen. */
  get all(): readonly Route[] {
    return (this.#all ??= Object.freeze(this.heads.map((_, index) => this.at(index))));
  }
}

/** The list of definitions that are there. */
export function listOf(definitions: readonly RouteDefinition[]): RouteList {
  return new RouteList(definitions, (index) => definitions[index]!);
}
