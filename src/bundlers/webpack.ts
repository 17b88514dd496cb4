// `waypost/webpack`: routes files in a build of webpack.

import type { BundlerOptions } from './bundler-options.js';
import { bundlerPlugin } from './plugin.js';

export type { BundlerOptions };

/** The plugin for webpack: an import of a routes file is its compiled router (docs/bundlers.md). */
const waypost: (options?: BundlerOptions) => { apply(compiler: object): void } = bundlerPlugin.webpack;
export default waypost;
