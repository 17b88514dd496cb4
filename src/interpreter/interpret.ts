// Interprets declarations: what goes in is a parsed file, what comes out is its route set with all diagnostics.
//
//   scope '/admin', { get 'stats', to => 'stats#show' }   →   GET /admin/stats, stats#show
//
// The interpreter walks the declarations with a scope, the record of what the surrounding blocks add. The function of each keyword
// (meanings.ts) adds routes or enters blocks. A declaration with a mistake is reported, and the rest is read as if nothing had happened.
// The outcome of a declaration is kept and used again in the next version of the text, if neither the declaration nor its scope changed.

import type { CallOf, ReadCall } from '../language/read-call.js';
import type { Block, Declaration } from '../language/declarations.js';
import { keywordPlace, type Diagnostic, type Place, namePlace } from '../language/diagnostics.js';
import { isWrapper } from '../language/roles.js';
import type { Source } from '../language/source.js';
import type { Syntax } from '../language/syntax.js';
import type { Keyword } from '../language/vocabulary.js';
import type { CustomHelpers } from '../routing/generation/custom-helpers.js';
import { boundMatching } from '../routing/patterns/reachability.js';
import type { Bindings } from './bindings.js';
import { checkUnreadConcerns } from './concern-uses.js';
import type { Context } from './context.js';
import { checkControllers } from './controller-checks.js';
import { Demands } from './demands.js';
import { Expansions } from './expansion.js';
import { Findings } from './findings.js';
import type { InterpretedRoute, SaidRoute } from './interpreted-route.js';
import type { Inflection } from './inflection.js';
import { meanings, type Meaning } from './meanings.js';
import { gather, Outcome, type Effect } from './outcome.js';
import { maximalDepth, Program, type Concern, type ProgramOptions } from './program.js';
import { RoutePaths } from './route-paths.js';
import { maximalRoutes, RouteSet } from './route-set.js';
import { placeIn, topScope, type Scope } from './scope.js';

export interface InterpretOptions extends ProgramOptions {
  readonly bindings: Bindings;
  readonly inflection: Inflection;
  /** Whether declarations may be outside of `routes { … }`, as in template literals. */
  readonly wrapperIsOptional?: boolean;
}

/** The meaning of a routes file. */
export interface Interpretation {
  /** The declarations, the concerns and included files, as gathered before any declaration was interpreted. */
  readonly program: Program;
  /** The routes, in the order in which they are tried. */
  readonly routes: readonly InterpretedRoute[];
  /** What `direct` and `resolve` declare. */
  readonly customHelpers: CustomHelpers;
  /** The places that use each concern: the strings that name it. */
  readonly concernUses: ReadonlyMap<Concern, readonly Place[]>;
  /** The scope inside each block, at the first use of the block. */
  readonly scopes: ReadonlyMap<Block, Scope>;
  /** The scope of an included file's top level. */
  readonly fileScopes: ReadonlyMap<Source, Scope>;
  /** All mistakes, in the order of the text. */
  readonly diagnostics: readonly Diagnostic[];
}

const maximalSteps = 250_000;

/** Interprets a parsed file. Never throws, whatever the text. */
export function interpret(syntax: Syntax, options: InterpretOptions): Interpretation {
  return interpretProgram(new Program(syntax, options), options);
}

/** Interprets a program whose callables are bound. Without `controllers`, the caller has to call `checkControllers` itself. */
export function interpretProgram(
  program: Program,
  {
    inflection,
    bindings: { controllers },
    wrapperIsOptional = false,
  }: Pick<InterpretOptions, 'inflection' | 'bindings' | 'wrapperIsOptional'>,
): Interpretation {
  boundMatching();
  const interpretation = new Interpreter(program, inflection).run(wrapperIsOptional);
  if (controllers) checkControllers(interpretation.routes, controllers, program.diagnostics);
  return interpretation;
}

class Interpreter implements Context {
  readonly demands: Demands;
  readonly paths: RoutePaths;
  readonly #set: RouteSet;
  readonly #expansions: Expansions;
  outcome: Outcome;
  depth = 0;
  #hasReportedOutside = false;
  /** Both counts are over the whole file. */
  #steps = 0;
  #routes = 0;

  constructor(
    readonly program: Program,
    readonly inflection: Inflection,
  ) {
    this.outcome = new Outcome(undefined, program.memory.version);
    this.demands = new Demands(program, (effect) => this.record(effect));
    this.paths = new RoutePaths(program);
    this.#set = new RouteSet(program, this.demands);
    this.#expansions = new Expansions(program);
  }

  run(wrapperIsOptional: boolean): Interpretation {
    const { program } = this;
    this.#statements(program.main.declarations, topScope, wrapperIsOptional);
    const found = new Findings(program);
    gather(this.outcome, (effect) => found.add(effect));
    checkUnreadConcerns(program, (concern) => found.concernUses.has(concern));
    program.calls.readWaiting();
    this.demands.finish(found.demands.values());
    const routes = this.#set.link(found.routes);
    program.diagnostics.leaveOutRefused();
    return {
      program,
      routes,
      customHelpers: { direct: found.direct, resolve: found.resolve, plural: this.inflection.plural },
      concernUses: found.concernUses,
      scopes: found.scopes,
      fileScopes: found.fileScopes,
      diagnostics: program.diagnostics.list,
    };
  }

  hasRoomFor(concern: Concern, place: Place): boolean {
    const { declarations, routes } = this.#expansions.of(concern);
    if (this.#steps + declarations <= maximalSteps && this.#routes + routes <= maximalRoutes) return true;
    this.outcome.isRepeatable = false;
    this.#set.overflow(place);
    return false;
  }

  record(effect: Effect): void {
    this.outcome.parts.push(effect);
  }

  add(said: SaidRoute): void {
    if (!this.#set.hasRoom(this.#routes, said.declaration)) {
      this.outcome.isRepeatable = false;
      return;
    }
    this.#routes++;
    this.outcome.routes++;
    this.record(this.#set.route(said));
  }

  file(declarations: readonly Declaration[], scope: Scope): void {
    this.depth++;
    this.#statements(declarations, scope, true);
    this.depth--;
  }

  /** Interprets the top level of a file: its wrapper, or the declarations themselves if the wrapper may be left out. */
  #statements(declarations: readonly Declaration[], scope: Scope, wrapperIsOptional: boolean): void {
    let wrapper: Declaration | undefined;
    for (const declaration of declarations) {
      const word = declaration.keyword.text;
      if (isWrapper(declaration)) {
        if (wrapper?.block && declaration.block && !isForeignDraw(declaration))
          this.#misplaced(
            declaration,
            'a file has one `routes` block; put these declarations into the first',
            wrapper,
          );
        if (!wrapper?.block) wrapper = declaration;
        // A wrapper without its block is one mistake. What was meant to be inside it is then outside, and is not reported again.
        if (!declaration.block) this.#hasReportedOutside = true;
        if (declaration.block) this.block(declaration.block, scope);
        continue;
      }
      if (
        !wrapperIsOptional &&
        !this.#hasReportedOutside &&
        !declaration.damaged &&
        !this.program.hasUnmatched(declaration.source) &&
        this.program.call(declaration)
      ) {
        this.#hasReportedOutside = true;
        this.#misplaced(declaration, `'${word}' stands outside of \`routes { … }\`; put it inside`);
      }
      this.#declaration(declaration, scope);
    }
  }

  block(block: Block, asked: Scope): void {
    const scope = asked.uses.length > 0 ? asked : this.program.memory.scopeOf(block, asked);
    this.record({ kind: 'block', block, scope });
    if (this.depth >= maximalDepth) {
      this.program.diagnostics.error(
        'too-deep',
        { source: block.declarations[0]?.source ?? this.program.main.source, span: block.span },
        `concerns and blocks nest more than ${maximalDepth} deep here; use fewer inside one another`,
      );
      return;
    }
    this.depth++;
    // What follows a block that is never closed may have been meant to be inside it.
    let isBehindOpen = false;
    for (const declaration of block.declarations) {
      if (this.#set.isFull) break;
      this.#declaration(declaration, isBehindOpen ? { ...scope, isDoubtful: true } : scope);
      isBehindOpen = this.program.isUnclosed(declaration);
    }
    this.depth--;
  }

  inside(declaration: Declaration, scope: Scope): void {
    const isUnfinished = declaration.damaged || this.program.isUnclosed(declaration);
    const isDoubtful = scope.isDoubtful || isUnfinished;
    if (isUnfinished) this.demands.forgive(scope.demands);
    if (declaration.block)
      this.block(declaration.block, { ...scope, concernActions: undefined, isTop: false, isDoubtful });
  }

  /** Interprets a declaration, or takes its previous outcome if nothing has changed. */
  #declaration(declaration: Declaration, scope: Scope): void {
    const { memory, diagnostics, concerns } = this.program;
    // A text that is read once needs no outcomes of single declarations.
    if (memory.isForOnce) return this.#meaning(declaration, scope);
    const outer = this.outcome;
    const isShared = scope.uses.length > 0;
    const known = isShared
      ? undefined
      : memory.outcomeOf(declaration, scope, (name) => concerns.get(name)?.declaration);
    if (known && this.#steps + known.steps <= maximalSteps && this.#routes + known.routes <= maximalRoutes) {
      this.#steps += known.steps;
      this.#routes += known.routes;
      outer.take(known);
      return;
    }
    const outcome = new Outcome(scope, memory.version);
    const before = diagnostics.count;
    this.outcome = outcome;
    this.#meaning(declaration, scope);
    outcome.settle();
    this.outcome = outer;
    if (diagnostics.count > before) outcome.isRepeatable = false;
    if (!isShared) memory.remember(declaration, outcome);
    outer.take(outcome);
  }

  #meaning(declaration: Declaration, scope: Scope): void {
    const call = this.program.call(declaration);
    if (!call || declaration.damaged) this.demands.forgive([...scope.demands, ...scope.route.demands]);
    if (!call) return;
    this.outcome.steps++;
    if (++this.#steps > maximalSteps) {
      this.#set.overflow(namePlace(declaration));
      return;
    }
    if (!this.#isInPlace(call, scope)) return;
    // The call was read against the row of its own keyword, so the types agree.
    const meaning = meanings[declaration.keyword.text as Keyword] as Meaning<Keyword>;
    meaning(this, call as CallOf<Keyword>, scope);
  }

  // ── Places ────────────────────────────────────────────────────────────────────────────────────────────────────────

  #isInPlace(call: ReadCall, scope: Scope): boolean {
    const { declaration, row } = call;
    const word = declaration.keyword.text;
    if (row.places.includes('file')) {
      if (!declaration.block) return false;
      if (!isForeignDraw(declaration))
        this.#misplaced(
          declaration,
          `\`${word}\` wraps a whole file and stands inside no block; take it out and leave its declarations here`,
        );
      return true;
    }
    if (row.places.includes(placeIn(scope))) return true;
    if (scope.isDoubtful) return false;
    if (row.places.includes('in-resource')) {
      const between = scope.resource
        ? 'nothing but `constraints`, `defaults`, `through`, `meta`, `controller` and `scope` with only `module` may stand between them'
        : 'put it into the block of a `resources`';
      this.#misplaced(declaration, `\`${word}\` belongs directly to a resource: ${between}`);
    } else if (word === 'root') {
      this.#misplaced(
        declaration,
        "`root` has no meaning inside a resource; write `get ''` in a `collection` block, or move it out",
      );
    } else
      this.#misplaced(
        declaration,
        `\`${word}\` stands only at the top level of \`routes\`; move it out of this block`,
      );
    return false;
  }

  #misplaced(declaration: Declaration, message: string, first?: Declaration): void {
    this.program.diagnostics.error('misplaced-declaration', keywordPlace(declaration), message, {
      related: first && [{ message: 'the first one is here', place: keywordPlace(first) }],
    });
  }
}

/** Whether a wrapper is that of `Rails.application.routes.draw`, which has been reported. */
function isForeignDraw({ source, keyword }: Declaration): boolean {
  return source.text[keyword.span.start - 1] === '.';
}
