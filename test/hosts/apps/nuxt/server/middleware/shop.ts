import { toNodeListener } from 'waypost/node';
import router from '../../shop/routes';

export default fromNodeMiddleware(toNodeListener(router, { prefix: '/shop', passErrors: false }));
