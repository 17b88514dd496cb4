// What a developer sees beside the application: pages for what no route answers, the script that reloads a page, logs for people.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createColors } from 'picocolors';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Request } from '../../src/http/request.js';
import { Response } from '../../src/http/response.js';
import { parseRoutes } from '../../src/interpreter/load.js';
import { createApplication, type Application } from '../../src/node/serving/application.js';
import { LiveReload } from '../../src/node/serving/live-reload.js';
import { RefusalPages } from '../../src/node/serving/refusal-pages.js';
import { terminalLog } from '../../src/node/serving/request-log.js';

const folder = mkdtempSync(join(tmpdir(), 'waypost-development-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeAll(() => {
  mkdirSync(join(folder, 'config'));
  mkdirSync(join(folder, 'controllers'));
  writeFileSync(
    join(folder, 'config/routes'),
    "routes {\n  get '/posts/:id', to => 'posts#show', id => /\\d+/;\n  get '/gone', to => 'posts#gone'\n}\n",
  );
  writeFileSync(
    join(folder, 'controllers/posts.mjs'),
    `export const show = () => 'post';
     export const gone = () => new Response('gone, says the action', { status: 404 });`,
  );
});

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

async function ask(
  app: Application,
  method: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; type: string | null; text: string; response: Response }> {
  const response = await app.call(new Request({ method, path, headers }));
  const { status } = response;
  return { status, type: response.headers.get('content-type'), text: await response.text(), response };
}

describe('in development, what no route answers', () => {
  it.each([
    ['GET', '/posts/x', 404, '&#39;:id&#39; is &#39;x&#39;, which has to be /\\d+/'],
    ['POST', '/posts/7', 405, 'This path answers GET, HEAD.'],
    ['GET', '/%zz', 400, 'an escape that is malformed'],
    ['GET', '/<script>', 404, '&#60;script&#62;'],
    ['GET', '/posts/7/%E2%80%AEa', 404, 'goes on with &#39;/\\u{202e}a&#39;'],
  ])('is a page: %s %s', async (method, path, status, part) => {
    const app = await createApplication(folder, { development: true });
    const { text, ...answer } = await ask(app, method, path, browser);
    expect([answer.status, answer.type]).toEqual([status, 'text/html; charset=utf-8']);
    expect(text).toContain(part);
    expect(text).toMatch(/<td>posts#show<\/td><td>.*config\/routes:2<\/td>/);
    expect(text).not.toContain('<script>');
    expect(text.includes('Nearest routes')).toBe(status !== 400);
    expect(answer.response.headers.get('allow')).toBe(status === 405 ? 'GET, HEAD' : null);
    expect(answer.response.headers.get('x-cascade')).toBe(status === 405 ? null : 'pass');
  });

  it('shows 2,000 routes of a large table, and says how many more there are', async () => {
    const page = async (routes: number): Promise<string> => {
      const lines = Array.from({ length: routes }, (_, i) => `get '/page-${i + 1}', to => 'pages#show'`);
      const app = new RefusalPages(parseRoutes(`routes {\n${lines.join('\n')}\n}`));
      return (await app.call(new Request({ method: 'GET', path: '/pots', headers: browser }))).text();
    };
    const large = await page(2003);
    expect(large).toContain('Routes (2003)');
    expect(large).toContain('/page-2000<');
    expect(large).not.toContain('/page-2001<');
    expect(large).toContain('<p>and 3 more</p>');
    expect(await page(2)).not.toMatch(/and -?\d+ more/);
  });

  it('is text or JSON for those who ask for that', async () => {
    const app = await createApplication(folder, { development: true });
    expect((await ask(app, 'GET', '/pots')).text).toBe('Not Found');
    expect((await ask(app, 'GET', '/pots', { accept: 'application/json' })).type).toBe(
      'application/problem+json',
    );
  });

  it('is no page where an action answered it, and none in production', async () => {
    const app = await createApplication(folder, { development: true });
    expect((await ask(app, 'GET', '/gone', browser)).text).toBe('gone, says the action');
    vi.stubEnv('NODE_ENV', 'production');
    const inProduction = await createApplication(folder);
    vi.unstubAllEnvs();
    for (const [method, path, text] of [
      ['GET', '/pots', 'Not Found'],
      ['POST', '/posts/7', 'Method Not Allowed'],
      ['GET', '/%zz', 'Bad Request'],
    ] as const)
      expect((await ask(inProduction, method, path, browser)).text).toBe(text);
  });
});

describe('a page that is looked at', () => {
  const html = (body: string): Response => Response.html(body);
  const call = async (live: LiveReload, answer: () => Response, path = '/'): Promise<Response> =>
    live.outermost(live.withScript({ call: answer })).call(new Request({ method: 'GET', path }));

  it('has the script once, before its end; what is no page has none', async () => {
    const live = new LiveReload();
    const script = '<script src="/.waypost/live.js"></script>';
    expect(await (await call(live, () => html('<body>x</body>'))).text()).toBe(`<body>x${script}</body>`);
    expect(await (await call(live, () => html('x'))).text()).toBe(`x${script}`);
    expect(await (await call(live, () => new Response({ body: '<body></body>' }))).text()).toBe(
      '<body></body>',
    );
    expect((await call(live, () => html(''), '/.waypost/live.js')).headers.get('content-type')).toMatch(
      /^text\/javascript/,
    );
  });

  it('is told the version, what is wrong with the next, and when to ask again', async () => {
    const live = new LiveReload();
    const answer = await call(live, () => html(''), '/.waypost/live');
    live.showProblem('config/routes has an error\n</script>');
    live.close();
    expect(await answer.text()).toMatch(
      /^retry: 300\nevent: version\ndata: "[\d-]+"\n\nevent: problem\ndata: ""\n\nevent: problem\ndata: "config\/routes has an error\\n<\/script>"\n\n$/,
    );
  });
});

describe('a log on a terminal', () => {
  it('is a line a request, from the level on that LOG_LEVEL names', () => {
    const lines: string[] = [];
    const log = terminalLog('warn', (text) => lines.push(text), createColors(false));
    log.info({ duration: 1.26 }, 'GET / 200');
    log.warn({ duration: 1.26 }, 'GET /a b 404');
    log.error({}, 'GET / 500');
    expect(lines.map((line) => line.replace(/^\d\d:\d\d:\d\d /, ''))).toEqual([
      'GET /a b 404 1.3 ms\n',
      'GET / 500\n',
    ]);
  });
});
