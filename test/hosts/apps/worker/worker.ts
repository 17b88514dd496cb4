import { toFetchHandler } from 'waypost';
import router from '../../shop/routes';

interface Env {
  readonly ASSETS: { fetch(request: Request): Promise<Response> };
}

export default {
  fetch: toFetchHandler(router, { otherwise: (request, env: Env) => env.ASSETS.fetch(request) }),
};
