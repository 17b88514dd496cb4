// `npm run fuzz -- --minutes N`: texts, tables, requests and edits by chance, until the time is over or nothing is left that holds.
//
// A case that fails is written to `test/fixtures/fuzz`, as small as it goes; one that ends the process, or does not return within
// half a minute, is written as it was.

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' } } });
const minutes = Number(values.minutes);
if (!(minutes > 0)) {
  console.error(`error: --minutes takes a number of minutes, not '${values.minutes}'`);
  process.exit(2);
}
const longest = 30_000;
const trying = mkdtempSync(join(tmpdir(), 'waypost-fuzz-'));
const child = spawn(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/vitest.config.ts', 'test/fuzz/fuzz.test.ts'],
  {
    stdio: 'inherit',
    detached: process.platform !== 'win32',
    env: { ...process.env, WAYPOST_FUZZ_MINUTES: String(minutes), WAYPOST_FUZZ_TRYING: trying },
  },
);
const stop = () => {
  if (child.pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
};
const watch = setInterval(() => {
  if (tried().some(({ path }) => Date.now() - statSync(path).mtimeMs > longest)) stop();
}, 2_000);
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    rmSync(trying, { recursive: true, force: true });
    stop();
  });
}
child.on('exit', (code) => {
  clearInterval(watch);
  for (const { property, path } of tried()) {
    const text = readFileSync(path);
    const name = createHash('sha256').update(text).digest('hex').slice(0, 12);
    const kept = join('test/fixtures/fuzz', property, `${name}${extname(path)}`);
    mkdirSync(join('test/fixtures/fuzz', property), { recursive: true });
    writeFileSync(kept, text);
    console.error(`${kept} ended the process, or did not return`);
  }
  rmSync(trying, { recursive: true, force: true });
  process.exitCode = code ?? 1;
});

/** The case that is tried just now, of each property. */
function tried() {
  try {
    return readdirSync(trying).flatMap((property) =>
      readdirSync(join(trying, property)).map((file) => ({ property, path: join(trying, property, file) })),
    );
  } catch {
    // Between two properties the folder goes.
    return [];
  }
}
