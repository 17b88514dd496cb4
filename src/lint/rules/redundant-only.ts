// `only` and `except` that change nothing, or leave no route.

import { change, namePlace } from '../../language/diagnostics.js';
import type { ReadCall } from '../../language/read-call.js';
import { isResource } from '../../language/roles.js';
import type { Declaration } from '../../language/declarations.js';
import { stringsOf } from '../../language/value-kinds.js';
import { declarationsAround, optionArgument, removalSpan } from '../places.js';
import { inRoutes, type Rule, type RuleContext } from '../rule.js';

export const redundantOnly: Rule = {
  code: 'redundant-only',
  severity: 'info',
  summary: '`only` or `except` leaves all routes of the resource, or none',
  reason:
    '`only` with all actions and `except` with none change nothing and can be removed. A resource that has no routes left and no block does nothing: it is ' +
    'a leftover, or one of the words is wrong.',
  bad: inRoutes("resources 'photos', only => <index show new create edit update destroy>"),
  good: inRoutes("resources 'photos'"),
  check(context) {
    context.eachDeclaration(({ declaration, call }) => {
      if (!call || !isResource(declaration)) return;
      const [only, except] = [listed(call, 'only'), listed(call, 'except')];
      if (!only && !except) return;
      const all = call.row.actions ?? [];
      const redundant =
        only && all.every((action) => only.has(action)) ? 'only' : except?.size === 0 ? 'except' : undefined;
      const option = redundant && optionArgument(call, redundant);
      if (option && isFiltered(declaration, context)) context.lookAgain();
      else if (option) {
        context.report({
          at: { source: declaration.source, span: option.whole },
          message:
            redundant === 'only'
              ? '`only` lists every action, which is what there is without it; leave it out'
              : '`except` lists nothing; leave it out',
          fix: change('Leave the option out', removalSpan(declaration, option.whole)),
        });
      } else if (
        !declaration.block &&
        !call.options.has('concerns') &&
        !hasUnknownWord(all, only, except) &&
        !all.some((action) => (only?.has(action) ?? true) && !except?.has(action))
      ) {
        context.report({
          at: namePlace(declaration),
          message: `\`${declaration.keyword.text}\` is left without any route here; take it out, or list the actions that it is to have`,
        });
      }
    });
  },
};

function listed(call: ReadCall, name: 'only' | 'except'): ReadonlySet<string> | undefined {
  const option = call.options.get(name);
  return option && new Set(stringsOf(option.value).map(({ value }) => value));
}

/** Whether a word is not an action. It is an error already, and may be a misspelled action. */
function hasUnknownWord(
  all: readonly string[],
  ...lists: readonly (ReadonlySet<string> | undefined)[]
): boolean {
  return lists.some((words) => [...(words ?? [])].some((word) => !all.includes(word)));
}

/** Whether a scope around it, or around its concern's or file's use, has a filter. A list of all or no actions then overrides that. */
function isFiltered(declaration: Declaration, context: RuleContext): boolean {
  const ofUses = context.analysis
    .routesOf(declaration)
    .flatMap((route) => declarationsAround(route, context).filter((each) => each !== declaration));
  return [...context.parentsOf(declaration), ...ofUses].some((around) => {
    const options = context.call(around)?.options;
    return !isResource(around) && (options?.has('only') || options?.has('except'));
  });
}
