// A process that tries mutants, one after another: one Vitest that keeps every file it has transformed, but for the one that is
// mutated. It is ended from outside when a mutant does not return.

import { readFileSync } from 'node:fs';
import { createVitest } from 'vitest/node';

const root = process.cwd();
// As the command `vitest` does; Vite alone would make it `development`, where errors are shown and not hidden.
process.env.NODE_ENV = 'test';
/** The file whose text is another for now, and that text. */
let changed = { file: undefined, text: '' };
/** Of the run that counts: the instrumented text of each file. */
let instrumented = new Map();

const vitest = await createVitest(
  'test',
  {
    config: 'test/mutation/vitest.config.ts',
    watch: false,
    isolate: process.argv[2] === 'reach',
    maxWorkers: Number(process.argv[3] ?? 1),
    bail: process.argv[2] === 'try' ? 1 : 0,
    reporters: [{}],
    onConsoleLog: () => false,
  },
  {
    plugins: [
      {
        name: 'mutants',
        enforce: 'pre',
        load(id) {
          const file = id.split('?', 1)[0];
          if (file === changed.file) return changed.text;
          return instrumented.get(file);
        },
      },
    ],
  },
);

const answers = {
  /** Runs all tests over the instrumented sources; each file writes what it reached into `folder`. */
  async reach({ folder, sources }) {
    instrumented = new Map(sources.map(([file, text]) => [`${root}/${file}`, text]));
    vitest.provide('reached', folder);
    await vitest.start();
    return outcomes();
  },
  /** Runs all tests as they are, in one process, as mutants are tried. */
  async plain() {
    await vitest.start();
    return outcomes();
  },
  /** Runs those tests that reach a mutant: what killed it, or nothing. */
  async try({ file, start, end, becomes, tests }) {
    const path = `${root}/${file}`;
    const source = readFileSync(path, 'utf8');
    changed = { file: path, text: source.slice(0, start) + becomes + source.slice(end) };
    vitest.invalidateFile(path);
    vitest.provide('wanted', Object.fromEntries(tests));
    vitest.state.filesMap.clear();
    vitest.state.errorsSet.clear();
    const [project] = vitest.projects;
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
      tests.map(([test]) => project.createSpecification(test)),
    );
    changed = { file: undefined, text: '' };
    vitest.invalidateFile(path);
    for (const testModule of testModules) {
      const name = testModule.moduleId.slice(root.length + 1);
      if (testModule.errors().length > 0) return { by: name };
      for (const each of testModule.children.allTests('failed')) return { by: `${name} > ${each.fullName}` };
      for (const suite of testModule.children.allSuites()) if (suite.errors().length > 0) return { by: name };
    }
    return unhandledErrors.length > 0
      ? { by: `an error outside of the tests: ${String(unhandledErrors[0])}` }
      : {};
  },
};

process.on('message', (message) => {
  void answers[message.task](message).then((answer) => process.send(answer));
});
process.send('ready');

function outcomes() {
  return vitest.state.getTestModules().map((testModule) => ({
    file: testModule.moduleId,
    failed: testModule.errors().length > 0,
    tests: [...testModule.children.allTests()].map((each) => ({
      name: each.fullName,
      state: each.result().state,
      milliseconds: each.diagnostic()?.duration ?? 0,
    })),
  }));
}
