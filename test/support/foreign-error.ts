// An error as Node's own are in Jest, which gives tests a realm of their own: no `Error` of theirs.

import { runInNewContext } from 'node:vm';

/** An error of another realm with these properties. */
export function foreignError(message: string, properties: object = {}): Error {
  return Object.assign((runInNewContext('Error') as ErrorConstructor)(message), properties);
}
