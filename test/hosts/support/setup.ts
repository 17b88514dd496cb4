// `waypost` is a package of this folder as it is of an application's: the built one.

import { existsSync, symlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export default function setup(): void {
  const link = fileURLToPath(new URL('../node_modules/waypost', import.meta.url));
  if (!existsSync(link)) symlinkSync('../../..', link, 'dir');
}
