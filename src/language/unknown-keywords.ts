// Messages about a statement whose first word is no keyword: the keyword that was probably meant, or what to write instead of a keyword of
// another router.
//
//   gett '/x'            did you mean 'get'?
//   devise_for :users    the keyword of a Ruby gem

import { problem, quote, syntaxError, type Problem } from '../../grammar/problem.js';
import type { Token } from '../../grammar/tokens.js';
import { type Block, type Declaration, insideOf } from './declarations.js';
import { byWords } from './grouping.js';
import { didYouMean, nearest } from './nearest.js';
import type { Reading } from './reading.js';
import {
  canonicalOption,
  isRequestAttribute,
  keywordRow,
  keywords,
  optionRow,
  type KeywordRow,
} from './vocabulary.js';

/** Keywords of other routers, and what to write instead. */
const keywordHabits = byWords<string>({
  devise_for: "write out the routes that are meant, as `resource 'session', only => <new create destroy>`",
  use_doorkeeper:
    "write out the routes that are meant, as `post '/oauth/token', to => 'oauth/tokens#create'`",
  devise_scope: 'leave it out around these declarations',
  with_options:
    'write the options out at each of these declarations, or `scope … { … }` around them for those that a scope has',
  nested: 'leave it out: what stands in the block of a resource is nested',
  resources_path_names: "write `scope(path-names => { new => '…' }, { … })` around these declarations",
  query: "write `match '/x', via => <query>`",
  connect: "write `match '/x', via => <connect>`",
  default_url_options: 'give hosts to `new UrlHelpers({ router, defaultUrlOptions })`',
  'redirect rewrite': "write `get '/old', to => redirect('/new')`",
  head: "write `get`, which answers HEAD too, or `match '/x', via => <head>`",
  'any all': "write `match '/x', via => *`",
  route: 'write the verb, as `get`, or `match` with `via`',
  // A constraint cannot see cookies or sessions.
  'authenticate authenticated unauthenticated before before_action middleware pipe_through pipeline plug':
    'write `through &module#export, { … }` around the routes that it is for',
  domain: 'write `constraints(host => …, { … })` around these declarations',
  'forward delegate': "write `mount &module#app, at => '/x'`",
  location:
    "write `scope '/x' { … }`, or `mount &module#app, at => '/x'` for what another application answers",
  'fallback not_found': "write `match '*path', to => 'pages#missing', via => *` as the last declaration",
  'apiResource apiResources': "write `resources 'x', except => <new edit>`",
  'group prefix': "write `scope '/x' { … }`",
  path: "write the verb, as `get '/x'`, or `scope '/x' { … }`",
  're_path live': "write the verb, as `get '/x'`",
  'del destroy': 'write `delete`',
  'defmodule sub': 'write `routes { … }` around the declarations in it',
  'set enable disable configure': 'leave it out: what an application is like is set where it is started',
  update: 'write `patch`',
});

/** What follows the first word of a statement. */
export interface Behind {
  readonly hasArguments: boolean;
  readonly hasBlock: boolean;
}

/** The problem of a word that is no keyword, with a suggestion. Undefined if it belongs to another language. */
export function unknownKeyword(
  text: string,
  { hasArguments, hasBlock }: Behind,
): { readonly message: string; readonly suggestion: string | undefined } {
  // By itself it is a misspelt `routes`.
  const isAlone = hasBlock && !hasArguments;
  const habit =
    isAlone && text === 'route' ? undefined : (keywordHabits.get(text) ?? habitOfBlock(text, hasBlock));
  const option = optionRow(text);
  const isKnown = habit !== undefined || option !== undefined;
  // If half of the letters are different, the meant word is unknown.
  const farthest = Math.max(1, Math.floor((text.length - 1) / 2));
  const suggestion = isKnown ? undefined : nearest(text.normalize('NFKC'), Object.keys(keywords), farthest);
  const help = isKnown
    ? `; ${habit ?? `it is an option, as in \`${option?.example}\``}`
    : suggestion === undefined
      ? `; a statement begins with a keyword such as 'get' or 'resources'`
      : didYouMean(suggestion);
  return { message: `'${text}' is no declaration${help}`, suggestion };
}

/** What to write for an attribute of the request, or an option of blocks, that is used as a block: `host 'a.com', { … }`. */
function habitOfBlock(text: string, hasBlock: boolean): string | undefined {
  if (!hasBlock) return undefined;
  const option = canonicalOption(text);
  const rows: readonly (readonly [string, KeywordRow])[] = Object.entries(keywords);
  const [around] =
    rows.find(
      ([, { block, places, positionals, options }]) =>
        block === 'required' &&
        places.includes('routes') &&
        positionals.every(({ presence }) => presence === 'optional') &&
        options.some((each) => each === option),
    ) ?? [];
  if (isRequestAttribute(text)) return `write \`constraints(${text} => …, { … })\` around these declarations`;
  return around && `write \`${around}(${option} => …, { … })\` around these declarations`;
}

/** Whether a word is a keyword of another language, and not a misspelt one of this. */
export function isForeignKeyword({ keyword: { text }, arguments: given, block }: Declaration): boolean {
  const behind = { hasArguments: given.length > 0, hasBlock: block !== undefined };
  return keywordRow(text) === undefined && unknownKeyword(text, behind).suggestion === undefined;
}

/**
 * Whether a block belongs to another language: its keyword is foreign or takes no block, and it contains a foreign keyword or no
 * declaration.
 * An example is `use_doorkeeper { controllers tokens: 'tokens' }`.
 */
export function isForeignBlock(declaration: Declaration): boolean {
  const { block, keyword } = declaration;
  const isUntaken = keywordRow(keyword.text)?.block === 'none';
  if (!block || !(isUntaken || isForeignKeyword(declaration))) return false;
  const { declarations } = block;
  return (
    declarations.some(isForeignKeyword) ||
    (isUntaken
      ? holdsCodeAlone(declaration, block)
      : declarations.length > 0 && declarations.every(({ keyword: { text } }) => !keywordRow(text)))
  );
}

function holdsCodeAlone({ source }: Declaration, block: Block): boolean {
  const inside = source.textOf(insideOf(block));
  return block.declarations.length === 0 && inside.replaceAll(/#.*/g, '').trim() !== '';
}

/** The problem of a call that does not parse, if its keyword is foreign. `covers` is the end of its head. */
export function foreignKeyword(
  { image, startOffset: start }: Pick<Token, 'image' | 'startOffset'>,
  behind: Behind,
  covers: number,
): Problem | undefined {
  if (keywordRow(image)) return undefined;
  const { message, suggestion } = unknownKeyword(image, behind);
  const place = { start, end: start + image.length };
  return suggestion === undefined
    ? problem('unknown-keyword', place, message, { covers, mayLackOpener: true })
    : undefined;
}

const moreVerbs = /^(?:[ \t]*[,|/][ \t]*[a-z]+)+(?=[ \t(]+['"/])/;

/** Several verbs before a path: `get, post '/a', …`, `get|post '/a', …`. */
export function severalVerbs({ image, startOffset: start }: Token, reading: Reading): Problem | undefined {
  const end = start + image.length;
  const [others] = moreVerbs.exec(reading.text({ start: end, end: end + 100 })) ?? [];
  if (others === undefined) return undefined;
  const verbs = [image, ...(others.match(/[a-z]+/g) ?? [])];
  if (verbs.some((verb) => keywordRow(verb)?.pairFor !== 'to')) return undefined;
  const message = `a declaration has one verb; write ${quote(`match …, via => <${verbs.join(' ')}>`)}`;
  return syntaxError({ start, end: end + others.length }, message);
}
