// `only` and `except` that leave everything as it is, or nothing at all.

import { stringsOf } from '../../language/value-kinds.js';
import { headPlace, optionArgument, removalSpan } from '../places.js';
import type { Rule } from '../rule.js';
import type { OptionName } from '../../language/vocabulary.js';

export const redundantOnly: Rule = {
  code: 'redundant-only',
  severity: 'info',
  summary: '`only` or `except` leaves all routes of the resource, or none',
  reason:
    '`only` with all actions, and `except` with none, change nothing and can go. A resource that is left without any route and has no block makes nothing at all: it is a leftover, or one of the words is wrong.',
  bad: `routes {
  resources 'photos', only => <index show new create edit update destroy>
}`,
  good: `routes {
  resources 'photos'
}`,
  check(context) {
    for (const { declaration, parents, call } of context.survey.resources) {
      if (!call || !(call.options.has('only') || call.options.has('except'))) continue;
      const word = declaration.keyword.text;
      const all = call.row.actions ?? [];
      const listOf = (name: OptionName): Set<string> | undefined => {
        const option = call.options.get(name);
        return option && new Set(stringsOf(option.value).map(({ value }) => value));
      };
      const [only, except] = [listOf('only'), listOf('except')];
      const outer = parents.at(-1)?.block;
      // Where a scope around has a filter, lifting it is the effect.
      const isFiltered =
        outer !== undefined && context.analysis.interpretation.scopes.get(outer)?.actions !== undefined;
      const redundant =
        only && all.every((action) => only.has(action)) ? 'only' : except?.size === 0 ? 'except' : undefined;
      const option = redundant && !isFiltered ? optionArgument(call, redundant) : undefined;
      if (option) {
        context.report({
          at: { source: declaration.source, span: option.whole },
          message:
            redundant === 'only'
              ? '`only` lists every action, which is what there is without it; leave it out'
              : '`except` lists nothing; leave it out',
          fix: {
            title: 'Leave the option out',
            edits: [{ span: removalSpan(declaration, option.whole), text: '' }],
          },
        });
      } else if (!declaration.block && !call.options.has('concerns') && (only || except)) {
        const left = all.filter((action) => (only?.has(action) ?? true) && !(except?.has(action) ?? false));
        if (left.length > 0) continue;
        context.report({
          at: headPlace(declaration),
          message: `\`${word}\` is left without any route here; take it out, or list the actions that it is to have`,
        });
      }
    }
  },
};
