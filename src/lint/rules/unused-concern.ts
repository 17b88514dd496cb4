// A concern that nothing uses.

import { headPlace } from '../places.js';
import type { Rule } from '../rule.js';

export const unusedConcern: Rule = {
  code: 'unused-concern',
  severity: 'warning',
  isUnnecessary: true,
  summary: 'Nothing uses the concern, so that its routes do not exist',
  reason: 'A concern makes no routes of its own: only where it is used, by `concerns` or the option of that name, is its block read. One that is never used is clutter, or its use is missing.',
  bad: `routes {
  concern 'commentable', { resources 'comments' }
  resources 'photos'
}`,
  good: `routes {
  concern 'commentable', { resources 'comments' }
  resources 'photos', concerns => 'commentable'
}`,
  check(context) {
    const { program, concernUses } = context.analysis.interpretation;
    for (const concern of program.concerns.values()) {
      if (concernUses.get(concern)?.length) continue;
      context.report({
        at: headPlace(concern.declaration),
        message: `nothing uses the concern '${concern.name}'; use it with \`concerns => '${concern.name}'\`, or take it out`,
      });
    }
  },
};
