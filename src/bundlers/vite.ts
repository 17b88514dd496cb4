// The entry `waypost/vite`: routes files in builds of Vite.

import type { BundlerOptions } from './bundler-options.js';
import { bundlerPlugin } from './plugin.js';

export type { BundlerOptions };

/** The plugin for Vite: importing a routes file gives its compiled router (docs/bundlers.md). */
const waypost: (options?: BundlerOptions) => { readonly name: string } | { readonly name: string }[] =
  bundlerPlugin.vite;
export default waypost;
