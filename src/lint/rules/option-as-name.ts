// A misspelled option that declares a resource instead: `resources 'photos', :shalow`.

import { nearest } from '../../language/nearest.js';
import { acceptsTrue } from '../../language/value-kinds.js';
import { options } from '../../language/vocabulary.js';
import { inRoutes, type Rule } from '../rule.js';

/** The largest edit distance between a misspelled option and the option. */
const farthest = 2;

export const optionAsName: Rule = {
  code: 'option-as-name',
  severity: 'warning',
  summary: 'A name is spelled almost like an option',
  reason:
    'After the names of `resources`, a `:word` that is an option sets this option, and any other `:word` is one more name: `:shallow` nests less, but ' +
    '`:shalow` declares seven routes. The rule only reports a `:word` after a name in quotes, and only if no controller has its name.',
  bad: inRoutes("resources 'photos', :shalow, { resources 'comments' }"),
  good: inRoutes("resources 'photos', :shallow, { resources 'comments' }"),
  check(context) {
    const controllers = context.application?.controllerNames() ?? [];
    context.eachDeclaration(({ declaration, call }) => {
      if (!call?.row.positionals.at(-1)?.repeats) return;
      const [first, ...others] = call.positionals;
      if (first?.kind !== 'string' || first.notation === 'symbol') return;
      const flags = call.row.options.filter((name) => acceptsTrue(options[name].accepts));
      for (const name of others) {
        if (name?.kind !== 'string' || name.notation !== 'symbol') continue;
        const flag = nearest(name.value, flags, farthest);
        const hasController = controllers.some((each) => each.split('/').at(-1) === name.value);
        if (hasController) context.lookAgain();
        if (flag === undefined || hasController) continue;
        context.report({
          at: { source: declaration.source, span: name.span },
          message: `\`:${name.value}\` is one more name, as '${first.value}' is; write \`:${flag}\` for the option, or quotes around a name`,
          suggestion: `:${flag}`,
        });
      }
    });
  },
};
