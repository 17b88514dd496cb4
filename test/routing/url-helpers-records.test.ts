// URL helpers as properties by their names, and from records.

import { describe, expect, it } from 'vitest';
import { UnknownRouteError, UrlGenerationError } from '../../src/routing/generation/generation-errors.js';
import { UrlHelpers } from '../../src/routing/generation/url-helpers.js';
import { helpersOf } from '../support/loose-helpers.js';

describe('helpers by name', () => {
  const helpers = helpersOf(
    {
      'edit-user': '/users/:id/edit',
      'new-line_item': '/line_items/new',
      'api-2fa': '/2fa',
      polymorphic: '/p',
    },
    { host: 'a.b' },
  );

  it('answer in every spelling', () => {
    expect(helpers['edit-user-path']!(5)).toBe('/users/5/edit');
    expect(helpers['editUserPath']!(5)).toBe('/users/5/edit');
    expect(helpers['edit_user_path']!(5)).toBe('/users/5/edit');
    expect(helpers['edit-user-url']!(5)).toBe('http://a.b/users/5/edit');
    expect(helpers['editUserUrl']!(5, { q: 1 })).toBe('http://a.b/users/5/edit?q=1');
    expect(helpers['newLineItemPath']!()).toBe('/line_items/new');
    expect(helpers['api2faPath']!()).toBe('/2fa');
    expect(helpers.pathFor('editUser', 5)).toBe('/users/5/edit');
    expect(helpers.pathFor('edit_user', 5)).toBe('/users/5/edit');
  });

  it('need no object when they are called', () => {
    const { editUserPath, editUserUrl } = helpers;
    expect(editUserPath!(5)).toBe('/users/5/edit');
    expect(editUserUrl!(5)).toBe('http://a.b/users/5/edit');
    expect(helpers['editUserPath']).toBe(helpers['editUserPath']);
  });

  it('give way to the helpers’ own methods', () => {
    expect(helpers.polymorphicPath).toBe(UrlHelpers.prototype.polymorphicPath);
    expect(helpers['polymorphic-path']).toBe(UrlHelpers.prototype.polymorphicPath);
    expect(helpers.pathFor('polymorphic')).toBe('/p');
  });

  it('are undefined where the name has another shape, so that helpers can be awaited and printed', async () => {
    expect(await Promise.resolve(helpers)).toBe(helpers);
    expect(helpers['then']).toBeUndefined();
    expect(helpers['Path']).toBeUndefined();
    expect(helpers['toJSON']).toBeUndefined();
    expect(String(helpers)).toBe('[object Object]');
    expect(JSON.stringify(helpers)).toBe('{}');
    expect(helpers).toBeInstanceOf(UrlHelpers);
  });

  it('throw when they are called under an unknown name, with the nearest ones', () => {
    expect(() => helpers['editUsrPath']!(5)).toThrow(UnknownRouteError);
    expect(() => helpers['editUsrPath']!(5)).toThrow(
      "no route is named 'editUsr'; did you mean 'edit-user'?",
    );
    expect(() => helpers.pathFor('edit-usr', 5)).toThrow(
      "no route is named 'edit-usr'; did you mean 'edit-user'?",
    );
    const alike = helpersOf({ 'edit-d': '/d', 'edit-a': '/a', 'edit-c': '/c', 'edit-b': '/b' });
    expect(() => alike.pathFor('edit-x')).toThrow("did you mean 'edit-a', 'edit-b' or 'edit-c'?");
    expect(() => helpers.urlFor('wholly-other')).toThrow(/^no route is named 'wholly-other'$/);
    expect(() => helpers.pathFor('__proto__')).toThrow(UnknownRouteError);
    expect(() => helpers.pathFor('constructor')).toThrow(UnknownRouteError);
  });
});

describe('records', () => {
  class Record {
    constructor(readonly id?: number) {}
  }
  class BlogPost extends Record {}
  class Comment extends Record {}
  class Sheep extends Record {}
  class Profile extends Record {}
  class Draft {
    constructor(
      readonly isPersisted: boolean | (() => boolean),
      readonly id = 3,
    ) {}
  }
  const helpers = helpersOf(
    {
      'blog-posts': '/posts',
      'blog-post': '/posts/:id',
      'edit-blog-post': '/posts/:id/edit',
      'new-blog-post': '/posts/new',
      'blog-post-comments': '/posts/:post_id/comments',
      'new-blog-post-comment': '/posts/:post_id/comments/new(/:like)',
      'blog-post-comment': '/posts/:post_id/comments/:id',
      'admin-blog-post': '/admin/posts/:id',
      'sheep-index': '/sheep',
      sheep: '/sheep/:id',
      profile: '/profile',
      drafts: '/drafts',
      draft: '/drafts/:id',
    },
    { host: 'a.b' },
  );

  it('lead to their member when they are persisted, to the collection when they are new', () => {
    expect(helpers.polymorphicPath(new BlogPost(7))).toBe('/posts/7');
    expect(helpers.polymorphicPath(new BlogPost())).toBe('/posts');
    expect(helpers.polymorphicUrl(new BlogPost(7))).toBe('http://a.b/posts/7');
    expect(helpers.urlFor(new BlogPost(7))).toBe('http://a.b/posts/7');
    expect(helpers.urlFor(new BlogPost(7), { host: 'c.d', anchor: 'x' })).toBe('http://c.d/posts/7#x');
  });

  it('are persisted as isPersisted says, otherwise if they have an id', () => {
    expect(helpers.polymorphicPath(new Draft(true))).toBe('/drafts/3');
    expect(helpers.polymorphicPath(new Draft(() => false))).toBe('/drafts');
    expect(helpers.polymorphicPath(new BlogPost(0))).toBe('/posts/0');
    expect(helpers.polymorphicPath(Object.assign(new BlogPost(), { id: null }))).toBe('/posts');
  });

  it('nest in a list', () => {
    expect(helpers.polymorphicPath([new BlogPost(1), new Comment(2)])).toBe('/posts/1/comments/2');
    expect(helpers.polymorphicPath([new BlogPost(1), new Comment()])).toBe('/posts/1/comments');
    expect(helpers.polymorphicPath(['admin', new BlogPost(1)])).toBe('/admin/posts/1');
    for (const nothing of [null, undefined])
      expect(helpers.polymorphicPath([nothing, new BlogPost(1)])).toBe('/posts/1');
    expect(helpers.urlFor([new BlogPost(1), new Comment(2)])).toBe('http://a.b/posts/1/comments/2');
  });

  it('may be classes, and lead to an action', () => {
    expect(helpers.polymorphicPath(BlogPost)).toBe('/posts');
    expect(helpers.polymorphicPath([new BlogPost(1), Comment])).toBe('/posts/1/comments');
    expect(helpers.polymorphicPath(new BlogPost(7), { action: 'edit' })).toBe('/posts/7/edit');
    for (const post of [new BlogPost(), new BlogPost(7), BlogPost])
      expect(helpers.polymorphicPath(post, { action: 'new' })).toBe('/posts/new');
    for (const comment of [new Comment(), new Comment(2), Comment])
      expect(helpers.polymorphicPath([new BlogPost(1), comment], { action: 'new' })).toBe(
        '/posts/1/comments/new',
      );
  });

  it('know plurals that equal the singular, and singular resources', () => {
    expect(helpers.polymorphicPath(new Sheep())).toBe('/sheep');
    expect(helpers.polymorphicPath(new Sheep(2))).toBe('/sheep/2');
    expect(helpers.polymorphicPath(new Profile(2))).toBe('/profile');
    expect(helpers.polymorphicPath(new Profile())).toBe('/profile');
  });

  it('of singular resources fill no segment, be it a locale or a format, below another record and above', () => {
    const helpers = helpersOf({
      profile: '/(:locale)/profile(.:format)',
      'edit-profile': '/(:locale)/profile/edit',
      'blog-post-profile': '/posts/:post_id/profile(.:format)',
      'blog-post': '/posts(/:id)',
    });
    for (const profile of [new Profile(2), new Profile()]) {
      expect(helpers.polymorphicPath(profile)).toBe('/profile');
      expect(helpers.polymorphicPath(profile, { locale: 'de', format: 'json' })).toBe('/de/profile.json');
      expect(helpers.polymorphicPath([new BlogPost(7), profile])).toBe('/posts/7/profile');
    }
    expect(helpers.polymorphicPath([new BlogPost(7), Profile])).toBe('/posts/7/profile');
    expect(helpers.polymorphicPath(new Profile(2), { action: 'edit' })).toBe('/profile/edit');
    expect(helpers.polymorphicPath(new BlogPost(7))).toBe('/posts/7');
  });

  it('take options', () => {
    expect(helpers.polymorphicPath(new BlogPost(7), { page: 2, anchor: 'x', trailingSlash: true })).toBe(
      '/posts/7/?page=2#x',
    );
  });

  it('must have a class that a route is named for', () => {
    expect(() => helpers.polymorphicPath(new Comment(1))).toThrow(UnknownRouteError);
    expect(() => helpers.polymorphicPath(new Comment(1))).toThrow("no route is named 'comment'");
    expect(() => helpers.polymorphicPath({ id: 5 })).toThrow(
      "an object is no record of a class; give one, or a route's name to pathFor or urlFor",
    );
    expect(() => helpers.polymorphicPath('blog-posts')).toThrow("'blog-posts' is no record of a class");
    expect(() => helpers.polymorphicPath(new BlogPost(7), 5 as never)).toThrow(
      "the options of a record's URL cannot be 5; give a plain object",
    );
    for (const nothing of [null, undefined, Symbol('x'), 7, true, { id: 5 }]) {
      expect(() => helpers.urlFor(nothing)).toThrow(UrlGenerationError);
      // A name that was looked up and not found, with the values of its route.
      expect(() => helpers.pathFor(nothing as never, 5)).toThrow('is no record of a class');
    }
    expect(() => helpers.polymorphicPath([])).toThrow(UrlGenerationError);
    expect(() => helpers.polymorphicPath([null])).toThrow(UrlGenerationError);
    expect(() => helpers.polymorphicPath([7])).toThrow(UrlGenerationError);
    expect(() => helpers.polymorphicPath([new BlogPost(), new Comment(2)])).toThrow(
      "cannot have an object of class BlogPost as ':post_id'",
    );
  });
});
