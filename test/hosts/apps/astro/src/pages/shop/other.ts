import type { APIRoute } from 'astro';

export const GET: APIRoute = ({ url }) => new Response(`host ${url.pathname}`);
