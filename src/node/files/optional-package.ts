// Loads packages that only tools need. An installation that only serves may omit them (docs/dependencies.md).

import { messageOf } from '../../http/http-error.js';
import { RoutesFileError } from './routes-file.js';
import { systemCode } from './system-error.js';

/** Awaits the import of a package. If it is missing or does not load here, rejects with a `RoutesFileError` that says what to do. */
export async function optionalPackage<Exports>(name: string, importing: Promise<Exports>): Promise<Exports> {
  try {
    return await importing;
  } catch (error) {
    throw notAtHand(name, error);
  }
}

/** As `optionalPackage`, for a package that `load` requires synchronously, such as for a configuration in CommonJS. */
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
