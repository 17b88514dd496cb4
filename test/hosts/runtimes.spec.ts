// The Fetch handler in other runtimes: what a bundler makes of the package runs in `workerd`, the runtime of Cloudflare Workers.

import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { Miniflare } from 'miniflare';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const source = `
  import { HttpError, Response, parseRoutes, toFetchHandler } from 'waypost';
  const pages = {
    show: (request) => request.helpers.pathFor('page', request.params.id) + ' ' + request.path,
    echo: async (request) => Response.json(await request.json()),
    stream: () => new Response({ body: new Blob(['one ', 'two']).stream() }),
    failing: () => { throw new HttpError(418, 'teapot'); },
  };
  const router = parseRoutes(\`routes {
    get '/pages/:id', to => 'pages#show', as => 'page';
    post '/echo', to => 'pages#echo';
    get '/stream', to => 'pages#stream';
    get '/failing', to => 'pages#failing';
  }\`, { controllers: { pages } });
  export default { fetch: toFetchHandler(router, { otherwise: (request, env) => new globalThis.Response(env.NAME + ' ' + new URL(request.url).pathname) }) };
`;

describe('workerd', () => {
  let worker: Miniflare;

  beforeAll(async () => {
    const bundle = await build({
      stdin: { contents: source, resolveDir: fileURLToPath(new URL('../..', import.meta.url)) },
      alias: {
        waypost: fileURLToPath(new URL('../../src/index.ts', import.meta.url)),
        'lodash-es': fileURLToPath(new URL('../../.build/collections.mjs', import.meta.url)),
      },
      bundle: true,
      write: false,
      format: 'esm',
      platform: 'neutral',
      mainFields: ['module', 'main'],
      conditions: ['import'],
      define: { WAYPOST_VERSION: '"0"' },
    });
    worker = new Miniflare({
      modules: true,
      script: bundle.outputFiles[0]!.text,
      compatibilityDate: '2026-01-01',
      bindings: { NAME: 'worker' },
    });
    await worker.ready;
  }, 60_000);
  afterAll(() => worker.dispose());

  const brief = async (path: string, init?: { method: string; body: string }): Promise<string> => {
    const answer = await worker.dispatchFetch(`http://a.example${path}`, init);
    return `${answer.status} ${(await answer.text()).trim()}`;
  };

  it('answers, streams, fails and hands on', async () => {
    expect(await brief('/pages/7')).toBe('200 /pages/7 /pages/7');
    expect(await brief('/echo', { method: 'POST', body: '{"a":[1]}' })).toBe('200 {"a":[1]}');
    expect(await brief('/stream')).toBe('200 one two');
    expect(await brief('/failing')).toMatch(/^418 .*teapot/);
    expect(await brief('/other')).toBe('200 worker /other');
    expect(await brief('/pages/7', { method: 'POST', body: '' })).toBe('405 Method Not Allowed');
  });
});
