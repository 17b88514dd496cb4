// Packs the package with npm, and installs it in an empty folder with only the dependencies that it declares.

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

export interface PackedPackage {
  /** The folder of the package's user. */
  readonly folder: string;
  /** The folder of the installed package. */
  readonly installed: string;
  remove(): void;
}

/** Packs and installs. `besides` are further packages of the user. The current `dist` is packed; it is not built again. */
export function installPacked(besides: readonly string[] = []): PackedPackage {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'waypost-packed-')));
  const modules = join(folder, 'node_modules');
  const installed = join(modules, 'waypost');
  mkdirSync(installed, { recursive: true });
  const [packed] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  ) as [{ filename: string }];
  execFileSync('tar', ['-xzf', join(folder, packed.filename), '-C', installed, '--strip-components=1']);
  const { dependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(installed, 'package.json'), 'utf8'),
  ) as Record<string, Record<string, string>>;
  for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...besides]) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(resolve('node_modules', name), join(modules, name), 'junction');
  }
  return { folder, installed, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
