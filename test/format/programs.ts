// Routes files of every shape and notation, for properties of the formatter.
//
// A program is a list of tokens with the white space between them, so that a test can put a comment at any of its token
// boundaries: between two tokens, where white space is needed or not.

import fc from 'fast-check';

/** Tokens; two of them need white space between them unless one is a mark. */
export type Program = readonly string[];

const pick = <T>(...values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values);
const tokens = (...parts: readonly (string | readonly string[])[]): string[] => parts.flat();

const word = pick('photos', 'users', 'line_items', 'blog-posts', 'news', 'admin', 'größe');
const path = pick('/a', 'photos', '/x/:id', '(:locale)', "it\\'s", '/files/*path', '/x(.:format)');

const single = path.map((text) => `'${text}'`);
const double = pick('"a"', '"say \\"x\\""', '"it\'s"', '"a\\tb"', '"\\u{e9}"', '"back\\\\slash"', '"#x"');
const symbol = word.map((text) => `:${text}`);
const name = fc.oneof(
  symbol,
  word.map((text) => `'${text}'`),
  word.map((text) => `<${text}>`),
);
const path_ = fc.oneof({ weight: 3, arbitrary: single }, double, symbol);
const target = fc.oneof(
  pick("'users#index'", '"users#show"', '&handlers#health', '&app').map((text) => [text]),
  fc
    .tuple(path_, pick([], [',', 'status', '=>', '302'], [',', 'status:', '302']))
    .map(([to, status]) => tokens('redirect', '(', to, status, ')')),
  pick('path', 'host').map((option) => tokens('redirect', '(', option, '=>', "'/x'", ')')),
);

const action = pick('index', 'show', 'create', 'new');
const actions = fc.oneof(
  fc.uniqueArray(action, { maxLength: 3 }).chain((list) =>
    pick<readonly string[]>(
      [`<${list.join(' ')}>`],
      [`%i[${list.join(' ')}]`],
      [`%w(${list.join('  ')})`],
      bracketed(list.map((item) => `:${item}`)),
      bracketed(list.map((item) => `'${item}'`)),
      bracketed(
        list.map((item) => `"${item}"`),
        true,
      ),
    ),
  ),
  action.map((item) => [`:${item}`]),
);

function bracketed(items: readonly string[], hasFinalComma = false): string[] {
  const inside = items.flatMap((item, index) => (index === 0 ? [item] : [',', item]));
  return ['[', ...inside, ...(hasFinalComma && items.length > 0 ? [','] : []), ']'];
}

/** `key => value` in one of its notations. */
function option(key: string, value: fc.Arbitrary<readonly string[]>): fc.Arbitrary<readonly string[]> {
  return fc.tuple(value, pick('word', 'symbol', 'label', 'string')).map(([written, notation]) => {
    if (notation === 'label') return tokens(`${key}:`, written);
    const name = notation === 'word' ? key : notation === 'symbol' ? `:${key}` : `"${key}"`;
    return tokens(name, '=>', written);
  });
}

const boolean = pick('true', 'false', 'True', 'False', 'nil').map((text) => [text]);
const regex = pick('/\\d+/', '/[^\\/ ]+/i', '%r{[a-z]{2}}', '/it\'s "#"/').map((text) => [text]);
const scalar = fc.oneof(path_, pick('7', '1_000', '-3')).map((text) => [text]);

function hash(value: fc.Arbitrary<readonly string[]>): fc.Arbitrary<readonly string[]> {
  const pair = (index: number): fc.Arbitrary<readonly string[]> =>
    option(['id', 'slug', 'locale'][index]!, value);
  return fc
    .tuple(fc.integer({ min: 0, max: 2 }), pair(0), pair(1), fc.boolean())
    .map(([count, one, other, comma]) => {
      const pairs = [one, other]
        .slice(0, count)
        .flatMap((part, index) => (index === 0 ? part : [',', ...part]));
      return ['{', ...pairs, ...(comma && count > 0 ? [','] : []), '}'];
    });
}

const verbOptions = [
  option(
    'as',
    name.filter((text) => !text.startsWith('<')).map((text) => [text]),
  ),
  option('constraints', hash(regex)),
  option('defaults', hash(scalar)),
  option('format', boolean),
  option('id', regex),
];
const resourceOptions = [
  option('only', actions),
  option('except', actions),
  option('path_names', hash(single.map((text) => [text]))),
  option('shallow', boolean),
  pick([':shallow'], [':!shallow'], [':format'], [':only<index show>'], [':id(', '/\\d+/', ')']).map(
    (parts) => parts.flatMap((part) => (part.endsWith('(') ? [part.slice(0, -1), '('] : [part])),
  ),
  option(
    'param',
    path_.map(() => ["'key'"]),
  ),
  option('concerns', pick([':media'], ['<media>'], ["'media'"], ['%i[media other]'], ['[', ':media', ']'])),
];

/** Options of one call: no two with the same name. */
function someOf(
  options: readonly fc.Arbitrary<readonly string[]>[],
): fc.Arbitrary<readonly (readonly string[])[]> {
  return fc.subarray([...options], { maxLength: 3 }).chain((chosen) => fc.tuple(...chosen));
}

interface Arguments {
  readonly keyword: string;
  readonly parts: readonly (readonly string[])[];
}

/** A call with its block, in parentheses or without. */
function call({ keyword, parts }: Arguments, inside: Program | undefined, notation: string): string[] {
  const list = parts.flatMap((part, index) => (index === 0 ? part : [',', ...part]));
  const block = inside && (notation.includes('do') ? ['do', ...inside, 'end'] : ['{', ...inside, '}']);
  const first = parts[0]?.[0] ?? '';
  const mayBeWrapped = parts.length > 0 && notation.includes('(');
  if (mayBeWrapped && block) {
    return notation.includes('in') || first === '{'
      ? [keyword, '(', ...list, ',', ...block, ')']
      : [keyword, '(', ...list, ')', ...block];
  }
  if (mayBeWrapped || first.startsWith('/')) return [keyword, '(', ...list, ')', ...(block ?? [])];
  const comma = block && list.length > 0 && notation.includes(',') ? [','] : [];
  return [keyword, ...list, ...comma, ...(block ?? [])];
}

/** Only a block ends a statement by itself. */
function ended(parts: Program): Program {
  return parts.at(-1) === ')' ? [...parts, ';'] : parts;
}

const notation = pick('do', '{', ',{', '(do', '({', '({in', '(doin');

const plainCall: fc.Arbitrary<Arguments> = fc.oneof(
  fc
    .tuple(pick('get', 'post', 'delete'), path_, option('to', target), someOf(verbOptions))
    .map(([keyword, first, to, rest]) => ({
      keyword,
      parts: [[first], to, ...rest],
    })),
  fc
    .tuple(single, pick("'pages#about'", '"users#x"'))
    .map(([first, to]) => ({ keyword: 'get', parts: [[first, '=>', to]] })),
  option('via', pick(['<get post>'], ['[', ':get', ']'], ["'all'"], ['*'], [':get'], ['%w[get]'])).map(
    (via) => ({
      keyword: 'match',
      parts: [["'/m'"], ['to', '=>', "'a#b'"], via],
    }),
  ),
  pick([["'home#index'"]], [['to:', ':index']], [[':to', '=>', "'home#index'"]]).map((parts) => ({
    keyword: 'root',
    parts,
  })),
  pick([['&legacy#app'], ['at:', "'/l'"]], [['&legacy', '=>', "'/l'"]]).map((parts) => ({
    keyword: 'mount',
    parts,
  })),
  pick([["'Basket'"], ['[', ':cart', ']']], [["'Basket'"], ['<cart>']], [[':Basket'], ['&links#x']]).map(
    (parts) => ({ keyword: 'resolve', parts }),
  ),
  pick([["'media'"]], [[':media'], [':other']], [['<media other>']], [['[', ':media', ']']]).map((parts) => ({
    keyword: 'concerns',
    parts,
  })),
  fc
    .tuple(
      pick('unheard', 'foo-bar'),
      someOf([option('to', target), single.map((text) => [text]), symbol.map((text) => [text])]),
    )
    .map(([keyword, parts]) => ({ keyword, parts })),
);

const blockCall: fc.Arbitrary<Arguments> = fc.oneof(
  fc
    .tuple(
      pick('resources', 'resource'),
      fc.oneof(
        name.map((text) => [[text]]),
        pick([[':a'], [':b']], [['<a b>']], [['[', "'a'", ',', ':b', ']']]),
      ),
      someOf(resourceOptions),
    )
    .map(([keyword, names, rest]) => ({ keyword, parts: [...names, ...rest] })),
  fc
    .tuple(
      pick('namespace', 'scope'),
      path_,
      someOf([
        option('module', scalar),
        option(
          'as',
          path_.map((text) => [text]),
        ),
        option('id', regex),
      ]),
    )
    .map(([keyword, first, rest]) => ({ keyword, parts: [[first], ...rest] })),
  fc
    .tuple(pick('constraints', 'defaults'), option('subdomain', scalar))
    .map(([keyword, pair]) => ({ keyword, parts: [pair] })),
  hash(scalar)
    .filter((parts) => parts.length > 2)
    .map((parts) => ({ keyword: 'defaults', parts: [parts] })),
  pick('member', 'collection', 'shallow', 'new').map((keyword) => ({ keyword, parts: [] })),
  name.filter((text) => !text.startsWith('<')).map((text) => ({ keyword: 'controller', parts: [[text]] })),
);

const { statements } = fc.letrec<{ statements: Program; statement: Program }>((tie) => ({
  statements: fc.array(tie('statement'), { maxLength: 3 }).map((list) => list.flat()),
  statement: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.tuple(plainCall, notation).map(([parts, how]) => [...call(parts, undefined, how), ';']),
    fc
      .tuple(blockCall, tie('statements'), notation)
      .map(([parts, inside, how]) => ended(call(parts, inside, how))),
    fc
      .tuple(
        blockCall.filter(({ keyword }) => keyword === 'resources'),
        notation,
      )
      .map(([parts, how]) => [...call(parts, undefined, how), ';']),
  ),
}));

export const program: fc.Arbitrary<Program> = fc
  .tuple(statements, pick('do', '{'))
  .map(([inside, how]) => call({ keyword: 'routes', parts: [] }, inside, how));

/** Whether two tokens need nothing between them to stay two, and mean the same glued as apart. */
function mayTouch(before: string, after: string): boolean {
  return (
    after === ',' ||
    after === ';' ||
    after === ']' ||
    after === ')' ||
    before === '[' ||
    (before === '(' && after !== ')')
  );
}

/** Whether nothing may stand between two tokens: `:id(`. */
function mustTouch(before: string, after: string): boolean {
  return after === '(' && (before.startsWith(':') || before === 'redirect');
}

/** The text of a program; `between` gives what stands before each token but the first. */
export function textOf(parts: Program, between: (index: number) => string = () => ' '): string {
  return parts.reduce((text, token, index) => {
    if (index === 0) return token;
    const before = parts[index - 1]!;
    if (mustTouch(before, token)) return text + token;
    return text + (between(index) || (mayTouch(before, token) ? '' : ' ')) + token;
  }, '');
}

/** What may stand between tokens: spaces, line ends, nothing. */
export const spaces: fc.Arbitrary<readonly string[]> = fc.array(
  pick(' ', ' ', '  ', '\n', '\n\n\n', '\t', ''),
  { minLength: 1, maxLength: 40 },
);
