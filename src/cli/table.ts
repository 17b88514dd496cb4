// The route table as text: aligned columns, one route a line or one field a line.

import type { RouteTableRow } from '../routing/patterns/route.js';
import type { Colors } from './terminal.js';

const headings = ['Name', 'Verbs', 'Pattern', 'Target'] as const;

/** Columns as wide as their widest cell, two spaces apart, without spaces at the end of a line. */
export function tableText(rows: readonly RouteTableRow[], colors?: Colors): string {
  const cells = rows.map((row) => [row.name ?? '', row.verbs.join(', '), row.pattern, row.target]);
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...cells.map((row) => row[column]!.length)),
  );
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column]!)))
      .join('  ')
      .trimEnd();
  const head = line(headings);
  return [colors ? colors.bold(head) : head, ...cells.map(line)].join('\n');
}

/** A block of lines a route. */
export function expandedText(
  rows: readonly RouteTableRow[],
  colors: Colors,
  location: (index: number) => string,
): string {
  return rows
    .map((row, index) => {
      const fields = [
        ['Name', row.name ?? ''],
        ['Verbs', row.verbs.join(', ')],
        ['Pattern', row.pattern],
        ['Target', row.target],
        ['Declared', location(index)],
      ];
      const body = fields.map(([field, value]) => `  ${field!.padEnd(9)} ${value}`.trimEnd()).join('\n');
      return `${colors.bold(`Route ${index + 1}`)}\n${body}`;
    })
    .join('\n\n');
}

/** One JSON array, a row a line. */
export function jsonText(rows: readonly unknown[]): string {
  return rows.length === 0 ? '[]' : `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]`;
}
