// A default for a segment that the path always gives.

import { change } from '../../language/diagnostics.js';
import type { Declaration } from '../../language/declarations.js';
import { declarationsAround, pairRemovalSpan } from '../places.js';
import { defaultPairs, type WrittenPair } from '../written-pairs.js';
import type { LintedRoute, Rule, RuleContext } from '../rule.js';

export const defaultNeverUsed: Rule = {
  code: 'default-never-used',
  severity: 'info',
  isUnnecessary: true,
  summary: 'The path always gives the segment a value, so that the default is never used',
  reason:
    'A default supplies a param that the path does not give. A required segment always has a value when its route matches; its default could only serve the URL helper, and a route without a name ' +
    'has none. Make the segment optional with `( … )`, or leave the default out.',
  bad: `routes {
  get '/photos/:page', to => 'photos#index', defaults => { page => 1 }
}`,
  good: `routes {
  get '/photos(/:page)', to => 'photos#index', defaults => { page => 1 }
}`,
  check(context) {
    const defaulted = context.survey.declarationsThat('give defaults', ({ defaults }) => defaults.length > 0);
    if (defaulted.length === 0) return;
    const useless = new Map<string, { route: LintedRoute; isUsed: boolean }>();
    for (const route of context.analysis.routes) {
      const isCertain = context.survey.doubt.isCertain(route);
      for (const declaration of declarationsAround(route, context)) {
        for (const { key, pair } of defaultPairsOf(declaration, context)) {
          const id = `${declaration.source.file} ${pair.span.start}`;
          const known = useless.get(id);
          useless.set(id, { route, isUsed: (known?.isUsed ?? false) || mayUse(route, key) || !isCertain });
        }
      }
    }
    for (const { declaration, call, defaults } of defaulted) {
      for (const { key, pair } of defaults) {
        const found = useless.get(`${declaration.source.file} ${pair.span.start}`);
        // A route of the block that could not be read may use it.
        if (!found || found.isUsed || (context.hasErrors && declaration.block)) continue;
        const removal = call && pairRemovalSpan(call, pair);
        context.report({
          at: { source: declaration.source, span: pair.span },
          message: `the default of '${key}' is never used, since '${found.route.definition.pattern.text}' always gives it; write '(${found.route.definition.pattern.text.includes(`.:${key}`) ? '.' : '/'}:${key})' to make it optional, or leave the default out`,
          fix: removal && change('Leave the default out', removal),
        });
      }
    }
  },
};

function defaultPairsOf(declaration: Declaration, context: RuleContext): readonly WrittenPair[] {
  const call = context.call(declaration);
  return call ? defaultPairs(call) : [];
}

function mayUse({ definition }: LintedRoute, key: string): boolean {
  const { pattern, name } = definition;
  return name !== undefined || !pattern.names.includes(key) || pattern.optionalNames.has(key);
}
