// The syntax diagrams of the language, which docs/grammar.md shows.
//
// The parser accepts every text and has productions for missing and surplus tokens. The diagrams show only what is read without a mistake.
// The diagrams of declarations are made from the signature table (`declaration-diagrams.ts`). The others are written here. Tests compare
// them with the parser: texts that follow the diagrams have no mistake, and together they reach every production of the parser.

import { declarationDiagrams, redirectDiagrams } from './declaration-diagrams.js';
import {
  choice,
  comma,
  glued,
  optional,
  repeated,
  rule,
  separated,
  sequence,
  sort,
  text,
  gluedRepeated,
  type Diagram,
  type NamedDiagram,
} from './diagram.js';

/** A chapter of diagrams, in reading order. */
export interface DiagramChapter {
  readonly heading: string;
  /** Markdown about what the diagrams do not show. */
  readonly introduction: string;
  readonly diagrams: readonly NamedDiagram[];
}

/** The content of brackets. It may end with a comma. */
const enclosed = (item: Diagram): Diagram => optional(sequence(separated(item), optional(comma)));
const block = optional(sequence(optional(comma), rule('block')));
const name = sort('name', 'id', 'locale', 'photo_id', 'été');
const bareWords = optional(repeated(sort('bare word', 'index', 'x/y', 'a.b')));
const angleWords = sequence(text('<'), bareWords, text('>'));
const plainText = sort('text', 'photos', 'top-10', 'café', '.json', '~');

/** The chapters of docs/grammar.md. */
export const diagramChapters: readonly DiagramChapter[] = [
  {
    heading: 'Statements',
    introduction:
      'White space and new lines only separate words, with one exception: a statement ends with its line, unless a comma, `=>` or a bracket ' +
      'leaves it open. Two statements on one line need a `;` between them, unless the first ends with its block.',
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
      'Write labels and adverbs without a space before their `:`, `<` and `(`. In names of options, `-` and `_` are the same. `{}` is a hash ' +
      'after `=>`, after a label and in a list. Elsewhere it is a block.',
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
      'A number has no decimals, and no more digits than JavaScript can represent. Write a longer one in quotes. `nil` is read as `false`. ' +
      'In a template literal, `${…}` can replace a callable.',
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
      'These diagrams show the text inside some strings. A path contains each name only once, and no `?` or `#`. Double slashes and a final slash are ignored.',
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
      'Write options in any order, each once, and each pair in any of the notations above. If a call has parentheses, its block may be inside them.',
    diagrams: declarationDiagrams(),
  },
  {
    heading: 'Expectations',
    introduction:
      'Expectations are comments that the linter checks. Each is one line that begins with `#>`. In a shape, `**` matches any number of whole path segments. ' +
      '`*` alone matches every route.',
    diagrams: expectationDiagrams(),
  },
];

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
