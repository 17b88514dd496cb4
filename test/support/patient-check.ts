// The check of regexes with all the time that it needs: on a machine that does much else, the linter would give up on one.

import { checkHere, type RegexCheck } from '../../src/lint/regex-safety.js';

export const patientCheck: RegexCheck = (source, flags) => checkHere(source, flags, 60_000);
