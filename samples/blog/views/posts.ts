// Posts and the comments under them.

import type { UrlHelpers } from 'waypost';
import { html, type Content, type Html } from './html.js';
import { form, mistakes } from './layout.js';
import { article, counted, date, paragraphs, readingMinutes } from './text.js';
import type { Comment } from '../store/comments.js';
import type { Post } from '../store/posts.js';

/** A post in a list. */
export function teaser(links: UrlHelpers, post: Post): Html {
  const path = links.pathFor('post', post);
  return html`<article class="teaser">
    <p class="meta">${post.publishedAt && date(post.publishedAt)} · ${post.author}</p>
    <h2><a href="${path}">${post.title}</a></h2>
    <p>${post.summary}</p>
    <p class="meta">
      ${tagList(links, post.tags)}
      ${post.commentCount > 0 && html`<a class="quiet" href="${path}#comments">${counted(post.commentCount, 'comment')}</a>`}
    </p>
  </article>`;
}

/** The whole post. */
export function post(links: UrlHelpers, post: Post): Html {
  return html`<article class="post">
    <header>
      <p class="meta">
        ${post.publishedAt ? date(post.publishedAt) : html`<span class="badge">Draft</span>`} · ${post.author}
        · ${readingMinutes(post.body)} min
      </p>
      <h1>${post.title}</h1>
      <p class="lead">${post.summary}</p>
    </header>
    <div class="prose">${article(post.body)}</div>
    <p class="meta">${tagList(links, post.tags)}</p>
  </article>`;
}

/** Links to the posts before and after. */
export function neighbourLinks(
  links: UrlHelpers,
  { older, newer }: { readonly older: Post | undefined; readonly newer: Post | undefined },
): Html {
  const link = (neighbour: Post | undefined, rel: string, label: string): Content =>
    neighbour
      ? html`<a rel="${rel}" href="${links.pathFor('post', neighbour)}"
          ><small>${label}</small>${neighbour.title}</a
        >`
      : html`<span></span>`;
  return html`<nav class="neighbours" aria-label="Posts before and after">
    ${link(older, 'prev', '← Before')} ${link(newer, 'next', 'After →')}
  </nav>`;
}

/** What readers say, and the form to say something. */
export function discussion(
  links: UrlHelpers,
  post: Post,
  comments: readonly Comment[],
  draft: CommentDraft,
): Html {
  return html`<section class="comments" id="comments">
    <h2>${comments.length === 0 ? 'No comments yet' : counted(comments.length, 'comment')}</h2>
    <ol>
      ${comments.map(
        (one) =>
          html`<li id="comment-${one.id}">
            <span class="avatar" aria-hidden="true">${[...one.author][0]?.toUpperCase()}</span>
            <div>
              <p class="meta"><strong>${one.author}</strong> · ${date(one.createdAt)}</p>
              ${paragraphs(one.body)}
            </div>
          </li>`,
      )}
    </ol>
    <div class="panel" id="new-comment">
      <h3>What do you think?</h3>
      ${mistakes(draft.mistakes)}
      ${form(
        'post',
        `${links.pathFor('post-comments', post)}`,
        html` <label
            >Name <input name="author" value="${draft.author}" maxlength="60" autocomplete="name" required
          /></label>
          <label
            >Comment <textarea name="body" rows="4" maxlength="4000" required>${draft.body}</textarea>
          </label>
          <button>Add comment</button>`,
      )}
    </div>
  </section>`;
}

/** A comment as somebody is writing it. */
export interface CommentDraft {
  readonly author: string;
  readonly body: string;
  readonly mistakes: readonly string[];
}

export const emptyComment: CommentDraft = { author: '', body: '', mistakes: [] };

export function tagList(links: UrlHelpers, tags: readonly string[]): Html[] {
  return tags.map((tag) => html`<a class="tag" href="${links.pathFor('tag', tag)}">${tag}</a> `);
}
