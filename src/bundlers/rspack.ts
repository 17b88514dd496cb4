// `waypost/rspack`: routes files in a build of Rspack.

import type { BundlerOptions } from './bundler-options.js';
import { bundlerPlugin } from './plugin.js';

export type { BundlerOptions };

/** The plugin for Rspack: an import of a routes file is its compiled router (docs/bundlers.md). */
const waypost: (options?: BundlerOptions) => { apply(compiler: object): void } = bundlerPlugin.rspack;
export default waypost;
