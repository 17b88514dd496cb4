// One text understood: the entry of the linter, the editor and whoever asks about a file without running it.

import type { Diagnostic } from '../language/diagnostics.js';
import type { Declaration } from '../language/declarations.js';
import { inSourceOrder } from '../language/routes-error.js';
import { Source } from '../language/source.js';
import { parseSyntax, type Syntax } from '../language/syntax.js';
import { interpret, type Interpretation } from '../interpreter/interpret.js';
import { interpretOptions, moduleBindings, type ParseOptions } from '../interpreter/load.js';
import type { Bindings } from '../interpreter/bindings.js';
import type { Memory } from '../interpreter/memory.js';
import type { InterpretedRoute } from '../interpreter/interpreted-route.js';
import { Route, type RouteTableRow } from '../routing/patterns/route.js';
import { RoutePlaces } from './route-places.js';

/** What a text is read with: the options of `parseRoutes`, and what stands for the modules and files that are there. */
export interface AnalyzeOptions extends ParseOptions {
  /** What `&` and controllers stand for, where somebody knows more than the options say. */
  readonly bindings?: Bindings | undefined;
  /** The text is that of an included file or a template: the wrapper may be left out. */
  readonly wrapperIsOptional?: boolean | undefined;
}

/** A routes file understood as far as it can be. */
export interface Analysis {
  /** The text and the name of its file. */
  readonly source: Source;
  /** Its declarations, comments and tokens, with the mistakes in the notation. */
  readonly syntax: Syntax;
  /** What the declarations mean, with everything that was found out on the way. */
  readonly interpretation: Interpretation;
  /** The outermost declarations, in the order of the text. */
  readonly declarations: readonly Declaration[];
  /** The routes, in the order in which they are tried. */
  readonly routes: readonly InterpretedRoute[];
  /** Everything wrong in the file and in those it includes, in source order. */
  readonly diagnostics: readonly Diagnostic[];
  /** The route table, as `router.routeTable()` would give it. */
  routeTable(): readonly RouteTableRow[];
  /** The routes that a declaration made itself, not through its block. */
  routesOf(declaration: Declaration): readonly InterpretedRoute[];
  /** The routes of a declaration and of everything in its block, those of the concerns and files used there among them. */
  routesWithin(declaration: Declaration): readonly InterpretedRoute[];
}

/** Reads a text without running anything (docs/linter.md, "From code"). Never throws, whatever the text. */
export function analyze(text: string, options: AnalyzeOptions = {}): Analysis {
  return analyzeSyntax(parseSyntax(new Source(options.file ?? 'routes', String(text))), options);
}

/** The same for a text that has been parsed already; `memory` is what is known of an earlier version among the same surroundings. */
export function analyzeSyntax(syntax: Syntax, options: AnalyzeOptions, memory?: Memory): Analysis {
  const bindings = options.bindings ?? moduleBindings(options, 'unknown');
  const interpretation = interpret(syntax, {
    ...interpretOptions(options, bindings),
    letsCallsGo: false,
    wrapperIsOptional: options.wrapperIsOptional ?? false,
    memory,
  });
  const places = new RoutePlaces(interpretation.routes);
  return {
    source: syntax.source,
    syntax,
    interpretation,
    declarations: syntax.declarations,
    routes: interpretation.routes,
    diagnostics: inSourceOrder(interpretation.diagnostics, interpretation.program.sources.keys()),
    routeTable: () =>
      interpretation.routes.map(({ definition }, index) => new Route(definition, index).tableRow()),
    routesOf: (declaration) => places.of(declaration),
    routesWithin: (declaration) => places.within(declaration),
  };
}
