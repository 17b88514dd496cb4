// The routes of a router, each made when first needed. In a large table most never are: recognition reads only their heads.

import type { Pattern } from './pattern.js';
import { Route, type RouteDefinition } from './route.js';

/** What is known of a route before it is made. */
export interface RouteHead extends Pick<RouteDefinition, 'name' | 'verbs' | 'any' | 'facts'> {
  /** A pattern, or its shape (pattern-shape.ts). */
  readonly pattern: Pattern | string;
  /** Present if the definition is already made. */
  readonly segmentConstraints?: RouteDefinition['segmentConstraints'];
  /** For a definition that is not made yet: `where` is present if it has constraints on segments. */
  readonly details?: { readonly where?: number } | undefined;
}

/** Routes in declaration order. */
export class RouteList {
  /** The head of each route. */
  readonly heads: readonly RouteHead[];
  readonly #definitionOf: (index: number) => RouteDefinition;
  readonly #made: Route[] = [];
  #all: readonly Route[] | undefined;

  constructor(heads: readonly RouteHead[], definitionOf: (index: number) => RouteDefinition) {
    this.heads = heads;
    this.#definitionOf = definitionOf;
  }

  /** The route at an index, the same one each time. */
  at(index: number): Route {
    return (this.#made[index] ??= new Route(this.#definitionOf(index), index));
  }

  /** All routes, frozen. */
  get all(): readonly Route[] {
    return (this.#all ??= Object.freeze(this.heads.map((_, index) => this.at(index))));
  }
}

/** The list for definitions that are already made. */
export function listOf(definitions: readonly RouteDefinition[]): RouteList {
  return new RouteList(definitions, (index) => definitions[index]!);
}
