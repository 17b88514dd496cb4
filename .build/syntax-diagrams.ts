// The language as syntax diagrams, which docs/grammar.md draws.
//
// The parser takes every text and has productions for what may be missing or too much; the diagrams show what is read without a
// mistake. Those of declarations follow from the signature table
// (`declaration-diagrams.ts`). The others are written here, and tests hold them to what reads a text:
// texts that follow the diagrams have no mistake, and together they reach every production of the parser.

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

/** Diagrams of one kind, in the order in which a reader meets them. */
export interface DiagramChapter {
  readonly heading: string;
  /** What the diagrams do not show, as Markdown. */
  readonly introduction: string;
  readonly diagrams: readonly NamedDiagram[];
}

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
      'A number has no decimals, and no more digits than JavaScript keeps: a longer one stands in quotes. `nil` is read as `false`. In a template literal `${…}` stands where a callable may.',
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
