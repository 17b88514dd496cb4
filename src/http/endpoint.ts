// The one protocol of the whole house: anything with `call(request)`.

import type { Request } from './request.js';
import type { Response } from './response.js';

/** Takes a request and answers it (section 4.4). */
export interface Endpoint {
  call(request: Request): Response | Promise<Response>;
}
