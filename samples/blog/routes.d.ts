// The URL helpers of config/routes. Written by `waypost types`: change the routes and write it again.
/* eslint-disable */

import type { HelperOptions, ParamRecord, PathForValues, PolymorphicOptions, RecordBy, SegmentValue, UrlOptions } from 'waypost';

/** Options with the values of segments, by name or from the current request. */
type Given<Values, Params, Options = HelperOptions> =
  | (Values & Options)
  | ({ readonly [name in keyof Values]?: Values[name] | undefined } & Options & { readonly currentParams: Params });

/** Options beside the values of all segments, of which none is given twice. */
type OptionsBeside<Names extends string> = UrlOptions & { readonly [name in Names]?: undefined };

/** The arguments of each helper: segments in their order, then options. */
export type NamedRoutes = {
  /** GET `/` → pages#home */
  'root': [options?: UrlOptions | undefined];
  /** GET `/about` → pages#about */
  'about': [options?: UrlOptions | undefined];
  /** POST `/posts/:post_id/comments(.:format)` → comments#create */
  'post-comments':
    | [post_id: SegmentValue | RecordBy<'post_id'>, options?: { readonly format?: SegmentValue | null | undefined } & OptionsBeside<'post_id'> | undefined]
    | [post_id: SegmentValue | RecordBy<'post_id'>, format: SegmentValue | null | undefined, options?: OptionsBeside<'post_id' | 'format'> | undefined]
    | [format: SegmentValue | null | undefined, options: { readonly post_id: SegmentValue } & OptionsBeside<'format'>]
    | [options: Given<{ readonly post_id: SegmentValue; readonly format?: SegmentValue | null | undefined }, { readonly post_id: string }>];
  /** GET `/posts(.:format)` → posts#index */
  'posts':
    | [options?: { readonly format?: SegmentValue | null | undefined } & UrlOptions | undefined]
    | [format: SegmentValue | null | undefined, options?: OptionsBeside<'format'> | undefined];
  /** GET `/posts/:id(.:format)` → posts#show */
  'post':
    | [id: SegmentValue, options?: { readonly format?: SegmentValue | null | undefined } & OptionsBeside<'id'> | undefined]
    | [id: SegmentValue, format: SegmentValue | null | undefined, options?: OptionsBeside<'id' | 'format'> | undefined]
    | [format: SegmentValue | null | undefined, options: { readonly id: SegmentValue } & OptionsBeside<'format'>]
    | [options: Given<{ readonly id: SegmentValue; readonly format?: SegmentValue | null | undefined }, { readonly id: string }>];
  /** GET `/tags` → tags#index */
  'tags': [options?: UrlOptions | undefined];
  /** GET `/tags/:name` → tags#show */
  'tag':
    | [name: SegmentValue | RecordBy<'name'>, options?: OptionsBeside<'name'> | undefined]
    | [options: Given<{ readonly name: SegmentValue }, { readonly name: string }>];
  /** GET `/archive(/:year(/:month))` → archive#show */
  'archive':
    | [options?: { readonly year?: number | bigint | string | ParamRecord | null | undefined; readonly month?: SegmentValue | null | undefined } & UrlOptions | undefined]
    | [year: number | bigint | string | ParamRecord | null | undefined, options?: { readonly month?: SegmentValue | null | undefined } & OptionsBeside<'year'> | undefined]
    | [year: number | bigint | string | ParamRecord | null | undefined, month: SegmentValue | null | undefined, options?: OptionsBeside<'year' | 'month'> | undefined]
    | [month: SegmentValue | null | undefined, options: { readonly year: number | bigint | string | ParamRecord | null } & OptionsBeside<'month'>];
  /** GET `/search` → search#show */
  'search': [options?: UrlOptions | undefined];
  /** GET `/feed(.:format)` → feeds#posts */
  'feed':
    | [options?: { readonly format?: 'xml' | null | undefined } & UrlOptions | undefined]
    | [format: 'xml' | null | undefined, options?: OptionsBeside<'format'> | undefined];
  /** GET `/login` → sessions#new */
  'login': [options?: UrlOptions | undefined];
  /** DELETE `/logout` → sessions#destroy */
  'logout': [options?: UrlOptions | undefined];
  /** GET `/admin` → admin/desk#show */
  'admin-root': [options?: UrlOptions | undefined];
  /** GET `/admin/posts/:id/preview` → admin/posts#preview */
  'preview-admin-post':
    | [id: SegmentValue, options?: OptionsBeside<'id'> | undefined]
    | [options: Given<{ readonly id: SegmentValue }, { readonly id: string }>];
  /** PATCH `/admin/posts/:id/publish` → admin/posts#publish */
  'publish-admin-post':
    | [id: SegmentValue, options?: OptionsBeside<'id'> | undefined]
    | [options: Given<{ readonly id: SegmentValue }, { readonly id: string }>];
  /** PATCH `/admin/posts/:id/withdraw` → admin/posts#withdraw */
  'withdraw-admin-post':
    | [id: SegmentValue, options?: OptionsBeside<'id'> | undefined]
    | [options: Given<{ readonly id: SegmentValue }, { readonly id: string }>];
  /** GET `/admin/posts` → admin/posts#index */
  'admin-posts': [options?: UrlOptions | undefined];
  /** GET `/admin/posts/new` → admin/posts#new */
  'new-admin-post': [options?: UrlOptions | undefined];
  /** GET `/admin/posts/:id/edit` → admin/posts#edit */
  'edit-admin-post':
    | [id: SegmentValue, options?: OptionsBeside<'id'> | undefined]
    | [options: Given<{ readonly id: SegmentValue }, { readonly id: string }>];
  /** PATCH|PUT `/admin/posts/:id` → admin/posts#update */
  'admin-post':
    | [id: SegmentValue, options?: OptionsBeside<'id'> | undefined]
    | [options: Given<{ readonly id: SegmentValue }, { readonly id: string }>];
  /** GET `/admin/comments` → admin/comments#index */
  'admin-comments': [options?: UrlOptions | undefined];
  /** DELETE `/admin/comments/:id` → admin/comments#destroy */
  'admin-comment':
    | [id: SegmentValue, options?: OptionsBeside<'id'> | undefined]
    | [options: Given<{ readonly id: SegmentValue }, { readonly id: string }>];
  /** GET `/numbers` → pages#numbers */
  'numbers': [options?: UrlOptions | undefined];
  /** GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS `/charts(/*mounted_path)` → mount(&../apps/charts) */
  'charts':
    | [options?: { readonly mounted_path?: SegmentValue | readonly SegmentValue[] | null | undefined } & UrlOptions | undefined]
    | [mounted_path: SegmentValue | readonly SegmentValue[] | null | undefined, options?: OptionsBeside<'mounted_path'> | undefined];
  /** GET `/health` → &../handlers/health#check */
  'health': [options?: UrlOptions | undefined];
  /** Declared by `direct`. */
  'source': readonly unknown[];
};

/** The same, and anything under any other name: of `keyof NamedRoutes` TypeScript would join what all of the helpers take. */
interface AnyRoutes extends NamedRoutes { readonly [name: string]: readonly unknown[] }

/** The URL helpers by name. */
export type RouteHelpers = {
  pathFor<Name extends string>(name: [Name] extends [keyof NamedRoutes] ? Name : keyof NamedRoutes, ...values: PathForValues<AnyRoutes[Name]>): string;
  urlFor<Name extends string>(name: [Name] extends [keyof NamedRoutes] ? Name : keyof NamedRoutes, ...values: PathForValues<AnyRoutes[Name]>): string;
  urlFor(record: object, options?: PolymorphicOptions): string;

  /** GET `/` → pages#home */
  rootPath(...values: NamedRoutes['root']): string;
  /** GET `/` → pages#home */
  rootUrl(...values: NamedRoutes['root']): string;
  /** GET `/` → pages#home */
  'root-path'(...values: NamedRoutes['root']): string;
  /** GET `/` → pages#home */
  'root-url'(...values: NamedRoutes['root']): string;

  /** GET `/about` → pages#about */
  aboutPath(...values: NamedRoutes['about']): string;
  /** GET `/about` → pages#about */
  aboutUrl(...values: NamedRoutes['about']): string;
  /** GET `/about` → pages#about */
  'about-path'(...values: NamedRoutes['about']): string;
  /** GET `/about` → pages#about */
  'about-url'(...values: NamedRoutes['about']): string;

  /** POST `/posts/:post_id/comments(.:format)` → comments#create */
  postCommentsPath(...values: NamedRoutes['post-comments']): string;
  /** POST `/posts/:post_id/comments(.:format)` → comments#create */
  postCommentsUrl(...values: NamedRoutes['post-comments']): string;
  /** POST `/posts/:post_id/comments(.:format)` → comments#create */
  'post-comments-path'(...values: NamedRoutes['post-comments']): string;
  /** POST `/posts/:post_id/comments(.:format)` → comments#create */
  'post-comments-url'(...values: NamedRoutes['post-comments']): string;

  /** GET `/posts(.:format)` → posts#index */
  postsPath(...values: NamedRoutes['posts']): string;
  /** GET `/posts(.:format)` → posts#index */
  postsUrl(...values: NamedRoutes['posts']): string;
  /** GET `/posts(.:format)` → posts#index */
  'posts-path'(...values: NamedRoutes['posts']): string;
  /** GET `/posts(.:format)` → posts#index */
  'posts-url'(...values: NamedRoutes['posts']): string;

  /** GET `/posts/:id(.:format)` → posts#show */
  postPath(...values: NamedRoutes['post']): string;
  /** GET `/posts/:id(.:format)` → posts#show */
  postUrl(...values: NamedRoutes['post']): string;
  /** GET `/posts/:id(.:format)` → posts#show */
  'post-path'(...values: NamedRoutes['post']): string;
  /** GET `/posts/:id(.:format)` → posts#show */
  'post-url'(...values: NamedRoutes['post']): string;

  /** GET `/tags` → tags#index */
  tagsPath(...values: NamedRoutes['tags']): string;
  /** GET `/tags` → tags#index */
  tagsUrl(...values: NamedRoutes['tags']): string;
  /** GET `/tags` → tags#index */
  'tags-path'(...values: NamedRoutes['tags']): string;
  /** GET `/tags` → tags#index */
  'tags-url'(...values: NamedRoutes['tags']): string;

  /** GET `/tags/:name` → tags#show */
  tagPath(...values: NamedRoutes['tag']): string;
  /** GET `/tags/:name` → tags#show */
  tagUrl(...values: NamedRoutes['tag']): string;
  /** GET `/tags/:name` → tags#show */
  'tag-path'(...values: NamedRoutes['tag']): string;
  /** GET `/tags/:name` → tags#show */
  'tag-url'(...values: NamedRoutes['tag']): string;

  /** GET `/archive(/:year(/:month))` → archive#show */
  archivePath(...values: NamedRoutes['archive']): string;
  /** GET `/archive(/:year(/:month))` → archive#show */
  archiveUrl(...values: NamedRoutes['archive']): string;
  /** GET `/archive(/:year(/:month))` → archive#show */
  'archive-path'(...values: NamedRoutes['archive']): string;
  /** GET `/archive(/:year(/:month))` → archive#show */
  'archive-url'(...values: NamedRoutes['archive']): string;

  /** GET `/search` → search#show */
  searchPath(...values: NamedRoutes['search']): string;
  /** GET `/search` → search#show */
  searchUrl(...values: NamedRoutes['search']): string;
  /** GET `/search` → search#show */
  'search-path'(...values: NamedRoutes['search']): string;
  /** GET `/search` → search#show */
  'search-url'(...values: NamedRoutes['search']): string;

  /** GET `/feed(.:format)` → feeds#posts */
  feedPath(...values: NamedRoutes['feed']): string;
  /** GET `/feed(.:format)` → feeds#posts */
  feedUrl(...values: NamedRoutes['feed']): string;
  /** GET `/feed(.:format)` → feeds#posts */
  'feed-path'(...values: NamedRoutes['feed']): string;
  /** GET `/feed(.:format)` → feeds#posts */
  'feed-url'(...values: NamedRoutes['feed']): string;

  /** GET `/login` → sessions#new */
  loginPath(...values: NamedRoutes['login']): string;
  /** GET `/login` → sessions#new */
  loginUrl(...values: NamedRoutes['login']): string;
  /** GET `/login` → sessions#new */
  'login-path'(...values: NamedRoutes['login']): string;
  /** GET `/login` → sessions#new */
  'login-url'(...values: NamedRoutes['login']): string;

  /** DELETE `/logout` → sessions#destroy */
  logoutPath(...values: NamedRoutes['logout']): string;
  /** DELETE `/logout` → sessions#destroy */
  logoutUrl(...values: NamedRoutes['logout']): string;
  /** DELETE `/logout` → sessions#destroy */
  'logout-path'(...values: NamedRoutes['logout']): string;
  /** DELETE `/logout` → sessions#destroy */
  'logout-url'(...values: NamedRoutes['logout']): string;

  /** GET `/admin` → admin/desk#show */
  adminRootPath(...values: NamedRoutes['admin-root']): string;
  /** GET `/admin` → admin/desk#show */
  adminRootUrl(...values: NamedRoutes['admin-root']): string;
  /** GET `/admin` → admin/desk#show */
  'admin-root-path'(...values: NamedRoutes['admin-root']): string;
  /** GET `/admin` → admin/desk#show */
  'admin-root-url'(...values: NamedRoutes['admin-root']): string;

  /** GET `/admin/posts/:id/preview` → admin/posts#preview */
  previewAdminPostPath(...values: NamedRoutes['preview-admin-post']): string;
  /** GET `/admin/posts/:id/preview` → admin/posts#preview */
  previewAdminPostUrl(...values: NamedRoutes['preview-admin-post']): string;
  /** GET `/admin/posts/:id/preview` → admin/posts#preview */
  'preview-admin-post-path'(...values: NamedRoutes['preview-admin-post']): string;
  /** GET `/admin/posts/:id/preview` → admin/posts#preview */
  'preview-admin-post-url'(...values: NamedRoutes['preview-admin-post']): string;

  /** PATCH `/admin/posts/:id/publish` → admin/posts#publish */
  publishAdminPostPath(...values: NamedRoutes['publish-admin-post']): string;
  /** PATCH `/admin/posts/:id/publish` → admin/posts#publish */
  publishAdminPostUrl(...values: NamedRoutes['publish-admin-post']): string;
  /** PATCH `/admin/posts/:id/publish` → admin/posts#publish */
  'publish-admin-post-path'(...values: NamedRoutes['publish-admin-post']): string;
  /** PATCH `/admin/posts/:id/publish` → admin/posts#publish */
  'publish-admin-post-url'(...values: NamedRoutes['publish-admin-post']): string;

  /** PATCH `/admin/posts/:id/withdraw` → admin/posts#withdraw */
  withdrawAdminPostPath(...values: NamedRoutes['withdraw-admin-post']): string;
  /** PATCH `/admin/posts/:id/withdraw` → admin/posts#withdraw */
  withdrawAdminPostUrl(...values: NamedRoutes['withdraw-admin-post']): string;
  /** PATCH `/admin/posts/:id/withdraw` → admin/posts#withdraw */
  'withdraw-admin-post-path'(...values: NamedRoutes['withdraw-admin-post']): string;
  /** PATCH `/admin/posts/:id/withdraw` → admin/posts#withdraw */
  'withdraw-admin-post-url'(...values: NamedRoutes['withdraw-admin-post']): string;

  /** GET `/admin/posts` → admin/posts#index */
  adminPostsPath(...values: NamedRoutes['admin-posts']): string;
  /** GET `/admin/posts` → admin/posts#index */
  adminPostsUrl(...values: NamedRoutes['admin-posts']): string;
  /** GET `/admin/posts` → admin/posts#index */
  'admin-posts-path'(...values: NamedRoutes['admin-posts']): string;
  /** GET `/admin/posts` → admin/posts#index */
  'admin-posts-url'(...values: NamedRoutes['admin-posts']): string;

  /** GET `/admin/posts/new` → admin/posts#new */
  newAdminPostPath(...values: NamedRoutes['new-admin-post']): string;
  /** GET `/admin/posts/new` → admin/posts#new */
  newAdminPostUrl(...values: NamedRoutes['new-admin-post']): string;
  /** GET `/admin/posts/new` → admin/posts#new */
  'new-admin-post-path'(...values: NamedRoutes['new-admin-post']): string;
  /** GET `/admin/posts/new` → admin/posts#new */
  'new-admin-post-url'(...values: NamedRoutes['new-admin-post']): string;

  /** GET `/admin/posts/:id/edit` → admin/posts#edit */
  editAdminPostPath(...values: NamedRoutes['edit-admin-post']): string;
  /** GET `/admin/posts/:id/edit` → admin/posts#edit */
  editAdminPostUrl(...values: NamedRoutes['edit-admin-post']): string;
  /** GET `/admin/posts/:id/edit` → admin/posts#edit */
  'edit-admin-post-path'(...values: NamedRoutes['edit-admin-post']): string;
  /** GET `/admin/posts/:id/edit` → admin/posts#edit */
  'edit-admin-post-url'(...values: NamedRoutes['edit-admin-post']): string;

  /** PATCH|PUT `/admin/posts/:id` → admin/posts#update */
  adminPostPath(...values: NamedRoutes['admin-post']): string;
  /** PATCH|PUT `/admin/posts/:id` → admin/posts#update */
  adminPostUrl(...values: NamedRoutes['admin-post']): string;
  /** PATCH|PUT `/admin/posts/:id` → admin/posts#update */
  'admin-post-path'(...values: NamedRoutes['admin-post']): string;
  /** PATCH|PUT `/admin/posts/:id` → admin/posts#update */
  'admin-post-url'(...values: NamedRoutes['admin-post']): string;

  /** GET `/admin/comments` → admin/comments#index */
  adminCommentsPath(...values: NamedRoutes['admin-comments']): string;
  /** GET `/admin/comments` → admin/comments#index */
  adminCommentsUrl(...values: NamedRoutes['admin-comments']): string;
  /** GET `/admin/comments` → admin/comments#index */
  'admin-comments-path'(...values: NamedRoutes['admin-comments']): string;
  /** GET `/admin/comments` → admin/comments#index */
  'admin-comments-url'(...values: NamedRoutes['admin-comments']): string;

  /** DELETE `/admin/comments/:id` → admin/comments#destroy */
  adminCommentPath(...values: NamedRoutes['admin-comment']): string;
  /** DELETE `/admin/comments/:id` → admin/comments#destroy */
  adminCommentUrl(...values: NamedRoutes['admin-comment']): string;
  /** DELETE `/admin/comments/:id` → admin/comments#destroy */
  'admin-comment-path'(...values: NamedRoutes['admin-comment']): string;
  /** DELETE `/admin/comments/:id` → admin/comments#destroy */
  'admin-comment-url'(...values: NamedRoutes['admin-comment']): string;

  /** GET `/numbers` → pages#numbers */
  numbersPath(...values: NamedRoutes['numbers']): string;
  /** GET `/numbers` → pages#numbers */
  numbersUrl(...values: NamedRoutes['numbers']): string;
  /** GET `/numbers` → pages#numbers */
  'numbers-path'(...values: NamedRoutes['numbers']): string;
  /** GET `/numbers` → pages#numbers */
  'numbers-url'(...values: NamedRoutes['numbers']): string;

  /** GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS `/charts(/*mounted_path)` → mount(&../apps/charts) */
  chartsPath(...values: NamedRoutes['charts']): string;
  /** GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS `/charts(/*mounted_path)` → mount(&../apps/charts) */
  chartsUrl(...values: NamedRoutes['charts']): string;
  /** GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS `/charts(/*mounted_path)` → mount(&../apps/charts) */
  'charts-path'(...values: NamedRoutes['charts']): string;
  /** GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS `/charts(/*mounted_path)` → mount(&../apps/charts) */
  'charts-url'(...values: NamedRoutes['charts']): string;

  /** GET `/health` → &../handlers/health#check */
  healthPath(...values: NamedRoutes['health']): string;
  /** GET `/health` → &../handlers/health#check */
  healthUrl(...values: NamedRoutes['health']): string;
  /** GET `/health` → &../handlers/health#check */
  'health-path'(...values: NamedRoutes['health']): string;
  /** GET `/health` → &../handlers/health#check */
  'health-url'(...values: NamedRoutes['health']): string;

  /** Declared by `direct`. */
  sourcePath(...values: NamedRoutes['source']): string;
  /** Declared by `direct`. */
  sourceUrl(...values: NamedRoutes['source']): string;
  /** Declared by `direct`. */
  'source-path'(...values: NamedRoutes['source']): string;
  /** Declared by `direct`. */
  'source-url'(...values: NamedRoutes['source']): string;
};

/** Stands for this file among others. */
declare const routes: unique symbol;
export {};

declare module 'waypost/router' {
  interface RoutedFiles {
    [routes]: {
      /** The params of each action, and what its layers find valid. */
      actions: {
        'pages#home': { params: {} };
        'pages#about': { params: {} };
        'comments#create': { params: { post_id: string; format?: string } };
        'posts#index': { params: { format?: string } };
        'posts#show': { params: { id: string; format?: string } };
        'tags#index': { params: {} };
        'tags#show': { params: { name: string } };
        'archive#show': { params: { year?: string; month?: string } };
        'search#show': { params: {} };
        'feeds#posts': { params: { format: 'xml' } };
        'sessions#new': { params: {} };
        'sessions#create': { params: {} };
        'sessions#destroy': { params: {} };
        'admin/desk#show': { params: {} };
        'admin/posts#preview': { params: { id: string } };
        'admin/posts#publish': { params: { id: string } };
        'admin/posts#withdraw': { params: { id: string } };
        'admin/posts#index': { params: {} };
        'admin/posts#create': { params: {} };
        'admin/posts#new': { params: {} };
        'admin/posts#edit': { params: { id: string } };
        'admin/posts#update': { params: { id: string } };
        'admin/posts#destroy': { params: { id: string } };
        'admin/comments#index': { params: {} };
        'admin/comments#destroy': { params: { id: string } };
        'pages#numbers': { params: {} };
      };
      /** The actions of each controller. */
      controllers: {
        'pages': 'home' | 'about' | 'numbers';
        'comments': 'create';
        'posts': 'index' | 'show';
        'tags': 'index' | 'show';
        'archive': 'show';
        'search': 'show';
        'feeds': 'posts';
        'sessions': 'new' | 'create' | 'destroy';
        'admin/desk': 'show';
        'admin/posts': 'preview' | 'publish' | 'withdraw' | 'index' | 'create' | 'new' | 'edit' | 'update' | 'destroy';
        'admin/comments': 'index' | 'destroy';
      };
    };
  }
}
