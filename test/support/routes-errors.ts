// What `parseRoutes` says is wrong with a text, in short.

import { parseRoutes, type ParseOptions } from '../../src/interpreter/load.js';
import { RoutesError } from '../../src/language/routes-error.js';

/** The error of a text that has one. */
export function errorOf(text: string, options?: ParseOptions): RoutesError {
  try {
    parseRoutes(text, options);
  } catch (error) {
    if (error instanceof RoutesError) return error;
    throw error;
  }
  throw new Error('the text has no mistake');
}

/** Where its mistakes are, and their codes. */
export function mistakes(text: string, options?: ParseOptions): string[] {
  return errorOf(text, options).diagnostics.map(
    ({ code, file, range }) => `${file}:${range.start.line}:${range.start.column} ${code}`,
  );
}

/** Reads from a record of files, as an include does. */
export function filesOf(files: Readonly<Record<string, string>>): NonNullable<ParseOptions['read']> {
  return (path) => (Object.hasOwn(files, path) ? files[path] : undefined);
}
