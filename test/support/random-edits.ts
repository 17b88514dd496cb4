// Random edits as people make them, from a seed: words typed character by character, lines pasted, moved, deleted and
// commented out, brackets and quotes added and removed, blocks put around lines, and everything undone.

import { pick, type Random } from './random.js';

export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const statements = [
  "get '/about', to => 'home#about', as => 'about'",
  "get '/users/:id', to => 'users#show', constraints => { id => /\\d+/ }",
  "get '/:slug(.:format)', to => 'home#index', slug => /[a-z]+/",
  "resources 'photos', only => <index show>",
  "resources 'photos', concerns => 'commentable'",
  "concerns 'commentable'",
  "concerns 'shared'",
  "resource 'profile'",
  'member { get :preview }',
  "collection { get 'search' }",
  "root to => 'home#index'",
  "match '/search', to => 'home#index', via => <get post>",
  "get '/old/:id', to => redirect('/new/%{id}')",
  "mount &legacy#app, at => '/legacy'",
  "post '/login', to => &handlers#health",
  "direct 'homepage', &handlers#ping",
  "include 'admin'",
  "get '/about', to => 'home#nothing'",
  "resurces 'photos'",
  "get '/x', to =>",
  "get '/x' to => 'home#index'",
  '# waypost-ignore unreachable-route: it is kept for old links',
  "# a comment with a { and a ' in it",
];

const blocks = [
  "namespace 'admin', {\n  resources 'users', only => <index show>\n}\n",
  "concern 'shared' {\n  get 'history', to => 'home#index'\n}\n",
  "concern 'commentable' {\n  resources 'comments', only => <index create>\n}\n",
  "scope '/:locale', locale => /en|de/, {\n  get '/faq', to => 'home#about'\n}\n",
  "resources 'magazines', :shallow, {\n  resources 'ads' do\n    get 'stats'\n  end\n}\n",
  "constraints(subdomain => 'admin', {\n  get '/panel', to => 'home#index'\n})\n",
  "controller 'photos', {\n  get '/list', to => 'index'\n}\n",
];

const words = [
  'photos',
  'comments',
  'commentable',
  'shared',
  'get',
  'post',
  'resources',
  'resource',
  'namespace',
  'concern',
  'only',
  'except',
  'to',
  'as',
  'id',
  'index',
  'show',
  'x',
  'é',
  'home#index',
];
const marks = [
  '{',
  '}',
  "'",
  '"',
  ',',
  ' => ',
  ':',
  ';',
  '(',
  ')',
  '[',
  ']',
  '<',
  '>',
  '#',
  '/',
  '&',
  '\n',
  '\r\n',
  ' ',
  '\\',
  ' do',
  '\nend\n',
  '*',
  '%w[',
  '-> { 1 }',
  '😀',
];

/** The edits of one action of a user. Each applies to the text after the edit before. */
export function nextEdits(text: string, next: Random): readonly Edit[] {
  const lines = lineStarts(text);
  const line = next(lines.length);
  const [start, end] = [lines[line]!, lines[line + 1] ?? text.length];
  const insert = (at: number, inserted: string): Edit => ({ start: at, end: at, text: inserted });
  const at = next(text.length + 1);
  const word = wordAt(text, at);
  switch (next(16)) {
    case 0:
      return [insert(start, `${indentAt(text, start)}${pick(next, statements)}\n`)];
    case 1:
      return [insert(start, pick(next, blocks).replaceAll(/^(?=.)/gm, indentAt(text, start)))];
    case 2:
      return [{ start, end: lines[Math.min(lines.length - 1, line + 1 + next(3))] ?? text.length, text: '' }];
    case 3:
      return [insert(at, pick(next, marks))];
    case 4:
      return [{ start: at, end: Math.min(text.length, at + 1 + next(2)), text: '' }];
    case 5:
      return word ? [{ ...word, text: pick(next, words) }] : [insert(at, pick(next, words))];
    case 6:
      return typed(start, `${indentAt(text, start)}${pick(next, statements)}\n`);
    case 7:
      return word
        ? [{ ...word, text: '' }, ...typed(word.start, pick(next, words))]
        : typed(at, pick(next, words));
    case 8: {
      const hash = /^[ \t]*# ?/.exec(text.slice(start, end));
      return hash
        ? [
            {
              start: start + hash[0].length - hash[0].trimStart().length,
              end: start + hash[0].length,
              text: '',
            },
          ]
        : [insert(start, '# ')];
    }
    case 9: {
      // Move a line to another place.
      const moved = text.slice(start, end);
      const target = pick(next, lines);
      if (target >= start && target <= end) return [];
      return [{ start, end, text: '' }, insert(target > end ? target - moved.length : target, moved)];
    }
    case 10: {
      // Put a block around some lines.
      const last = lines[Math.min(lines.length - 1, line + 1 + next(3))] ?? text.length;
      const openers = ["namespace 'inner', {\n", "scope '/s', {\n", 'member {\n', "concern 'shared' {\n"];
      const opener = pick(next, openers);
      return [insert(last, '}\n'), insert(start, opener)];
    }
    case 11:
      return [insert(start, pick(next, ['\n', '\n\n', '  \n', '\r\n']))];
    case 12:
      return [insert(Math.max(start, end - 1), pick(next, [';', ',', ' # why', ' {\n}', ', {', ' ']))];
    case 13: {
      // Duplicate some lines.
      const last = lines[Math.min(lines.length - 1, line + 1 + next(4))] ?? text.length;
      return [insert(last, text.slice(start, last))];
    }
    case 14: {
      // Delete a bracket, or the content of a block.
      const open = text.indexOf('{', at);
      const close = text.indexOf('}', open);
      if (open < 0 || close < 0) return [];
      return next(2) === 0
        ? [{ start: open, end: open + 1, text: '' }]
        : [{ start: open + 1, end: close, text: '' }];
    }
    default: {
      // Add or delete a line in the body of a concern.
      const concern = text.indexOf('concern ', next(2) === 0 ? 0 : at);
      const body = concern < 0 ? -1 : text.indexOf('\n', concern) + 1;
      if (body <= 0) return [];
      const bodyEnd = text.indexOf('\n', body) + 1;
      return next(3) > 0 || bodyEnd === 0
        ? [insert(body, `    ${pick(next, statements)}\n`)]
        : [{ start: body, end: bodyEnd, text: '' }];
    }
  }
}

export function applied(text: string, { start, end, text: inserted }: Edit): string {
  return text.slice(0, start) + inserted + text.slice(end);
}

function typed(at: number, text: string): Edit[] {
  return [...text].reduce<Edit[]>((edits, character) => {
    const start = (edits.at(-1)?.start ?? at) + (edits.at(-1)?.text.length ?? 0);
    return [...edits, { start, end: start, text: character }];
  }, []);
}

function lineStarts(text: string): number[] {
  return [0, ...[...text.matchAll(/\r\n|\n|\r/g)].map(({ index, 0: end }) => index + end.length)];
}

function wordAt(text: string, at: number): { readonly start: number; readonly end: number } | undefined {
  const found = /[\p{L}\p{N}_]+/uy;
  let start = at;
  while (start > 0 && /[\p{L}\p{N}_]/u.test(text[start - 1]!)) start--;
  found.lastIndex = start;
  const word = found.exec(text);
  return word ? { start, end: start + word[0].length } : undefined;
}

function indentAt(text: string, lineStart: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart))![0];
}
