// The posts that everybody may read, as pages and as JSON.

import { HttpError, Response, type ActionRequest, type UrlHelpers, type Controller } from 'waypost';
import { pageNumber, postOf, wantsJson } from '../requested.js';
import { commentsOn } from '../store/comments.js';
import { neighbours, pageOfPosts, type Post } from '../store/posts.js';
import { html } from '../views/html.js';
import { page, pagination } from '../views/layout.js';
import { discussion, emptyComment, neighbourLinks, post as postView, teaser } from '../views/posts.js';

export function index(request: ActionRequest<'posts#index'>): Response {
  const links = request.helpers;
  const list = pageOfPosts(pageNumber(request));
  if (list.number > list.pages) throw new HttpError(404);
  if (wantsJson(request)) {
    return Response.json({
      page: list.number,
      pages: list.pages,
      posts: list.posts.map((post) => summaryOf(links, post)),
    });
  }
  return page(
    request,
    { title: 'Posts', section: 'posts' },
    html`<h1>Posts</h1>
      ${list.posts.map((post) => teaser(links, post))}`,
    pagination(list, (number) => links.pathFor('posts', number === 1 ? {} : { page: number })),
  );
}

export function show(request: ActionRequest<'posts#show'>): Response {
  const links = request.helpers;
  const post = postOf(request, 'id');
  if (wantsJson(request)) {
    const comments = commentsOn(post).map(({ author, body, createdAt }) => ({ author, body, createdAt }));
    return Response.json({ ...summaryOf(links, post), body: post.body, comments });
  }
  // A post has one address: its number alone, or with another title, leads there.
  if (request.params.id !== post.toParam()) return Response.redirect(links.pathFor('post', post), 301);
  return page(
    request,
    { title: post.title, section: 'posts', description: post.summary },
    postView(links, post),
    neighbourLinks(links, neighbours(post)),
    discussion(links, post, commentsOn(post), emptyComment),
  );
}

function summaryOf(links: UrlHelpers, post: Post): Record<string, unknown> {
  const { id, title, author, summary, tags, publishedAt, updatedAt } = post;
  return {
    id,
    title,
    author,
    summary,
    tags,
    publishedAt,
    updatedAt,
    path: links.pathFor('post', post),
    commentCount: post.commentCount,
  };
}

({ index, show }) satisfies Controller<'posts'>;
