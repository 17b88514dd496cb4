// How long formatting takes: a whole file of 10,000 lines, and one line of it after a keystroke.
//
//   npm run bench -- format        times in milliseconds; every answer is checked before it is timed

import { readFileSync } from 'node:fs';
import { applyEdits, formatRanges, formatRoutes } from '../../src/format/format.js';
import { Source } from '../../src/language/source.js';
import { parseSyntax } from '../../src/language/syntax.js';
import { printTable } from './table.js';

const lines = 10_000;
const rounds = 40;

const samples = ['lobsters', 'spree-api', 'openstreetmap'].map((name) =>
  readFileSync(`samples/${name}/routes`, 'utf8'),
);
const formatted = filled(samples.join('\n'));
const untidy = formatted.split('\n').map(untidied).join('\n');

function untidied(line: string): string {
  if (line.includes('#')) return line;
  return line
    .replaceAll(' => ', '=>')
    .replaceAll("'", '"')
    .replace(/^ +/, '   ')
    .replaceAll(
      /only=><([a-z ]+)>/g,
      (_, words: string) =>
        `:only => [${words
          .split(' ')
          .map((word) => `:${word}`)
          .join(', ')}]`,
    );
}

/** The text as often as it takes, cut after a statement of the outermost file. */
function filled(text: string): string {
  const whole: string[] = [];
  while (whole.length < lines) whole.push(...text.split('\n'));
  return whole.join('\n');
}

function textOf(text: string): string {
  const result = formatRoutes(text);
  if (result.refused !== undefined) throw new Error(result.refused);
  if (applyEdits(text, result.edits) !== result.text) throw new Error('the edits do not lead to the text');
  return result.text;
}

function measured(name: string, run: () => void): string[] {
  for (let round = 0; round < rounds / 4; round++) run();
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    run();
    times.push(performance.now() - start);
  }
  times.sort((one, other) => one - other);
  return [name, ...[0.5, 0.95, 0].map((share) => times[Math.floor(times.length * share)]!.toFixed(2))];
}

const canonical = textOf(formatted);
if (textOf(untidy) !== canonical) throw new Error('the untidy text is formatted otherwise');
const syntax = parseSyntax(new Source('routes', untidy));
const middle = untidy.indexOf('get ', untidy.length / 2);
if (formatRanges(syntax, [{ start: middle, end: middle }]).refused !== undefined) throw new Error('refused');

printTable({
  id: 'format',
  columns: ['ms', 'median', '95 of 100', 'least'],
  rows: [
    measured('parse', () => void parseSyntax(new Source('routes', canonical))),
    measured('format, nothing to do', () => void formatRoutes(canonical)),
    measured('format, every line to be changed', () => void formatRoutes(untidy)),
    measured('the same, and its edits', () => void textOf(untidy)),
    measured('format one line, the text parsed', () => {
      formatRanges(syntax, [{ start: middle, end: middle }]);
    }),
  ],
  how: `Milliseconds, ${rounds} runs each, on ${canonical.split('\n').length.toLocaleString('en')} lines (${(canonical.length / 1024).toFixed(0)} KiB)`,
});
