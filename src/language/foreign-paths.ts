// Pieces of a path in the notation of other routers, and what to write instead.
//
//   /users/{id}     :id          /files/[...path]     *path
//   /users/:id?     (:id)        /users?page=1        nothing
//   /users/{id:\d+} :id, and `id => /\d+/` beside the path
//   ^users/(\d+)$   the same
//   /posts{/:page} (/:page)
//
// The linter reports pieces that a pattern reads as text. Pieces that no pattern can contain are reported when the pattern is read.

import { regexText } from './habits.js';

export interface ForeignPiece {
  readonly start: number;
  readonly text: string;
  /** What to write instead. Undefined if nothing. */
  readonly instead: string | undefined;
  /** The option to write beside the path: `id => /\d+/`. */
  readonly constraint: string | undefined;
}

/** The foreign pieces of a path, in order. */
export function foreignPieces(path: string): ForeignPiece[] {
  const pieces: ForeignPiece[] = [];
  let rest = path;
  for (const { pattern, write, unnamed } of notations) {
    for (const found of rest.matchAll(pattern)) {
      const [text, ...groups] = found;
      const [name = '', regex] = [...(unnamed ? [unnamed] : []), ...groups.filter(Boolean)];
      const constraint = regex && `${name} => ${regexText(regex)}`;
      pieces.push({ start: found.index, text, instead: write?.(name), constraint });
    }
    // Found pieces are not searched again.
    rest = rest.replaceAll(pattern, (text) => '\0'.repeat(text.length));
  }
  return pieces.sort((a, b) => a.start - b.start);
}

/** The advice for a piece, or for several similar ones. */
export function insteadOf({ instead, text, constraint }: ForeignPiece, them = 'it'): string {
  if (constraint) return `write '${instead}' in its place, and \`${constraint}\` behind the path`;
  if (/^[A-Z]+ +$/.test(text)) return `leave ${them} out, since the verb is the keyword of a declaration`;
  return instead === undefined
    ? `leave ${them} out, since a pattern matches the whole path, and a regex is a constraint`
    : `write '${instead}'`;
}

/** The message for a piece that no path can contain. */
export function refusal(piece: ForeignPiece): string {
  return piece.text.startsWith('?')
    ? `'${piece.text}' is a query, and a path ends before it; leave it out, since a route answers whatever the query is`
    : `'${piece.text}' is a notation of other routers; ${insteadOf(piece)}`;
}

const notations: readonly {
  readonly pattern: RegExp;
  /** Makes the replacement from the name in it. Undefined if there is none. */
  readonly write: ((name: string) => string) | undefined;
  /** A name for the segment if the piece has none. */
  readonly unnamed?: string;
}[] = [
  { pattern: /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) +(?=\/)/g, write: undefined },
  { pattern: /\?[\w[\]]+=.*$/g, write: undefined },
  // Groups of a regex: `(?P<year>\d+)`, `([0-9]+)`. Nobody writes longer ones.
  { pattern: /\(\?P?<([A-Za-z_]\w*)>((?:[^()\\]|\\.){1,200})\)/g, write: (name) => `:${name}` },
  {
    pattern: /(?<!:\w*)\((?=[^()]{0,200}(?:\\[dws]|\[[^\]]{1,100}\][+*{]))((?:[^()\\]|\\.){1,200})\)/g,
    write: (name) => `:${name}`,
    unnamed: 'id',
  },
  { pattern: /\[\[\.\.\.(\w+)\]\]/g, write: (name) => `(*${name})` },
  {
    pattern:
      /\{(?:\*\*?|\.\.\.)(\w+)\}|\{(\w+)\.\.\.\}|\{(\w+):(?:path|\.[*+])\}|\[\.\.\.(\w+)\]|<path:(\w+)>|:([A-Za-z_]\w*)\*(?!\w)/g,
    write: (name) => `*${name}`,
  },
  {
    // Optional groups of Express 5, which may be nested. A group that begins with a word is a name instead.
    pattern: /\{(?=\/|[^\w{}[(]?[:*][A-Za-z_])((?:[^{}]|\{[^{}]*\})*)\}/g,
    write: (inside) => `(${inside.replaceAll('{', '(').replaceAll('}', ')')})`,
  },
  { pattern: /\(\.\*\)/g, write: () => '*path' },
  { pattern: /\.:([A-Za-z_]\w*)\?/g, write: (name) => `(.:${name})` },
  { pattern: /\{(\w+)\?\}|\[\[(\w+)\]\]|:([A-Za-z_]\w*)\?/g, write: (name) => `(:${name})` },
  {
    // A function after the colon is no regex: `{id:min(1)}`.
    pattern:
      /\{(\w+): *(?!\w+\()(\w*[\\[(.*+|^](?:[^{}]|\{[\d,]+\})*)\}|<(\w+):(?:re:)?(?!\w+\()(\w*[\\[(.*+|^][^<>]*)>/g,
    write: (name) => `:${name}`,
  },
  {
    // Elsewhere, text may begin with `$`, too: `/$metadata`.
    pattern:
      /[$#:%]?\{(\w+)(?::\w+)?\}|<(?:\w+:)?(\w+)>|\[:?(\w+)\]|(?<=^|\/)\$(\w*(?:[iI]d|[sS]lug))(?=\/|$)/g,
    write: (name) => `:${name}`,
  },
  { pattern: /^\^|(?<=[\w/)}\]>])\$$|\(\?[:=!<P]|\\[dws][+*]?|\.\*/g, write: undefined },
];
