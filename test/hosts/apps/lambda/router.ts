import type { ServerRequest } from 'srvx';
import { type Request, Response, hostArguments, routes } from 'waypost';

export const router = routes`
  post '/orders/:id', as => 'order', to => ${async (request: Request) => {
    const [{ runtime }] = hostArguments<[ServerRequest]>(request);
    const { event, context } = runtime!.awsLambda!;
    return Response.json({
      url: (request.helpers as { urlFor(name: string, id: string): string }).urlFor('order', '8'),
      id: request.params['id'],
      tags: request.query.getAll('tag'),
      q: request.query.get('q'),
      cookies: { ...request.cookies },
      body: await request.json(),
      client: request.remoteAddress,
      stage: (event.requestContext as { stage?: string }).stage,
      function: context.functionName,
    });
  }};
  get '/cookies', to => ${() => new Response({ body: 'ok', headers: { 'set-cookie': ['a=1', 'b=2'] } })};
  get '/bytes', to => ${() => new Response({ body: new Uint8Array([0, 255, 10]), headers: { 'content-type': 'image/png' } })};
  get '/stream', to => ${() => new Response({ body: words(), headers: { 'content-type': 'text/plain' } })};
  get '/failing', to => ${() => {
    throw new Error('lost');
  }};
`;

async function* words(): AsyncGenerator<string> {
  yield 'one ';
  await new Promise((resolve) => setTimeout(resolve, 10));
  yield 'two';
}
