// Readers' comments, for those who have to keep the place clean.

import { HttpError, type ActionRequest, type Controller } from 'waypost';
import { seeOther } from '../../notices.js';
import { findComment, latestComments, removeComment } from '../../store/comments.js';
import { commentTable, deskMenu } from '../../views/desk.js';
import { html } from '../../views/html.js';
import { page } from '../../views/layout.js';

export function index(request: ActionRequest<'admin/comments#index'>) {
  const links = request.helpers;
  return page(
    request,
    { title: 'Comments', section: 'desk' },
    deskMenu(links, 'comments'),
    html`<h1>Comments</h1>
      ${commentTable(links, latestComments(200))}`,
  );
}

export function destroy(request: ActionRequest<'admin/comments#destroy'>) {
  const comment = findComment(Number(request.params.id));
  if (comment === undefined) throw new HttpError(404);
  removeComment(comment);
  return seeOther(request.helpers.pathFor('admin-comments'), 'comment-removed');
}

({ index, destroy }) satisfies Controller<'admin/comments'>;
