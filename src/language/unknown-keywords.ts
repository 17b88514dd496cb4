// What is said of a statement whose first word is no keyword: the one that was probably meant, or what to write for a
// keyword of another router.
//
//   gett '/x'            did you mean 'get'?
//   devise_for :users    the keyword of a Ruby gem

import { problem, type Problem } from '../../grammar/problem.js';
import type { Token } from '../../grammar/tokens.js';
import { didYouMean, nearest } from './nearest.js';
import { keywordRow, keywords } from './vocabulary.js';

const keywordHabits: ReadonlyMap<string, string> = new Map([
  [
    'devise_for',
    "write out the routes that are meant, as `resource 'session', only => <new create destroy>`",
  ],
  ['devise_scope', 'leave it out around these declarations'],
  ['authenticate', 'write `constraints(&module#export, { … })` to decide by request'],
  ['authenticated', 'write `constraints(&module#export, { … })` to decide by request'],
  ['unauthenticated', 'write `constraints(&module#export, { … })` to decide by request'],
  ['with_options', 'write the options out, or `scope … { … }` around these declarations'],
  ['default_url_options', 'give hosts to `new UrlHelpers({ router, defaultUrlOptions })`'],
  ['redirect', "write `get '/old', to => redirect('/new')`"],
  ['head', "write `get`, which answers HEAD too, or `match '/x', via => <head>`"],
  ['any', "write `match '/x', via => *`"],
  ['all', "write `match '/x', via => *`"],
  ['route', 'write the verb, as `get`, or `match` with `via`'],
  ...['before', 'before_action', 'middleware', 'pipe_through'].map(
    (word) => [word, 'write `through &module#export, { … }` around the routes that it is for'] as const,
  ),
  ['group', "write `scope '/x' { … }`"],
  ['prefix', "write `scope '/x' { … }`"],
  ['path', "write the verb, as `get '/x'`, or `scope '/x' { … }`"],
  ['re_path', "write the verb, as `get '/x'`"],
  ['live', "write the verb, as `get '/x'`"],
  ...['del', 'destroy'].map((word) => [word, 'write `delete`'] as const),
  ['update', 'write `patch`'],
]);

/**
 * What is said of a word that is no keyword, with the one that was probably meant; undefined where it is of another language. `isAlone`
 * says that nothing stands between it and a block.
 */
export function unknownKeyword(
  text: string,
  isAlone: boolean,
): { readonly message: string; readonly suggestion: string | undefined } {
  // Alone it is a misspelled `routes`.
  const habit = isAlone && text === 'route' ? undefined : keywordHabits.get(text);
  const suggestion = habit === undefined ? nearest(text, Object.keys(keywords)) : undefined;
  const help = habit
    ? `; ${habit}`
    : suggestion === undefined
      ? `; a statement begins with a keyword such as 'get' or 'resources'`
      : didYouMean(suggestion);
  return { message: `'${text}' is no declaration${help}`, suggestion };
}

/** What is said of a call that does not parse, if its keyword is one of another language; `covers` is where its head ends. */
export function foreignKeyword(
  { image, startOffset: start }: Token,
  isAlone: boolean,
  covers: number,
): Problem | undefined {
  if (keywordRow(image)) return undefined;
  const { message, suggestion } = unknownKeyword(image, isAlone);
  const place = { start, end: start + image.length };
  return suggestion === undefined ? { ...problem('unknown-keyword', place, message), covers } : undefined;
}
