// Packages that only tools need: an installation that serves may leave them out (docs/dependencies.md).

import { messageOf } from '../../http/http-error.js';
import { RoutesFileError } from './routes-file.js';
import { systemCode } from './system-error.js';

/** The package that is being imported; throws a `RoutesFileError` that says what to do where it was left out, or is one of another system. */
export async function optionalPackage<Exports>(name: string, importing: Promise<Exports>): Promise<Exports> {
  try {
    return await importing;
  } catch (error) {
    throw notAtHand(name, error);
  }
}

/** The same of a package that `load` requires: whoever is required himself, by a configuration in CommonJS for one, cannot wait for an import. */
export function requiredPackage<Exports>(name: string, load: () => Exports): Exports {
  try {
    return load();
  } catch (error) {
    throw notAtHand(name, error);
  }
}

function notAtHand(name: string, error: unknown): RoutesFileError {
  const code = systemCode(error);
  const reason =
    code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND'
      ? 'was left out when waypost was installed; install without --omit=optional'
      : `does not load on this system (${process.platform} ${process.arch}); install it here: ${messageOf(error) ?? String(error)}`;
  return new RoutesFileError(`this needs the package '${name}', which ${reason}`, { cause: error });
}
