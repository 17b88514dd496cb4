// The language server over stdio as an editor meets it, beside Prisma's on a schema of as many lines.
//
//   npm run build && npm run bench:lsp -- [--lines 1000,20000] [--samples 200] [--alone] [--only hover,completion]
//   npm run bench:lsp -- --recall | --follow-ons        see typing.ts
//   npm run bench -- --write lsp -- --alone --samples 30      and docs/performance.md has the tables
//
// Every request follows an edit, so that it includes understanding the text anew; an answer that is not the right one
// ends the run. What takes long is asked less often: each row of a table has its share of time. What is asked most is measured again in the states in which a text is typed: a block begun in its middle, its
// first line edited, a string open. Prisma's server is installed into the system's temporary folder when it is missing; `--alone` leaves it out.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { BenchedServer, type Position, type Published } from './lsp-client.js';
import { printTable } from './table.js';
import { measureFollowOns, measureRecall } from './typing.js';
import { prismaText, routesText } from './lsp-texts.js';

const { values } = parseArgs({
  options: {
    lines: { type: 'string', default: '1000,20000' },
    samples: { type: 'string', default: '200' },
    alone: { type: 'boolean', default: false },
    only: { type: 'string' },
    recall: { type: 'boolean', default: false },
    words: { type: 'string', default: '150' },
    'follow-ons': { type: 'boolean', default: false },
    step: { type: 'string', default: '7' },
  },
});
if (values.recall) measureRecall(Number(values.words));
if (values['follow-ons']) await measureFollowOns(Number(values.step));
if (values.recall || values['follow-ons']) process.exit();
const sizes = values.lines.split(',').map(Number);
const samples = Number(values.samples);
/** A row has as many samples as are asked for, unless its milliseconds are over before; but never fewer than the least. */
const row = { warmUps: 20, warmingUp: 600, milliseconds: 1_500, least: 5 };
/** Prisma's server wants its folder to exist, and the schema in it. */
const folder = mkdtempSync(join(tmpdir(), 'waypost-bench-'));
const only = values.only?.split(',');

interface Question {
  readonly name: string;
  readonly method: string;
  /** What is asked beside the document, at a place that the texts name. */
  readonly params: object;
  readonly fits: (answer: string) => boolean;
}

interface Subject {
  readonly title: string;
  readonly lines: number;
  readonly text: string;
  readonly uri: string;
  readonly languageId: string;
  readonly start: readonly string[];
  /** A line that is written and taken out again before each request, and where. */
  readonly edited: { readonly line: number; readonly text: string };
  /** Lines with a mistake, each with the words of its message: the syntax's, and one that takes the longest to find. */
  readonly mistakes: readonly { readonly name: string; readonly text: string; readonly says: RegExp }[];
  readonly questions: readonly Question[];
  /** Other texts than the whole one, in which the same is asked. */
  readonly states: readonly State[];
}

/** A text that is being written: what is put into it first, and what is then written and taken out again. */
interface State {
  readonly name: string;
  readonly before?: { readonly line: number; readonly text: string };
  readonly edited: Subject['edited'] & { readonly character?: number };
  /** Where a line with a mistake goes. */
  readonly mistakeLine: number;
}

/** What is asked in every state. */
const asked = ['completion', 'hover', 'definition', 'document symbols'];

const has =
  (...words: readonly string[]) =>
  (answer: string): boolean =>
    words.every((word) => answer.includes(word));
const options = { tabSize: 2, insertSpaces: true };

function waypost(lines: number): Subject {
  const { text, places } = routesText(lines);
  const at = (place: Position): object => ({ position: place });
  const view = { start: { line: 0, character: 0 }, end: { line: 60, character: 0 } };
  return {
    title: 'waypost',
    lines,
    text,
    uri: pathToFileURL(join(folder, 'routes')).href,
    languageId: 'routes',
    start: [join(import.meta.dirname, '../../dist/bin/waypost.js'), 'lsp'],
    edited: { line: places.free, text: "  get '/typed', to => 'typed#index'\n" },
    mistakes: [
      { name: 'keystroke → syntax diagnostics', text: "  get '/typed', to = 'typed#index'\n", says: /=>/ },
      {
        name: 'keystroke → all diagnostics',
        text: '  get "/typed/:id", to => "typed#index", id => /(a+)+b/\n',
        says: /unsafe-regex/,
      },
    ],
    questions: [
      {
        name: 'completion',
        method: 'textDocument/completion',
        params: at(places.only),
        fits: has('destroy'),
      },
      { name: 'hover', method: 'textDocument/hover', params: at(places.resources), fits: has('edit') },
      {
        name: 'definition',
        method: 'textDocument/definition',
        params: at(places.concernUse),
        fits: has('range'),
      },
      {
        name: 'references',
        method: 'textDocument/references',
        params: { ...at(places.concern), context: { includeDeclaration: true } },
        fits: has('range'),
      },
      {
        name: 'document highlight',
        method: 'textDocument/documentHighlight',
        params: at(places.concern),
        fits: has('range'),
      },
      {
        name: 'rename',
        method: 'textDocument/rename',
        params: { ...at(places.concern), newName: 'fresh' },
        fits: has('fresh'),
      },
      {
        name: 'signature help',
        method: 'textDocument/signatureHelp',
        params: at(places.only),
        fits: has('only'),
      },
      { name: 'formatting', method: 'textDocument/formatting', params: { options }, fits: has('newText') },
      {
        name: 'range formatting',
        method: 'textDocument/rangeFormatting',
        params: { range: view, options },
        fits: has('newText'),
      },
      { name: 'document symbols', method: 'textDocument/documentSymbol', params: {}, fits: has('articles0') },
      {
        name: 'workspace symbols',
        method: 'workspace/symbol',
        params: { query: 'articles1 edit' },
        fits: has('articles1'),
      },
      { name: 'folding ranges', method: 'textDocument/foldingRange', params: {}, fits: has('startLine') },
      {
        name: 'selection range',
        method: 'textDocument/selectionRange',
        params: { positions: [places.resources] },
        fits: has('parent'),
      },
      {
        name: 'semantic tokens',
        method: 'textDocument/semanticTokens/full',
        params: {},
        fits: has('data', '0,'),
      },
      {
        name: 'semantic tokens, a screen',
        method: 'textDocument/semanticTokens/range',
        params: { range: view },
        fits: has('data', '0,'),
      },
      {
        name: 'inlay hints, a screen',
        method: 'textDocument/inlayHint',
        params: { range: view },
        fits: has('articles0'),
      },
      { name: 'code lenses', method: 'textDocument/codeLens', params: {}, fits: has('show table') },
      {
        name: 'code actions',
        method: 'textDocument/codeAction',
        params: { range: places.statements, context: { diagnostics: [] } },
        fits: has('title'),
      },
      { name: 'document links', method: 'textDocument/documentLink', params: {}, fits: has('[') },
    ],
    states: [
      {
        name: 'typing in a block that is open',
        before: { line: places.middle, text: "  namespace 'typed' {\n" },
        edited: { line: places.middle + 1, text: "    get '/typed', to => 'typed#index'\n" },
        mistakeLine: places.middle + 1,
      },
      {
        name: 'typing beside a block that is open',
        before: { line: places.middle, text: "  namespace 'typed' {\n" },
        edited: { line: places.free + 1, text: "  get '/typed', to => 'typed#index'\n" },
        mistakeLine: places.free + 1,
      },
      {
        name: 'typing in a block in parentheses that are open',
        before: { line: places.middle, text: "  constraints(subdomain => 'typed', {\n" },
        edited: { line: places.middle + 1, text: "    get '/typed', to => 'typed#index'\n" },
        mistakeLine: places.middle + 1,
      },
      {
        name: 'typing in a block whose `)` is missing',
        before: {
          line: places.middle,
          text: "  constraints(subdomain => 'typed', {\n    get '/other', to => 'typed#other'\n  }\n",
        },
        edited: { line: places.middle + 1, text: "    get '/typed', to => 'typed#index'\n" },
        mistakeLine: places.middle + 1,
      },
      {
        name: 'opening a block',
        edited: { line: places.middle, text: "  namespace 'typed' {\n" },
        mistakeLine: places.middle,
      },
      {
        name: 'typing on the line of `routes {`',
        edited: { line: 0, character: 8, text: ' # typed' },
        mistakeLine: places.middle,
      },
      {
        name: 'typing a string',
        before: { line: places.middle, text: "  get '/typed\n" },
        edited: { line: places.middle, character: 9, text: 'x' },
        mistakeLine: places.middle + 1,
      },
    ],
  };
}

function prisma(lines: number): Subject {
  const { text, places } = prismaText(lines);
  writeFileSync(join(folder, 'schema.prisma'), text);
  return {
    title: 'Prisma 31.12.10',
    lines,
    text,
    uri: pathToFileURL(join(folder, 'schema.prisma')).href,
    languageId: 'prisma',
    start: [join(prismaServer(), 'dist/bin.js'), '--stdio'],
    edited: { line: places.free, text: '  typed String?\n' },
    mistakes: [{ name: 'keystroke → all diagnostics', text: '  typed Strin?\n', says: /Strin/ }],
    questions: [
      {
        name: 'completion',
        method: 'textDocument/completion',
        params: { position: places.type },
        fits: has('label'),
      },
      {
        name: 'hover',
        method: 'textDocument/hover',
        params: { position: places.use },
        fits: has('contents'),
      },
      {
        name: 'definition',
        method: 'textDocument/definition',
        params: { position: places.use },
        fits: has('ange'),
      },
      {
        name: 'references',
        method: 'textDocument/references',
        params: { position: places.use, context: { includeDeclaration: true } },
        fits: has('range'),
      },
      { name: 'document symbols', method: 'textDocument/documentSymbol', params: {}, fits: has('Article0') },
      { name: 'formatting', method: 'textDocument/formatting', params: { options }, fits: has('newText') },
    ],
    states: [],
  };
}

function prismaServer(): string {
  const folder = join(process.env['WAYPOST_EDITORS'] ?? join(tmpdir(), 'waypost-editors'), 'prisma');
  const server = join(folder, 'node_modules/@prisma/language-server');
  if (!existsSync(server)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '@prisma/language-server@31.12.10'], {
      cwd: folder,
      stdio: 'ignore',
    });
  }
  return server;
}

/** What was measured of one thing, in milliseconds. */
interface Measured {
  readonly p50: number;
  readonly p95: number;
  /** Of the server's processors, for an edit and what is asked after it. */
  readonly processor: number | undefined;
}

/** Measures something until a row has enough: what `once` gives is the time of one sample. */
async function sampled(
  server: BenchedServer,
  key: string,
  count: number,
  once: (round: number) => Promise<number>,
  edits = 1,
): Promise<void> {
  const times: number[] = [];
  let round = 0;
  const begun = performance.now();
  while (round < row.warmUps && (round === 0 || performance.now() - begun < row.warmingUp))
    await once(round++);
  const before = server.processorTime();
  const start = performance.now();
  while (times.length < count && (times.length < row.least || performance.now() - start < row.milliseconds))
    times.push(await once(round++));
  // An edit that was made is taken back.
  if (edits === 1 && round % 2 === 1) await once(round);
  const processor = { time: server.processorTime() - before, count: edits * times.length };
  console.log(summary(key, times, processor));
}

/** By subject, lines, state – '' is the whole text – and what was asked. */
const measured = new Map<string, Measured>();

function keyOf(title: string, lines: number, state: string, name: string): string {
  return [title, lines, state, name].join('\n');
}

/** `processor`: milliseconds of processor time that the server took for all of them. */
function summary(
  key: string,
  times: number[],
  processor?: { readonly time: number; readonly count: number },
): string {
  times.sort((one, other) => one - other);
  const at = (share: number): number =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  const part = (share: number): string => at(share).toFixed(1).padStart(9);
  const name = key.slice(key.lastIndexOf('\n') + 1);
  measured.set(key, {
    p50: at(0.5),
    p95: at(0.95),
    processor: processor && processor.time / processor.count,
  });
  return `  ${name.padEnd(34)} p50 ${part(0.5)}   p95 ${part(0.95)}   most ${part(1)} ms${processor ? `   processor ${(processor.time / processor.count).toFixed(1).padStart(7)}` : ''}  (${times.length})`;
}

function insert(server: BenchedServer, uri: string, line: number, character: number, text: string): void {
  const at = { line, character };
  server.edit(uri, { start: at, end: at }, text);
}

function remove(server: BenchedServer, uri: string, line: number, character: number, text: string): void {
  const end = text.endsWith('\n')
    ? { line: line + text.split('\n').length - 1, character: 0 }
    : { line, character: character + text.length };
  server.edit(uri, { start: { line, character }, end }, '');
}

/** From the keystroke that makes a mistake to the diagnostic that tells it. */
async function measureMistake(
  server: BenchedServer,
  { uri, title, lines }: Subject,
  { mistakeLine, name: state }: State,
  { name, text, says }: Subject['mistakes'][number],
  count: number,
): Promise<void> {
  const isTold = ({ diagnostics }: Published): boolean =>
    diagnostics.some(({ code, message }) => says.test(`${code} ${message}`));
  const once = async (): Promise<number> => {
    const start = performance.now();
    insert(server, uri, mistakeLine, 0, text);
    await server.published(uri, isTold);
    const time = performance.now() - start;
    remove(server, uri, mistakeLine, 0, text);
    await server.published(uri, (published) => !isTold(published));
    return time;
  };
  await sampled(server, keyOf(title, lines, state, name), count, once, 2);
}

/** From a request that follows an edit to its answer. */
async function measureQuestion(
  server: BenchedServer,
  { title, uri, lines }: Subject,
  { name: state, edited: { line, character = 0, text } }: State,
  { name, method, params, fits }: Question,
  count: number,
): Promise<void> {
  await sampled(server, keyOf(title, lines, state, name), count, async (round) => {
    if (round % 2 === 0) insert(server, uri, line, character, text);
    else remove(server, uri, line, character, text);
    const start = performance.now();
    const answered = await server.request(method, { textDocument: { uri }, ...params });
    const time = performance.now() - start;
    const answer = JSON.stringify(answered) ?? '';
    if (!fits(answer)) throw new Error(`${title} answered ${name} wrongly: ${answer.slice(0, 300)}`);
    return time;
  });
}

async function measure(subject: Subject, count: number): Promise<void> {
  const { uri, text, edited, title, lines } = subject;
  const key = (name: string): string => keyOf(title, lines, '', name);
  console.log(`\n${subject.title}: ${text.split('\n').length} lines, ${(text.length / 1024).toFixed(0)} KiB`);

  // A start does not depend on the text.
  if (lines === sizes[0]) {
    const starts: number[] = [];
    for (let round = 0; round < 5; round++) {
      const server = await BenchedServer.start(subject.start, pathToFileURL(folder).href);
      starts.push(server.startTime);
      server.end();
    }
    console.log(summary(key('start → initialized'), starts));
  }
  const server = await BenchedServer.start(subject.start, pathToFileURL(folder).href);
  const opened = performance.now();
  server.open(uri, subject.languageId, text);
  await server.published(uri, () => true);
  console.log(summary(key('open → first diagnostics'), [performance.now() - opened]));
  await server.atRest();
  const wanted = (name: string): boolean => only === undefined || only.some((part) => name.includes(part));
  const whole: State = { name: '', edited, mistakeLine: edited.line };
  for (const state of [whole, ...subject.states]) {
    const { before } = state;
    if (state.name !== '') console.log(`  ${state.name}`);
    if (before) insert(server, uri, before.line, 0, before.text);
    const ofState = ({ name }: { readonly name: string }): boolean =>
      wanted(name) && (state === whole || asked.includes(name) || name.startsWith('keystroke'));
    for (const mistake of subject.mistakes.filter(ofState))
      await measureMistake(server, subject, state, mistake, count);
    for (const question of subject.questions.filter(ofState))
      await measureQuestion(server, subject, state, question, count);
    if (before) remove(server, uri, before.line, 0, before.text);
  }
  console.log(`  ${'memory at the end'.padEnd(34)} ${server.memory().toFixed(0)} MiB`);
  server.end();
}

for (const lines of sizes) {
  await measure(waypost(lines), samples);
  if (!values.alone) await measure(prisma(lines), lines > 5_000 ? Math.min(samples, 30) : samples);
}
rmSync(folder, { recursive: true });
if (!only) printTables();

function printTables(): void {
  const titles = [...new Set([...measured.keys()].map((key) => key.split('\n', 1)[0] ?? ''))];
  const names = (title: string): string[] => [
    ...new Set(
      [...measured.keys()].flatMap((key) => {
        const [of, , state, name = ''] = key.split('\n');
        return of === title && state === '' ? [name] : [];
      }),
    ),
  ];
  const at = (title: string, lines: number, state: string, name: string): Measured | undefined =>
    measured.get(keyOf(title, lines, state, name));
  const cell = (time: number | undefined): string => (time === undefined ? '' : time.toFixed(1));
  const count = (lines: number): string => lines.toLocaleString('en');
  const most = `${samples} requests, or of as many as fit into ${row.milliseconds / 1_000} seconds,`;
  const each = `Milliseconds, median and 95th percentile of ${most} over stdio, with an edit before each`;
  printTable({
    id: 'lsp',
    columns: ['', ...sizes.flatMap((lines) => [`${count(lines)} lines: p50`, 'p95', 'processor'])],
    rows: names('waypost').map((name) => [
      name,
      ...sizes.flatMap((lines) => {
        const of = at('waypost', lines, '', name);
        return [cell(of?.p50), cell(of?.p95), cell(of?.processor)];
      }),
    ]),
    how: `${each}; "processor" is the server's processor time for an edit and its answer, with compiler and garbage collector`,
  });
  for (const peer of titles.filter((title) => title !== 'waypost'))
    printTable({
      id: 'lsp-peer',
      columns: [
        '',
        ...sizes.flatMap((lines) => [`${count(lines)} lines: p50`, 'p95', `${peer}: p50`, 'p95']),
      ],
      rows: names(peer).map((name) => [
        name,
        ...sizes.flatMap((lines) =>
          ['waypost', peer].flatMap((title) => {
            const of = at(title, lines, '', name);
            return [cell(of?.p50), cell(of?.p95)];
          }),
        ),
      ]),
      how: each,
    });
  const states = ['', ...waypost(sizes[0] ?? 1_000).states.map(({ name }) => name)];
  printTable({
    id: 'lsp-states',
    columns: ['', '', ...states.map((state) => state || 'whole')],
    rows: sizes.flatMap((lines) =>
      names('waypost')
        .filter((name) => asked.includes(name) || name.startsWith('keystroke'))
        .map((name, index) => [
          index === 0 ? `${count(lines)} lines` : '',
          name,
          ...states.map((state) => {
            const of = at('waypost', lines, state, name);
            return of ? `${of.p50.toFixed(1)} (${of.p95.toFixed(1)})` : '';
          }),
        ]),
    ),
    how: `Milliseconds, median (95th percentile) of ${most} over stdio, with an edit before each`,
  });
}
