// The errors that `parseRoutes` reports for a text, in short form.

import { parseRoutes, type ParseOptions } from '../../src/interpreter/load.js';
import { RoutesError } from '../../src/language/routes-error.js';

/** The `RoutesError` of a text, which has to have one. */
export function errorOf(text: string, options?: ParseOptions): RoutesError {
  try {
    parseRoutes(text, options);
  } catch (error) {
    if (error instanceof RoutesError) return error;
    throw error;
  }
  throw new Error('the text has no mistake');
}

/** The places and codes of the mistakes in a text. */
export function mistakes(text: string, options?: ParseOptions): string[] {
  return errorOf(text, options).diagnostics.map(
    ({ code, file, range }) => `${file}:${range.start.line}:${range.start.column} ${code}`,
  );
}

/** Makes the option `read` from a record of files. */
export function filesOf(files: Readonly<Record<string, string>>): NonNullable<ParseOptions['read']> {
  return (path) => (Object.hasOwn(files, path) ? files[path] : undefined);
}
