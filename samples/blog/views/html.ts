// HTML as tagged template literals: whatever is put in is text, and escaped, unless it is HTML made here.
//
//     html`<p>${comment.body}</p>`     body '<b>'  →  <p>&lt;b&gt;</p>
//     html`<ul>${posts.map((post) => html`<li>${post.title}</li>`)}</ul>`
//
// Attributes are always written with quotes around them, so that a value cannot end its attribute.

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** What may stand in a template: text, numbers, HTML, lists of these, and nothing (`false` and `undefined`). */
export type Content = Html | string | number | false | undefined | readonly Content[];

/** A piece of a page that is already HTML. */
export class Html {
  constructor(private readonly text: string) {}

  toString(): string {
    return this.text;
  }
}

export function html(strings: TemplateStringsArray, ...contents: readonly Content[]): Html {
  return new Html(String.raw({ raw: strings }, ...contents.map(textOf)));
}

/** Text that a library has made into HTML. Nothing that comes from a reader goes through here unread. */
export function trusted(text: string): Html {
  return new Html(text);
}

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character]!);
}

function textOf(content: Content): string {
  if (content === undefined || content === false) return '';
  if (typeof content === 'string') return escaped(content);
  if (typeof content === 'number' || content instanceof Html) return String(content);
  return content.map(textOf).join('');
}
