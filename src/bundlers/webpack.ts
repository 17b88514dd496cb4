// The entry `waypost/webpack`: routes files in builds of webpack.

import type { BundlerOptions } from './bundler-options.js';
import { bundlerPlugin } from './plugin.js';

export type { BundlerOptions };

/** The plugin for webpack: importing a routes file gives its compiled router (docs/bundlers.md). */
const waypost: (options?: BundlerOptions) => { apply(compiler: object): void } = bundlerPlugin.webpack;
export default waypost;
