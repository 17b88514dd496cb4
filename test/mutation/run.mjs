// `npm run mutate`: changes one thing in the sources at a time and runs the tests that reach it. A change that no test notices is a
// survivor: the tests say nothing about that spot, or the change changes nothing (then `equivalent.json` names it, and why).
//
//     npm run mutate                                 every mutant: a day of one processor
//     npm run mutate -- --sample 300 --seed 1        as many, chosen by chance, the same for the same seed
//     npm run mutate -- --shard 2/8                  one eighth of them
//     npm run mutate -- --files src/http/headers.ts  those of some files (as many `--files` as you like)
//
// What was found out stays in `node_modules/.cache/mutation` and is taken from there as long as the source and the tests that reach the
// mutant are the same, so that a run that was broken off goes on. It ends with 1 where fewer are killed than `--least` (90) per cent.

import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { mutantsOf } from './mutants.mjs';
import { refusedByTypes } from './types.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
process.chdir(root);
const { values } = parseArgs({
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    shard: { type: 'string', default: '1/1' },
    files: { type: 'string', multiple: true },
    workers: { type: 'string', default: '1' },
    least: { type: 'string', default: '90' },
  },
});
const cache = 'node_modules/.cache/mutation';
mkdirSync(cache, { recursive: true });
/** Tests that take longer than this say too little for their time; the whole of `npm test` runs them. */
const longestTest = 4_000;

const { mutants, instrumented } = await mutantsOf(root);
const reach = await knownReach();
const chosen = choose(mutants);
const equivalent = JSON.parse(readFileSync('test/mutation/equivalent.json', 'utf8'));
const known = new Map(
  (existsSync(`${cache}/results.jsonl`) ? readFileSync(`${cache}/results.jsonl`, 'utf8') : '')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
    .map((result) => [result.key, result]),
);
const results = new Map();
const waiting = [];
for (const mutant of chosen) {
  const reason = equivalent.find((each) => isNamed(each, mutant))?.reason;
  const tests = reach.testsOf(mutant.id);
  const found = known.get(keyOf(mutant, tests));
  if (reason !== undefined) results.set(mutant, { state: 'equivalent' });
  else if (tests.length === 0) results.set(mutant, { state: 'unreached' });
  else if (found !== undefined) results.set(mutant, found);
  else waiting.push({ mutant, tests });
}
console.log(`${chosen.length} of ${mutants.length} mutants, ${waiting.length} of them to try`);
await Promise.all(Array.from({ length: Number(values.workers) }, work));
const unnoticed = [...results].filter(([, { state }]) => state === 'survived' || state === 'unreached');
for (const [mutant, result] of unnoticed) {
  if (!('types' in result)) result.types = refusedByTypes(root, mutant);
  if (result.types) results.set(mutant, { state: 'types' });
}
report();

/** For each mutant the tests that reach it, quickest file first; found out anew when a source or a test has changed. */
async function knownReach() {
  const folder = `${cache}/reached`;
  const file = `${cache}/reach.json`;
  const state = hash([...[...instrumented].flat(), ...testSources()]);
  if (existsSync(file)) {
    const held = JSON.parse(readFileSync(file, 'utf8'));
    if (held.state === state) return reachOf(held);
  }
  rmSync(folder, { recursive: true, force: true });
  console.log('which test reaches which mutant …');
  const counting = await start('reach');
  await counting.ask({ task: 'reach', folder: `${root}/${folder}`, sources: [...instrumented] }, 3_600_000);
  counting.end();
  const plain = await start('plain');
  const outcomes = await plain.ask({ task: 'plain' }, 3_600_000);
  plain.end();
  const files = outcomes
    .filter(({ failed }) => !failed)
    .map(({ file: path, tests }) => ({
      path,
      tests: tests.filter(
        ({ state: ended, milliseconds }) => ended === 'passed' && milliseconds < longestTest,
      ),
    }));
  for (const { file: path, failed, tests } of outcomes) {
    const failing = tests.filter(({ state: ended }) => ended === 'failed').map(({ name }) => name);
    if (failed || failing.length > 0)
      console.log(`not used, since it fails beside others in one process: ${path} ${failing.join(', ')}`);
  }
  const covered = readdirSync(folder).map((name) => JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')));
  const held = {
    state,
    files,
    covered: covered.map(({ file: path, static: always, perTest }) => ({
      path,
      always: Object.keys(always ?? {}),
      perTest: Object.entries(perTest ?? {}).map(([name, counts]) => [name, Object.keys(counts)]),
    })),
  };
  writeFileSync(file, JSON.stringify(held));
  return reachOf(held);
}

function reachOf({ files, covered }) {
  const taken = new Map(
    files.map(({ path, tests }) => [path, new Map(tests.map((each) => [each.name, each.milliseconds]))]),
  );
  /** mutant → file → names of tests, or null for all of that file. */
  const byMutant = new Map();
  const filesOf = (id) => byMutant.get(id) ?? byMutant.set(id, new Map()).get(id);
  for (const { path, always, perTest } of covered) {
    if (!taken.has(path)) continue;
    for (const [name, ids] of perTest) {
      if (!taken.get(path).has(name)) continue;
      for (const id of ids) {
        const names = filesOf(id);
        if (!names.has(path)) names.set(path, []);
        names.get(path).push(name);
      }
    }
    // What runs while a file is loaded, or before its tests, may matter to each of them.
    for (const id of always) filesOf(id).set(path, [...taken.get(path).keys()]);
  }
  return {
    testsOf(id) {
      const cost = ([path, names]) => names.reduce((sum, name) => sum + (taken.get(path).get(name) ?? 0), 0);
      return [...(byMutant.get(id) ?? [])].sort((a, b) => cost(a) - cost(b));
    },
  };
}

function choose(all) {
  const [part, parts] = values.shard.split('/').map(Number);
  const listed = values.files === undefined ? all : all.filter(({ file }) => values.files.includes(file));
  const sample = values.sample === undefined ? listed : shuffled(listed).slice(0, Number(values.sample));
  return sample.filter((_, index) => index % parts === part - 1);
}

/** In an order that the seed alone decides (mulberry32). */
function shuffled(all) {
  let state = Number(values.seed);
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const order = [...all];
  for (let last = order.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [order[last], order[other]] = [order[other], order[last]];
  }
  return order;
}

/** Tries what is waiting, in a process of its own that is replaced when a mutant does not return. */
async function work() {
  let trying;
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { mutant, tests } = next;
    trying ??= await start('try');
    const answer = await trying.ask({ task: 'try', ...mutant, tests }, 120_000);
    if (answer === undefined) {
      trying.end();
      trying = undefined;
    }
    const state = answer === undefined ? 'endless' : answer.by === undefined ? 'survived' : 'killed';
    const result = { key: keyOf(mutant, tests), state, by: answer?.by };
    results.set(mutant, result);
    appendFileSync(`${cache}/results.jsonl`, `${JSON.stringify(result)}\n`);
    console.log(
      `${waiting.length} left, ${state}: ${described(mutant)}${result.by ? ` (${result.by})` : ''}`,
    );
  }
  trying?.end();
}

/** A process that answers questions; `undefined` where it does not answer in time, or ends. */
async function start(task) {
  const child = fork(new URL('trial.mjs', import.meta.url), [task, values.workers], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const answered = (milliseconds) =>
    new Promise((resolve) => {
      const done = (answer) => {
        clearTimeout(timer);
        child.removeAllListeners();
        resolve(answer);
      };
      const timer = setTimeout(done, milliseconds, undefined);
      child.once('message', done);
      child.once('exit', () => done(undefined));
    });
  await answered(120_000);
  return {
    ask(message, milliseconds) {
      child.send(message);
      return answered(milliseconds);
    },
    end() {
      child.kill('SIGKILL');
    },
  };
}

function keyOf(mutant, tests) {
  return hash([
    mutant.file,
    mutant.line,
    mutant.kind,
    mutant.was,
    mutant.becomes,
    readFileSync(mutant.file, 'utf8'),
    JSON.stringify(tests),
  ]);
}

function isNamed(each, mutant) {
  return (
    each.file === mutant.file &&
    each.line === mutant.line &&
    each.was === mutant.was &&
    each.becomes === mutant.becomes
  );
}

function described({ file, at, was, becomes }) {
  return `${file}:${at} ${JSON.stringify(was)} → ${JSON.stringify(becomes)}`;
}

function hash(parts) {
  const sum = createHash('sha1');
  for (const part of parts) sum.update(`${part}\0`);
  return sum.digest('hex');
}

function testSources() {
  return readdirSync('test', { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => readFileSync(`test/${name}`, 'utf8'));
}

function report() {
  const counts = { killed: 0, endless: 0, types: 0, survived: 0, unreached: 0, equivalent: 0 };
  for (const { state } of results.values()) counts[state] += 1;
  for (const [mutant, { state }] of results) {
    if (state === 'survived' || state === 'unreached') {
      console.log(
        `\n${state}: ${mutant.file}:${mutant.at} ${mutant.kind}\n  ${mutant.line}\n  ${JSON.stringify(mutant.was)}\n  → ${JSON.stringify(mutant.becomes)}`,
      );
    }
  }
  const noticed = counts.killed + counts.endless + counts.types;
  const all = noticed + counts.survived + counts.unreached;
  const share = (noticed / all) * 100;
  console.log(
    `\n${counts.killed} killed by a test, ${counts.endless} did not return, ${counts.types} refused by the types; ` +
      `${counts.survived} survived, ${counts.unreached} reached by no test; ${counts.equivalent} equivalent: ${share.toFixed(1)} %`,
  );
  if (share < Number(values.least)) process.exitCode = 1;
}
