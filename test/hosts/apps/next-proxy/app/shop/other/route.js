export const GET = (request) => new Response(`host ${new URL(request.url).pathname}`);
