// The TextMate grammar of routes files, for editors that highlight without a language server.
//
// It has a regular expression per construct, tried at each place from left to right. The caller passes the keywords of the signature table.
// A word is a keyword only where a statement begins, which the text before it shows:
//
//   only { only => true }      the first is a declaration, the second an option
//
// The patterns mean the same in Oniguruma, which runs them, and in JavaScript.

interface Rule {
  readonly name?: string;
  readonly match?: string;
  readonly begin?: string;
  readonly end?: string;
  readonly captures?: Captures;
  readonly beginCaptures?: Captures;
  readonly endCaptures?: Captures;
  readonly patterns?: readonly Rule[];
  readonly include?: string;
}

type Captures = Readonly<Record<string, { readonly name: string }>>;

export interface TextMateGrammar {
  readonly name: string;
  readonly scopeName: string;
  readonly fileTypes: readonly string[];
  readonly patterns: readonly Rule[];
  readonly repository: Readonly<Record<string, Rule>>;
}

/** A word of the language, in any script. */
const word = '[\\p{L}_](?:[\\p{L}\\p{M}0-9_]|-(?=[\\p{L}0-9_]))*';
/** Where a statement begins: at a line (in Markdown after the mark of a quote or list), after a block bracket, or after `;`. */
const statementStart = '(?:^|\\G|(?<=[{};])|(?<=\\bdo)|(?<=\\bend))\\s*';

const named = (name: string): { readonly name: string } => ({ name: `${name}.routes` });
const capture = (...names: readonly string[]): Captures =>
  Object.fromEntries(names.flatMap((name, index) => (name === '' ? [] : [[String(index + 1), named(name)]])));
const includes = (...names: readonly string[]): readonly Rule[] =>
  names.map((name) => ({ include: `#${name}` }));

/** Makes the grammar with these keywords. */
export function textMateGrammar(keywords: readonly string[]): TextMateGrammar {
  const keyword = [...keywords]
    .sort((one, other) => other.length - one.length || (one < other ? -1 : 1))
    .join('|');
  return {
    name: 'Routes',
    scopeName: 'source.routes',
    fileTypes: ['routes'],
    patterns: includes('comment', 'declaration', 'block', 'pair', 'value', 'punctuation'),
    repository: {
      comment: {
        ...named('comment.line.number-sign'),
        match: '(#).*$',
        captures: capture('punctuation.definition.comment'),
      },
      declaration: {
        match: `${statementStart}(${keyword})(?![\\p{L}0-9_-])(?!\\s*=>|:(?!:))`,
        captures: capture('keyword.control'),
      },
      block: {
        ...named('keyword.control'),
        match: '(?<![\\p{L}0-9_:<-])(?:do|end)(?![\\p{L}0-9_-])(?!\\s*=>|:)',
      },
      pair: {
        patterns: [
          { match: `(${word})(?=\\s*=>)`, captures: capture('entity.other.attribute-name') },
          {
            match: `(${word})(:)(?!:)`,
            captures: capture('entity.other.attribute-name', 'punctuation.separator.key-value'),
          },
          {
            match: `(:!?)(${word})(?=[<(])|(:!)(${word})`,
            captures: capture(
              'punctuation.definition.adverb',
              'entity.other.attribute-name',
              'punctuation.definition.adverb',
              'entity.other.attribute-name',
            ),
          },
          { ...named('keyword.operator.arrow'), match: '=>' },
        ],
      },
      value: {
        patterns: includes(
          'single',
          'double',
          'regex',
          'words',
          'callable',
          'symbol',
          'constant',
          'redirect',
        ),
      },
      single: quoted('single', "'", [
        { ...named('constant.character.escape'), match: "\\\\['\\\\]" },
        { include: '#inside' },
      ]),
      double: quoted('double', '"', [
        { ...named('constant.character.escape'), match: '\\\\(?:[nt"\\\\]|u\\{[0-9a-fA-F]+\\})' },
        { ...named('invalid.illegal'), match: '\\\\.|#\\{[^}"\\n]*\\}?' },
        { include: '#inside' },
      ]),
      inside: {
        patterns: [
          {
            match: '(%\\{)([^}\'"\\n]*)(\\})',
            captures: capture(
              'punctuation.section.embedded',
              'variable.parameter',
              'punctuation.section.embedded',
            ),
          },
          {
            match: '(?<![\\p{L}0-9_\\\\])([:*])([\\p{L}_][\\p{L}0-9_]*)',
            captures: capture('punctuation.definition.parameter', 'variable.parameter'),
          },
          {
            match: '(?<=[\'"])(/?[\\p{L}0-9_/-]+)(#)([\\p{L}0-9_-]+)(?=[\'"])',
            captures: capture(
              'entity.name.type.controller',
              'punctuation.separator.action',
              'entity.name.function.action',
            ),
          },
          { ...named('keyword.operator.optional'), match: '(?<!\\\\)[()]' },
        ],
      },
      regex: {
        patterns: [
          {
            ...named('string.regexp'),
            match:
              '(?<=[=>:,(\\[{\\s])(/)((?:[^/\\\\\\[\\n]|\\\\.|\\[(?:[^\\]\\\\\\n]|\\\\.)*\\])*)(/)([isu]*)',
            captures: capture(
              'punctuation.definition.string.begin',
              '',
              'punctuation.definition.string.end',
              'keyword.other.flag',
            ),
          },
          ...['{}', '[]', '()'].map(percentRegex),
        ],
      },
      words: {
        patterns: [
          bracketedWords('<', '>', keyword),
          ...['[]', '()', '{}'].map((pair) => bracketedWords(`%[wi]\\${pair[0]}`, `\\${pair[1]}`, keyword)),
        ],
      },
      callable: {
        match: '(&)([^\\s,;(){}\\[\\]<>\'"=#]+)(?:(#)([^\\s,;(){}\\[\\]<>\'"=]+))?',
        captures: capture(
          'punctuation.definition.callable',
          'entity.name.namespace',
          'punctuation.separator.export',
          'entity.name.function',
        ),
      },
      symbol: {
        ...named('constant.other.symbol'),
        match: `(:)${word}`,
        captures: capture('punctuation.definition.symbol'),
      },
      constant: {
        patterns: [
          {
            ...named('constant.language'),
            match: '(?<![\\p{L}0-9_:-])(?:true|false|True|False|nil)(?![\\p{L}0-9_-])',
          },
          { ...named('constant.numeric'), match: '(?<![\\p{L}0-9_.-])-?[0-9]+(?:_[0-9]+)*(?![\\p{L}0-9_.])' },
          { ...named('keyword.operator.any'), match: '\\*' },
        ],
      },
      redirect: { match: '(redirect)(?=\\()', captures: capture('support.function') },
      punctuation: {
        patterns: [
          { ...named('punctuation.separator'), match: ',' },
          { ...named('punctuation.terminator'), match: ';' },
          { ...named('punctuation.section'), match: '[(){}\\[\\]]' },
        ],
      },
    },
  };
}

/** A string on one line. An unclosed one ends with its line. */
function quoted(kind: 'single' | 'double', quote: string, patterns: readonly Rule[]): Rule {
  return {
    ...named(`string.quoted.${kind}`),
    begin: quote,
    end: `(${quote})|$`,
    beginCaptures: { '0': named('punctuation.definition.string.begin') },
    endCaptures: capture('punctuation.definition.string.end'),
    patterns,
  };
}

function percentRegex(pair: string): Rule {
  const [open, close] = [`\\${pair[0]}`, `\\${pair[1]}`];
  const plain = `[^\\n\\\\${open}${close}]|\\\\.`;
  return {
    ...named('string.regexp'),
    match: `(%r${open})((?:${plain}|${open}(?:${plain}|${open}(?:${plain})*${close})*${close})*)(${close})([isu]*)`,
    captures: capture(
      'punctuation.definition.string.begin',
      '',
      'punctuation.definition.string.end',
      'keyword.other.flag',
    ),
  };
}

/**
 * `<a b>` and `%w[a b]`, on one line or more. It also ends before text that no list contains, and before a line that begins with a
 * declaration.
 */
function bracketedWords(open: string, close: string, keyword: string): Rule {
  return {
    ...named('meta.words'),
    begin: open,
    end: `${close}|(?=[,;='"])|(?=^\\s*(?:${keyword})\\s*['"{(&])`,
    beginCaptures: { '0': named('punctuation.definition.list.begin') },
    endCaptures: { '0': named('punctuation.definition.list.end') },
    patterns: [{ ...named('string.unquoted'), match: '[^\\s<>,;=\'"(){}\\[\\]]+' }],
  };
}
