// The table at the top of docs/performance.md: where waypost stands beside others, with the rows that it loses, drawn from the page's other tables.

import { tablesIn, tableBlock } from './table.js';

interface Comparison {
  /** The first cell: what is compared, with a link to where it is explained. */
  readonly what: string;
  readonly beside: string;
  /** The id of the table that has the figures, and the head of the column with those of waypost. */
  readonly table: string;
  readonly column: string;
  /** How the head of the column begins that they are divided by; the cells' own ratios unless given. */
  readonly by?: string;
  /** The rows that are compared, by their label; all unless given. */
  readonly rows?: RegExp;
  /** Whether more is faster: requests in the same time, in place of time. */
  readonly isRate?: true;
}

const routers = 'the fastest of memoirist, medley, find-my-way, rou3 and Hono';
const making = { table: 'generation', beside: 'a template literal' };

const comparisons: readonly Comparison[] = [
  { what: '[recognition](#recognising-a-path)', beside: routers, table: 'recognition', column: 'waypost' },
  {
    what: 'recognition, compiled for speed',
    beside: routers,
    table: 'recognition',
    column: 'waypost, compiled for speed',
  },
  {
    what: 'recognition, compiled for size',
    beside: routers,
    table: 'recognition',
    column: 'waypost, compiled',
  },
  {
    what: 'recognition where the host [refuses generated code](#searches-written-for-small-tables)',
    beside: 'the fastest of memoirist, medley, rou3 and Hono',
    table: 'recognition-refused',
    column: 'waypost',
  },
  {
    what: '[making a router](#scale) of a text',
    beside: 'memoirist, which has no text to read',
    table: 'scale',
    column: 'from text',
    by: 'memoirist',
    rows: /made, ms/,
  },
  {
    what: 'making a router of a compiled module',
    beside: 'memoirist',
    table: 'scale',
    column: 'compiled',
    by: 'memoirist',
    rows: /made, ms/,
  },
  { what: '[making a path](#making-a-path) with a helper', ...making, column: 'helper' },
  { what: 'with a standalone helper', ...making, column: 'helper, standalone' },
  { what: 'with `pathFor(name, …)`', ...making, column: '`pathFor(name, …)`' },
  { what: 'with `pathFor(name, { … })`', ...making, column: '`pathFor(name, { … })`' },
  {
    what: 'with `pathFor(name, { … })`',
    beside: 'path-to-regexp',
    table: 'generation',
    column: '`pathFor(name, { … })`',
    by: 'path-to-regexp',
  },
  {
    what: '[the language server](#the-language-server), 1,000 lines',
    beside: 'Prisma’s',
    table: 'lsp-peer',
    column: '1,000 lines: p50',
    by: 'Prisma',
  },
  {
    what: '[start](#the-size-of-waypostrouter) of a process to its first answer, compiled routes',
    beside: 'Hono',
    table: 'start',
    column: 'waypost, compiled',
    rows: /time/,
  },
  {
    what: '[a server](#servers) in use for long',
    beside: '`node:http`',
    table: 'servers',
    column: 'waypost',
    isRate: true,
  },
  {
    what: 'a server in use for long',
    beside: 'Fastify',
    table: 'servers',
    column: 'waypost',
    by: 'fastify',
    isRate: true,
  },
  {
    what: 'a server that was just started',
    beside: '`node:http`',
    table: 'fresh-servers',
    column: 'waypost',
    isRate: true,
  },
  {
    what: 'a server with five layers',
    beside: '`node:http` without any',
    table: 'layers',
    column: 'waypost, five layers',
    isRate: true,
  },
  {
    what: 'a server with a log',
    beside: '`node:http` with pino-http',
    table: 'logs',
    column: 'waypost, RequestLogger',
    isRate: true,
  },
  {
    what: 'static files, without a cache',
    beside: 'a listener that holds them in memory',
    table: 'files',
    column: 'waypost',
    isRate: true,
  },
  {
    what: 'static files, without a cache',
    beside: 'sirv, which looks at files once, when it starts',
    table: 'files',
    column: 'waypost',
    by: 'sirv',
    isRate: true,
  },
  {
    what: 'static files, with a cache',
    beside: 'a listener that holds them in memory',
    table: 'files',
    column: 'waypost, cache',
    isRate: true,
  },
];

const explanation =
  'Without a sign, the time of waypost divided by the time of the other: below 1.00 waypost is faster. With ×, the requests that waypost answers in the processor time in which the other answers one: above 1.00 waypost is faster.';

/** The block `bench:summary` of a page with the other blocks. Throws where a table has no such column. */
export function summaryOf(page: string): string {
  const tables = tablesIn(page);
  const rows = comparisons.map((comparison) => {
    const { what, beside, table, isRate } = comparison;
    const ratios = ratiosOf(tables.get(table) ?? '', comparison);
    const values = ratios.map(({ ratio }) => ratio);
    return [what, beside, `${isRate ? '× ' : ''}${range(values)}`, lostText(ratios, isRate)];
  });
  return tableBlock('summary', ['', 'beside', 'ratio', 'where waypost is slower'], rows, explanation);
}

interface Ratio {
  readonly row: string;
  readonly ratio: number;
}

/** The ratios of one column, each with its row. Cells without figures are left out. */
function ratiosOf(block: string, { table, column, by, rows = /(?:)/ }: Comparison): readonly Ratio[] {
  const [head, , ...lines] = block.split('\n').filter((line) => line.startsWith('|'));
  const heads = cellsOf(head ?? '');
  const [at, base] = [
    heads.indexOf(column),
    by === undefined ? -1 : heads.findIndex((name) => name.startsWith(by)),
  ];
  if (at < 0 || (by !== undefined && base < 0))
    throw new Error(`the table '${table}' has no column '${at < 0 ? column : by}'`);
  const labels = heads.findIndex((name, i) => i > 0 && name !== '' && name !== 'look-ups');
  let group = '';
  return lines.flatMap((line) => {
    const cells = cellsOf(line);
    if (cells[0] !== '') [group = ''] = cells;
    const row = [group, ...cells.slice(1, labels)].filter((label) => label !== '').join(', ');
    const own = cells[at] ?? '';
    const ratio =
      by === undefined
        ? Number(/\(([\d.]+)\)/.exec(own)?.[1] ?? Number.parseFloat(own))
        : quotient(own, cells[base]);
    return Number.isNaN(ratio) || !rows.test(row) ? [] : [{ row, ratio }];
  });
}

function quotient(own: string, other = ''): number {
  return Number((Number.parseFloat(own) / Number.parseFloat(other)).toFixed(2));
}

function cellsOf(line: string): readonly string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

function range(values: readonly number[]): string {
  const [least, most] = [Math.min(...values).toFixed(2), Math.max(...values).toFixed(2)];
  return least === most ? least : `${least}–${most}`;
}

/** Up to three rows by their labels; of more how many there are, and the worst. */
function lostText(ratios: readonly Ratio[], isRate = false): string {
  const lost = ratios
    .filter(({ ratio }) => (isRate ? ratio < 1 : ratio > 1))
    .toSorted((a, b) => (isRate ? a.ratio - b.ratio : b.ratio - a.ratio));
  if (lost.length === 0) return 'nowhere';
  const shown = lost
    .slice(0, lost.length > 3 ? 1 : 3)
    .map(({ row, ratio }) => `${row} (${ratio.toFixed(2)})`);
  return lost.length > 3
    ? `${lost.length} of ${ratios.length} rows, most of all ${shown[0]}`
    : shown.join('; ');
}
