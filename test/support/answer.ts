// The answer of a router to a path, as one line.

import type { Router } from '../../src/routing/router/router.js';

/** `posts#show id=7`, or the status if no route answers. */
export function answer(router: Router, method: string, path: string, context = {}): string {
  const match = router.recognize(method, path, { context });
  if (!match) return router.recognitionStatus(method, path, { context });
  return [
    `${match.controller}#${match.action}`,
    ...Object.entries(match.params).map(([name, value]) => `${name}=${value}`),
  ].join(' ');
}
