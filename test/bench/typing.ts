// What the editor is worth while somebody types, over the samples and a file that is none of them: how often the next word is
// among the first five that completion offers, and how many keystrokes show a mistake that is only a consequence of the
// statement that is being written.
//
//   npm run bench:lsp -- --recall [--words 150]
//   npm run bench:lsp -- --follow-ons [--step 7]
//
// A file is written from its top to its end: what stands behind the cursor is the quote that an editor closes by itself.
// Its application has the controllers and modules that the file names, and nothing else.

import { readFileSync } from 'node:fs';
import { complete } from '../../lsp/features/completion.js';
import type { CompletionItem } from '../../lsp/features/completion-items.js';
import { Typing } from '../../lsp/typing.js';
import { analyze } from '../../src/analysis/analyze.js';
import { Snapshot } from '../../src/analysis/snapshot.js';
import type { Argument, Declaration, StringValue, Value } from '../../src/language/declarations.js';
import { walkDeclarations } from '../../src/language/declarations.js';
import type { Diagnostic } from '../../src/language/diagnostics.js';
import { Source } from '../../src/language/source.js';
import { canonicalOption } from '../../src/language/vocabulary.js';
import { lint } from '../../src/lint/lint.js';
import type { ApplicationKnowledge, KnownMembers } from '../../src/lint/application.js';

const files = [
  'samples/blog/config/routes',
  'samples/lobsters/routes',
  'samples/openstreetmap/routes',
  'samples/spree-api/routes',
  'test/bench/library.routes',
];

interface Word {
  readonly category: string;
  readonly text: string;
  readonly start: number;
  readonly quote: string;
}

/** The words of a file that somebody who knows the language and the application could guess. */
function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  const add = (category: string, word: string, start: number, quote = ''): void =>
    void words.push({ category, text: word, start, quote });
  const addString = (category: string, value: StringValue): void =>
    add(category, value.value, value.offsetOf(0), value.notation === 'double' ? '"' : "'");
  const addValue = (option: string, keyword: string, value: Value): void => {
    if (value.kind === 'list') for (const item of value.items) addValue(option, keyword, item);
    else if (value.kind === 'callable') {
      add('module', value.module, value.moduleSpan.start);
      if (value.export !== undefined && value.exportSpan) add('export', value.export, value.exportSpan.start);
    } else if (value.kind === 'redirect') addArguments(value.call);
    else if (value.kind === 'string' && value.value !== '') {
      const category = categories[option] ?? (option === '' ? positionals[keyword] : undefined);
      if (category !== undefined) addString(category, value);
    }
  };
  const addArguments = ({ keyword, arguments: list }: Declaration): void => {
    for (const argument of list) addArgument(argument, keyword.text);
  };
  const addArgument = (argument: Argument, keyword: string): void => {
    if (argument.kind !== 'pair') return addValue('', keyword, argument);
    const { key, value } = argument;
    if (key.notation === 'word') add('option', key.text, key.span.start);
    if (value?.kind === 'hash')
      for (const pair of value.pairs) add('key', pair.key.text, pair.key.span.start);
    else if (value) addValue(canonicalOption(key.text), keyword, value);
  };
  walkDeclarations(analyze(text).declarations, (declaration) => {
    const { text: keyword, span } = declaration.keyword;
    add('keyword', keyword, span.start);
    addArguments(declaration);
  });
  return words.filter((word) => word.text !== '').sort((one, other) => one.start - other.start);
}

const categories: Readonly<Record<string, string>> = {
  to: 'target',
  only: 'action',
  except: 'action',
  via: 'verb',
  on: 'level',
  concerns: 'concern',
  controller: 'controller',
  module: 'namespace',
};
const positionals: Readonly<Record<string, string>> = {
  root: 'target',
  resources: 'resource',
  resource: 'resource',
  namespace: 'namespace',
  controller: 'controller',
  concerns: 'concern',
  redirect: 'redirect',
  include: 'file',
};

/** The controllers and modules that a file's routes lead to. */
function applicationOf(text: string): ApplicationKnowledge {
  const controllers = new Map<string, Set<string>>();
  const modules = new Map<string, Set<string>>();
  const note = (of: Map<string, Set<string>>, name: string, member: string): void =>
    void of.set(name, (of.get(name) ?? new Set()).add(member));
  for (const { definition } of analyze(text).routes)
    if (definition.target.kind === 'controller')
      note(controllers, definition.target.controller, definition.target.action);
  for (const [, module, member] of text.matchAll(/&([\w./-]+)(?:#(\w+))?/g))
    note(modules, module!, member ?? 'default');
  const range = { start: { offset: 0, line: 1, column: 1 }, end: { offset: 0, line: 1, column: 1 } };
  const members = (file: string, names: Iterable<string>): KnownMembers => ({
    file,
    isComplete: true,
    byName: new Map(
      [...names].sort().map((name) => [name, { name, kind: 'function', file, range, doc: undefined }]),
    ),
  });
  const of = (known: ReadonlyMap<string, Set<string>>, name: string): KnownMembers | undefined =>
    known.has(name) ? members(name, known.get(name)!) : undefined;
  return {
    hasControllers: true,
    controllerNames: () => [...controllers.keys()].sort(),
    controller: (name) => of(controllers, name),
    module: (name) => of(modules, name),
    moduleNames: () => [...modules.keys()].sort(),
  };
}

/** How an editor ranks what was typed: a beginning before a part, a part before scattered letters, then as it was offered. */
function ranked(items: readonly CompletionItem[], typed: string): readonly CompletionItem[] {
  const wanted = typed.toLowerCase();
  const score = ({ label }: CompletionItem): number => {
    const text = label.toLowerCase();
    if (text.startsWith(wanted)) return 0;
    if (new RegExp(`[^a-z]${wanted}`).test(text)) return 1;
    return text.includes(wanted) ? 2 : 3;
  };
  return items
    .map((item) => ({ item, score: score(item) }))
    .filter((each) => each.score < 3)
    .sort((one, other) => one.score - other.score || one.item.order - other.item.order)
    .map(({ item }) => item);
}

/** Prints the share of words that are among the first five with no, one and two letters typed. */
export function measureRecall(most: number): void {
  const tally = new Map<string, number[]>();
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    const application = applicationOf(text);
    const words = wordsOf(text);
    const step = Math.max(1, words.length / most);
    for (let index = 0; index < words.length; index += step) {
      const word = words[Math.floor(index)]!;
      for (let typed = 0; typed <= 2; typed++) {
        const letters = word.text.slice(0, typed);
        const before = text.slice(0, word.start) + letters;
        // Where a redirect leads is there before it: what stands behind its line is.
        const behind = word.category === 'redirect' ? text.slice(text.indexOf('\n', word.start)) : '';
        const snapshot = new Snapshot(new Source('routes', before + word.quote + behind));
        const offered = ranked(
          complete(snapshot, before.length, { application, routesFiles: () => ['admin.routes'] }),
          letters,
        ).slice(0, 5);
        // A redirect means the same with a slash at its beginning and without one.
        const wanted = word.category === 'redirect' ? word.text.replace(/^\/?/, '/') : word.text;
        const isFound = offered.some(({ label }) => label === wanted);
        if (!isFound && process.env['MISSES'] !== undefined && typed === Number(process.env['MISSES']))
          console.log(
            `${file} ${word.category} ${JSON.stringify(before.slice(-50))} → ${word.text}: ${offered.map(({ label }) => label).join(' ')}`,
          );
        for (const name of ['all', word.category, file]) {
          const counts = tally.get(name) ?? [0, 0, 0, 0];
          tally.set(name, counts);
          if (isFound) counts[typed]!++;
          if (typed === 0) counts[3]!++;
        }
      }
    }
  }
  console.log('the next word among the first five, with 0 / 1 / 2 letters typed');
  for (const [name, counts] of tally) {
    const shares = [0, 1, 2].map((typed) =>
      `${Math.round((100 * counts[typed]!) / counts[3]!)} %`.padStart(6),
    );
    console.log(`  ${name.padEnd(32)} ${shares.join(' ')}  (${counts[3]} words)`);
  }
}

/** Milliseconds since the last key. */
const rests = { typing: 0, resting: 400 };

/** What is answered at a time, whatever the clock says: a busy machine would take a rest for every keystroke. */
function at<Answer>(time: number, ask: () => Answer): Answer {
  const { now } = performance;
  performance.now = () => time;
  try {
    return ask();
  } finally {
    performance.now = now;
  }
}

/** What says that a text is not finished, and nothing of what it means. */
const notation: ReadonlySet<string> = new Set([
  'syntax-error',
  'unmatched-bracket',
  'inline-code',
  'invalid-regex',
]);

/**
 * Prints how many keystrokes show a diagnostic about the meaning that neither the finished file has nor the one without the
 * line, beside which ones: while somebody types, and where that somebody rests for a moment after each key.
 */
export async function measureFollowOns(step: number): Promise<void> {
  console.log('keystrokes with a diagnostic about the meaning that is gone when the line is finished');
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    const application = applicationOf(text);
    const find = async (part: string): Promise<readonly Diagnostic[]> =>
      (await lint(analyze(part, { read: () => '' }), { application, effort: 'quick' })).diagnostics;
    const finished = new Set((await find(text)).map(({ code }) => code));
    const told = { typing: new Map<string, number>(), resting: new Map<string, number>() };
    const shares = { typing: 0, resting: 0 };
    let keystrokes = 0;
    for (let end = 10; end < text.length; end += step) {
      // The rest of the line is yet to be written; what stands behind it is there.
      const lineStart = text.lastIndexOf('\n', end - 1) + 1;
      const lineEnd = (text.indexOf('\n', end) + 1 || text.length + 1) - 1;
      const behind = text.slice(lineEnd);
      const before = await find(text.slice(0, lineStart) + behind);
      const known = new Set([...finished, ...before.map(({ code }) => code)]);
      const typing = new Typing();
      typing.found(file, before);
      const snapshot = new Snapshot(new Source('routes', text.slice(0, end) + behind));
      const pressed = performance.now();
      for (let start = lineStart; start < end; start++)
        at(pressed, () => typing.edited(file, [{ start, end: start, text: text[start]! }], snapshot));
      const found = await find(snapshot.source.text);
      keystrokes++;
      for (const how of ['typing', 'resting'] as const) {
        const shown = at(pressed + rests[how], () => typing.told(file, snapshot.source, found));
        const codes = new Set(
          shown.map(({ code }) => code).filter((code) => !notation.has(code) && !known.has(code)),
        );
        if (codes.size > 0) shares[how]++;
        for (const code of codes) told[how].set(code, (told[how].get(code) ?? 0) + 1);
      }
    }
    for (const how of ['typing', 'resting'] as const) {
      const most = [...told[how]].sort((one, other) => other[1] - one[1]).slice(0, 6);
      console.log(
        `  ${how === 'typing' ? file.padEnd(30) : ' '.repeat(30)} ${how} ${((100 * shares[how]) / keystrokes).toFixed(1).padStart(5)} % of ${keystrokes}${most.length > 0 ? ': ' : ''}${most.map(([code, count]) => `${code} ${count}`).join(', ')}`,
      );
    }
  }
}
