// The writers' side: the desk, lists of posts and comments, and the form of a post.

import type { UrlHelpers } from 'waypost';
import { html, type Html } from './html.js';
import { askedButton, button, form, mistakes } from './layout.js';
import { counted, date } from './text.js';
import type { Comment } from '../store/comments.js';
import type { Post } from '../store/posts.js';

/** A post as somebody is writing it; tags with spaces between them. */
export interface PostDraft {
  readonly title: string;
  readonly author: string;
  readonly summary: string;
  readonly body: string;
  readonly tags: string;
  readonly mistakes: readonly string[];
}

/** Where on the desk one is. */
export function deskMenu(links: UrlHelpers, here: 'desk' | 'posts' | 'comments'): Html {
  const entry = (section: string, name: string, label: string): Html =>
    html`<a href="${links.pathFor(name)}" ${section === here && html` aria-current="true"`}>${label}</a>`;
  return html`<nav class="desk-menu" aria-label="Desk">
    ${entry('desk', 'admin-root', 'Desk')} ${entry('posts', 'admin-posts', 'Posts')}
    ${entry('comments', 'admin-comments', 'Comments')}
    <a class="button" href="${links.pathFor('new-admin-post')}">New post</a>
  </nav>`;
}

export function postTable(links: UrlHelpers, posts: readonly Post[]): Html {
  return html`<div class="scroll">
    <table>
      <thead>
        <tr>
          <th>Title</th>
          <th>Author</th>
          <th>Public since</th>
          <th class="number">Comments</th>
          <th><span class="hidden">Actions</span></th>
        </tr>
      </thead>
      <tbody>
        ${posts.map(
          (post) =>
            html`<tr>
              <td><a href="${links.pathFor('edit-admin-post', post.id)}">${post.title}</a></td>
              <td>${post.author}</td>
              <td>${post.publishedAt ? date(post.publishedAt) : html`<span class="badge">Draft</span>`}</td>
              <td class="number" data-unit=" ${post.commentCount === 1 ? 'comment' : 'comments'}">
                ${post.commentCount}
              </td>
              <td class="actions">
                <a
                  href="${post.publishedAt ? links.pathFor('post', post) : links.pathFor('preview-admin-post', post.id)}"
                  >View</a
                >
                ${
                  post.publishedAt
                    ? button('patch', links.pathFor('withdraw-admin-post', post.id), 'Withdraw', 'plain')
                    : button('patch', links.pathFor('publish-admin-post', post.id), 'Publish', 'plain')
                }
                ${askedButton(links.pathFor('admin-post', post.id), 'Delete', `Delete “${post.title}” for good, with its comments?`)}
              </td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

export function commentTable(links: UrlHelpers, comments: readonly Comment[]): Html {
  if (comments.length === 0) return html`<p class="quiet">No comments yet.</p>`;
  return html`<div class="scroll">
    <table>
      <thead>
        <tr>
          <th>Comment</th>
          <th>On</th>
          <th>When</th>
          <th><span class="hidden">Actions</span></th>
        </tr>
      </thead>
      <tbody>
        ${comments.map(
          (comment) =>
            html`<tr>
              <td class="wide"><strong>${comment.author}</strong> ${comment.body}</td>
              <td>
                <a href="${links.polymorphicPath(comment, { anchor: `comment-${comment.id}` })}"
                  >${comment.post.title}</a
                >
              </td>
              <td>${date(comment.createdAt)}</td>
              <td class="actions">
                ${askedButton(links.pathFor('admin-comment', comment.id), 'Delete', `Delete the comment by ${comment.author} for good?`)}
              </td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** The form of a post: of a new one where there is none yet. */
export function postForm(links: UrlHelpers, post: Post | undefined, draft: PostDraft): Html {
  const fields = html` <label
      >Title <input name="title" value="${draft.title}" maxlength="120" required
    /></label>
    <div class="columns">
      <label>Author <input name="author" value="${draft.author}" maxlength="60" required /></label>
      <label
        >Tags <input name="tags" value="${draft.tags}" placeholder="walking maps" pattern="[a-z0-9 \\-]*"
      /></label>
    </div>
    <label
      >Summary <textarea name="summary" rows="2" maxlength="300" required>${draft.summary}</textarea>
    </label>
    <label
      >Text, in Markdown <textarea class="markdown" name="body" rows="20" required>${draft.body}</textarea>
    </label>
    <p>
      <button>${post ? 'Save' : 'Save the draft'}</button>
      <a href="${links.pathFor('admin-posts')}">Cancel</a>
    </p>`;
  return html`${mistakes(draft.mistakes)}
  ${post ? form('patch', links.pathFor('admin-post', post.id), fields) : form('post', links.pathFor('admin-posts'), fields)}`;
}

/** The numbers at the top of the desk. */
export function overview(posts: readonly Post[], comments: number): Html {
  const drafts = posts.filter((post) => post.publishedAt === undefined).length;
  const number = (count: number, one: string): Html =>
    html`<li><strong>${count}</strong> ${counted(count, one).replace(/^\d+ /, '')}</li>`;
  return html`<ul class="numbers">
    ${number(posts.length - drafts, 'public post')} ${number(drafts, 'draft')} ${number(comments, 'comment')}
  </ul>`;
}
