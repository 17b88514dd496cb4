// Compares the interpretation of a text for a router with that for an editor. For a router, a call is read when it gets its meaning and
// released afterwards. Its bindings exist at once (`parseRoutes`), or after modules are imported (`loadRoutes`).

import { expect } from 'vitest';
import { analyze } from '../../src/analysis/analyze.js';
import { moduleBindings } from '../../src/interpreter/load.js';
import { Inflection } from '../../src/interpreter/inflection.js';
import { interpretProgram } from '../../src/interpreter/interpret.js';
import { Program } from '../../src/interpreter/program.js';
import { inSourceOrder } from '../../src/language/routes-error.js';
import { Source } from '../../src/language/source.js';
import { parseSyntax } from '../../src/language/syntax.js';
import { Route } from '../../src/routing/patterns/route.js';

const modules = { handlers: { health: () => 'fine', version: '1.0' }, guards: { isStaff: () => true } };

/** Expects that both ways report the same mistakes in the same order, and make the same routes. */
export function expectSameForRouter(
  text: string,
  {
    file = 'routes',
    read = () => undefined,
  }: { file?: string; read?: (path: string) => string | undefined } = {},
): void {
  const bindings = moduleBindings({ modules }, 'no-module');
  const { diagnostics, routeTable } = analyze(text, { file, read, bindings });
  const options = { bindings, inflection: new Inflection() };
  for (const bound of ['at once', 'later']) {
    const program = new Program(parseSyntax(new Source(file, text)), {
      read,
      letsCallsGo: true,
      ...(bound === 'at once' && { bindings }),
    });
    if (bound === 'later') program.calls.bind(bindings);
    const made = interpretProgram(program, options);
    expect(inSourceOrder(made.diagnostics, program.sources.keys()), bound).toEqual(diagnostics);
    expect(
      made.routes.map(({ definition }, index) => new Route(definition, index).tableRow()),
      bound,
    ).toEqual(routeTable());
  }
}
