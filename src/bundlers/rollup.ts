// The entry `waypost/rollup`: routes files in builds of Rollup.

import type { BundlerOptions } from './bundler-options.js';
import { bundlerPlugin } from './plugin.js';

export type { BundlerOptions };

/** The plugin for Rollup: importing a routes file gives its compiled router (docs/bundlers.md). */
const waypost: (options?: BundlerOptions) => { readonly name: string } = bundlerPlugin.rollup;
export default waypost;
