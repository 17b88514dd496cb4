// Packages that only tools need: an installation that serves may leave them out (docs/dependencies.md).

import { RoutesFileError } from './routes-file.js';
import { systemCode } from './system-error.js';

/** The package that is being imported; throws a `RoutesFileError` that says what to do where it was left out. */
export async function optionalPackage<Exports>(name: string, importing: Promise<Exports>): Promise<Exports> {
  try {
    return await importing;
  } catch (error) {
    if (systemCode(error) !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new RoutesFileError(
      `this needs the package '${name}', which was left out when waypost was installed; install without --omit=optional`,
      { cause: error },
    );
  }
}
