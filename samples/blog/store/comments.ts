// Comments that readers leave under posts.

import { row, rows, run, type Row } from './database.js';
import type { Post } from './posts.js';

export class Comment {
  readonly id: number;
  readonly author: string;
  readonly body: string;
  readonly createdAt: Date;
  /** The post it belongs to, as it stands in paths, and its title. */
  readonly post: { readonly param: string; readonly title: string };

  constructor(fields: Row) {
    this.id = Number(fields['id']);
    this.author = String(fields['author']);
    this.body = String(fields['body']);
    this.createdAt = new Date(String(fields['created_at']));
    this.post = { param: `${fields['post_id']}-${fields['slug']}`, title: String(fields['title']) };
  }
}

const withPost = 'SELECT comments.*, posts.slug, posts.title FROM comments JOIN posts ON posts.id = post_id';

/** A post's comments, oldest first. */
export function commentsOn(post: Post): Comment[] {
  return rows(`${withPost} WHERE post_id = ? ORDER BY comments.id`, post.id).map((fields) => new Comment(fields));
}

/** The newest comments on any post. */
export function latestComments(count: number): Comment[] {
  return rows(`${withPost} ORDER BY comments.id DESC LIMIT ?`, count).map((fields) => new Comment(fields));
}

export function findComment(id: number): Comment | undefined {
  const found = row(`${withPost} WHERE comments.id = ?`, id);
  return found && new Comment(found);
}

export function addComment(post: Post, text: { readonly author: string; readonly body: string }): Comment {
  const { id } = run(
    'INSERT INTO comments (post_id, author, body, created_at) VALUES (?, ?, ?, ?)',
    post.id,
    text.author,
    text.body,
    new Date().toISOString(),
  );
  return findComment(id)!;
}

export function removeComment(comment: Comment): void {
  run('DELETE FROM comments WHERE id = ?', comment.id);
}

/** Who has said most. */
export function commentsByAuthor(limit: number): { readonly author: string; readonly count: number }[] {
  return rows('SELECT author, count(*) AS count FROM comments GROUP BY author ORDER BY count DESC, author LIMIT ?', limit).map(
    ({ author, count }) => ({ author: String(author), count: Number(count) }),
  );
}
