import type { Request } from 'waypost';

export const index = (): string => 'all orders';

export const show = (request: Request): object => ({ order: request.params['id'] });
