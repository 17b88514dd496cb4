// `waypost/esbuild`: routes files in a build of esbuild.

import type { BundlerOptions } from './bundler-options.js';
import { bundlerPlugin } from './plugin.js';

export type { BundlerOptions };

/** The plugin for esbuild: an import of a routes file is its compiled router (docs/bundlers.md). */
const waypost: (options?: BundlerOptions) => {
  readonly name: string;
  setup(build: object): void | Promise<void>;
} = bundlerPlugin.esbuild;
export default waypost;
