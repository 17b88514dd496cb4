// What the options of rules change in what is found.

import { afterAll, expect, it } from 'vitest';
import { lintText, removeApplications, type LintedText } from '../support/linted-text.js';

afterAll(removeApplications);

const names = `routes {
  get '/sign-in', to => 'pages#show'
  get '/sign_up', to => 'pages#show'
  get '/signOut', to => 'pages#show'
}`;
const nested = "routes { resources 'as' { resources 'bs' { resources 'cs' } } }";
const removals = "routes { get '/a', to => 'as#remove'; get '/b', to => 'bs#destroy' }";
const redirects = `routes {
  get '/old', to => redirect('/new')
  get '/news', to => redirect('/blog/news')
  get '/blog', to => redirect('https://blog.example')
}`;
const pages = {
  'controllers/pages.ts': 'export default class Pages { show() {} draft() {} draftOf() {} addHeaders() {} }',
};

it.each<[rule: string, options: object, text: string, found: readonly string[], files?: LintedText['files']]>(
  [
    [
      'path-style',
      {},
      names,
      ["'sign_up' is not in kebab-case; write 'sign-up'", "'signOut' is not in kebab-case; write 'sign-out'"],
    ],
    [
      'path-style',
      { style: 'snake_case' },
      names,
      ["'sign-in' is not in snake_case; write 'sign_in'", "'signOut' is not in snake_case; write 'sign_out'"],
    ],
    [
      'path-style',
      { style: 'camelCase' },
      names,
      ["'sign-in' is not in camelCase; write 'signIn'", "'sign_up' is not in camelCase; write 'signUp'"],
    ],
    ['path-style', {}, "routes { get '/%C3%A9', to => 'pages#show' }", []],
    [
      'deep-nesting',
      {},
      nested,
      ["'cs' is nested 2 deep (as › bs › cs); nest at most 1, with `:shallow` on a resource around it"],
    ],
    ['deep-nesting', { max: 2 }, nested, []],
    ['unsafe-get', {}, removals, ["a GET of '/b' runs 'bs#destroy'; use `delete`"]],
    ['unsafe-get', { actions: ['remove'] }, removals, ["a GET of '/a' runs 'as#remove'; use `delete`"]],
    [
      'redirect-to-nowhere',
      {},
      redirects,
      [
        "no route answers '/new'; did you mean '/news'?",
        "no route answers '/blog/news'; name a path that one does",
      ],
    ],
    [
      'redirect-to-nowhere',
      { ignore: ['/blog/'] },
      redirects,
      ["no route answers '/new'; did you mean '/news'?"],
    ],
    [
      'unrouted-action',
      { ignore: ['pages#draft'] },
      names,
      [
        "no route leads to 'pages#draftOf'; add one, or give the function a name with a leading '_'",
        "no route leads to 'pages#addHeaders'; add one, or give the function a name with a leading '_'",
      ],
      pages,
    ],
    ['unrouted-action', { ignore: ['pages#draft*', 'pages#add*'] }, names, [], pages],
  ],
)('%s %j', async (rule, options, text, found, files) => {
  const diagnostics = await lintText(text, { rules: { [rule]: ['warning', options] }, files });
  expect(diagnostics.filter(({ code }) => code === rule).map(({ message }) => message)).toEqual(found);
});
