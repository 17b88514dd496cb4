// Errors from another realm. Jest runs tests in a separate realm, where Node's errors are not instances of the test's `Error`.

import { runInNewContext } from 'node:vm';

/** An error of another realm with these properties. */
export function foreignError(message: string, properties: object = {}): Error {
  return Object.assign((runInNewContext('Error') as ErrorConstructor)(message), properties);
}
