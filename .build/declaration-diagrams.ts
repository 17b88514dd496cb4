// Syntax diagrams of declarations, made from the signature table. Each row gets its diagram.

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
  type Diagram,
  type NamedDiagram,
} from './diagram.js';
import {
  keywords,
  options,
  redirectRow,
  type KeywordRow,
  type OptionName,
  type OptionRow,
  type Role,
  type ValueKind,
} from '../src/language/vocabulary.js';

/** Keywords of the same shape share a diagram: all verbs have the one of `get`. */
export function declarationDiagrams(): NamedDiagram[] {
  const families = new Map<string, { readonly row: KeywordRow; readonly words: string[] }>();
  for (const [word, row] of Object.entries<KeywordRow>(keywords)) {
    const alike = JSON.stringify([declarationDiagram(row, [], 'options'), otherOptions(row), row.places]);
    const family = families.get(alike);
    if (family) family.words.push(word);
    else families.set(alike, { row, words: [word] });
  }
  return [...families.values()].flatMap(({ row, words }) => {
    const others = otherOptions(row);
    const name = `options of ${words[0] ?? ''}`;
    return [
      { name: words.join(', '), diagram: declarationDiagram(row, words, name) },
      ...(others ? [{ name, diagram: others }] : []),
    ];
  });
}

/** `rest` names the diagram of the optional options. */
function declarationDiagram(row: KeywordRow, words: readonly string[], rest: string): Diagram {
  const parts = argumentParts(row, rest);
  const body = parts.length === 0 ? rule('block') : sequence(optional(comma), rule('block'));
  const ownBlock = { none: [], optional: [optional(body)], required: [body] }[row.block];
  return sequence(choice(...words.map(text)), ...parts, ...ownBlock);
}

/** The options that a call may leave out. */
function otherOptions({ options: taken, required = [], anyKey, hasPath }: KeywordRow): Diagram | undefined {
  const others = [
    ...taken.filter((each) => !required.includes(each)).map(optionDiagram),
    ...(hasPath ? [sequence(sort('segment', 'id', 'year'), text('=>'), rule('regex'))] : []),
    ...(anyKey ? [sequence(rule('key'), text('=>'), rule('value'))] : []),
  ];
  return others.length === 0 ? undefined : separated(choice(...others));
}

/** The positionals, then the required options, then any others. */
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
  // An option may replace it.
  return [orOption ? choice(head, optionDiagram(orOption)) : head, ...tail];
}

function optionDiagram(option: OptionName): Diagram {
  return sequence(text(option), text('=>'), optionValue(option));
}

function optionValue(option: OptionName): Diagram {
  const { accepts, role, words }: OptionRow = options[option];
  return valueDiagram(accepts, role, words);
}

/** The values that a positional or an option accepts, in the order of its row. */
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
    case 'false':
      return text(kind);
    case 'star':
      return text('*');
    default:
      return kind satisfies never;
  }
}

export function redirectDiagrams(): NamedDiagram[] {
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
