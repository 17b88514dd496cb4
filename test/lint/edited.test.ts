// After any edits each rule finds what it finds in a fresh reading: of a fixture of its own whose lines come, go, move and come back.
//
// WAYPOST_EDITS=400 npx vitest run --config test/vitest.config.ts test/lint/edited.test.ts    a long run

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Snapshot } from '../../src/analysis/snapshot.js';
import { Source } from '../../src/language/source.js';
import { lint } from '../../src/lint/lint.js';
import { rules } from '../../src/lint/registry.js';
import { fakeApplication } from '../support/fake-application.js';
import { type Random, seededRandom } from '../support/random.js';

const folder = 'test/fixtures/lint';
const steps = Number(process.env['WAYPOST_EDITS'] ?? 16);
const overrides = new Map(
  [...rules.keys()].map((code) => [
    code,
    { severity: 'warning' as const, options: new Map(), reason: undefined },
  ]),
);
const unfinished = ["  get '/half', to =>", "  resources 'half', {", '  }', "  get '/ty"];

async function told(snapshot: Snapshot, effort: 'quick' | 'full'): Promise<unknown> {
  return (await lint(snapshot.analysis, { application: fakeApplication, overrides, effort })).diagnostics;
}

/** The text with a line taken out, written again, moved, put in from what is half typed, or with a letter more. */
function changed(text: string, next: Random): string {
  const lines = text.split('\n');
  const at = next(lines.length);
  const line = lines[at] ?? '';
  switch (next(5)) {
    case 0:
      return lines.toSpliced(at, 1).join('\n');
    case 1:
      return lines.toSpliced(next(lines.length), 0, line).join('\n');
    case 2:
      return lines.toSpliced(at, 1).toSpliced(next(lines.length), 0, line).join('\n');
    case 3:
      return lines.toSpliced(at, 0, unfinished[next(unfinished.length)] ?? '').join('\n');
    default:
      return lines.with(at, line.replace(/(?<=['/]\w+)/, 'x')).join('\n');
  }
}

const files = readdirSync(folder).filter((file) => file.endsWith('.routes') && !file.includes('.fixed'));

it.each(files)(
  'what is found in %s',
  async (file) => {
    const initial = readFileSync(join(folder, file), 'utf8');
    const next = seededRandom(files.indexOf(file) + 1);
    const past: string[] = [];
    let document = new Snapshot(new Source('routes', initial));
    await told(document, 'full');
    for (let step = 0; step < steps; step++) {
      const before = document.source.text;
      const isTakenBack = past.length > 0 && next(3) === 0;
      if (!isTakenBack) past.push(before);
      const text = isTakenBack ? (past.pop() ?? initial) : changed(before, next);
      document = document.become(text);
      const effort = next(3) === 0 ? 'full' : 'quick';
      // Sometimes the next edit comes sooner.
      if (next(4) === 0) continue;
      expect(await told(document, effort), `${effort} after ${step} edits of ${before}`).toEqual(
        await told(new Snapshot(new Source('routes', text)), effort),
      );
    }
  },
  60_000,
);

it('a circle of redirects is told once the route is another that broke it', async () => {
  const broken = `routes {
  get '/old', to => 'pages#old'
  get '/old', to => redirect('/new')
  get '/new', to => redirect('/old')
}
`;
  const codes = async (snapshot: Snapshot): Promise<string[]> =>
    (await lint(snapshot.analysis)).diagnostics.map(({ code }) => code);
  const before = new Snapshot(new Source('routes', broken));
  expect(await codes(before)).not.toContain('redirect-loop');
  expect(await codes(before.become(broken.replace('/old', '/odd')))).toContain('redirect-loop');
});
