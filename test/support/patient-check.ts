// Checks regexes with much time. With its usual limit, the linter might give up on one if the machine is busy.

import { checkHere, type RegexCheck } from '../../src/lint/regex-safety.js';

export const patientCheck: RegexCheck = (source, flags) => checkHere(source, flags, 60_000);
