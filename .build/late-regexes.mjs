// Makes regexes with Unicode classes only on first use.
//
// When the engine loads a file, it checks the syntax of each regex, and for `\p{L}` it searches its Unicode tables. Few of waypost's
// regexes are used during a start, but they took a fifth of its time. `const name = /^\p{L}/u`, or a literal in a function, becomes
//
//   (name ??= new RegExp("^\\p{L}", "u"))     wherever it is used, and     var name;
//
// In a function, a regex with `g` or `y` is made anew each time, as a literal is, because it has a state. Exception: a string method that
// starts at the beginning gets it.
import { parseSync } from 'oxc-parser';
import { readFileSync } from 'node:fs';

/** The string methods that apply a regex with `g` from the beginning. */
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

/** The module with late regexes. @param {string} path @param {string} text of a TypeScript module */
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

/** Lists all nodes, each with the nodes around it, nearest first. */
function walk(node, above, into) {
  if (Array.isArray(node)) for (const each of node) walk(each, above, into);
  else if (typeof node?.type === 'string') {
    into.push([node, above]);
    for (const key of Object.keys(node)) walk(node[key], [node, ...above], into);
  }
}

/** Whether an identifier refers to a variable, or declares it. */
function isValue([node, [parent]]) {
  const isKey = (parent.key === node || parent.property === node) && !parent.computed;
  const isOther = parent.shorthand || parent.params?.includes(node) || parent.type.startsWith('TS');
  return !isKey && !isOther;
}
