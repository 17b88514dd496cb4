// Constraints without effect: an empty hash, a block without routes, or a constraint that the block around has already.

import { originsOf } from '../../analysis/route-places.js';
import { unreadConcerns } from '../../analysis/unread-concerns.js';
import { change, keywordPlace } from '../../language/diagnostics.js';
import type { ReadCall } from '../../language/read-call.js';
import type { Declaration } from '../../language/declarations.js';
import { isResource } from '../../language/roles.js';
import { optionArgument, pairRemovalSpan, removalSpan } from '../places.js';
import { constraintPairs } from '../../language/call-pairs.js';
import type { Rule, RuleContext } from '../rule.js';
import { withRole, type PlacedDeclaration } from '../survey.js';

export const unusedConstraint: Rule = {
  code: 'unused-constraint',
  severity: 'info',
  isUnnecessary: true,
  summary: 'The constraint has no effect',
  reason:
    'Constraints only add up: an inner one never removes an outer one. A block without routes, an empty hash, or a constraint that a block around repeats ' +
    'word by word can be removed. They make readers look for a difference that does not exist.',
  bad: `routes {
  constraints(subdomain => 'api', {
    get '/status', to => 'status#show', constraints => { subdomain => 'api' }
  })
}`,
  good: `routes {
  constraints(subdomain => 'api', {
    get '/status', to => 'status#show'
  })
}`,
  check(context) {
    let withRoutes: ReadonlySet<Declaration> | undefined;
    const empty = new Set<Declaration>();
    const unread = new Set(unreadConcerns(context.analysis).map(({ declaration }) => declaration));
    for (const { declaration } of withRole(context.survey, 'constraints')) {
      // If something in the block could not be read, it is an error already.
      if (!declaration.block || (context.hasErrors && declaration.block.declarations.length > 0)) continue;
      if ((withRoutes ??= declarationsWithRoutes(context)).has(declaration)) continue;
      // A concern that nothing uses is reported by `unused-concern`.
      if (context.parentsOf(declaration).some((parent) => unread.has(parent))) continue;
      empty.add(declaration);
      context.report({
        at: keywordPlace(declaration),
        message: 'these constraints hold for no route; put routes into the block, or take it out',
      });
    }
    context.eachDeclaration((placed) => {
      const { declaration, call } = placed;
      if (!call) return;
      if (empty.has(declaration)) return context.lookAgain();
      const option = optionArgument(call, 'constraints');
      if (option?.value.kind === 'hash' && option.value.pairs.length === 0) {
        context.report({
          at: { source: declaration.source, span: option.whole },
          message: 'an empty hash constrains nothing; leave the option out',
          fix: change('Leave the option out', removalSpan(declaration, option.whole)),
        });
      }
      // If a key fits no route, that is an error already.
      if (context.survey.doubt.isMistaken(declaration)) return context.lookAgain();
      reportRepeated(call, placed, context);
    });
  },
};

/** Reports constraints that are written identically in a declaration around. */
function reportRepeated(
  owner: ReadCall,
  { constraints, parents }: PlacedDeclaration,
  context: RuleContext,
): void {
  for (const { key, value, place, pair } of constraints) {
    if (value.kind === 'callable') continue;
    const text = place.source.textOf(value.span);
    for (const parent of parents) {
      const call = context.call(parent);
      // A resource's constraint on its key is about another segment in nested routes (`:photo_id`).
      if (!call || isResource(parent)) continue;
      const same = constraintPairs(call).find(
        (other) => other.key === key && other.place.source.textOf(other.value.span) === text,
      );
      if (!same) continue;
      const removal = pairRemovalSpan(owner, pair);
      context.report({
        at: { source: place.source, span: pair.span },
        message: `'${key}' is constrained to ${text} by the block around already; leave it out here`,
        fix: removal && change('Leave the constraint out', removal),
        related: [{ message: 'the same constraint is here', place: same.place }],
      });
      break;
    }
  }
}

/** The declarations that make routes, and the declarations around them. */
function declarationsWithRoutes(context: RuleContext): ReadonlySet<Declaration> {
  const found = new Set<Declaration>();
  for (const route of context.analysis.routes) {
    for (const declaration of originsOf(route)) {
      found.add(declaration);
      for (const parent of context.parentsOf(declaration)) found.add(parent);
    }
  }
  return found;
}
