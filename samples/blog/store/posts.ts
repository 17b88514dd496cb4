// Posts: the record, and the questions that pages ask about posts.
//
// A post without `publishedAt` is a draft, which only the desk shows. Lists come in pages, newest first.

import { row, rows, run, transaction, type Row, type Value } from './database.js';

/** What a writer fills in. */
export interface PostText {
  readonly title: string;
  readonly author: string;
  readonly summary: string;
  readonly body: string;
  readonly tags: readonly string[];
}

export class Post {
  readonly id: number;
  readonly title: string;
  readonly slug: string;
  readonly author: string;
  readonly summary: string;
  readonly body: string;
  readonly tags: readonly string[];
  readonly publishedAt: Date | undefined;
  readonly updatedAt: Date;
  readonly commentCount: number;

  constructor(fields: Row) {
    this.id = Number(fields['id']);
    this.title = String(fields['title']);
    this.slug = String(fields['slug']);
    this.author = String(fields['author']);
    this.summary = String(fields['summary']);
    this.body = String(fields['body']);
    this.tags = fields['tags'] ? String(fields['tags']).split(' ') : [];
    this.publishedAt = fields['published_at'] ? new Date(String(fields['published_at'])) : undefined;
    this.updatedAt = new Date(String(fields['updated_at']));
    this.commentCount = Number(fields['comment_count']);
  }

  /** What stands for the post in a path: `7-cairns`. */
  toParam(): string {
    return `${this.id}-${this.slug}`;
  }
}

/** One page of a list. `number` counts from 1; `pages` is 1 where there is nothing. */
export interface Page {
  readonly posts: readonly Post[];
  readonly number: number;
  readonly pages: number;
  readonly total: number;
}

const perPage = 5;
const columns = `posts.*,
  (SELECT group_concat(name, ' ') FROM (SELECT name FROM tags JOIN taggings ON tag_id = tags.id WHERE post_id = posts.id ORDER BY name)) AS tags,
  (SELECT count(*) FROM comments WHERE post_id = posts.id) AS comment_count`;
const newestFirst = 'ORDER BY published_at DESC, posts.id DESC';

/** A post by its number; drafts only where asked for. */
export function findPost(id: number, { drafts = false } = {}): Post | undefined {
  const found = row(
    `SELECT ${columns} FROM posts WHERE id = ? ${drafts ? '' : 'AND published_at IS NOT NULL'}`,
    id,
  );
  return found && new Post(found);
}

export function findPostBySlug(slug: string): Post | undefined {
  const found = row(`SELECT ${columns} FROM posts WHERE slug = ? AND published_at IS NOT NULL`, slug);
  return found && new Post(found);
}

/** The newest posts that everybody may read. */
export function latestPosts(count: number): Post[] {
  return rows(
    `SELECT ${columns} FROM posts WHERE published_at IS NOT NULL ${newestFirst} LIMIT ?`,
    count,
  ).map(toPost);
}

/** A page of all posts, or of those with a tag. */
export function pageOfPosts(number: number, { tag }: { readonly tag?: string | undefined } = {}): Page {
  if (tag === undefined) return page(number, 'published_at IS NOT NULL', []);
  const tagged = 'id IN (SELECT post_id FROM taggings JOIN tags ON tag_id = tags.id WHERE name = ?)';
  return page(number, `published_at IS NOT NULL AND ${tagged}`, [tag]);
}

/** Everything on the desk, drafts first. */
export function postsOnDesk(): Post[] {
  return rows(
    `SELECT ${columns} FROM posts ORDER BY published_at IS NOT NULL, coalesce(published_at, updated_at) DESC`,
  ).map(toPost);
}

/** The posts of a year, or of one of its months (`'07'`). */
export function postsOf(year: string, month: string | undefined): Post[] {
  const beginning = month === undefined ? year : `${year}-${month}`;
  return rows(
    `SELECT ${columns} FROM posts WHERE published_at IS NOT NULL AND substr(published_at, 1, ?) = ? ${newestFirst}`,
    beginning.length,
    beginning,
  ).map(toPost);
}

/** The posts before and after this one. */
export function neighbours(post: Post): {
  readonly older: Post | undefined;
  readonly newer: Post | undefined;
} {
  const date = post.publishedAt?.toISOString() ?? '';
  const isPublic = `SELECT ${columns} FROM posts WHERE published_at IS NOT NULL AND`;
  const older = row(
    `${isPublic} (published_at, id) < (?, ?) ORDER BY published_at DESC, id DESC LIMIT 1`,
    date,
    post.id,
  );
  const newer = row(
    `${isPublic} (published_at, id) > (?, ?) ORDER BY published_at, id LIMIT 1`,
    date,
    post.id,
  );
  return { older: older && new Post(older), newer: newer && new Post(newer) };
}

/** How many posts each month has, newest first; `month` is `2026-07`. */
export function postsByMonth(): { readonly month: string; readonly count: number }[] {
  return rows(
    `SELECT substr(published_at, 1, 7) AS month, count(*) AS count FROM posts WHERE published_at IS NOT NULL GROUP BY 1 ORDER BY 1 DESC`,
  ).map(({ month, count }) => ({ month: String(month), count: Number(count) }));
}

/** Tags with the number of public posts that have each. */
export function tagsWithCounts(): { readonly name: string; readonly count: number }[] {
  return rows(
    `SELECT name, count(*) AS count FROM tags JOIN taggings ON tag_id = tags.id JOIN posts ON post_id = posts.id
     WHERE published_at IS NOT NULL GROUP BY name ORDER BY name`,
  ).map(({ name, count }) => ({ name: String(name), count: Number(count) }));
}

/** Writes a new post down as a draft. */
export function addPost(text: PostText): Post {
  return transaction(() => {
    const { id } = run(
      'INSERT INTO posts (title, slug, author, summary, body, updated_at) VALUES (?, ?, ?, ?, ?, ?)',
      text.title,
      freeSlug(text.title),
      text.author,
      text.summary,
      text.body,
      now(),
    );
    setTags(id, text.tags);
    return findPost(id, { drafts: true })!;
  });
}

/** Changes a post's text. Its slug stays, so that links to it go on working. */
export function changePost(post: Post, text: PostText): void {
  transaction(() => {
    run(
      'UPDATE posts SET title = ?, author = ?, summary = ?, body = ?, updated_at = ? WHERE id = ?',
      text.title,
      text.author,
      text.summary,
      text.body,
      now(),
      post.id,
    );
    setTags(post.id, text.tags);
  });
}

/** Makes a draft public, or a public post a draft again. */
export function setPublished(post: Post, isPublic: boolean): void {
  run(
    'UPDATE posts SET published_at = ? WHERE id = ?',
    isPublic ? (post.publishedAt?.toISOString() ?? now()) : null,
    post.id,
  );
}

export function removePost(post: Post): void {
  run('DELETE FROM posts WHERE id = ?', post.id);
}

function page(number: number, condition: string, values: readonly Value[]): Page {
  const total = Number(row(`SELECT count(*) AS total FROM posts WHERE ${condition}`, ...values)?.['total']);
  const offset = (number - 1) * perPage;
  const posts = rows(
    `SELECT ${columns} FROM posts WHERE ${condition} ${newestFirst} LIMIT ? OFFSET ?`,
    ...values,
    perPage,
    offset,
  ).map(toPost);
  return { posts, number, total, pages: Math.max(1, Math.ceil(total / perPage)) };
}

function setTags(postId: number, tags: readonly string[]): void {
  run('DELETE FROM taggings WHERE post_id = ?', postId);
  for (const tag of tags) {
    run('INSERT INTO tags (name) VALUES (?) ON CONFLICT DO NOTHING', tag);
    run('INSERT INTO taggings (post_id, tag_id) SELECT ?, id FROM tags WHERE name = ?', postId, tag);
  }
}

/** The title in lower case and dashes; with a number behind it where that is taken. */
function freeSlug(title: string): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{Mark}/gu, '')
    .match(/[a-z0-9]+/g) ?? ['post'];
  const slug = words.join('-').slice(0, 60).replace(/-+$/, '');
  for (let count = 1; ; count++) {
    const candidate = count === 1 ? slug : `${slug}-${count}`;
    if (row('SELECT 1 FROM posts WHERE slug = ?', candidate) === undefined) return candidate;
  }
}

function toPost(fields: Row): Post {
  return new Post(fields);
}

function now(): string {
  return new Date().toISOString();
}
