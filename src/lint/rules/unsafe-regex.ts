// A constraint's regex that takes very long on some text.

import { type Declaration, regexesIn, type RegexValue, type Value } from '../../language/declarations.js';
import { isRequestAttribute } from '../../language/vocabulary.js';
import { unsafeBecause } from '../../routing/patterns/guarded-regex.js';
import { checkHere, type AppliedRegex, type RegexCheck, unsafeRegex as findAttack } from '../regex-safety.js';
import { inRoutes, type Rule, type RuleContext } from '../rule.js';

/** The most regexes that are checked in a run, apart from those proved linear. One can take most of a second, and a file may have thousands. */
const mostAsked = 100;

export const unsafeRegex: Rule = {
  code: 'unsafe-regex',
  severity: 'warning',
  cost: 'slow',
  summary: 'Some text makes the constraint take exponential or polynomial time',
  reason:
    'A constraint runs on text that anybody can send. If a text can be matched in very many ways, as with `(a+)+`, a request of a few dozen characters ' +
    'would keep JavaScript’s engine busy for minutes, and the server would answer nobody else. The rule shows such a text. The router matches such a regex ' +
    'with its own engine, which takes linear time and is slower. If a regex can neither be proved harmless nor matched by that engine, such as one with a ' +
    "backreference, it is an error, unless the file is loaded with `regex: 'native'`. Write the regex so that each text has only one way to match: no " +
    'repetition directly in a repetition, and neighbours that begin with different characters.',
  bad: inRoutes("get '/tags/:tag', to => 'tags#show', tag => /([a-z]+-?)+/"),
  good: inRoutes("get '/tags/:tag', to => 'tags#show', tag => /[a-z]+(?:-[a-z]+)*/"),
  async check(context) {
    const { checkRegex = checkHere } = context;
    let asked = 0;
    const check: RegexCheck = (source, flags) => {
      if (++asked > mostAsked) throw new RangeError();
      return checkRegex(source, flags);
    };
    let isTold = false;
    for (const { value, declaration, applied } of writtenRegexes(context)) {
      const attack = await findAttack(applied, check);
      await context.pause();
      if (!attack) continue;
      const at = { source: declaration.source, span: value.span };
      if (attack === 'unknown' && asked > mostAsked) {
        if (!isTold)
          context.report({
            at,
            message: `of so many regexes only ${mostAsked} are judged, and this is the first that is not; have fewer, or plainer ones`,
          });
        isTold = true;
        continue;
      }
      if (attack === 'unknown') {
        // The router's engine takes linear time for any regex. This one can only be harmful if JavaScript's engine matches it.
        if (context.analysis.interpretation.program.options.regex === 'native')
          context.report({
            at,
            message:
              "whether some text keeps this regex busy for very long is not known, and `regex: 'native'` leaves it to JavaScript’s engine; write it so that a text can match in one way only",
          });
        continue;
      }
      const growth = attack.growth === 'exponential' ? 'exponential time' : polynomial(attack.degree ?? 2);
      context.report({
        at,
        message: `this regex can take ${growth}, as on ${attack.attack}; write it so that a text can match in one way only`,
      });
    }
  },
};

function polynomial(degree: number): string {
  if (degree === 2) return 'quadratic time';
  return degree === 3 ? 'cubic time' : `time that grows with power ${degree} of the length`;
}

interface WrittenRegex {
  readonly value: RegexValue;
  readonly declaration: Declaration;
  readonly applied: AppliedRegex;
}

function writtenRegexes(context: RuleContext): readonly WrittenRegex[] {
  const found: WrittenRegex[] = [];
  const { program } = context.analysis.interpretation;
  const add = (written: Value, key: string, declaration: Declaration): void => {
    const anchored = key !== 'format' && isRequestAttribute(key) ? 'anywhere' : 'whole';
    for (const value of regexesIn(written)) {
      // A regex that cannot be matched in linear time is an error already.
      const { regex } = value;
      if (regex && (program.options.regex === 'native' || unsafeBecause(regex, anchored) === undefined))
        found.push({ value, declaration, applied: { regex, anchored } });
    }
  };
  for (const { declaration, constraints } of context.survey.constrained)
    for (const { key, value } of constraints) add(value, key, declaration);
  for (const { declaration, call } of context.survey.withOption('format')) {
    const format = call?.options.get('format')?.value;
    if (format) add(format, 'format', declaration);
  }
  return found;
}
