// A default for a segment that always has a value.

import { change } from '../../language/diagnostics.js';
import type { Pair } from '../../language/declarations.js';
import { declarationsAround, pairRemovalSpan } from '../places.js';
import { inRoutes, type LintedRoute, type Rule } from '../rule.js';

export const defaultNeverUsed: Rule = {
  code: 'default-never-used',
  severity: 'info',
  isUnnecessary: true,
  summary: 'The path always gives the segment a value, so the default is never used',
  reason:
    'A default supplies a param that the path does not give. A required segment always has a value when its route matches. Its default could only serve the ' +
    'URL helper, but a route without a name has none. Make the segment optional with `( … )`, or leave the default out.',
  bad: inRoutes("get '/photos/:page', to => 'photos#index', defaults => { page => 1 }"),
  good: inRoutes("get '/photos(/:page)', to => 'photos#index', defaults => { page => 1 }"),
  check(context) {
    const defaulted = context.survey.declarationsThat('give defaults', ({ defaults }) => defaults.length > 0);
    if (defaulted.length === 0) return;
    const pairsOf = new Map(defaulted.map(({ declaration, defaults }) => [declaration, defaults]));
    const uses = new Map<Pair, { readonly route: LintedRoute; readonly isUsed: boolean }>();
    for (const route of context.analysis.routes) {
      const isCertain = context.survey.doubt.isCertain(route);
      for (const declaration of declarationsAround(route, context)) {
        for (const { key, pair } of pairsOf.get(declaration) ?? [])
          uses.set(pair, { route, isUsed: uses.get(pair)?.isUsed || mayUse(route, key) || !isCertain });
      }
    }
    for (const { declaration, call, defaults } of defaulted) {
      for (const { key, pair } of defaults) {
        const found = uses.get(pair);
        // A route in the block that could not be read may use it.
        if (!found || found.isUsed || (context.hasErrors && declaration.block)) continue;
        const removal = call && pairRemovalSpan(call, pair);
        const { text } = found.route.definition.pattern;
        const [written = `:${key}`] =
          new RegExp(`[/.]?[:*]${key}(?![\\p{L}\\p{M}\\p{Nd}_])`, 'u').exec(text) ?? [];
        context.report({
          at: { source: declaration.source, span: pair.span },
          message: `the default of '${key}' is never used, since '${text}' always gives it; write '(${written})' to make it optional, or leave the default out`,
          fix: removal && change('Leave the default out', removal),
        });
      }
    }
  },
};

function mayUse({ definition }: LintedRoute, key: string): boolean {
  const { pattern, name } = definition;
  return name !== undefined || !pattern.names.includes(key) || pattern.optionalNames.has(key);
}
