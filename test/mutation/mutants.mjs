// The mutants of the rooms that decide: every change of an operator, a condition, a literal or a block that Stryker's instrumenter knows,
// with the sources that count which test reaches which of them.

import { Instrumenter } from '@stryker-mutator/instrumenter';
import { readFileSync, readdirSync } from 'node:fs';

const rooms = ['routing', 'interpreter', 'language', 'http', 'node'];

const logger = { isDebugEnabled: () => false, debug() {}, info() {}, warn: console.warn };

/** All mutants: `id`, `file`, where it starts and ends (lines from 1), the text there and the text that takes its place. */
export async function mutantsOf(root, listed) {
  const files = listed ?? rooms.flatMap((room) => sourcesIn(root, `src/${room}`));
  const sources = new Map(files.map((file) => [file, readFileSync(`${root}/${file}`, 'utf8')]));
  const { files: instrumented, mutants } = await new Instrumenter(logger).instrument(
    [...sources].map(([name, content]) => ({ name, content, mutate: true })),
    { plugins: null, excludedMutations: [], ignorers: [] },
  );
  return {
    instrumented: new Map(instrumented.map(({ name, content }) => [name, content])),
    mutants: mutants.map(({ id, fileName, location, mutatorName, replacement }) => {
      const source = sources.get(fileName);
      const start = offsetOf(source, location.start);
      const end = offsetOf(source, location.end);
      const line = source
        .slice(source.lastIndexOf('\n', start - 1) + 1)
        .split('\n', 1)[0]
        .trim();
      return {
        id,
        file: fileName,
        at: location.start.line + 1,
        start,
        end,
        kind: mutatorName,
        line,
        was: source.slice(start, end),
        becomes: replacement,
      };
    }),
  };
}

function offsetOf(source, { line, column }) {
  let offset = 0;
  for (let passed = 0; passed < line; passed++) offset = source.indexOf('\n', offset) + 1;
  return offset + column;
}

function sourcesIn(root, folder) {
  return readdirSync(`${root}/${folder}`, { recursive: true })
    .filter((name) => /(?<!\.d)\.ts$/.test(name))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .sort();
}
