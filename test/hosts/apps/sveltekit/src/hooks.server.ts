import type { Handle } from '@sveltejs/kit';
import { toFetchMiddleware } from 'waypost';
import router from '../shop/routes';

const shop = toFetchMiddleware(router, { prefix: '/shop' });

export const handle: Handle = ({ event, resolve }) => shop(event.request, () => resolve(event), event);
