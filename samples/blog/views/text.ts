// Dates, numbers and Markdown as readers see them.

import markdownIt from 'markdown-it';
import { html, trusted, type Html } from './html.js';

// HTML in a post is shown as text, and links are checked, so that a post cannot bring a script with it.
const markdown = markdownIt({ html: false, linkify: true, typographer: true });
const longDate = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' });

/** A post's body. */
export function article(body: string): Html {
  return trusted(markdown.render(body));
}

/** What a reader wrote: text in paragraphs, nothing else. */
export function paragraphs(text: string): Html[] {
  return text
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => html`<p>${paragraph.trim()}</p>`);
}

/** `3 February 2026`, with the machine's form in an attribute. */
export function date(moment: Date): Html {
  return html`<time datetime="${moment.toISOString()}">${longDate.format(moment)}</time>`;
}

/** `'2026-07'` → `July 2026`. */
export function monthAndYear(month: string): string {
  const [year = '', number = '1'] = month.split('-');
  return `${monthName.format(new Date(Date.UTC(2000, Number(number) - 1)))} ${year}`;
}

/** `1 comment`, `3 comments`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** How long a text takes to read, in minutes. */
export function readingMinutes(body: string): number {
  return Math.max(1, Math.round(body.split(/\s+/).length / 220));
}
