// What several rules ask of a file's declarations, found in one walk and kept with the analysis: an editor lints twice,
// quickly at first.

import type { Analysis } from '../analysis/analyze.js';
import type { ReadCall } from '../language/read-call.js';
import type { Declaration, StringValue } from '../language/declarations.js';
import { walkDeclarations } from '../language/declarations.js';
import { addTo } from '../language/grouping.js';
import type { Keyword } from '../language/vocabulary.js';
import { isResource } from '../language/roles.js';
import { Precedence } from '../proofs/precedence.js';
import type { RouteDefinition } from '../routing/patterns/route.js';
import { Doubt } from './doubt.js';
import { constraintPairs, defaultPairs, type WrittenPair } from './written-pairs.js';

/** A declaration with those around it, outermost first, and as it was read against its signature. */
export interface PlacedDeclaration {
  /** The declaration. */
  readonly declaration: Declaration;
  /** Those around it, outermost first. */
  readonly parents: readonly Declaration[];
  /** Undefined for an unknown keyword. */
  readonly call: ReadCall | undefined;
}

/** A path that somebody wrote: the positional of `get` or `scope`, or the option `path` or `at`. */
export interface WrittenPath {
  readonly declaration: Declaration;
  readonly value: StringValue;
  readonly isPositional: boolean;
}

/** A call with the pairs in it that constrain segments or the request, or that are defaults. */
export interface CallWithPairs {
  readonly call: ReadCall;
  readonly parents: readonly Declaration[];
  readonly pairs: readonly WrittenPair[];
}

/** What several rules ask of a file's declarations. */
export class Survey {
  /** Every declaration of every file that belongs to the analysis. */
  readonly declarations: readonly PlacedDeclaration[];
  /** Every path that is written in it. */
  readonly paths: readonly WrittenPath[];
  /** Every call that constrains segments or the request. */
  readonly constrained: readonly CallWithPairs[];
  /** Every call that gives defaults. */
  readonly defaulted: readonly CallWithPairs[];
  /** What the file's errors leave unknown. */
  readonly doubt: Doubt;
  /** The routes of which the linter knows exactly which requests they answer; nothing can be proved from the others. */
  readonly certainRoutes: Analysis['routes'];
  readonly #byKeyword = new Map<string, PlacedDeclaration[]>();
  #placed: Map<Declaration, PlacedDeclaration> | undefined;
  #precedence: Precedence | undefined;
  #byDefinition: Map<RouteDefinition, Analysis['routes'][number]> | undefined;

  constructor(analysis: Analysis) {
    const { program } = analysis.interpretation;
    const declarations: PlacedDeclaration[] = [];
    const paths: WrittenPath[] = [];
    const constrained: CallWithPairs[] = [];
    const defaulted: CallWithPairs[] = [];
    const visit = (declaration: Declaration, parents: readonly Declaration[]): void => {
      const call = program.call(declaration);
      const placed = { declaration, parents, call };
      declarations.push(placed);
      addTo(this.#byKeyword, declaration.keyword.text, placed);
      if (!call) return;
      if (call.row.hasPath) paths.push(...pathsOf(call));
      const constraints = constraintPairs(call);
      if (constraints.length > 0) constrained.push({ call, parents, pairs: constraints });
      const defaults = defaultPairs(call);
      if (defaults.length > 0) defaulted.push({ call, parents, pairs: defaults });
    };
    for (const file of program.files.values()) walkDeclarations(file.declarations, visit);
    this.declarations = declarations;
    this.paths = paths;
    this.constrained = constrained;
    this.defaulted = defaulted;
    this.doubt = new Doubt(analysis, (declaration) => this.parentsOf(declaration));
    this.certainRoutes = analysis.routes.filter((route) => this.doubt.isCertain(route));
  }

  /** The declarations with a keyword. */
  withKeyword(keyword: Keyword): readonly PlacedDeclaration[] {
    return this.#byKeyword.get(keyword) ?? [];
  }

  /** The declarations of resources, plural and singular. */
  get resources(): readonly PlacedDeclaration[] {
    return this.declarations.filter(({ declaration }) => isResource(declaration));
  }

  /** The declarations around one, outermost first. */
  parentsOf(declaration: Declaration): readonly Declaration[] {
    this.#placed ??= new Map(this.declarations.map((placed) => [placed.declaration, placed]));
    return this.#placed.get(declaration)?.parents ?? [];
  }

  /** The certain route that has this definition. */
  routeOf(definition: RouteDefinition): Analysis['routes'][number] {
    this.#byDefinition ??= new Map(this.certainRoutes.map((route) => [route.definition, route]));
    const route = this.#byDefinition.get(definition);
    if (!route)
      throw new Error(`'${definition.pattern.text}' is no route of this survey, which is a bug in waypost`);
    return route;
  }

  /** Which of the certain routes stand before which, and hide them. */
  get precedence(): Precedence {
    return (this.#precedence ??= new Precedence(this.certainRoutes.map(({ definition }) => definition)));
  }
}

function* pathsOf(call: ReadCall): Generator<WrittenPath> {
  const { declaration, options } = call;
  const [first] = call.positionals;
  if (first?.kind === 'string') yield { declaration, value: first, isPositional: true };
  if (options.size === 0) return;
  for (const name of ['path', 'at'] as const) {
    const value = options.get(name)?.value;
    if (value?.kind === 'string') yield { declaration, value, isPositional: false };
  }
}

const surveys = new WeakMap<Analysis, Survey>();

export function surveyOf(analysis: Analysis): Survey {
  let survey = surveys.get(analysis);
  if (!survey) surveys.set(analysis, (survey = new Survey(analysis)));
  return survey;
}
