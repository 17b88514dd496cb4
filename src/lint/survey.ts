// What several rules ask of a file's declarations, found in one walk and kept with the analysis: an editor lints twice, quickly at first. What
// an edit has not touched is taken over from the version of the text before it.

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
 * A declaration with those around it, outermost first, and as it was read against its signature. The next version of a text has the same one as
 * long as nothing of that is another.
 */
export interface PlacedDeclaration {
  /** The declaration. */
  readonly declaration: Declaration;
  /** Those around it, outermost first. */
  readonly parents: readonly Declaration[];
  /** Undefined for an unknown keyword. */
  readonly call: ReadCall | undefined;
  /** The paths that are written in it. */
  readonly paths: readonly WrittenPath[];
  /** Its pairs that constrain segments or the request. */
  readonly constraints: readonly WrittenPair[];
  /** Its pairs that are defaults. */
  readonly defaults: readonly WrittenPair[];
}

/** A path that somebody wrote: the positional of `get` or `scope`, or the option `path` or `at`. */
export interface WrittenPath {
  /** The string. */
  readonly value: StringValue;
  /** Whether it is the positional, and not an option. */
  readonly isPositional: boolean;
}

interface Placed extends PlacedDeclaration {
  /** Inside its block. */
  readonly scope: Scope | undefined;
  /** The parents of what is in its block. */
  readonly around: readonly Declaration[];
}

type LintedRoute = Analysis['routes'][number];
type Interpretation = Analysis['interpretation'];
type Scope = Interpretation['scopes'] extends ReadonlyMap<unknown, infer Each> ? Each : never;

/** What a rule has yet to look at. */
export interface Progress {
  readonly declarations: Unsettled;
  readonly routes: Unsettled;
  /** In these together nothing was found. */
  clean: readonly unknown[] | undefined;
  /** What was found in the newest version, once it was asked. */
  found: { readonly of: Analysis; readonly diagnostics: readonly Diagnostic[] } | undefined;
}

/** What the versions of a text hand on to each other. */
class Handed {
  readonly placed = new WeakMap<Declaration, Placed>();
  /** By rule, of the newest version and under the settings with which it was asked. */
  readonly progress = new Map<string, Progress>();
  settings: readonly unknown[] = [];
  /** What is left of the items that were asked for. */
  readonly selections = new Map<string, Progress>();
  precedence: { readonly of: Survey; readonly made: Precedence } | undefined = undefined;

  constructor(public newest: Survey) {}
}

/** What several rules ask of a file's declarations. */
export class Survey {
  /** Every declaration of every file that belongs to the analysis. */
  readonly declarations: readonly PlacedDeclaration[];
  /** What the file's errors leave unknown. */
  readonly doubt: Doubt;
  /** The routes of which the linter knows exactly which requests they answer; nothing can be proved from the others. */
  readonly certainRoutes: readonly LintedRoute[];
  readonly #handed: Handed;
  #byDefinition: Map<RouteDefinition, LintedRoute> | undefined;

  /** @param before that of the version of the text before */
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

  /** The declarations with an option, whose value is good. */
  withOption(name: OptionName): readonly PlacedDeclaration[] {
    return this.declarationsThat(`have ${name}`, ({ call }) => call?.options.has(name) ?? false);
  }

  /** The declarations that constrain segments or the request. */
  get constrained(): readonly PlacedDeclaration[] {
    return this.declarationsThat('constrain', ({ constraints }) => constraints.length > 0);
  }

  /** The declarations of which something holds, whatever else the text says; `what` is a word for it. */
  declarationsThat(
    what: string,
    isMeant: (placed: PlacedDeclaration) => boolean,
  ): readonly PlacedDeclaration[] {
    return this.#selected(`declarations that ${what}`, 'declarations', this.declarations, isMeant);
  }

  /** The certain routes of which something holds, whatever else the text says; `what` is a word for it. */
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

  /** The declarations around one, outermost first. */
  parentsOf(declaration: Declaration): readonly Declaration[] {
    return this.#handed.placed.get(declaration)?.parents ?? outside;
  }

  /** What a rule has yet to look at. Under other settings than before it may find something elsewhere. */
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

  /** The certain route that has this definition. */
  routeOf(definition: RouteDefinition): LintedRoute {
    this.#byDefinition ??= new Map(this.certainRoutes.map((route) => [route.definition, route]));
    const route = this.#byDefinition.get(definition);
    if (!route)
      throw new Error(`'${definition.pattern.text}' is no route of this survey, which is a bug in waypost`);
    return route;
  }

  /**
   * Which of the certain routes stand before which, and hide them. After an `await` it has to be asked for again: another version of the text
   * may have taken it over.
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
/** That of the newest version of a text. */
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
