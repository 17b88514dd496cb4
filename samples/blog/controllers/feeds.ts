// The newest posts as an Atom feed. A feed is read away from the site, so its links are whole URLs.

import { Response, type ActionRequest, type Controller } from 'waypost';
import { latestPosts } from '../store/posts.js';
import { html } from '../views/html.js';
import { article } from '../views/text.js';

export function posts(request: ActionRequest<'feeds#posts'>): Response {
  const links = request.helpers;
  const origin = { host: request.host ?? 'localhost', protocol: request.protocol, port: request.port };
  const latest = latestPosts(10);
  const changed = latest[0]?.publishedAt ?? new Date(0);
  const self = links.urlFor('feed', origin);
  const feed = html`<?xml version="1.0" encoding="utf-8"?>
    <feed xmlns="http://www.w3.org/2005/Atom">
      <title>Fingerpost</title>
      <subtitle>Notes on paths, walked and written</subtitle>
      <id>${self}</id>
      <link rel="self" href="${self}" />
      <link rel="alternate" href="${links.urlFor('root', origin)}" />
      <updated>${changed.toISOString()}</updated>
      ${latest.map(
        (post) =>
          html`<entry>
            <id>${links.urlFor('post', post, origin)}</id>
            <link href="${links.urlFor('post', post, origin)}" />
            <title>${post.title}</title>
            <author><name>${post.author}</name></author>
            <published>${(post.publishedAt ?? changed).toISOString()}</published>
            <updated>${post.updatedAt.toISOString()}</updated>
            <summary>${post.summary}</summary>
            <content type="html">${String(article(post.body))}</content>
          </entry> `,
      )}
    </feed> `;
  return new Response({
    body: String(feed),
    headers: { 'content-type': 'application/atom+xml; charset=utf-8' },
  });
}

({ posts }) satisfies Controller<'feeds'>;
