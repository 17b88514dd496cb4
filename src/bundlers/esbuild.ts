// The entry `waypost/esbuild`: routes files in builds of esbuild.

import type { PartialMessage, PluginBuild } from 'esbuild';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { BundlerOptions } from './bundler-options.js';
import { type ShownLine, bundlerPlugin, firstMissing } from './plugin.js';

export type { BundlerOptions };

/** The plugin for esbuild: importing a routes file gives its compiled router (docs/bundlers.md). */
const waypost: (options?: BundlerOptions) => {
  readonly name: string;
  setup(build: object): void | Promise<void>;
} = (options) => {
  const { name, setup } = bundlerPlugin.esbuild(options);
  // eslint-disable-next-line typescript/no-unsafe-type-assertion -- the declarations of the entries need no bundler's
  return { name, setup: (build) => setup(withPlaces(build as PluginBuild)) };
};
export default waypost;

/**
 * Adds the line to errors in routes files: besides the place, unplugin passes only one value of any kind on. After an error, it also
 * watches the folders in which missing files may appear, because esbuild notices a new folder in no other way.
 */
function withPlaces(build: PluginBuild): PluginBuild {
  const onLoad: PluginBuild['onLoad'] = (options, load) =>
    build.onLoad(options, async (args) => {
      const loaded = await load(args);
      if (!loaded?.errors?.length) return loaded;
      const missing = (loaded.watchFiles ?? []).filter((file) => !existsSync(file));
      const watchDirs = missing.map((file) => dirname(firstMissing(file)));
      return { ...loaded, errors: loaded.errors.map(placed), watchDirs };
    });
  return { ...build, onLoad };
}

/** An error with the details that `plugin.ts` adds. */
interface Mistake extends PartialMessage {
  detail?: ShownLine;
}

function placed({ detail, location, ...mistake }: Mistake): PartialMessage {
  return { ...mistake, location: location ? { ...location, ...detail } : null };
}
