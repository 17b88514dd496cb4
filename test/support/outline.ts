// Prints the tree of a routes file, one declaration on each line, every kind of value in one notation:
//
//   get '/a', :shallow, only: <index>   →   get '/a' :shallow only: 'index'
//
// `key =>`, `key:` and `:key<…>` stay distinct, and so do the notations of lists. A damaged call ends with `!`.

import type { Argument, Declaration, Value } from '../../src/language/declarations.js';

export function outline(declarations: readonly Declaration[], indent = ''): string {
  return declarations.map((declaration) => outlineDeclaration(declaration, indent)).join('');
}

function outlineDeclaration(
  { keyword, parentheses, arguments: list, block, damaged }: Declaration,
  indent: string,
): string {
  const inside = list.map(argumentText).join(' ');
  const call = parentheses ? `${keyword.text}(${inside})` : [keyword.text, inside].filter(Boolean).join(' ');
  const open = block ? (block.notation === 'do' ? ' do' : ' {') : '';
  const body = block ? outline(block.declarations, `${indent}  `) : '';
  const close = block ? `${indent}${block.notation === 'do' ? 'end' : '}'}\n` : '';
  return `${indent}${call}${open}${damaged ? ' !' : ''}\n${body}${close}`;
}

function argumentText(argument: Argument): string {
  if (argument.kind !== 'pair') return valueText(argument);
  const { key, notation, value } = argument;
  const name = { word: key.text, string: `'${key.text}'`, symbol: `:${key.text}`, callable: `&${key.text}` }[
    key.notation
  ];
  const shown = value ? valueText(value) : '?';
  return notation === 'arrow'
    ? `${name} => ${shown}`
    : notation === 'label'
      ? `${name}: ${shown}`
      : `${name}(${shown})`;
}

function valueText(value: Value): string {
  switch (value.kind) {
    case 'string': {
      const text = JSON.stringify(value.value).slice(1, -1);
      if (value.notation === 'symbol') return `:${text}`;
      return value.notation === 'double'
        ? `"${text}"`
        : value.notation === 'word' || value.notation === 'bare'
          ? text
          : `'${text.replaceAll('\\"', '"')}'`;
    }
    case 'number':
      return value.text === String(value.value) ? value.text : `${value.text} (${value.value})`;
    case 'boolean':
      return String(value.value);
    case 'regex':
      return `/${value.pattern}/${value.flags}${value.regex ? '' : ' (invalid)'}`;
    case 'list': {
      const items = value.items.map(valueText).join(value.notation === 'bracket' ? ', ' : ' ');
      return {
        angle: `<${items}>`,
        bracket: `[${items}]`,
        'percent-w': `%w[${items}]`,
        'percent-i': `%i[${items}]`,
      }[value.notation];
    }
    case 'hash':
      return value.pairs.length === 0 ? '{}' : `{ ${value.pairs.map(argumentText).join(', ')} }`;
    case 'callable':
      return value.inline === undefined
        ? `&${value.module}${value.export === undefined ? '' : `#${value.export}`}`
        : `\${${value.inline}}`;
    case 'star':
      return '*';
    case 'redirect':
      return `redirect(${value.call.arguments.map(argumentText).join(' ')})`;
  }
}
