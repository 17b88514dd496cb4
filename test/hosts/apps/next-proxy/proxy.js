import { NextResponse } from 'next/server';
import { toFetchMiddleware } from 'waypost';
import router from './shop/routes.js';

const shop = toFetchMiddleware(router, {
  prefix: '/shop',
  host: ({ headers }) => headers.get('host'),
  passErrors: false,
});

export async function proxy(request) {
  const answer = await shop(request, () => NextResponse.next());
  const place = answer.headers.get('location');
  if (place !== null) answer.headers.set('location', new URL(place, request.url).href);
  return answer;
}

export const config = { matcher: '/shop/:path*' };
