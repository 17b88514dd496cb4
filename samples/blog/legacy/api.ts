// The interface for programs, as Express has served it for years. Its links are made by the blog's helpers.

import express, { type Response, type Router } from 'express';
import {
  type Comment,
  addComment,
  commentsByAuthor,
  commentsOn,
  findComment,
  latestComments,
} from '../store/comments.js';
import {
  type Post,
  findPost,
  latestPosts,
  neighbours,
  pageOfPosts,
  postsByMonth,
  postsOf,
  tagsWithCounts,
} from '../store/posts.js';
import { search } from '../store/search.js';

/** What is used of the blog's helpers. */
export interface Links {
  pathFor(name: string, ...values: readonly unknown[]): string;
}

export function api(links: Links): Router {
  const router = express.Router();
  const summary = (post: Post): object => ({
    id: post.id,
    title: post.title,
    url: links.pathFor('post', post),
  });
  const remark = ({ id, author, body }: Comment): object => ({ id, author, body });

  router.get('/posts', (_, response) => void response.json(latestPosts(10).map(summary)));
  router.param('post', (_, response, next, id: string) => {
    const post = findPost(Number(id));
    if (post === undefined) {
      missing(response);
      return;
    }
    response.locals['post'] = post;
    next();
  });
  const postOf = (response: Response): Post => response.locals['post'] as Post;
  router.get('/posts/:post', (_, response) => void response.json(summary(postOf(response))));
  router
    .route('/posts/:post/comments')
    .get((_, response) => void response.json(commentsOn(postOf(response)).map(remark)))
    .post(express.json(), (request, response) => {
      const { author, body } = (request.body ?? {}) as Readonly<Record<string, unknown>>;
      if (typeof author !== 'string' || typeof body !== 'string' || author === '' || body === '')
        response.status(422).json({ error: 'a comment has an author and a body' });
      else response.status(201).json(remark(addComment(postOf(response), { author, body })));
    });
  router.get('/posts/:post/neighbours', (_, response) => {
    const { older, newer } = neighbours(postOf(response));
    response.json({ older: older && summary(older), newer: newer && summary(newer) });
  });
  router.get('/comments', (_, response) => void response.json(latestComments(20).map(remark)));
  router.get('/comments/:id', (request, response) => {
    const comment = findComment(Number(request.params.id));
    if (comment === undefined) missing(response);
    else response.json(remark(comment));
  });
  router.get('/authors', (_, response) => void response.json(commentsByAuthor(20)));
  router.get('/tags', (_, response) => void response.json(tagsWithCounts()));
  router.get(
    '/tags/:tag',
    ({ params: { tag } }, response) => void response.json(pageOfPosts(1, { tag }).posts.map(summary)),
  );
  router.get('/months', (_, response) => void response.json(postsByMonth()));
  router.get(
    '/months/:year',
    ({ params: { year } }, response) => void response.json(postsOf(year, undefined).map(summary)),
  );
  router.get(
    '/months/:year/:month',
    ({ params: { year, month } }, response) => void response.json(postsOf(year, month).map(summary)),
  );
  router.get(
    '/search',
    ({ query: { q } }, response) => void response.json(typeof q === 'string' ? search(q) : []),
  );
  router.use((_, response) => missing(response));
  return router;
}

function missing(response: Response): void {
  response.status(404).json({ error: 'not found' });
}
