// Where things are: an address from the blog's first years, and the place of a comment.

import type { Comment } from '../store/comments.js';
import { findPostBySlug, type Post } from '../store/posts.js';

/** For a redirect: `/2019/05/cairns` leads to the post, or to the archive of that time where there is none. */
export function oldPost(params: Readonly<Record<string, string>>): string {
  const post = findPostBySlug(params['slug'] ?? '');
  return post === undefined ? `/archive/${params['year']}/${params['month']}` : `/posts/${post.toParam()}`;
}

/** For `resolve`: a comment is read where its post is. */
export function comment(record: Comment): Post[] {
  return [record.post];
}
