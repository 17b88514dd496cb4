// The newsletter: who gets it, and what stands in the next one.

import express, { type Router } from 'express';
import { latestPosts } from '../store/posts.js';
import { html } from '../views/html.js';
import type { Links } from './api.js';
import { page } from './pages.js';

export interface Newsletter {
  readonly router: Router;
  readonly subscribers: ReadonlySet<string>;
}

export function newsletter(links: Links): Newsletter {
  const subscribers = new Set<string>();
  const router = express.Router();
  const emailIn = (body: unknown): string | undefined => {
    const { email } = (body ?? {}) as { readonly email?: unknown };
    return typeof email === 'string' && email.includes('@') ? email : undefined;
  };
  const form = (action: string, label: string): ReturnType<typeof html> =>
    html`<form method="post" action="${action}">
      <input name="email" type="email" required /><button>${label}</button>
    </form>`;

  router
    .route('/')
    .get(
      (_, response) => void response.type('html').send(page('Newsletter', form('/newsletter', 'Subscribe'))),
    )
    .post((request, response) => {
      const email = emailIn(request.body);
      if (email !== undefined) subscribers.add(email);
      response.redirect(303, links.pathFor('root'));
    });
  router
    .route('/leave')
    .get(
      (_, response) =>
        void response.type('html').send(page('Leave', form('/newsletter/leave', 'Unsubscribe'))),
    )
    .post((request, response) => {
      subscribers.delete(emailIn(request.body) ?? '');
      response.redirect(303, '/newsletter');
    });
  router.get('/latest', (_, response) => {
    const entries = latestPosts(5).map(
      (post) => html`<li><a href="${links.pathFor('post', post)}">${post.title}</a></li>`,
    );
    response.type('html').send(
      page(
        'In the next newsletter',
        html`<ul>
          ${entries}
        </ul>`,
      ),
    );
  });
  return { router, subscribers };
}
