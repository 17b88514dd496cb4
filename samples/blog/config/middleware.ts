// What surrounds the routes, from the outside in. `static`, the files of `public/`, is there already.

import { fileURLToPath } from 'node:url';
import compression from 'compression';
import { RequestId, type MiddlewareStack, type Request } from 'waypost';
import { fromConnect, RequestLogger, Rescue } from 'waypost/node';
import { ErrorPages } from '../middleware/error-pages.js';
import { MethodOverride } from '../middleware/method-override.js';
import { seedOnce } from '../store/seeds.js';

export default function configure(stack: MiddlewareStack): void {
  seedOnce(fileURLToPath(new URL('../seeds', import.meta.url)));

  stack
    .insertBefore('static', 'rescue', Rescue)
    // Inside `static`: a part of a file must not be compressed, and whole ones may be beside it as `.br` or `.gz`.
    .use('compression', fromConnect(compression()))
    .use('request-id', RequestId)
    .use('log', RequestLogger, { ignore: isHealthCheck })
    .use('error-pages', ErrorPages)
    .use('method-override', MethodOverride);
}

function isHealthCheck(request: Request): boolean {
  return request.path === '/health';
}
