// The expanded route table as a text, for a read-only document.

import type { InterpretedRoute } from '../../src/interpreter/interpreted-route.js';
import { Route } from '../../src/routing/patterns/route.js';

/** Aligned columns: name, verbs, pattern, target. */
export function routeTableText(routes: readonly InterpretedRoute[]): string {
  const rows = [
    ['Name', 'Verbs', 'Pattern', 'Target'],
    ...routes.map(({ definition }, index) => {
      const { name, verbs, pattern, target } = new Route(definition, index).tableRow();
      return [name ?? '', verbs.join(', '), pattern, target];
    }),
  ];
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]!.length)));
  return (
    rows
      .map((row) =>
        row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd(),
      )
      .join('\n') + '\n'
  );
}
