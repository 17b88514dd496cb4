// Packages that only tools need: an installation that serves may leave them out (docs/dependencies.md).

import { RoutesFileError } from './routes-file.js';
import { systemCode } from './system-error.js';

/** The package that is being imported; throws a `RoutesFileError` that says what to do where it was left out. */
export async function optionalPackage<Exports>(name: string, importing: Promise<Exports>): Promise<Exports> {
  try {
    return await importing;
  } catch (error) {
    throw orLeftOut(name, error);
  }
}

/** The same of a package that `load` requires: whoever is required himself, by a configuration in CommonJS for one, cannot wait for an import. */
export function requiredPackage<Exports>(name: string, load: () => Exports): Exports {
  try {
    return load();
  } catch (error) {
    throw orLeftOut(name, error);
  }
}

function orLeftOut(name: string, error: unknown): unknown {
  const code = systemCode(error);
  if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND') return error;
  return new RoutesFileError(
    `this needs the package '${name}', which was left out when waypost was installed; install without --omit=optional`,
    { cause: error },
  );
}
