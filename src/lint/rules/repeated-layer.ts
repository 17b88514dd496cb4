// The same layer twice around a route.

import { callableIdentity } from '../../analysis/callables.js';
import { callableLabel } from '../../language/declarations.js';
import type { LintedRoute, Rule } from '../rule.js';

export const repeatedLayer: Rule = {
  code: 'repeated-layer',
  severity: 'warning',
  summary: 'A route goes through the same layer twice',
  reason:
    'Layers add up from the outside in, and a layer that is named twice runs twice: a limit counts double, a session is read again. Name it once, in the ' +
    'block around all routes that need it.',
  bad: `routes {
  through &auth#signedIn, {
    get '/drafts', to => 'posts#drafts', through => &auth#signedIn
  }
}`,
  good: `routes {
  through &auth#signedIn, {
    get '/drafts', to => 'posts#drafts'
  }
}`,
  files: { 'auth.ts': 'export function signedIn(request, next) {\n  return next(request)\n}\n' },
  check(context) {
    const told = new Set<unknown>();
    const identity = ({ value, place }: LintedRoute['layers'][number]): string =>
      callableIdentity(value, place.source.file, context.application);
    for (const { layers } of context.routes) {
      for (const [index, layer] of layers.entries()) {
        const { value, place } = layer;
        if (value.inline !== undefined || index === 0 || told.has(value)) continue;
        const text = callableLabel(value);
        const first = layers
          .slice(0, index)
          .find((outer) => outer.value.inline === undefined && identity(outer) === identity(layer));
        if (!first) continue;
        told.add(value);
        context.report({
          at: place,
          message: `the routes here go through ${text} twice, and it runs twice; name it once`,
          related: [{ message: 'it is named here already', place: first.place }],
        });
      }
    }
  },
};
