// A walk through the sample blog: the whole application, started in this process on a database of its own.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Request, type Response } from 'waypost';
import { createApplication, type Application } from 'waypost/node';
import { expectRoute } from 'waypost/testing';

const folder = new URL('../../samples/blog', import.meta.url).pathname;
const scratch = mkdtempSync(join(tmpdir(), 'fingerpost-'));
let blog: Application;

beforeAll(async () => {
  process.env['BLOG_DATABASE'] = join(scratch, 'blog.sqlite');
  process.env['LOG_LEVEL'] = 'silent';
  blog = await createApplication(folder);
});

afterAll(() => {
  rmSync(scratch, { recursive: true, force: true });
});

interface Wish {
  readonly method?: string;
  readonly form?: Readonly<Record<string, string>>;
  readonly cookies?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly host?: string;
}

async function ask(
  path: string,
  { method, form, cookies = {}, headers = {}, host = 'fingerpost.example' }: Wish = {},
): Promise<Response> {
  return blog.call(
    new Request({
      method: method ?? (form ? 'POST' : 'GET'),
      path,
      host,
      headers: {
        accept: 'text/html',
        cookie: Object.entries(cookies)
          .map(([name, value]) => `${name}=${value}`)
          .join('; '),
        ...headers,
      },
      ...(form && { body: new URLSearchParams(form) }),
    }),
  );
}

/** `200` and the text of the page, or where a redirect leads. */
async function summary(path: string, wish?: Wish): Promise<string> {
  const response = await ask(path, wish);
  const location = response.headers.get('location');
  return location === null ? `${response.status}` : `${response.status} ${location}`;
}

async function textOf(path: string, wish?: Wish): Promise<string> {
  return (await ask(path, wish)).text();
}

function cookieOf(response: Response, name: string): string {
  const cookie = response.headers.getSetCookie().find((one) => one.startsWith(`${name}=`));
  return /=([^;]*)/.exec(cookie ?? '')?.[1] ?? '';
}

async function signIn(): Promise<Record<string, string>> {
  const response = await ask('/login', { form: { name: 'writer', password: 'waypost' } });
  return { desk: cookieOf(response, 'desk') };
}

describe('the routes of the blog', () => {
  it('lead where its addresses promise', () => {
    const { router } = blog;
    const origin = 'http://blog.example.com';
    expectRoute(`GET ${origin}/health`, { router }).toBe('&../handlers/health#check');
    expectRoute(`GET ${origin}/admin/posts/7/edit`, { router }).toBe('admin/posts#edit', { id: '7' });
    expectRoute(`PUT ${origin}/health`, { router }).toBeNotAllowed();
  });
});

describe('what everybody may read', () => {
  it('has a front page with the newest post, and links made from the routes', async () => {
    const page = await textOf('/');
    expect(page).toContain('<title>Fingerpost</title>');
    expect(page).toContain('href="/posts/10-the-keeper-of-the-signs"');
    expect(page).toContain('href="/tags/walking"');
    expect(page).not.toContain('Winter routes');
  });

  it('lists the posts in pages', async () => {
    expect(await textOf('/posts')).toContain('Page 1 of 2');
    expect(await textOf('/posts?page=2')).toContain('Where the path forks');
    expect(await summary('/posts?page=3')).toBe('404');
    expect(await summary('/posts?page=0')).toBe('404');
    expect(await summary('/posts?page=x')).toBe('404');
  });

  it('shows a post at one address, with its neighbours and comments', async () => {
    const page = await textOf('/posts/2-cairns');
    expect(page).toContain('<h1>Cairns</h1>');
    expect(page).toContain('<h2>In sight of the next</h2>');
    expect(page).toContain('In Norway they are painted');
    expect(page).toContain('rel="next" href="/posts/3-the-first-match-wins"');
    expect(await summary('/posts/2')).toBe('301 /posts/2-cairns');
    expect(await summary('/posts/2-stones')).toBe('301 /posts/2-cairns');
    expect(await summary('/posts/99')).toBe('404');
  });

  it('keeps drafts to itself', async () => {
    expect(await summary('/posts/11')).toBe('404');
    expect(await summary('/posts/11.json')).toBe('404');
    expect(await textOf('/search?q=avalanche')).toContain('0 posts');
  });

  it('gives posts as JSON by the same routes', async () => {
    const list = JSON.parse(await textOf('/posts.json')) as { posts: { path: string }[]; pages: number };
    expect(list.pages).toBe(2);
    expect(list.posts[0]?.path).toBe('/posts/10-the-keeper-of-the-signs');
    const post = JSON.parse(await textOf('/posts/1.json')) as { title: string; comments: unknown[] };
    expect(post.title).toBe('Where the path forks');
    expect(post.comments).toHaveLength(2);
    expect(await summary('/posts.xml')).toBe('404');
  });

  it('sorts by tag and by time', async () => {
    expect(await textOf('/tags')).toContain('href="/tags/mountains"');
    expect(await textOf('/tags/maps')).toContain('Names on the land');
    expect(await summary('/tags/nothing')).toBe('404');
    expect(await textOf('/archive')).toContain('href="/archive/2026/07"');
    expect(await textOf('/archive/2026')).toContain('Cairns');
    expect(await textOf('/archive/2026/07')).toContain('Four hundred and four');
    expect(await summary('/archive/2026/13')).toBe('404');
  });

  it('finds words, and shows where', async () => {
    const page = await textOf('/search?q=landsl');
    expect(page).toContain('1 post for');
    expect(page).toContain('<mark>landslide</mark>');
    expect(await textOf('/search?q=%22%27)%3B+DROP')).toContain('0 posts');
  });

  it('has a feed with whole addresses', async () => {
    for (const path of ['/feed', '/feed.xml']) {
      const response = await ask(path, { host: 'fingerpost.example' });
      expect(response.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
      expect(await response.text()).toContain('<id>http://fingerpost.example/posts/2-cairns</id>');
    }
    expect(await summary('/feed.json')).toBe('404');
  });

  it('answers HEAD as GET, without the page', async () => {
    const response = await ask('/posts/2-cairns', { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('');
  });
});

describe('comments', () => {
  const path = '/posts/4-desire-lines/comments';

  it('adds one and leads to it', async () => {
    const response = await ask(path, { form: { author: 'Wim', body: 'We had snow.\n\nTwice.' } });
    expect(response.status).toBe(303);
    const location = response.headers.get('location') ?? '';
    expect(location).toMatch(/^\/posts\/4-desire-lines#comment-\d+$/);
    const page = await textOf(location.replace(/#.*/, ''), {
      cookies: { notice: cookieOf(response, 'notice') },
    });
    expect(page).toContain('Your comment is below');
    expect(page).toContain('<p>Twice.</p>');
  });

  it('shows what a reader wrote as text', async () => {
    await ask(path, { form: { author: '<b>', body: '<script>alert(1)</script>' } });
    const page = await textOf('/posts/4-desire-lines');
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(page).not.toContain('<script>');
  });

  it('says what is missing and keeps what was written', async () => {
    const response = await ask(path, { form: { author: '', body: 'Half a "comment"' } });
    expect(response.status).toBe(422);
    const page = await response.text();
    expect(page).toContain('Name is missing');
    expect(page).toContain('Half a &quot;comment&quot;');
  });

  it('takes forms only', async () => {
    expect(await summary(path, { method: 'POST', headers: { 'content-type': 'text/plain' } })).toBe('415');
  });
});

describe('the desk', () => {
  it('asks for a signature at every door', async () => {
    const doors = blog.router.routes.filter((route) => route.pattern.startsWith('/admin'));
    expect(doors.length).toBeGreaterThan(10);
    for (const { verbs, pattern } of doors) {
      for (const method of verbs) {
        const path = pattern.replace(':id', '1');
        for (const way of [path, `/${path}`, path.replace('/admin', '/%61dmin')]) {
          expect(`${method} ${way}: ${await summary(way, { method })}`).toMatch(/: 303 \/login/);
        }
      }
    }
  });

  it('lets writers in, and nobody else', async () => {
    expect(await summary('/login', { form: { name: 'writer', password: 'wrong' } })).toBe('422');
    expect(await summary('/login', { form: { name: 'nobody', password: 'waypost' } })).toBe('422');
    expect(await summary('/login', { form: { name: 'writer', password: 'waypost' } })).toBe('303 /admin');
    expect(
      await summary('/login?to=%2Fadmin%2Fposts', { form: { name: 'writer', password: 'waypost' } }),
    ).toBe('303 /admin/posts');
    for (const elsewhere of ['//evil.example', '/\\evil.example', 'https://evil.example']) {
      const path = `/login?to=${encodeURIComponent(elsewhere)}`;
      expect(await summary(path, { form: { name: 'writer', password: 'waypost' } })).toBe('303 /admin');
    }
    expect(await summary('/admin', { cookies: { desk: 'guessed' } })).toBe('303 /login?to=%2Fadmin');
  });

  it('writes, publishes, changes, withdraws and removes a post', async () => {
    const cookies = await signIn();
    const text = {
      title: 'Stiles & gates',
      author: 'Wim',
      summary: 'Steps over walls',
      body: 'One *step*.',
      tags: 'walking walls',
    };
    const created = await ask('/admin/posts', { cookies, form: text });
    const edit = created.headers.get('location') ?? '';
    expect(edit).toMatch(/^\/admin\/posts\/\d+\/edit$/);
    const post = edit.replace('/edit', '');
    const id = /\d+/.exec(post)![0];
    const address = `/posts/${id}-stiles-gates`;

    expect(await summary(address)).toBe('404');
    expect(await textOf(`${post}/preview`, { cookies })).toContain('<em>step</em>');
    expect(await summary(`${post}/publish`, { cookies, form: { _method: 'patch' } })).toBe(`303 ${address}`);
    expect(await textOf(address)).toContain('<h1>Stiles &amp; gates</h1>');
    expect(await textOf('/tags/walls')).toContain('Steps over walls');

    expect(await summary(post, { cookies, form: { ...text, _method: 'patch', title: '' } })).toBe('422');
    expect(
      await summary(post, { cookies, form: { ...text, _method: 'patch', summary: 'Over and through' } }),
    ).toBe(`303 ${edit}`);
    expect(await textOf('/search?q=through')).toContain(address);

    expect(await summary(`${post}/withdraw`, { cookies, form: { _method: 'patch' } })).toBe(
      '303 /admin/posts',
    );
    expect(await summary(address)).toBe('404');
    expect(await summary(post, { cookies, form: { _method: 'delete' } })).toBe('303 /admin/posts');
    expect(await summary(edit, { cookies })).toBe('404');
  });

  it('removes comments', async () => {
    const cookies = await signIn();
    const added = await ask('/posts/1-where-the-path-forks/comments', {
      form: { author: 'Spam', body: 'Cheap signs' },
    });
    const id = /comment-(\d+)/.exec(added.headers.get('location') ?? '')?.[1];
    expect(await textOf('/admin/comments', { cookies })).toContain('Cheap signs');
    expect(await summary(`/admin/comments/${id}`, { cookies, form: { _method: 'delete' } })).toBe(
      '303 /admin/comments',
    );
    expect(await textOf('/admin/comments', { cookies })).not.toContain('Cheap signs');
  });

  it('shows what it has to a writer only, until they leave', async () => {
    const cookies = await signIn();
    const page = await textOf('/admin', { cookies });
    expect(page).toContain('Winter routes');
    expect(page).toContain('Sign out');
    expect(await summary('/logout', { cookies, form: { _method: 'delete' } })).toBe('303 /');
    expect(await summary('/admin', { cookies })).toBe('303 /login?to=%2Fadmin');
  });
});

describe('ways that lead elsewhere', () => {
  it('follows old addresses', async () => {
    expect(await summary('/articles')).toBe('301 /posts');
    expect(await summary('/articles/2')).toBe('301 /posts/2');
    expect(await summary('/category/maps')).toBe('301 /tags/maps');
    expect(await summary('/2026/05/old-addresses-never-die')).toBe('301 /posts/5-old-addresses-never-die');
    expect(await summary('/2026/05/gone')).toBe('301 /archive/2026/05');
  });

  it('has one host', async () => {
    expect(await summary('/posts?page=2', { host: 'www.fingerpost.example' })).toBe(
      '301 http://fingerpost.example/posts?page=2',
    );
    expect(await summary('/', { host: 'www.fingerpost.example' })).toBe('301 http://fingerpost.example/');
  });

  it('keeps search engines off copies', async () => {
    expect(await textOf('/robots.txt')).toContain('Disallow: /admin/');
    expect(await textOf('/robots.txt', { host: 'localhost:3000' })).toBe('User-agent: *\nDisallow: /\n');
  });
});

describe('the mounted charts', () => {
  it('answer below their mount point', async () => {
    expect(JSON.parse(await textOf('/charts'))).toContainEqual({
      name: 'tags',
      data: '/charts/tags.json',
      picture: '/charts/tags.svg',
    });
    expect(JSON.parse(await textOf('/charts/tags.json'))).toContainEqual({ label: 'maps', count: 2 });
    const picture = await ask('/charts/months.svg');
    expect(picture.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
    expect(await picture.text()).toContain('<rect');
  });

  it('leave what they do not have to the next route', async () => {
    expect(await summary('/charts/weather.svg')).toBe('302 /numbers');
    expect(await textOf('/numbers')).toContain('src="/charts/readers.svg"');
  });
});

describe('what is around the routes', () => {
  it('says how it is', async () => {
    expect(JSON.parse(await textOf('/health'))).toMatchObject({ status: 'ok' });
  });

  it('serves the style sheet', async () => {
    const response = await ask('/style.css');
    expect(response.headers.get('content-type')).toBe('text/css; charset=utf-8');
  });

  it('gives browsers a page where nothing is, and programs a line', async () => {
    const page = await ask('/no/such <path>');
    expect(page.status).toBe(404);
    expect(await page.text()).toContain('<code>/no/such &lt;path&gt;</code>');
    expect((await textOf('/nowhere', { headers: { accept: '*/*' } })).trim()).toBe('Not Found');
  });

  it('says what a path can do', async () => {
    const response = await ask('/posts', { method: 'DELETE' });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, HEAD');
  });
});
