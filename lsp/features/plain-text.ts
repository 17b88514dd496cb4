// Converts the server's Markdown for a client that shows plain text: without markup, tables in columns, code unchanged.

import { inColumns } from './route-table.js';

const fences = /^```.*\n?/m;
const tables = /(?:^\|.*\|$\n?)+/gm;
const ruler = /^\|[-|]+\|$/;
const cellEnd = /(?<!\\)\|/;
const marks = /`([^`]*)`|\*\*(.+?)\*\*/g;

export function plainText(markdown: string): string {
  const pieces = markdown.split(fences);
  return pieces
    .map((piece, index) => (index % 2 === 1 ? piece : withoutMarks(piece.replace(tables, columns))))
    .join('')
    .trimEnd();
}

function columns(table: string): string {
  const rows = table.trimEnd().split('\n');
  return inColumns(
    rows
      .filter((row) => !ruler.test(row))
      .map((row) =>
        row
          .slice(1, -1)
          .split(cellEnd)
          .map((cell) => withoutMarks(cell.trim()).replaceAll('\\|', '|')),
      ),
  );
}

function withoutMarks(text: string): string {
  return text.replace(marks, '$1$2');
}
