// Comments that readers leave under posts.

import { row, rows, run, type Row } from './database.js';
import { findPost, type Post } from './posts.js';

export class Comment {
  readonly id: number;
  readonly author: string;
  readonly body: string;
  readonly createdAt: Date;

  constructor(
    fields: Row,
    /** What was commented on. */
    readonly post: Post,
  ) {
    this.id = Number(fields['id']);
    this.author = String(fields['author']);
    this.body = String(fields['body']);
    this.createdAt = new Date(String(fields['created_at']));
  }
}

/** A post's comments, oldest first. */
export function commentsOn(post: Post): Comment[] {
  return rows('SELECT * FROM comments WHERE post_id = ? ORDER BY id', post.id).map(
    (fields) => new Comment(fields, post),
  );
}

/** The newest comments on any post. */
export function latestComments(count: number): Comment[] {
  const posts = new Map<number, Post>();
  return rows('SELECT * FROM comments ORDER BY id DESC LIMIT ?', count).map((fields) => {
    const id = Number(fields['post_id']);
    const post = posts.get(id) ?? findPost(id, { drafts: true })!;
    posts.set(id, post);
    return new Comment(fields, post);
  });
}

export function findComment(id: number): Comment | undefined {
  const found = row('SELECT * FROM comments WHERE id = ?', id);
  return found && new Comment(found, findPost(Number(found['post_id']), { drafts: true })!);
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
  return rows(
    'SELECT author, count(*) AS count FROM comments GROUP BY author ORDER BY count DESC, author LIMIT ?',
    limit,
  ).map(({ author, count }) => ({ author: String(author), count: Number(count) }));
}
