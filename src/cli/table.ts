// The route table as text: one line for each route in aligned columns, or one line for each field.

import { escapeControls } from '../http/printable.js';
import { manifestSchema, type Manifest } from '../manifest/manifest.js';
import { targetText, type Route } from '../routing/patterns/route.js';
import type { RouteNotice } from '../routing/patterns/facts.js';
import { columnsOf, padded, type Colors } from './terminal.js';

type Cells = readonly [name: string, verbs: string, pattern: string, target: string];

const headings: Cells = ['Name', 'Verbs', 'Pattern', 'Target'];

/** The least width of the verbs' column: the longest verb with its comma. */
const leastVerbs = 'OPTIONS,'.length;

/**
 * The table with columns as wide as their widest cell, two spaces apart, without spaces at line ends. If that does not fit into `columns`,
 * a long list of verbs takes several lines. With colours, deprecated routes are struck through.
 */
export function tableText(routes: readonly Route[], colors?: Colors, columns = Infinity): string {
  const rows = routes.map((route) => ({ route, cells: cellsOf(route) }));
  const [names = 0, verbs = 0, patterns = 0, targets = 0] = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map(({ cells }) => columnsOf(cells[column] ?? ''))),
  );
  const verbsWidth = Math.min(verbs, Math.max(leastVerbs, columns - names - patterns - targets - 6));
  const verbsLine = new RegExp(`.{1,${verbsWidth}}(?: |$)`, 'g');
  const line = ([name, answered, pattern, target]: Cells): string => {
    const [first = '', ...others] = answered.match(verbsLine) ?? [];
    const cells = [padded(name, names), first.trim().padEnd(verbsWidth), padded(pattern, patterns), target];
    return [cells.join('  '), ...others.map((more) => ' '.repeat(names + 2) + more)]
      .map((text) => text.trimEnd())
      .join('\n');
  };
  const head = line(headings);
  const body = rows.map(({ route, cells }) =>
    colors !== undefined && route.deprecated !== undefined ? colors.strikethrough(line(cells)) : line(cells),
  );
  return [colors ? colors.bold(head) : head, ...body].join('\n');
}

/** A block of lines for each route, with the place of its declaration. */
export function expandedText(
  routes: readonly { readonly row: Route; readonly place: string }[],
  colors: Colors,
): string {
  return routes
    .map(({ row, place }, index) => {
      const [name, verbs, pattern, target] = cellsOf(row);
      const fields: (readonly [field: string, text: string])[] = [
        ['Name', name],
        ['Verbs', verbs],
        ['Pattern', pattern],
        ['Target', target],
        ...factLines(row),
        ['Declared', escapeControls(place)],
      ];
      const width = Math.max(8, ...fields.map(([field]) => field.length));
      const body = fields.map(([field, value]) => `  ${field.padEnd(width)}  ${value}`.trimEnd()).join('\n');
      return `${colors.bold(`Route ${index + 1}`)}\n${body}`;
    })
    .join('\n\n');
}

/** The layers and facts of a route as pairs of heading and text. */
export function factLines({ layers, meta, deprecated, sunset }: Route): (readonly [string, string])[] {
  const facts = Object.entries(meta).map(
    ([key, value]) => `${key} = ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  const lines = [
    ['Through', layers.join(', ')],
    ['Meta', facts.join(', ')],
    ['Deprecated', noticeText(deprecated)],
    ['Sunset', noticeText(sunset)],
  ] as const;
  return lines
    .filter(([, text]) => text !== '')
    .map(([heading, text]) => [heading, escapeControls(text)] as const);
}

function noticeText(notice: RouteNotice | undefined): string {
  if (!notice) return '';
  return notice.link === undefined ? notice.date : `${notice.date}, ${notice.link}`;
}

function cellsOf({ name = '', verbs, pattern, target }: Route): Cells {
  return [
    escapeControls(name),
    escapeControls(verbs.join(', ')),
    escapeControls(pattern),
    escapeControls(targetText(target)),
  ];
}

/** The manifest as JSON, one line for each route. */
export function manifestText({ routes, ...head }: Manifest): string {
  const start = JSON.stringify({ $schema: manifestSchema, ...head }).slice(0, -1);
  const rows = routes.map((route) => JSON.stringify(route)).join(',\n');
  return `${start},"routes":[${rows === '' ? '' : `\n${rows}\n`}]}`;
}
