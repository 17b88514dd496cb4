export { fromNodeMiddleware } from 'h3-1';
