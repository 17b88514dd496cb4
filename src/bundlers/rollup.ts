// `waypost/rollup`: routes files in a build of Rollup.

import type { BundlerOptions } from './bundler-options.js';
import { bundlerPlugin } from './plugin.js';

export type { BundlerOptions };

/** The plugin for Rollup: an import of a routes file is its compiled router (docs/bundlers.md). */
const waypost: (options?: BundlerOptions) => { readonly name: string } = bundlerPlugin.rollup;
export default waypost;
