// Selections of a file's declarations and routes that several rules need, made in one walk and kept with the analysis: an
// editor lints each version twice, first quickly. For a new version of the text, everything that the edit did not touch is
// taken over from the version before (`Handed`).

import type { Analysis } from '../analysis/analyze.js';
import type { ReadCall } from '../language/read-call.js';
import type { Diagnostic } from '../language/diagnostics.js';
import type { Declaration, StringValue } from '../language/declarations.js';
import { positionalRole } from '../language/roles.js';
import type { OptionName, Role } from '../language/vocabulary.js';
import { Precedence } from '../proofs/precedence.js';
import type { RouteDefinition } from '../routing/patterns/route.js';
import { Doubt } from './doubt.js';
import { changeOf, Unsettled } from './unsettled.js';
import { constraintPairs, defaultPairs, type WrittenPair } from '../language/call-pairs.js';

/**
 * A declaration with the declarations around it, and as read against its signature. The next version of the text has the same object if
 * none of these changed.
 */
export interface PlacedDeclaration {
  /** The declaration. */
  readonly declaration: Declaration;
  /** The declarations around it, outermost first. */
  readonly parents: readonly Declaration[];
  /** The declaration as read against its signature; undefined for an unknown keyword. */
  readonly call: ReadCall | undefined;
  /** The paths that it contains. */
  readonly paths: readonly WrittenPath[];
  /** Its pairs that constrain segments or the request. */
  readonly constraints: readonly WrittenPair[];
  /** Its pairs that give defaults. */
  readonly defaults: readonly WrittenPair[];
}

/** A path in the text: the positional of `get` or `scope`, or the option `path` or `at`. */
export interface WrittenPath {
  /** The string. */
  readonly value: StringValue;
  /** Whether it is a positional, not an option. */
  readonly isPositional: boolean;
}

interface Placed extends PlacedDeclaration {
  /** The scope inside its block. */
  readonly scope: Scope | undefined;
  /** The parents of the declarations in its block. */
  readonly around: readonly Declaration[];
}

type LintedRoute = Analysis['routes'][number];
type Interpretation = Analysis['interpretation'];
type Scope = Interpretation['scopes'] extends ReadonlyMap<unknown, infer Each> ? Each : never;

/** What a rule still has to look at. */
export interface Progress {
  readonly declarations: Unsettled;
  readonly routes: Unsettled;
  /** The items of `unlessKnown` in which nothing was found. */
  clean: readonly unknown[] | undefined;
  /** The findings of the rule in the newest version, once it has run. */
  found: { readonly of: Analysis; readonly diagnostics: readonly Diagnostic[] } | undefined;
}

/** The state that each version of a text takes over from the one before. */
class Handed {
  readonly placed = new WeakMap<Declaration, Placed>();
  /** The progress of each rule in the newest version, with the settings below. */
  readonly progress = new Map<string, Progress>();
  settings: readonly unknown[] = [];
  /** By the description of a selection. Items that match it stay to be looked at, so that the next version selects them again. */
  readonly selections = new Map<string, Progress>();
  precedence: { readonly of: Survey; readonly made: Precedence } | undefined = undefined;

  constructor(public newest: Survey) {}
}

/** The declarations and certain routes of one analysis, and selections of them. */
export class Survey {
  /** Every declaration of every file of the analysis. */
  readonly declarations: readonly PlacedDeclaration[];
  /** Which routes and declarations errors leave in doubt. */
  readonly doubt: Doubt;
  /** The routes of which it is known exactly which requests they answer. Nothing can be proved from the others. */
  readonly certainRoutes: readonly LintedRoute[];
  readonly #handed: Handed;
  #byDefinition: Map<RouteDefinition, LintedRoute> | undefined;

  /** @param before the survey of the text's previous version */
  constructor(analysis: Analysis, before?: Survey) {
    this.#handed = before ? before.#handed : new Handed(this);
    this.declarations = this.#placeAll(analysis.interpretation);
    this.doubt = new Doubt(analysis, (declaration) => this.parentsOf(declaration));
    this.certainRoutes = this.doubt.isEmpty
      ? analysis.routes
      : analysis.routes.filter((route) => this.doubt.isCertain(route));
    if (!before) return;
    this.#handed.newest = this;
    const inDeclarations = changeOf(before.declarations, this.declarations);
    const inRoutes = changeOf(before.certainRoutes, this.certainRoutes);
    for (const all of [this.#handed.progress, this.#handed.selections]) {
      for (const { declarations, routes } of all.values()) {
        declarations.change(inDeclarations);
        routes.change(inRoutes);
      }
    }
  }

  #placeAll({ program, scopes }: Interpretation): readonly PlacedDeclaration[] {
    const { placed: known } = this.#handed;
    const all: Placed[] = [];
    const walk = (declarations: readonly Declaration[], parents: readonly Declaration[]): void => {
      for (const declaration of declarations) {
        const call = program.call(declaration);
        const { block } = declaration;
        const scope = block && scopes.get(block);
        let placed = known.get(declaration);
        if (!placed || placed.parents !== parents || placed.call !== call || placed.scope !== scope)
          known.set(declaration, (placed = placedAt(declaration, parents, call, scope)));
        all.push(placed);
        if (block && block.declarations.length > 0) walk(block.declarations, placed.around);
      }
    };
    for (const file of program.files.values()) walk(file.declarations, outside);
    return all;
  }

  /** The declarations that have an option with a valid value. */
  withOption(name: OptionName): readonly PlacedDeclaration[] {
    return this.declarationsThat(`have ${name}`, ({ call }) => call?.options.has(name) ?? false);
  }

  /** The declarations that constrain segments or the request. */
  get constrained(): readonly PlacedDeclaration[] {
    return this.declarationsThat('constrain', ({ constraints }) => constraints.length > 0);
  }

  /** The declarations that fulfil a condition, which may depend only on the declaration. `what` describes the condition uniquely. */
  declarationsThat(
    what: string,
    isMeant: (placed: PlacedDeclaration) => boolean,
  ): readonly PlacedDeclaration[] {
    return this.#selected(`declarations that ${what}`, 'declarations', this.declarations, isMeant);
  }

  /** The certain routes that fulfil a condition, which may depend only on the route. `what` describes the condition uniquely. */
  routesThat(what: string, isMeant: (route: LintedRoute) => boolean): readonly LintedRoute[] {
    return this.#selected(`routes that ${what}`, 'routes', this.certainRoutes, isMeant);
  }

  #selected<Item>(
    what: string,
    kind: 'declarations' | 'routes',
    items: readonly Item[],
    isMeant: (item: Item) => boolean,
  ): readonly Item[] {
    const selected: Item[] = [];
    this.#progressOf(this.#handed.selections, what)[kind].settle(items, (item) => {
      const isLeft = isMeant(item);
      if (isLeft) selected.push(item);
      return !isLeft;
    });
    return selected;
  }

  /** The declarations around a declaration, outermost first. */
  parentsOf(declaration: Declaration): readonly Declaration[] {
    return this.#handed.placed.get(declaration)?.parents ?? outside;
  }

  /** What a rule still has to look at. If the settings have changed, it has to look at everything again. */
  progress(rule: string, settings: readonly unknown[]): Progress {
    const { newest, progress, settings: before } = this.#handed;
    if (newest === this) {
      if (settings.some((setting, index) => setting !== before[index])) progress.clear();
      this.#handed.settings = settings;
    }
    return this.#progressOf(progress, rule);
  }

  #progressOf(all: Map<string, Progress>, what: string): Progress {
    const known = this.#handed.newest === this ? all.get(what) : undefined;
    const progress = known ?? {
      declarations: new Unsettled(),
      routes: new Unsettled(),
      clean: undefined,
      found: undefined,
    };
    if (this.#handed.newest === this) all.set(what, progress);
    return progress;
  }

  /** The certain route with this definition. */
  routeOf(definition: RouteDefinition): LintedRoute {
    this.#byDefinition ??= new Map(this.certainRoutes.map((route) => [route.definition, route]));
    const route = this.#byDefinition.get(definition);
    if (!route)
      throw new Error(`'${definition.pattern.text}' is no route of this survey, which is a bug in waypost`);
    return route;
  }

  /**
   * Answers which of the certain routes hide which later ones. Do not keep it across an `await`: another version of the text may have taken
   * it over.
   */
  get precedence(): Precedence {
    const { precedence } = this.#handed;
    if (precedence?.of === this) return precedence.made;
    const definitions = this.certainRoutes.map(({ definition }) => definition);
    const made = new Precedence(definitions, precedence?.made);
    this.#handed.precedence = { of: this, made };
    return made;
  }
}

const outside: readonly Declaration[] = [];
const noPairs: readonly WrittenPair[] = [];
const noPaths: readonly WrittenPath[] = [];

function placedAt(
  declaration: Declaration,
  parents: readonly Declaration[],
  call: ReadCall | undefined,
  scope: Scope | undefined,
): Placed {
  return {
    declaration,
    parents,
    call,
    paths: call?.row.hasPath ? pathsOf(call) : noPaths,
    constraints: call ? constraintPairs(call) : noPairs,
    defaults: call ? defaultPairs(call) : noPairs,
    scope,
    around: declaration.block ? parents.concat(declaration) : outside,
  };
}

function pathsOf({ positionals: [first], options }: ReadCall): readonly WrittenPath[] {
  const paths: WrittenPath[] = first?.kind === 'string' ? [{ value: first, isPositional: true }] : [];
  if (options.size === 0) return paths;
  for (const name of ['path', 'at'] as const) {
    const value = options.get(name)?.value;
    if (value?.kind === 'string') paths.push({ value, isPositional: false });
  }
  return paths;
}

/** The declarations whose first positional has a role. */
export function withRole(survey: Survey, role: Role): readonly PlacedDeclaration[] {
  return survey.declarationsThat(
    `begin with ${role}`,
    ({ declaration }) => positionalRole(declaration) === role,
  );
}

const surveys = new WeakMap<Analysis, Survey>();
/** The survey of the newest version of each text. */
const newest = new WeakMap<Interpretation['program']['memory'], Survey>();

export function surveyOf(analysis: Analysis): Survey {
  const known = surveys.get(analysis);
  if (known) return known;
  const { memory } = analysis.interpretation.program;
  const survey = new Survey(analysis, newest.get(memory));
  surveys.set(analysis, survey);
  if (!memory.isForOnce) newest.set(memory, survey);
  return survey;
}
