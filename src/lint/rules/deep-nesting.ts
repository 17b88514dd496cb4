// Resources that are nested deeper than `max`.

import type { Declaration } from '../../language/declarations.js';
import { isResource } from '../../language/roles.js';
import type { Rule, RuleContext } from '../rule.js';
import { namePlace } from '../../language/diagnostics.js';

export const deepNesting: Rule = {
  code: 'deep-nesting',
  severity: 'info',
  summary: 'The resource is nested too deep',
  reason:
    'Each level of nesting adds a key to the path, an argument to every helper and a look-up to every action, although the innermost key alone mostly ' +
    'identifies the record. Nest only one level deep. `shallow` keeps the collection routes below the parent and moves the member routes to the top.',
  bad: `routes {
  resources 'publishers', {
    resources 'magazines', {
      resources 'photos'
    }
  }
}`,
  good: `routes {
  resources 'publishers', {
    resources 'magazines', :shallow, {
      resources 'photos'
    }
  }
}`,
  options: { max: { default: 1, doc: 'How many resources may stand around a resource' } },
  check(context) {
    const max = context.option<number>('max');
    context.eachDeclaration(({ declaration, parents }) => {
      if (parents.length <= max || !isResource(declaration)) return;
      const around = parents.filter(isResource);
      // Reported at the first level beyond the limit, not again at deeper levels.
      if (around.length !== max + 1 || isShallow(declaration, parents, context)) return;
      const names = [...around, declaration].map((each) => nameOf(each, context));
      // A resource without a name is still being written.
      if (names.at(-1) === undefined) return;
      context.report({
        at: namePlace(declaration),
        message: `'${names.at(-1)}' is nested ${around.length} deep (${names.map((name) => name ?? '…').join(' › ')}); nest at most ${max}, with \`:shallow\` on a resource around it`,
      });
    });
  },
};

function isShallow(declaration: Declaration, parents: readonly Declaration[], context: RuleContext): boolean {
  const own = context.call(declaration)?.options.get('shallow')?.value;
  if (own?.kind === 'boolean') return own.value;
  const block = parents.at(-1)?.block;
  return block ? (context.analysis.interpretation.scopes.get(block)?.shallow ?? false) : false;
}

function nameOf(declaration: Declaration, context: RuleContext): string | undefined {
  const name = context.call(declaration)?.positionals[0];
  return name?.kind === 'string' ? name.value : undefined;
}
