// Analyzes one routes file without running anything. The linter, the editor and the commands start here.

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

/** Options of `analyze`: those of `parseRoutes`, and the application's modules. */
export interface AnalyzeOptions extends ParseOptions {
  /** What callables and controllers refer to, if the caller knows more than the other options say. */
  readonly bindings?: Bindings | undefined;
  /** Whether `routes { … }` around the text may be left out, as in an included file or a template. */
  readonly wrapperIsOptional?: boolean | undefined;
}

/** A routes file, understood as far as possible, and its diagnostics. */
export interface Analysis {
  /** The text and the name of its file. */
  readonly source: Source;
  /** The declarations, comments, tokens and mistakes in the notation. */
  readonly syntax: Syntax;
  /** The meaning of the declarations: routes, concerns, scopes and more. */
  readonly interpretation: Interpretation;
  /** The outermost declarations, in the order of the text. */
  readonly declarations: readonly Declaration[];
  /** The routes, in the order in which they are tried. */
  readonly routes: readonly InterpretedRoute[];
  /** The errors of the file and of the files that it includes, in source order. */
  readonly diagnostics: readonly Diagnostic[];
  /** The route table, as `router.routeTable()` returns it. */
  routeTable(): readonly RouteTableRow[];
  /** The routes of a declaration itself, without those of its block. */
  routesOf(declaration: Declaration): readonly InterpretedRoute[];
  /** The routes of a declaration and of everything in its block, including concerns and files that are used there. */
  routesWithin(declaration: Declaration): readonly InterpretedRoute[];
}

/** Analyzes a text without running anything (docs/linter.md, "From code"). Never throws because of the text. */
export function analyze(text: string, options: AnalyzeOptions = {}): Analysis {
  return analyzeSyntax(parseSyntax(new Source(options.file ?? 'routes', String(text))), options);
}

/** Like `analyze`, for a parsed text. `memory` has the results of an earlier version with the same included files and modules. */
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
