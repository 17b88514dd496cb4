// Gives browsers a page of the blog's own where the answer is a bare "not found" or the like; programs keep the plain text.

import { isHttpError, Middleware, Response, type Request } from 'waypost';
import { errorPage } from '../views/errors.js';

export class ErrorPages extends Middleware {
  override async call(request: Request): Promise<Response> {
    const response = await this.answer(request);
    if (response.status < 400 || response.status > 499 || !wantsPage(request, response)) return response;
    const page = errorPage(request, response.status);
    for (const [name, value] of response.headers) {
      if (name !== 'content-type' && name !== 'content-length') page.headers.append(name, value);
    }
    return page;
  }

  /** The answer of the app; an `HttpError` that it throws is one, too. */
  private async answer(request: Request): Promise<Response> {
    try {
      return await this.app.call(request);
    } catch (error) {
      if (!isHttpError(error) || error.status > 499) throw error;
      return new Response({ status: error.status, body: error.message });
    }
  }
}

function wantsPage(request: Request, response: Response): boolean {
  const isPlain = response.headers.get('content-type')?.startsWith('text/plain') ?? response.body === null;
  return isPlain && (request.headers.get('accept') ?? '').includes('text/html');
}
