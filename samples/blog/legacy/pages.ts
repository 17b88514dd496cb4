// The pages that nobody has touched for years, and what machines ask a site for.

import express, { type Router } from 'express';
import { findPost, latestPosts, tagsWithCounts } from '../store/posts.js';
import { type Html, html } from '../views/html.js';
import type { Links } from './api.js';

const texts = new Map([
  ['legal', ['Legal', 'Nothing to declare.']],
  ['privacy', ['Privacy', 'A session cookie for those who write, and nothing for those who read.']],
  ['imprint', ['Imprint', 'Fingerpost, at the crossing.']],
  ['team', ['Team', 'The keeper of the signs.']],
  ['press', ['Press', 'Posts may be quoted with their address.']],
] as const);

const topics = new Map([
  ['search', 'Every word is looked for, and longer words that begin with it.'],
  ['comments', 'A comment has a name and a text; no account is needed.'],
  ['feeds', 'The newest posts are at /feed, for feed readers.'],
]);

/** A page without the blog's frame around it. */
export function page(title: string, content: Html | string): string {
  return String(
    html`<!doctype html><title>${title}</title>
      <h1>${title}</h1>
      ${content}
      <p><a href="/">The blog</a></p>`,
  );
}

/** What stands before the blog: addresses that are Express's own. */
export function machines(subscribers: ReadonlySet<string>): Router {
  const router = express.Router();
  router.get('/status', (_, response) => {
    response.json({
      posts: latestPosts(1000).length,
      tags: tagsWithCounts().length,
      subscribers: subscribers.size,
    });
  });
  router.get('/status/live', (_, response) => void response.type('text').send('yes'));
  router.get('/humans.txt', (_, response) => void response.type('text').send('The keeper of the signs\n'));
  router.get(
    '/.well-known/security.txt',
    (_, response) => void response.type('text').send('Contact: mailto:signs@fingerpost.example\n'),
  );
  return router;
}

/** What stands behind the blog, which does not know it. */
export function pages(links: Links): Router {
  const router = express.Router();
  const messages: string[] = [];
  for (const [name, [title, text]] of texts)
    router.get(
      `/${name}`,
      (_, response) => void response.type('html').send(page(title, html`<p>${text}</p>`)),
    );
  router
    .route('/contact')
    .get(
      (_, response) =>
        void response
          .type('html')
          .send(
            page(
              'Contact',
              html`<form method="post">
                <textarea name="text" required></textarea><button>Send</button>
              </form>`,
            ),
          ),
    )
    .post((request, response) => {
      const { text } = (request.body ?? {}) as { readonly text?: unknown };
      if (typeof text === 'string') messages.push(text);
      response.type('html').send(page('Thank you', `Messages so far: ${messages.length}`));
    });
  router.get('/help', (_, response) => {
    const entries = [...topics.keys()].map((topic) => html`<li><a href="/help/${topic}">${topic}</a></li>`);
    response.type('html').send(
      page(
        'Help',
        html`<ul>
          ${entries}
        </ul>`,
      ),
    );
  });
  router.get('/help/:topic', (request, response, next) => {
    const text = topics.get(request.params.topic);
    if (text === undefined) next();
    else response.type('html').send(page(`Help on ${request.params.topic}`, text));
  });
  router.get('/sitemap.xml', (request, response) => {
    const origin = `${request.protocol}://${request.get('host') ?? 'localhost'}`;
    const paths = [links.pathFor('root'), ...latestPosts(1000).map((post) => links.pathFor('post', post))];
    const urls = paths.map((path) => html`<url><loc>${origin}${path}</loc></url>`);
    const sitemap = html`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>`;
    response.type('xml').send(String(sitemap));
  });
  router.get('/feed.json', (_, response) => {
    const items = latestPosts(10).map((post) => ({
      id: String(post.id),
      url: links.pathFor('post', post),
      title: post.title,
    }));
    response.json({ version: 'https://jsonfeed.org/version/1.1', title: 'Fingerpost', items });
  });
  router.get('/rss', (_, response) => response.redirect(301, links.pathFor('feed')));
  router.get('/p/:id', (request, response, next) => {
    const post = findPost(Number(request.params.id));
    if (post === undefined) next();
    else response.redirect(301, links.pathFor('post', post));
  });
  return router;
}
