import { defineMiddleware } from 'nitro/h3';
import { toFetchMiddleware } from 'waypost';
import router from '../shop/routes';

const shop = toFetchMiddleware(router, { prefix: '/shop' });

export default defineMiddleware((event, next) => shop(event.req, next));
