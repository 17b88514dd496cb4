// Judges regexes in a process of its own: the program that `regex-process.ts` starts.

import { checkHere } from '../src/lint/regex-safety.js';
import type { Answer, Question } from './regex-process.js';

process.on('message', ({ id, source, flags }: Question) => {
  void checkHere(source, flags).then((checked) => process.send?.({ id, checked } satisfies Answer));
});
