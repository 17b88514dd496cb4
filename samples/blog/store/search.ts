// Full-text search over public posts.
//
// SQLite marks what it found in an excerpt by two characters that no post contains; `Hit.pieces` is the excerpt cut at
// them, so that a page can show what was found without trusting the text around it.

import { rows } from './database.js';
import { Post } from './posts.js';

export interface Hit {
  readonly post: Post;
  readonly pieces: readonly { readonly text: string; readonly found: boolean }[];
}

const opening = '\u0002';
const closing = '\u0003';

/** The posts that have every word of the query, or a longer word that begins with it; best first. */
export function search(query: string): Hit[] {
  const words = query.match(/[\p{Letter}\p{Number}]+/gu) ?? [];
  if (words.length === 0) return [];
  const match = words.map((word) => `"${word}"*`).join(' ');
  return rows(
    `SELECT posts.*, NULL AS tags, 0 AS comment_count, snippet(post_texts, 2, ?, ?, '…', 32) AS excerpt
     FROM post_texts JOIN posts ON posts.id = post_texts.rowid
     WHERE post_texts MATCH ? AND published_at IS NOT NULL
     ORDER BY bm25(post_texts, 8, 4, 1) LIMIT 20`,
    opening,
    closing,
    match,
  ).map((fields) => ({ post: new Post(fields), pieces: piecesOf(plain(String(fields['excerpt']))) }));
}

function piecesOf(excerpt: string): { readonly text: string; readonly found: boolean }[] {
  return excerpt.split(opening).flatMap((part, index) => {
    if (index === 0) return [{ text: part, found: false }];
    const [found = '', rest = ''] = part.split(closing);
    return [
      { text: found, found: true },
      { text: rest, found: false },
    ];
  });
}

/** Markdown's own signs have no place in an excerpt. */
function plain(markdown: string): string {
  return markdown
    .replace(/\]\([^)]*\)?/g, '')
    .replace(/[#*_`>[\]]+/g, '')
    .replace(/\s+/g, ' ');
}
