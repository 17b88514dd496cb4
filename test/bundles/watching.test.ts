// Routes files imported as they are, while they are worked on: a bundler that watches makes its bundle again whenever something changes that it is made of.

import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, it } from 'vitest';
import webpack from 'webpack';
import { patience } from '../support/patience.js';
import { newProject, type Watch, watches, webpackCompiler } from './bundlers.js';

/** A project until the test is over. */
function projectOf(onTestFinished: (end: () => void) => void): string {
  const folder = newProject();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Begins to watch, until the test is over, and waits for the first build. */
async function firstBuild(
  watch: Watch,
  folder: string,
  onTestFinished: (end: () => void) => void,
): Promise<void> {
  let builds = 0;
  const end = await watch(folder, () => (builds += 1));
  onTestFinished(() => void end());
  while (builds === 0) await setTimeout(20);
  // A bundler may miss a change that comes while it begins to watch the file.
  await setTimeout(1000);
}

const bundleIn = (folder: string) => (): string => readFileSync(join(folder, 'out.mjs'), 'utf8');

// Most of each is waiting.
describe.concurrent('a bundle', () => {
  it.for(Object.entries(watches))(
    'is built again by %s once a mistake is mended in another file than that of the routes, be it a new one in a new folder',
    async ([, watch], { expect, onTestFinished }) => {
      const folder = projectOf(onTestFinished);
      writeFileSync(join(folder, 'main.js'), "export { default } from './config/routes';\n");
      writeFileSync(join(folder, 'waypost.config.json'), '{}\n');
      let last: string | undefined;
      const end = await watch(folder, (mistakes) => (last = mistakes));
      onTestFinished(() => void end());
      // A bundler may miss a change that comes while it begins to watch the file: it is made again every half second.
      const says = async (expected: RegExp, change = (): void => {}): Promise<void> => {
        change();
        const again = setInterval(change, 500);
        await expect
          .poll(() => last, { timeout: patience, interval: 20 })
          .toMatch(expected)
          .finally(() => clearInterval(again));
      };
      await says(/^$/);
      for (const [name, text, mistake] of [
        ['controllers/posts.js', 'export const show = () => 1;\n', /unknown-action/],
        ['controllers/posts.js', undefined, /unknown-controller/],
        ['config/desk.js', 'export const hide = () => 1;\n', /missing-export/],
        ['config/admin.routes', undefined, /missing-file/],
        ['waypost.config.json', '{ "controllers": "nowhere" }\n', /there is no folder 'nowhere'/],
        ['waypost.config.json', '{\n', /is no JSON/],
      ] as const) {
        const file = join(folder, name);
        const good = readFileSync(file, 'utf8');
        await says(mistake, () =>
          text === undefined ? rmSync(file, { force: true }) : writeFileSync(file, text),
        );
        await says(/^$/, () => writeFileSync(file, good));
      }
      for (const [declaration, name, text] of [
        ["get '/notes', to => 'notes#index'", 'controllers/notes.js', 'export const index = () => 1;\n'],
        [
          "get '/tags', to => 'admin/tags#index'",
          'controllers/admin/tags.js',
          'export const index = () => 1;\n',
        ],
        ["get '/door', to => &lib/guards/door", 'config/lib/guards/door.js', 'export default () => 1;\n'],
        ["include 'more/more.routes'", 'config/more/more.routes', 'routes {}\n'],
      ] as const) {
        const file = join(folder, name);
        await says(/unknown-controller|missing-export|missing-file/, () =>
          writeFileSync(join(folder, 'config/routes'), `routes {\n  ${declaration}\n}\n`),
        );
        // Once, since a second writing is noticed where the first was not.
        await setTimeout(1000);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, text);
        await says(/^$/);
      }
    },
  );

  it.for(Object.entries(watches))(
    'is built again by %s once the first of its controllers is written',
    async ([, watch], { expect, onTestFinished }) => {
      const folder = projectOf(onTestFinished);
      rmSync(join(folder, 'controllers'), { recursive: true });
      writeFileSync(join(folder, 'main.js'), "export { default } from './config/routes';\n");
      writeFileSync(join(folder, 'config/routes'), "routes { get '/notes', to => 'notes#index' }\n");
      await firstBuild(watch, folder, onTestFinished);
      const file = join(folder, 'controllers/notes.js');
      mkdirSync(dirname(file));
      writeFileSync(file, "export const index = () => 'the first note';\n");
      await expect.poll(bundleIn(folder), { timeout: patience }).toContain('the first note');
    },
  );

  it.for(Object.entries(watches))(
    'is built again by %s whenever a controller changes whose folder was away for a while',
    async ([, watch], { expect, onTestFinished }) => {
      const folder = projectOf(onTestFinished);
      writeFileSync(join(folder, 'main.js'), "export { default } from './config/routes';\n");
      writeFileSync(join(folder, 'config/routes'), "routes { get '/notes', to => 'notes#index' }\n");
      const folders = join(folder, 'controllers');
      const write = (text: string): void =>
        writeFileSync(join(folders, 'notes.js'), `export const index = () => '${text}';\n`);
      write('a note');
      await firstBuild(watch, folder, onTestFinished);
      rmSync(folders, { recursive: true });
      await expect.poll(bundleIn(folder), { timeout: patience }).not.toContain('a note');
      await setTimeout(300);
      mkdirSync(folders);
      write('there again');
      await expect.poll(bundleIn(folder), { timeout: patience }).toContain('there again');
      for (const text of ['a second note', 'a third note']) {
        await setTimeout(1000);
        write(text);
        await expect.poll(bundleIn(folder), { timeout: patience }).toContain(text);
      }
    },
  );

  it.for(Object.entries(watches))(
    'is built again by %s once a configuration is written',
    async ([, watch], { expect, onTestFinished }) => {
      const folder = projectOf(onTestFinished);
      renameSync(join(folder, 'controllers'), join(folder, 'pages'));
      writeFileSync(join(folder, 'main.js'), "export { default } from './config/routes';\n");
      await firstBuild(watch, folder, onTestFinished);
      writeFileSync(join(folder, 'waypost.config.json'), '{ "controllers": "pages" }\n');
      await expect.poll(bundleIn(folder), { timeout: patience }).toContain('post ${params.id}');
    },
  );

  it.for(Object.entries(watches))(
    'is built again by %s once the folder of the controllers is there that the configuration names',
    async ([, watch], { expect, onTestFinished }) => {
      const folder = projectOf(onTestFinished);
      writeFileSync(join(folder, 'main.js'), "export { default } from './config/routes';\n");
      writeFileSync(join(folder, 'waypost.config.json'), '{ "controllers": "app/pages" }\n');
      await firstBuild(watch, folder, onTestFinished);
      mkdirSync(join(folder, 'app'));
      renameSync(join(folder, 'controllers'), join(folder, 'app/pages'));
      await expect.poll(bundleIn(folder), { timeout: patience }).toContain('post ${params.id}');
    },
  );

  it('by webpack has what comes while it notes what was missing', async ({ expect, onTestFinished }) => {
    const folder = projectOf(onTestFinished);
    const desk = join(folder, 'config/desk.js');
    const text = readFileSync(desk, 'utf8');
    rmSync(desk);
    const compiler = webpackCompiler(folder)!;
    compiler.hooks.compilation.tap('late', (compilation) =>
      webpack.NormalModule.getCompilationHooks(compilation).beforeSnapshot.tap('late', ({ resource }) => {
        if (resource.endsWith('routes')) writeFileSync(desk, text);
      }),
    );
    let isMistaken: boolean | undefined;
    const watching = compiler.watch({ aggregateTimeout: 20 }, (_, stats) => {
      isMistaken = stats?.hasErrors();
    });
    onTestFinished(() => new Promise((closed) => watching?.close(() => closed(undefined))));
    await expect.poll(() => isMistaken, { timeout: patience }).toBe(true);
    watching?.invalidate();
    await expect.poll(() => isMistaken, { timeout: patience }).toBe(false);
  });
});
