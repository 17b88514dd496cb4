// Lets a form send PATCH, PUT and DELETE: a POST whose field `_method` names one of them becomes a request of that method.

import { Middleware, Request, type Response } from 'waypost';

const overridable = new Set(['PATCH', 'PUT', 'DELETE']);

export class MethodOverride extends Middleware {
  override async call(request: Request): Promise<Response> {
    const type = request.headers.get('content-type') ?? '';
    if (
      request.method !== 'POST' ||
      !/^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)
    )
      return this.app.call(request);
    // The form is read whole here and kept, so that the action reads it again at no cost.
    const wished = (await request.formData()).get('_method');
    const method = typeof wished === 'string' ? wished.toUpperCase() : '';
    if (!overridable.has(method)) return this.app.call(request);
    const meant = new Request(
      { method, path: request.path, query: request.queryString },
      request.source,
      request.scriptName,
    );
    for (const [key, value] of request.state) meant.state.set(key, value);
    return this.app.call(meant);
  }
}
