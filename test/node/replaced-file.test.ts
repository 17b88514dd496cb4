// A file that a command writes over is there as a whole, before and after: what broke off in the middle would be somebody's routes.

import {
  chmodSync,
  closeSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { replaceFile } from '../../src/node/files/replaced-file.js';
import { WorkFolder } from '../support/test-terminal.js';

let folder: WorkFolder;
const at = (name: string): string => join(folder.path, name);
const isRoot = process.getuid?.() === 0;

beforeEach(() => {
  folder = new WorkFolder();
});
afterEach(() => folder.remove());

/** What somebody reads who has opened a file before something is done to it. */
async function readMeanwhile(file: string, act: () => unknown): Promise<string> {
  const opened = openSync(at(file), 'r');
  try {
    await act();
    return readFileSync(opened, 'utf8');
  } finally {
    closeSync(opened);
  }
}

const untidy =
  "routes {\n  resources \"a\", except => []\n  get '/b/:id', to => 'b#c'\n  get '/b/x', to => 'b#x'\n}\n";

describe.runIf(process.platform !== 'win32')(
  'who reads a file that is written over has the whole of the old one',
  () => {
    it.each([
      ['routes', ['format', '--write']],
      ['routes', ['lint', '--fix']],
      ['included.routes', ['lint', '--fix', 'outer.routes']],
      ['waypost-baseline.json', ['lint', '--suppress-all']],
      ['routes.d.ts', ['types', '--out', 'routes.d.ts']],
      ['routes.js', ['compile', '--out', 'routes.js']],
    ])('%s', async (file, args) => {
      folder.write({
        routes: untidy,
        'outer.routes': "routes {\n  include 'included'\n}\n",
        'included.routes': "resources 'b', except => []\n",
        'waypost-baseline.json': '{}\n',
        'routes.d.ts': '// Written by `waypost types`\n',
        'routes.js': '// Written by `waypost compile`\n',
      });
      const before = folder.read(file);
      const names = readdirSync(folder.path);
      expect(await readMeanwhile(file, () => folder.run(args))).toBe(before);
      expect(folder.read(file)).not.toBe(before);
      expect(
        readdirSync(folder.path).filter((name) => !names.includes(name) && name !== 'routes.d.ts'),
      ).toEqual([]);
    });
  },
);

describe.runIf(process.platform !== 'win32')('a file that is replaced', () => {
  it('keeps its mode', () => {
    folder.write({ script: 'old' });
    chmodSync(at('script'), 0o751);
    replaceFile(at('script'), 'new');
    expect([folder.read('script'), (statSync(at('script')).mode & 0o777).toString(8)]).toEqual([
      'new',
      '751',
    ]);
  });

  it('is the one that a link leads to, and the link stays', () => {
    folder.write({ 'there/real': 'old' });
    symlinkSync('there/real', at('link'));
    replaceFile(at('link'), 'new');
    expect([readlinkSync(at('link')), folder.read('there/real')]).toEqual(['there/real', 'new']);
    symlinkSync('there/none', at('dangling'));
    replaceFile(at('dangling'), 'made');
    expect([readlinkSync(at('dangling')), folder.read('there/none')]).toEqual(['there/none', 'made']);
  });

  it('has all the names that it had', () => {
    folder.write({ one: 'old' });
    linkSync(at('one'), at('other'));
    replaceFile(at('one'), 'new');
    expect(folder.read('other')).toBe('new');
  });

  it('leaves nothing of itself where it cannot be written', () => {
    mkdirSync(at('folder'));
    expect(() => replaceFile(at('folder'), 'new')).toThrow('EISDIR');
    expect(readdirSync(folder.path)).toEqual(['folder']);
  });

  it.skipIf(isRoot)(
    'is written though its folder lets nothing new in, and is not where it may not be written',
    () => {
      folder.write({ 'locked/file': 'old', 'open/locked': 'old' });
      chmodSync(at('locked'), 0o555);
      replaceFile(at('locked/file'), 'new');
      chmodSync(at('locked'), 0o755);
      chmodSync(at('open/locked'), 0o444);
      expect(() => replaceFile(at('open/locked'), 'new')).toThrow('EACCES');
      expect([folder.read('locked/file'), folder.read('open/locked')]).toEqual(['new', 'old']);
    },
  );
});
