// Explains a regular expression piece by piece: `\d{2}` is "2 digits".

import { code } from './markdown.js';

const classes: Readonly<Record<string, string>> = {
  '\\d': 'digit',
  '\\D': 'character that is no digit',
  '\\w': 'letter, digit or underscore',
  '\\W': 'character that is no letter, digit or underscore',
  '\\s': 'white space',
  '\\S': 'character that is no white space',
  '.': 'character',
};

/** Describes in Markdown what a pattern matches. Alternatives become a list. */
export function explainRegex(pattern: string, flags: string): string {
  const bare = pattern.replace(/^(?:\\A|\^)/, '').replace(/(?<=(?:^|[^\\])(?:\\\\)*)(?:\\[zZ]|\$)$/, '');
  const alternatives = topLevelAlternatives(bare);
  const ignoring = flags.includes('i') ? ', in upper or lower case' : '';
  if (alternatives.length > 1)
    return `One of${ignoring}:\n${alternatives.map((alternative) => `- ${pieces(alternative)}`).join('\n')}`;
  return `It takes ${pieces(bare)}${ignoring}.`;
}

function topLevelAlternatives(pattern: string): string[] {
  const parts: string[] = [''];
  let depth = 0;
  let inClass = false;
  for (let i = 0; i < pattern.length; i++) {
    const char = pattern.charAt(i);
    if (char === '\\') {
      parts[parts.length - 1] += char + (pattern[++i] ?? '');
      continue;
    }
    if (char === '[') inClass = true;
    else if (char === ']') inClass = false;
    else if (!inClass && char === '(') depth++;
    else if (!inClass && char === ')') depth--;
    if (char === '|' && depth === 0 && !inClass) parts.push('');
    else parts[parts.length - 1] += char;
  }
  return parts;
}

const pieceOf = /\\[dDwWsS]|\\.|\((?:\\.|[^()\\])*\)|[^\\[\]()]/uy;
const insideClass = /(?:\\.|[^\]\\])*/uy;
const quantifier = /(?:(?:[*+?]|\{\d+(?:,\d*)?\})\??)?/y;

/** The match of a sticky expression at an offset. */
function foundAt(expression: RegExp, pattern: string, at: number): string | undefined {
  expression.lastIndex = at;
  return expression.exec(pattern)?.[0];
}

/** The pieces of a pattern and their quantifiers. Unpaired brackets are skipped. */
function* piecesOf(pattern: string): Generator<{ readonly piece: string; readonly times: string }> {
  /** Before this offset, no `[` begins a class that ends. */
  let unclosed = 0;
  for (let at = 0; at < pattern.length;) {
    let piece: string | undefined;
    if (pattern[at] !== '[') piece = foundAt(pieceOf, pattern, at);
    else if (at >= unclosed) {
      const inside = foundAt(insideClass, pattern, at + 1) ?? '';
      const end = at + 1 + inside.length;
      if (pattern[end] === ']') piece = `[${inside}]`;
      else unclosed = end;
    }
    if (piece === undefined) {
      at++;
      continue;
    }
    at += piece.length;
    const times = foundAt(quantifier, pattern, at) ?? '';
    at += times.length;
    yield { piece, times };
  }
}

function pieces(pattern: string): string {
  if (pattern === '') return 'nothing';
  const words: string[] = [];
  let literal = '';
  const flush = (): void => {
    if (literal !== '') words.push(code(literal));
    literal = '';
  };
  for (const { piece, times } of piecesOf(pattern)) {
    const known = classes[piece];
    if (known === undefined && times === '' && !/^[[(]/.test(piece)) {
      literal += piece.replace(/^\\/, '');
      continue;
    }
    flush();
    words.push(counted(known ?? namedPiece(piece), times));
  }
  flush();
  return words.join(', then ');
}

function namedPiece(piece: string): string {
  if (piece.startsWith('[^')) return `character not in ${code(piece.slice(2, -1))}`;
  if (piece.startsWith('[')) return `character of ${code(piece.slice(1, -1))}`;
  if (piece.startsWith('(')) return code(piece.replace(/^\((?:\?:)?/, '').slice(0, -1));
  return code(piece.replace(/^\\/, ''));
}

function counted(what: string, times: string): string {
  const lazy = times.length > 1 ? times.replace(/\?$/, '') : times;
  const many = what.startsWith('`') ? what : what.replace(/^(digit|character)/, '$1s');
  switch (lazy) {
    case '':
      return `one ${what}`;
    case '*':
      return `any number of ${many}`;
    case '+':
      return `one or more ${many}`;
    case '?':
      return `perhaps one ${what}`;
    default: {
      const [least, most] = lazy.slice(1, -1).split(',');
      if (most === undefined) return `${least} ${many}`;
      return most === '' ? `${least} or more ${many}` : `${least} to ${most} ${many}`;
    }
  }
}
