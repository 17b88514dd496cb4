// The entry `waypost/rspack`: routes files in builds of Rspack.

import type { BundlerOptions } from './bundler-options.js';
import { bundlerPlugin } from './plugin.js';

export type { BundlerOptions };

/** The plugin for Rspack: importing a routes file gives its compiled router (docs/bundlers.md). */
const waypost: (options?: BundlerOptions) => { apply(compiler: object): void } = bundlerPlugin.rspack;
export default waypost;
