// Readers' comments.

import type { Response, ActionRequest, Controller } from 'waypost';
import { seeOther } from '../notices.js';
import { fieldsOf, mistakesIn, postOf } from '../requested.js';
import { addComment, commentsOn } from '../store/comments.js';
import { neighbours } from '../store/posts.js';
import { page } from '../views/layout.js';
import { discussion, neighbourLinks, post as postView } from '../views/posts.js';

export async function create(request: ActionRequest<'comments#create'>): Promise<Response> {
  const links = request.helpers;
  const post = postOf(request, 'post_id');
  const text = await fieldsOf(request, 'author', 'body');
  const mistakes = mistakesIn(text, { author: ['Name', 60], body: ['Comment', 4000] });
  if (mistakes.length === 0) {
    const comment = addComment(post, text);
    return seeOther(links.polymorphicPath(comment, { anchor: `comment-${comment.id}` }), 'comment-added');
  }
  return page(
    request,
    { title: post.title, section: 'posts', status: 422 },
    postView(links, post),
    neighbourLinks(links, neighbours(post)),
    discussion(links, post, commentsOn(post), { ...text, mistakes }),
  );
}

({ create }) satisfies Controller<'comments'>;
