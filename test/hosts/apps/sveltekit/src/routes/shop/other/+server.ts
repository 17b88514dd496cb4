export const GET = ({ url }: { readonly url: URL }): Response => new Response(`host ${url.pathname}`);
