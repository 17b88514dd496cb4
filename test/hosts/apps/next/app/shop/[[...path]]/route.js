import { toFetchHandler } from 'waypost';
import router from '../../../shop/routes.js';

const shop = toFetchHandler(router, { prefix: '/shop', host: ({ headers }) => headers.get('host') });

export {
  shop as DELETE,
  shop as GET,
  shop as HEAD,
  shop as OPTIONS,
  shop as PATCH,
  shop as POST,
  shop as PUT,
};
