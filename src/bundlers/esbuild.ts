// `waypost/esbuild`: routes files in a build of esbuild.

import type { PartialMessage, PluginBuild } from 'esbuild';
import type { BundlerOptions } from './bundler-options.js';
import { type ShownLine, bundlerPlugin } from './plugin.js';

export type { BundlerOptions };

/** The plugin for esbuild: an import of a routes file is its compiled router (docs/bundlers.md). */
const waypost: (options?: BundlerOptions) => {
  readonly name: string;
  setup(build: object): void | Promise<void>;
} = (options) => {
  const { name, setup } = bundlerPlugin.esbuild(options);
  // eslint-disable-next-line typescript/no-unsafe-type-assertion -- the declarations of the entries need no bundler's
  return { name, setup: (build) => setup(withLines(build as PluginBuild)) };
};
export default waypost;

/** A build whose mistakes in routes files have their line: unplugin hands on where they are, and beside that one thing of any kind. */
function withLines(build: PluginBuild): PluginBuild {
  const onLoad: PluginBuild['onLoad'] = (options, load) =>
    build.onLoad(options, async (args) => {
      const loaded = await load(args);
      return loaded?.errors ? { ...loaded, errors: loaded.errors.map(placed) } : loaded;
    });
  return { ...build, onLoad };
}

/** With what `plugin.ts` gives as details. */
interface Mistake extends PartialMessage {
  detail?: ShownLine;
}

function placed({ detail, location, ...mistake }: Mistake): PartialMessage {
  return { ...mistake, location: location ? { ...location, ...detail } : null };
}
