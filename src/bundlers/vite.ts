// `waypost/vite`: routes files in a build of Vite.

import type { BundlerOptions } from './bundler-options.js';
import { bundlerPlugin } from './plugin.js';

export type { BundlerOptions };

/** What Vite needs to see of its `Plugin`. */
interface Plugin {
  readonly name: string;
}

/** The plugin for Vite: an import of a routes file is its compiled router (docs/bundlers.md). */
const waypost: (options?: BundlerOptions) => Plugin | Plugin[] = bundlerPlugin.vite;
export default waypost;
