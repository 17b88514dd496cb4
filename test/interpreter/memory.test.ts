// What is remembered over an edit: the routes of every statement that says the same in the same place are those that they were.

import { expect, test } from 'vitest';
import { Snapshot } from '../../src/analysis/snapshot.js';
import { Source } from '../../src/language/source.js';

const text = `routes {
  get '/health', to => 'health#show'
  namespace 'admin', through => &auth#staff, meta => { team => 'back' }, constraints => { id => /\\d+/ }, {
    get '/a', to => 'a#show'
    resources 'posts', only => <index>, {
      get '/b', to => 'b#show'
      resources 'comments', only => <show>
    }
    get '/c', to => 'c#show'
  }
}
`;

/** The paths of the routes that an edit made anew; all others are the very routes of before. */
function madeAnew(find: string, put: string): string[] {
  const before = new Snapshot(new Source('routes', text), 0, () => ({}));
  const known = new Set(before.analysis.routes);
  const start = text.indexOf(find);
  const after = before.edited({ start, end: start + find.length, text: put }, 1);
  return after.analysis.routes
    .filter((route) => !known.has(route))
    .map(({ definition }) => definition.pattern.text);
}

test.each([
  ["'/a'", "'/d'", ['/admin/d']],
  ["'/health'", "'/up'", ['/up']],
  // What stands around an edit is given its meaning again, with its own routes, and without those of its other statements.
  ["'/b'", "'/d'", ['/admin/posts', '/admin/posts/:post_id/d']],
  ["'c#show'", "'c#show'\n    get '/new', to => 'a#new'", ['/admin/c', '/admin/new']],
  [
    '<show>',
    '<index show>',
    ['/admin/posts', '/admin/posts/:post_id/comments', '/admin/posts/:post_id/comments/:id'],
  ],
  [
    "'posts', only",
    "'photos', only",
    ['/admin/photos', '/admin/photos/:photo_id/b', '/admin/photos/:photo_id/comments/:id'],
  ],
])('where %s becomes %s, %j', (find, put, paths) => {
  expect(madeAnew(find, put).sort()).toEqual(paths);
});
