import type { MiddlewareHandler } from 'astro';
import { toFetchMiddleware } from 'waypost';
import router from '../shop/routes';

const shop = toFetchMiddleware(router, { prefix: '/shop' });

export const onRequest: MiddlewareHandler = (context, next) => shop(context.request, () => next(), context);
