// What a writer sees first.

import type { ActionRequest, Controller } from 'waypost';
import { latestComments } from '../../store/comments.js';
import { postsOnDesk } from '../../store/posts.js';
import { commentTable, deskMenu, overview, postTable } from '../../views/desk.js';
import { html } from '../../views/html.js';
import { page } from '../../views/layout.js';

export function show(request: ActionRequest<'admin/desk#show'>) {
  const links = request.helpers;
  const posts = postsOnDesk();
  const comments = posts.reduce((sum, post) => sum + post.commentCount, 0);
  return page(
    request,
    { title: 'Desk', section: 'desk' },
    deskMenu(links, 'desk'),
    html`<h1>Desk</h1>
      ${overview(posts, comments)}
      <h2>On top of the pile</h2>
      ${postTable(links, posts.slice(0, 5))}
      <h2>What readers said last</h2>
      ${commentTable(links, latestComments(5))}`,
  );
}

({ show }) satisfies Controller<'admin/desk'>;
