// Converts values of the language to plain data.

import type { Value } from '../language/declarations.js';
import { bareRecord } from '../routing/patterns/route.js';

/** A string, number, boolean, list or hash as a JavaScript value. Objects for hashes inherit nothing. */
export function plainData(value: Value): unknown {
  switch (value.kind) {
    case 'string':
    case 'number':
    case 'boolean':
      return value.value;
    case 'list':
      return value.items.map(plainData);
    case 'hash':
      return bareRecord(
        value.pairs.flatMap((pair) => (pair.value ? [[pair.key.text, plainData(pair.value)]] : [])),
      );
    case 'regex':
      return `/${value.pattern}/${value.flags}`;
    case 'star':
      return '*';
    case 'callable':
    case 'redirect':
      return undefined;
  }
}
