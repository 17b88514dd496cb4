// Writing: every post and draft, its form, and what becomes of it.

import type { ActionRequest, Request, Response, Controller } from 'waypost';
import { writerIn } from '../../guards.js';
import { seeOther } from '../../notices.js';
import { fieldsOf, mistakesIn, postOf } from '../../requested.js';
import {
  addPost,
  changePost,
  postsOnDesk,
  removePost,
  setPublished,
  type Post,
  type PostText,
} from '../../store/posts.js';
import { deskMenu, postForm, postTable, type PostDraft } from '../../views/desk.js';
import { html } from '../../views/html.js';
import { page } from '../../views/layout.js';
import { post as postView } from '../../views/posts.js';

const emptyDraft: PostDraft = { title: '', author: '', summary: '', body: '', tags: '', mistakes: [] };

export function index(request: ActionRequest<'admin/posts#index'>) {
  const links = request.helpers;
  return page(
    request,
    { title: 'All posts', section: 'desk' },
    deskMenu(links, 'posts'),
    html`<h1>All posts</h1>
      ${postTable(links, postsOnDesk())}`,
  );
}

function newPost(request: ActionRequest<'admin/posts#new'>) {
  return formPage(request, undefined, { ...emptyDraft, author: writerIn(request) ?? '' });
}

// `new` is a word of JavaScript, so the action gets its name on the way out.
export { newPost as new };

export async function create(request: ActionRequest<'admin/posts#create'>) {
  const draft = await draftOf(request);
  if (draft.mistakes.length > 0) return formPage(request, undefined, draft);
  const post = addPost(textOf(draft));
  return seeOther(request.helpers.pathFor('edit-admin-post', post.id), 'post-added');
}

export function edit(request: ActionRequest<'admin/posts#edit'>) {
  const post = postOf(request, 'id', { drafts: true });
  return formPage(request, post, { ...post, tags: post.tags.join(' '), mistakes: [] });
}

export async function update(request: ActionRequest<'admin/posts#update'>) {
  const post = postOf(request, 'id', { drafts: true });
  const draft = await draftOf(request);
  if (draft.mistakes.length > 0) return formPage(request, post, draft);
  changePost(post, textOf(draft));
  return seeOther(request.helpers.pathFor('edit-admin-post', post.id), 'post-changed');
}

export function destroy(request: ActionRequest<'admin/posts#destroy'>) {
  removePost(postOf(request, 'id', { drafts: true }));
  return seeOther(request.helpers.pathFor('admin-posts'), 'post-removed');
}

export function preview(request: ActionRequest<'admin/posts#preview'>) {
  const links = request.helpers;
  const post = postOf(request, 'id', { drafts: true });
  return page(
    request,
    { title: post.title, section: 'desk' },
    deskMenu(links, 'posts'),
    postView(links, post),
  );
}

export function publish(request: ActionRequest<'admin/posts#publish'>) {
  const post = postOf(request, 'id', { drafts: true });
  setPublished(post, true);
  return seeOther(request.helpers.pathFor('post', post), 'post-published');
}

export function withdraw(request: ActionRequest<'admin/posts#withdraw'>) {
  setPublished(postOf(request, 'id', { drafts: true }), false);
  return seeOther(request.helpers.pathFor('admin-posts'), 'post-withdrawn');
}

async function draftOf(request: Request): Promise<PostDraft> {
  const fields = await fieldsOf(request, 'title', 'author', 'summary', 'body', 'tags');
  const mistakes = mistakesIn(fields, {
    title: ['Title', 120],
    author: ['Author', 60],
    summary: ['Summary', 300],
    body: ['Text', 100_000],
  });
  const strange = tagsOf(fields.tags).filter((tag) => !/^[a-z0-9-]{1,30}$/.test(tag));
  if (strange.length > 0)
    mistakes.push(`Tags are small letters, digits and dashes, unlike ${strange.join(', ')}`);
  return { ...fields, mistakes };
}

function textOf(draft: PostDraft): PostText {
  return { ...draft, tags: tagsOf(draft.tags) };
}

function tagsOf(text: string): string[] {
  return [...new Set(text.split(/\s+/).filter((tag) => tag !== ''))];
}

function formPage(request: Request, post: Post | undefined, draft: PostDraft): Response {
  const links = request.helpers;
  return page(
    request,
    {
      title: post ? `Edit: ${post.title}` : 'New post',
      section: 'desk',
      status: draft.mistakes.length > 0 ? 422 : 200,
    },
    deskMenu(links, 'posts'),
    html`<h1>${post ? 'Edit post' : 'New post'}</h1>
      ${postForm(links, post, draft)}`,
  );
}

({
  preview,
  publish,
  withdraw,
  index,
  create,
  new: newPost,
  edit,
  update,
  destroy,
}) satisfies Controller<'admin/posts'>;
