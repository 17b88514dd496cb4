// Regexes that name a class of Unicode are made when they are first used.
//
// The engine reads each regex of a file when it reads the file, to say whether it may stand there, and for `\p{L}` it looks through its tables of Unicode.
// Hardly any of those that waypost has is used in a start, of which they took a fifth. `const name = /^\p{L}/u`, or the regex alone in a function, becomes
//
//   (name ??= new RegExp("^\\p{L}", "u"))     wherever it is used, and     var name;
//
// In a function a regex with `g` or `y` is made anew each time, as a literal is, unless it is handed on to a method of a text, which asks it from the start.
import { parseSync } from 'oxc-parser';
import { readFileSync } from 'node:fs';

/** The methods of a text that ask a regex with `g` from the start. */
const askers = new Set(['match', 'matchAll', 'replace', 'replaceAll', 'split']);

/** @type {import('esbuild').Plugin} */
export const lateRegexes = {
  name: 'late-regexes',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/](?:src|grammar|lsp)[\\/].*\.ts$/ }, ({ path }) => {
      const contents = readFileSync(path, 'utf8');
      return contents.includes('\\p{') ? { loader: 'ts', contents: late(path, contents) } : undefined;
    });
  },
};

/** @param {string} path @param {string} text of a module in TypeScript */
function late(path, text) {
  const nodes = [];
  walk(parseSync(path, text).program, [], nodes);
  const edits = [];
  const names = [];
  for (const [node, above] of nodes) {
    if (node.type !== 'Literal' || !node.regex?.pattern.includes('\\p{')) continue;
    const made = `new RegExp(${JSON.stringify(node.regex.pattern)}, ${JSON.stringify(node.regex.flags)})`;
    const [parent, declaration, outer] = above;
    if (above.some(({ type }) => type.includes('Function'))) {
      const isShared = !/[gy]/.test(node.regex.flags) || askers.has(parent.callee?.property?.name);
      const name = `regex${names.length}`;
      if (isShared) names.push(name);
      edits.push({ ...node, to: isShared ? `(${name} ??= ${made})` : made });
      continue;
    }
    const { name } = parent.id ?? {};
    const uses = nodes.filter(([each]) => each.type === 'Identifier' && each.name === name);
    if (outer?.type !== 'Program' || declaration.declarations.length > 1 || !uses.every(isValue))
      throw new Error(
        `${path}: ${node.raw} is made at every start; give it a name of its own that is not exported, or put it into a function`,
      );
    const { start, end } = declaration;
    edits.push({ start, end, to: text.slice(start, end).replace(/[^\n]/g, '') });
    for (const [use] of uses) if (use !== parent.id) edits.push({ ...use, to: `(${name} ??= ${made})` });
    names.push(name);
  }
  const code = edits
    .toSorted((one, other) => other.start - one.start)
    .reduce((all, { start, end, to }) => all.slice(0, start) + to + all.slice(end), text);
  return names.length > 0 ? `${code}\nvar ${names.join(', ')};\n` : code;
}

/** Lists nodes with those around them, the nearest first. */
function walk(node, above, into) {
  if (Array.isArray(node)) for (const each of node) walk(each, above, into);
  else if (typeof node?.type === 'string') {
    into.push([node, above]);
    for (const key of Object.keys(node)) walk(node[key], [node, ...above], into);
  }
}

/** Whether an identifier is the value of that name, or its declaration. */
function isValue([node, [parent]]) {
  const isKey = (parent.key === node || parent.property === node) && !parent.computed;
  const isOther = parent.shorthand || parent.params?.includes(node) || parent.type.startsWith('TS');
  return !isKey && !isOther;
}
