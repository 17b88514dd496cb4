// The program that `regex-process.ts` starts: it judges regexes in its own process.

import { checkHere } from '../src/lint/regex-safety.js';
import type { Answer, Question } from './regex-process.js';

process.on('message', ({ id, source, flags }: Question) => {
  void checkHere(source, flags).then((checked) => process.send?.({ id, checked } satisfies Answer));
});
