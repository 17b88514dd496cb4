// The language as syntax diagrams, which docs/grammar.md draws.
//
// The parser takes every text and has productions for what may be missing or too much; the diagrams show what is read without a
// mistake. Those of declarations follow from the signature table. The others are written here, and tests hold them to what reads a text:
// texts that follow the diagrams have no mistake, and together they reach every production of the parser.

import {
  keywords,
  options,
  redirectRow,
  type Keyword,
  type KeywordRow,
  type OptionName,
  type OptionRow,
  type Role,
  type ValueKind,
} from './vocabulary.js';

/** A picture of a part of the language. */
export type Diagram =
  /** Exactly these characters. */
  | { readonly kind: 'text'; readonly text: string }
  /** What another diagram shows. */
  | { readonly kind: 'rule'; readonly name: string }
  /** What has no diagram: its name says what it is, and the examples are some of it. */
  | { readonly kind: 'sort'; readonly name: string; readonly examples: readonly string[] }
  /** One after the other; where it is glued, without white space between. */
  | { readonly kind: 'sequence'; readonly items: readonly Diagram[]; readonly isGlued: boolean }
  | { readonly kind: 'choice'; readonly items: readonly Diagram[] }
  | { readonly kind: 'optional'; readonly item: Diagram }
  /** Once or several times, with something between. */
  | { readonly kind: 'repeated'; readonly item: Diagram; readonly separator: Diagram | undefined };

/** A diagram with its name, which is a heading of the page. */
export interface NamedDiagram {
  readonly name: string;
  readonly diagram: Diagram;
}

/** Diagrams of one kind, in the order in which a reader meets them. */
export interface DiagramChapter {
  readonly heading: string;
  /** What the diagrams do not show, as Markdown. */
  readonly introduction: string;
  readonly diagrams: readonly NamedDiagram[];
}

const text = (written: string): Diagram => ({ kind: 'text', text: written });
const rule = (name: string): Diagram => ({ kind: 'rule', name });
const sort = (name: string, ...examples: string[]): Diagram => ({ kind: 'sort', name, examples });
const sequence = (...items: Diagram[]): Diagram => ({ kind: 'sequence', items, isGlued: false });
const glued = (...items: Diagram[]): Diagram => ({ kind: 'sequence', items, isGlued: true });
const gluedRepeated = (item: Diagram): Diagram => glued(repeated(item));
const optional = (item: Diagram): Diagram => ({ kind: 'optional', item });
const repeated = (item: Diagram, separator?: Diagram): Diagram => ({ kind: 'repeated', item, separator });

function choice(...items: Diagram[]): Diagram {
  const [only] = items;
  return only && items.length === 1 ? only : { kind: 'choice', items };
}

const comma = text(',');
const separated = (item: Diagram): Diagram => repeated(item, comma);
/** What stands between brackets: a comma may end it. */
const enclosed = (item: Diagram): Diagram => optional(sequence(separated(item), optional(comma)));
const block = optional(sequence(optional(comma), rule('block')));
const name = sort('name', 'id', 'locale', 'photo_id', 'été');
const bareWords = optional(repeated(sort('bare word', 'index', 'x/y', 'a.b')));
const angleWords = sequence(text('<'), bareWords, text('>'));
const plainText = sort('text', 'photos', 'top-10', 'café', '.json', '~');

/** All of docs/grammar.md. */
export const diagramChapters: readonly DiagramChapter[] = [
  {
    heading: 'Statements',
    introduction:
      'White space and new lines separate words and otherwise mean nothing, but that a statement ends with its line unless a comma, `=>` or a ' +
      'bracket leaves it open. Two statements on one line need a `;` between them, unless the first ends with its block.',
    diagrams: [
      { name: 'file', diagram: optional(repeated(choice(rule('call'), text(';')))) },
      {
        name: 'call',
        diagram: sequence(
          rule('word'),
          choice(
            sequence(
              choice(optional(rule('arguments')), sequence(text('('), enclosed(rule('argument')), text(')'))),
              block,
            ),
            sequence(text('('), optional(sequence(rule('arguments'), comma)), rule('block'), text(')')),
          ),
        ),
      },
      { name: 'arguments', diagram: separated(rule('argument')) },
      {
        name: 'block',
        diagram: choice(
          sequence(text('{'), rule('file'), text('}')),
          sequence(text('do'), rule('file'), text('end')),
        ),
      },
      { name: 'argument', diagram: choice(rule('value'), rule('pair')) },
    ],
  },
  {
    heading: 'Pairs and values',
    introduction:
      'A label and an adverb are glued: no space stands before their `:`, `<` and `(`. In names of options `-` and `_` are the same. `{}` is a hash ' +
      'after `=>`, a label and in a list, and a block elsewhere.',
    diagrams: [
      {
        name: 'pair',
        diagram: choice(
          sequence(
            choice(rule('key'), rule('callable')),
            text('=>'),
            choice(rule('value'), rule('redirect')),
          ),
          sequence(glued(rule('word'), text(':')), choice(rule('value'), rule('redirect'))),
          rule('adverb'),
        ),
      },
      { name: 'key', diagram: choice(rule('word'), rule('string'), rule('symbol')) },
      {
        name: 'adverb',
        diagram: choice(
          glued(text(':'), rule('word')),
          glued(text(':!'), rule('word')),
          glued(text(':'), rule('word'), angleWords),
          glued(text(':'), rule('word'), text('('), rule('value'), text(')')),
        ),
      },
      { name: 'value', diagram: choice(rule('literal'), rule('list'), rule('hash')) },
      {
        name: 'list',
        diagram: choice(rule('words'), sequence(text('['), enclosed(rule('value')), text(']'))),
      },
      { name: 'hash', diagram: sequence(text('{'), separated(rule('pair')), optional(comma), text('}')) },
      ...redirectDiagrams(),
      {
        name: 'literal',
        diagram: choice(
          rule('string'),
          rule('symbol'),
          rule('number'),
          rule('boolean'),
          rule('regex'),
          rule('callable'),
          text('*'),
        ),
      },
    ],
  },
  {
    heading: 'Words and literals',
    introduction:
      'A number has no decimals. `nil` is read as `false`. In a template literal `${…}` stands where a callable may.',
    diagrams: [
      { name: 'word', diagram: sort('word', 'get', 'path-names', 'shallow_path', 'où', 'x1') },
      {
        name: 'string',
        diagram: choice(
          glued(text("'"), optional(sort('characters', 'a', '/x', 'é b', "\\'", '\\\\')), text("'")),
          glued(
            text('"'),
            optional(sort('characters and escapes', 'a', '/x', '\\n', '\\t', '\\"', '\\\\', '\\u{e9}')),
            text('"'),
          ),
        ),
      },
      { name: 'symbol', diagram: glued(text(':'), rule('word')) },
      { name: 'number', diagram: sort('number', '0', '302', '-1') },
      {
        name: 'boolean',
        diagram: choice(text('true'), text('false'), text('True'), text('False'), text('nil')),
      },
      {
        name: 'regex',
        diagram: choice(
          glued(
            text('/'),
            sort('pattern', '\\d+', '[a-z]', 'a|b'),
            text('/'),
            optional(sort('flags', 'i', 's', 'u')),
          ),
          glued(text('%r{'), sort('pattern', '\\d+', '[a-z]', '/'), text('}')),
        ),
      },
      {
        name: 'words',
        diagram: choice(angleWords, sequence(choice(text('%w['), text('%i[')), bareWords, text(']'))),
      },
      {
        name: 'callable',
        diagram: glued(
          text('&'),
          sort('module', 'handlers', 'lib/guards', '../auth', 'pkg'),
          optional(glued(text('#'), sort('export', 'show', 'isStaff', '$x'))),
        ),
      },
      { name: 'comment', diagram: glued(text('#'), optional(sort('rest of the line', ' why', '# so'))) },
    ],
  },
  {
    heading: 'Paths, targets and locations',
    introduction:
      'What stands in the strings of some arguments. A name occurs once in a path; `?` and `#` do not. Slashes that are doubled, or last, are left out.',
    diagrams: [
      {
        name: 'path',
        diagram: gluedRepeated(
          choice(
            text('/'),
            plainText,
            glued(text(':'), name),
            glued(text('*'), name),
            glued(text('('), rule('path'), text(')')),
            glued(text('\\'), choice(text('('), text(')'), text(':'), text('*'))),
          ),
        ),
      },
      {
        name: 'target',
        diagram: choice(
          glued(
            optional(text('/')),
            repeated(sort('controller', 'posts', 'admin', 'blog_posts'), text('/')),
            text('#'),
            sort('action', 'show', 'index', 'sign_in'),
          ),
          sort('action', 'show', 'index', 'sign_in'),
        ),
      },
      {
        name: 'location',
        diagram: gluedRepeated(choice(text('/'), plainText, glued(text('%{'), name, text('}')))),
      },
    ],
  },
  {
    heading: 'Declarations',
    introduction:
      'Options stand in any order, each once, and every pair may be written in any of the ways above. A block may stand in the parentheses.',
    diagrams: declarationDiagrams(),
  },
  {
    heading: 'Expectations',
    introduction:
      'Comments that the linter checks. They are a line each, after `#>`. Of a shape, `**` stands for any number of whole pieces, and `*` by itself for every route.',
    diagrams: expectationDiagrams(),
  },
];

/** Keywords that are written alike share a diagram: that of `get` is that of every verb. */
function declarationDiagrams(): NamedDiagram[] {
  const families = new Map<string, [Keyword, ...Keyword[]]>();
  for (const word of Object.keys(keywords) as Keyword[]) {
    const row = keywords[word];
    const alike = JSON.stringify([declarationDiagram(word, [], 'options'), otherOptions(row), row.places]);
    const family = families.get(alike);
    if (family) family.push(word);
    else families.set(alike, [word]);
  }
  return [...families.values()].flatMap((words) => {
    const [first] = words;
    const others = otherOptions(keywords[first]);
    const name = `options of ${first}`;
    return [
      { name: words.join(', '), diagram: declarationDiagram(first, words, name) },
      ...(others ? [{ name, diagram: others }] : []),
    ];
  });
}

/** `rest` is the name of the diagram of the options that may be left out. */
function declarationDiagram(word: Keyword, words: readonly Keyword[], rest: string): Diagram {
  const row: KeywordRow = keywords[word];
  const parts = argumentParts(row, rest);
  const body = parts.length === 0 ? rule('block') : sequence(optional(comma), rule('block'));
  const ownBlock = { none: [], optional: [optional(body)], required: [body] }[row.block];
  return sequence(choice(...words.map(text)), ...parts, ...ownBlock);
}

/** The options that a call may have and need not. */
function otherOptions({ options: taken, required = [], anyKey, hasPath }: KeywordRow): Diagram | undefined {
  const others = [
    ...taken.filter((each) => !required.includes(each)).map(optionDiagram),
    ...(hasPath ? [sequence(sort('segment', 'id', 'year'), text('=>'), rule('regex'))] : []),
    ...(anyKey ? [sequence(rule('key'), text('=>'), rule('value'))] : []),
  ];
  return others.length === 0 ? undefined : separated(choice(...others));
}

/** The positionals, then the options that have to be there, then any others. */
function argumentParts(row: KeywordRow, rest: string): Diagram[] {
  const { positionals, required = [], pairFor } = row;
  const others = otherOptions(row) && rule(rest);
  const tail = others ? [optional(sequence(comma, others))] : [];
  const [first, ...more] = positionals.map(({ accepts, repeats, role }) => {
    const value = valueDiagram(
      accepts.filter((kind) => kind !== 'redirect'),
      role,
    );
    return repeats ? separated(value) : value;
  });
  if (!first) return others ? [optional(others)] : [];
  const after = (left: readonly OptionName[]): Diagram[] => [
    ...more.flatMap((each) => [comma, each]),
    ...left.flatMap((each) => [comma, optionDiagram(each)]),
  ];
  const alone = sequence(first, ...after(required));
  // `'/about' => 'pages#about'`, and the app of a mount with its path.
  const paired = pairFor && [
    first,
    text('=>'),
    optionValue(pairFor),
    ...after(required.filter((each) => each !== pairFor)),
  ];
  const head = paired ? choice(alone, sequence(...paired)) : alone;
  const [{ presence, orOption } = { presence: 'required' }] = positionals;
  if (presence === 'optional') return [optional(others ? choice(sequence(head, ...tail), others) : head)];
  // An option may stand for it.
  return [orOption ? choice(head, optionDiagram(orOption)) : head, ...tail];
}

function optionDiagram(option: OptionName): Diagram {
  return sequence(text(option), text('=>'), optionValue(option));
}

function optionValue(option: OptionName): Diagram {
  const { accepts, role, words } = options[option] as OptionRow;
  return valueDiagram(accepts, role, words);
}

/** What a positional or an option takes, in the order of its row. */
function valueDiagram(kinds: readonly ValueKind[], role: Role, words?: readonly string[]): Diagram {
  return choice(...kinds.map((kind) => kindDiagram(kind, role, words)));
}

function kindDiagram(kind: ValueKind, role: Role, words: readonly string[] | undefined): Diagram {
  switch (kind) {
    case 'string': {
      if (words) return choice(...words.map((word) => text(`'${word}'`)));
      const inside = role === 'path' || role === 'target' || role === 'location';
      return inside ? glued(text("'"), rule(role), text("'")) : rule('string');
    }
    case 'strings':
      return words
        ? glued(text('<'), repeated(choice(...words.map(text)), text(' ')), text('>'))
        : choice(rule('string'), rule('words'));
    case 'number':
    case 'boolean':
    case 'regex':
    case 'list':
    case 'hash':
    case 'callable':
    case 'redirect':
      return rule(kind);
    case 'true':
    case 'false':
      return text(kind);
    case 'star':
      return text('*');
    default:
      return kind satisfies never;
  }
}

function redirectDiagrams(): NamedDiagram[] {
  const name = 'options of redirect';
  const others = otherOptions(redirectRow) ?? sequence();
  const [location] = redirectRow.positionals;
  const to = choice(
    sequence(valueDiagram(location.accepts, location.role), optional(sequence(comma, rule(name)))),
    rule(name),
  );
  return [
    { name: 'redirect', diagram: sequence(text('redirect'), text('('), to, text(')')) },
    { name, diagram: others },
  ];
}

function expectationDiagrams(): NamedDiagram[] {
  const verb = choice(text('GET'), text('POST'), sort('verb', 'PUT', 'delete'));
  const value = choice(
    glued(text("'"), sort('characters', 'a', 'a b'), text("'")),
    sort('characters without space', '7', 'staff'),
  );
  return [
    {
      name: 'expectation',
      diagram: sequence(
        text('#>'),
        choice(
          sequence(verb, rule('address'), text('=>'), rule('answer')),
          sequence(
            glued(
              sort('name of a helper', 'photo', 'new-photo'),
              choice(text('-path'), text('-url'), text('Path'), text('Url')),
              text('('),
              optional(sort('values', '7', "7, format: 'json'")),
              text(')'),
            ),
            text('=>'),
            rule('address'),
          ),
          sequence(
            optional(verb),
            rule('shape'),
            choice(
              sequence(text('through'), rule('callable')),
              sequence(glued(text('meta.'), sort('key', 'auth', 'cache.age')), optional(value)),
            ),
          ),
        ),
      ),
    },
    {
      name: 'address',
      diagram: glued(
        optional(glued(choice(text('http://'), text('https://')), sort('host', 'api.example.com'))),
        sort('path and query', '/photos/7', '/', '/find?q=x'),
      ),
    },
    {
      name: 'answer',
      diagram: choice(
        sequence(choice(rule('target'), rule('callable')), optional(repeated(glued(name, text('='), value)))),
        text('404'),
        sequence(text('405'), separated(sort('verb', 'GET', 'HEAD'))),
        sequence(
          text('redirect('),
          choice(text('301'), text('302'), sort('status', '308')),
          comma,
          rule('location'),
          text(')'),
        ),
      ),
    },
    {
      name: 'shape',
      diagram: choice(
        text('*'),
        glued(repeated(glued(text('/'), choice(text('**'), glued(plainText, optional(text('*'))))))),
      ),
    },
  ];
}
