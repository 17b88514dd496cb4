// The first posts, for a database that has none: Markdown files in `seeds/`, each with a few lines before its text.
//
//     title: Cairns
//     author: Ada
//     tags: walking signs
//     published: 2026-02-03T08:00:00Z          left out: a draft
//     summary: Why people pile up stones
//     comment: Bo, 2026-02-04T10:12:00Z: I pass one every day.
//
//     The text, after an empty line.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { row, run, transaction } from './database.js';
import { addPost } from './posts.js';
import { addWriter } from './writers.js';

/** Who may write in a new blog; the README says so too. */
export const firstWriter = { name: 'writer', password: 'waypost' };

/** Puts the posts of a folder into the database, in the order of their file names, if nobody may write in it yet. */
export function seedOnce(folder: string): void {
  transaction(() => {
    if (row('SELECT 1 FROM writers LIMIT 1') !== undefined) return;
    addWriter(firstWriter.name, firstWriter.password);
    for (const file of readdirSync(folder).sort()) {
      if (file.endsWith('.md')) addSeed(readFileSync(join(folder, file), 'utf8'));
    }
  });
}

function addSeed(text: string): void {
  const end = text.indexOf('\n\n');
  const fields = text.slice(0, end).split('\n').map(fieldOf);
  const field = (name: string): string => fields.find((one) => one.name === name)?.value ?? '';
  const post = addPost({
    title: field('title'),
    author: field('author'),
    summary: field('summary'),
    tags: field('tags').split(' '),
    body: text.slice(end).trim(),
  });
  const date = field('published');
  if (date !== '')
    run(
      'UPDATE posts SET published_at = ?2, updated_at = ?2 WHERE id = ?1',
      post.id,
      new Date(date).toISOString(),
    );
  for (const { name, value } of fields) {
    const comment = /^(?<author>[^,]+), (?<at>\S+): (?<body>.+)$/.exec(value)?.groups;
    if (name !== 'comment' || comment === undefined) continue;
    run(
      'INSERT INTO comments (post_id, author, body, created_at) VALUES (?, ?, ?, ?)',
      post.id,
      comment['author']!,
      comment['body']!,
      new Date(comment['at']!).toISOString(),
    );
  }
}

function fieldOf(line: string): { readonly name: string; readonly value: string } {
  const colon = line.indexOf(':');
  return { name: line.slice(0, colon), value: line.slice(colon + 1).trim() };
}
