// Who may ask: the routes file says of every route whom it is for, as the fact `audience`, and this layer around all of them holds it.

import { Response, type Next, type Request } from 'waypost';

/** What a program shows to be let in, by audience. The others, customers and web hooks, prove themselves in their actions. */
const keyHeaders: Readonly<Record<string, string>> = { staff: 'x-spree-token', sellers: 'x-spree-seller' };

/** A room of the staff or of sellers is closed to a request without their key; signing in is open to everybody. */
export function audience(request: Request, next: Next): Response | Promise<Response> {
  const header = keyHeaders[String(request.route?.meta['audience'])];
  const isSigningIn = request.path.includes('/auth/');
  if (header === undefined || isSigningIn || request.headers.has(header)) return next(request);
  return new Response({ status: 401, body: `${header} is missing` });
}
