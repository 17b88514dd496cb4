// The reason that Node gives when a file cannot be read or written: a code such as `ENOENT`.

/** Thrown for what has the name of a file and is none; the message says what it is. */
export class IrregularFileError extends Error {
  override readonly name = 'IrregularFileError';
}

/** The code of an error of the system; undefined for any other error. */
export function systemCode(error: unknown): string | undefined {
  // In a test runner that has a realm of its own, Node's errors are no `Error`.
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** The code, or what else is known of why a file cannot be read. */
export function systemReason(error: unknown): string {
  return systemCode(error) ?? (error instanceof IrregularFileError ? error.message : String(error));
}
