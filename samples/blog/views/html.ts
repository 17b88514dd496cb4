// HTML as tagged template literals: whatever is put in is text, and escaped, unless it is HTML made here.
//
//     html`<p>${comment.body}</p>`     body '<b>'  →  <p>&lt;b&gt;</p>
//     html`<ul>${posts.map((post) => html`<li>${post.title}</li>`)}</ul>`
//
// Attributes are always written with quotes around them, so that a value cannot end its attribute. The escaping is a library's; here
// `false` comes to nothing, so that `${isOpen && …}` can be written.

import { html as template, type SafeHtml } from '@remix-run/html-template';

/** A piece of a page that is already HTML. */
export type Html = SafeHtml;

/** What may stand in a template: text, numbers, HTML, lists of these, and nothing (`false` and `undefined`). */
export type Content = Html | string | number | false | undefined | readonly Content[];

export function html(strings: TemplateStringsArray, ...contents: readonly Content[]): Html {
  return template(strings, ...contents.map(shown));
}

/** Text that a library has made into HTML. Nothing that comes from a reader goes through here unread. */
export function trusted(text: string): Html {
  return template.raw`${text}`;
}

type Shown = Html | string | number | undefined | Shown[];

function shown(content: Content): Shown {
  if (content === false) return undefined;
  return Array.isArray(content)
    ? (content as readonly Content[]).map(shown)
    : (content as Html | string | number);
}
