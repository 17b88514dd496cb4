// Who may ask, for two of the samples: their routes say it as the fact `auth`, and this layer around all of them holds it.

import { Response, type Next, type Request } from 'waypost';

const ranks = ['user', 'moderator'];

/** Somebody without the rank that a route asks for is told so; a route without the fact is for everybody. */
export function authorized(request: Request, next: Next): Response | Promise<Response> {
  const wanted = request.route?.meta['auth'];
  if (typeof wanted !== 'string') return next(request);
  const rank = rankOf(request);
  if (rank === undefined) return new Response({ status: 401, body: 'Sign in first' });
  return ranks.indexOf(rank) < ranks.indexOf(wanted)
    ? new Response({ status: 403, body: `This is for a ${wanted}` })
    : next(request);
}

/** In the place of a session: the rank stands in the cookie itself. */
function rankOf(request: Request): string | undefined {
  const rank = request.cookies['rank'];
  return rank !== undefined && ranks.includes(rank) ? rank : undefined;
}
