// The package as npm packs it, installed in an empty folder beside the dependencies that it declares and no others.

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

export interface PackedPackage {
  /** The folder of somebody who uses the package. */
  readonly folder: string;
  /** Where the package is in it. */
  readonly installed: string;
  remove(): void;
}

/** Packs and installs; `besides` are packages that the user has for himself. What `dist` holds is packed as it is. */
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
