// A search written for a small table: what the walk looks up in nodes is the text of a program, and what it notes is in variables.
//
//   GET /users             path.substring(1, 6) is "users"  ┬ the path ends: the match of the first route
//   GET /users/:id/edit                                     └ a slash, a segment ┬ the path ends: those of the last two, by their methods
//   GET /users/:id                                                               └ "/edit", the path ends: that of the second
//   PUT /users/:id
//
// All methods have one search, which is a third as long as one for each would be: the processor keeps it nearer, and the engine compiles it sooner. Only methods
// that a table seldom has, and that have few routes or are of a small table, have their own. A search answers what text, segments that fill their pieces, their constraints,
// extensions and globs at the end decide. Wherever more than that is open for a method it says so, and the tree is walked: where a path has an escape, a slash too many or
// a dot that begins no extension, where a callable or the request is to be asked or a piece has text and names, and where a name was declared before text that stands in its place.
//
// The program itself has nothing of the routes in it but codes of characters and names of segments that are identifiers. How it gets at all else says whoever
// has it written (`SearchValues`): a router that is asked again and again runs it with values, a compiled module has expressions in their place.

import type { Leaf } from './leaf.js';
import { fewCharacters } from '../patterns/request-path.js';
import type { RouteList } from '../patterns/route-list.js';
import { isIdentifier } from '../patterns/written-functions.js';
import {
  beginning,
  ended,
  inOrder,
  moved,
  paramsOf,
  type Position,
  type SearchValues,
  shown,
} from './search-text.js';
import { literalsProgram } from './search-literals.js';
import { type LiteralPath, literalPaths } from './static-table.js';
import type { Tree } from './radix-tree.js';
import type { Walks } from './tree-walk.js';
import {
  answeredOf,
  type Branch,
  type Fork,
  forkOf,
  groupsOf,
  methodsOf,
  methodsTold,
  overtaken,
  rivalTexts,
  type ToldMethod,
  toldMethods,
} from './search-branches.js';
import {
  firstCharacters,
  type MethodSet,
  Numbered,
  numberedLength,
  sharedText,
  type Way,
  waysOf,
} from './ways.js';

/** A table with more paths or longer ones is walked: the engine leaves functions of many kilobytes as they are, and those that are seldom called. */
export const mostWritten = 64;
const longestWays = 4_096;
/** Up to so many characters are compared one by one, and up to so many in one piece: a substring that is longer is an object of its own. */
const longestChain = 7;
const longestPiece = 12;
/** A longer program is cut where it branches, since the engine compiles several functions sooner than a long one. */
const longestInOne = 2_000;

/**
 * The text of a program that searches a table, as the tree of `walks` does; undefined for one that is not small. It has the functions of `searchParts` under their
 * names, and returns a `WrittenSearch`.
 */
export function searchProgram(routes: RouteList, walks: Walks, values: SearchValues): string | undefined {
  const { tree } = walks;
  const numbered = new Numbered();
  const { ways } = waysOf(routes, tree.methods, numbered);
  const paths = new Set(ways.map(({ text }) => text.slice(0, -numberedLength)));
  if (paths.size > mostWritten || [...paths].reduce((sum, path) => sum + path.length, 0) > longestWays)
    return undefined;
  return programOf(ways, numbered, tree, values, (methods) => literalPaths(walks, methods));
}

/** The program that searches these ways of a tree alone; `literals` gives the literal paths of methods that it is to look up first. */
export function programOf(
  ways: readonly Way[],
  numbered: Numbered,
  tree: Tree,
  values: SearchValues,
  literals: (methods: MethodSet) => readonly LiteralPath[],
): string {
  const methods = toldMethods(tree.methods);
  const branches = ways.flatMap((way): Branch[] => {
    const answered = answeredOf(methods, way);
    return answered === 0 ? [] : [{ way, leaf: tree.leafOf(way.rank), methods: answered }];
  });
  return new SearchWriter(tree, numbered, methods, values, literals).program(branches);
}

class SearchWriter {
  readonly #declarations: string[] = [];
  readonly #makers = new Map<string, string>();
  #names = 0;
  /** The methods of the search that is being written. */
  #answered = 0;
  /** The texts of it that come before first values at the same place. */
  #rivals: ReadonlySet<string> = new Set();

  constructor(
    readonly tree: Tree,
    readonly numbered: Numbered,
    readonly methods: readonly ToldMethod[],
    readonly values: SearchValues,
    readonly literalPaths: (methods: MethodSet) => readonly LiteralPath[],
  ) {}

  program(branches: readonly Branch[]): string {
    const cases: string[] = [];
    /** What is asked for in other spellings, and methods without routes. */
    const known = new Map<string, string>();
    const left = new Set(this.methods);
    /** Methods by the routes that answer them. */
    const first = new Map<string, string>();
    for (const group of groupsOf(branches)) {
      const search = this.#name('search');
      this.#answered = group.methods;
      this.#rivals = rivalTexts(group.branches);
      this.#declare(search, this.#branches(group.branches, beginning));
      for (const told of this.methods) {
        const { name, number, set } = told;
        if ((group.methods & (1 << number)) === 0 || !left.delete(told)) continue;
        known.set(name.toLowerCase(), name);
        const own = group.branches.filter(({ methods }) => (methods & (1 << number)) !== 0);
        const key = own.map(({ way }) => way.rank).join();
        const same = first.get(key);
        if (same === undefined) first.set(key, name);
        const program =
          same === undefined
            ? `${this.#literals(set)} return ${search}(path, ${number});`
            : `return find('${same}', path);`;
        cases[number] = `if (method === '${name}') { ${program} }`;
      }
    }
    const idle = [...left].map(({ name }) => name);
    for (const name of idle) known.set(name.toLowerCase(), '');
    if (idle.length > 0)
      cases.push(`if (${idle.map((name) => `method === '${name}'`).join(' || ')}) return undefined;`);
    return `${this.#declarations.join('\n')}
      const others = new Map(${JSON.stringify([...known])});
      return function find(method, path) {
        ${cases.join('\n')}
        const known = others.get(method);
        return known === undefined ? null : known === '' ? undefined : find(known, path);
      };`;
  }

  #literals(set: MethodSet): string {
    const firsts = firstCharacters(this.tree.beginnings.of(set));
    return literalsProgram(this.literalPaths(set), firsts, this.values, (table) =>
      this.#constant('literals', table),
    );
  }

  /** What tells branches apart from a position on. It never comes to its end. */
  #branches(branches: readonly Branch[], position: Position): string {
    const { leave } = position;
    const ways = branches.map(({ way }) => way);
    const text = ways[0]?.text;
    if (text === undefined) return leave(shown(position.place));
    const end = position.at + sharedText(ways, position.at);
    const place = moved(position.place, end - position.at);
    const here = shown(place);
    const fork = forkOf(branches, end, this.numbered);
    const { ends, segments, texts, globs, others } = fork;
    const beside = [...segments, ...globs];
    const atEnd = inOrder(
      this.#refusal(overtaken(ends, others, end)),
      ...this.#ends(ends, position.values),
      this.#refusal(methodsOf(others)),
      leave(here),
    );
    // Right behind a value there may be a query that was not left out before.
    const isEnd =
      here === place.behind ? `length === ${here} || path.charCodeAt(${here}) === 63` : `length === ${here}`;
    const isQuery = ends.length > 0 && position.values.length === 0;
    const cases = [...texts].map(
      ([code, group]) =>
        `case ${code}: ${this.#text(group, beside, { ...position, at: end + 1, place: moved(place, 1) })}`,
    );
    if (isQuery) cases.push(`case 63: ${atEnd}`);
    return inOrder(
      this.#label(text.substring(position.at, end), position),
      `if (${isEnd}) {\n${atEnd}\n}`,
      this.#refusal(methodsOf(others)),
      fork.isExtended
        ? `if (path.charCodeAt(${here}) === 46) {\n${this.#extended(fork, { ...position, place })}\n}`
        : '',
      cases.length === 0 ? '' : `switch (path.charCodeAt(${here})) {\n${cases.join('\n')}\n}`,
      this.#beside(segments, globs, { ...position, at: end, place }),
    );
  }

  /** An extension, which is all that is left. Where more goes on from its place, and where it is none, only a walk can tell. */
  #extended({ ends, segments, texts, globs }: Fork, { place, values, leave }: Position): string {
    const branches = ends.flatMap((branch): Branch[] => {
      const leaf = this.tree.extended(branch.leaf);
      return leaf === null ? [] : [{ ...branch, leaf }];
    });
    if (texts.has(46) || segments.length > 0 || globs.length > 0) return 'return null;';
    const start = shown(moved(place, 1));
    const end = this.#name('end');
    return `const ${end} = valueEnd(path, length, ${start}, false);
      if (${end} === ${start}) return null;
      if (${end} === length || path.charCodeAt(${end}) === 63) {
        ${inOrder(...this.#ends(branches, [...values, [start, end]]), this.#refusal(methodsOf(branches.filter(({ leaf }) => !leaf.isPlain))))}
      } else if (path.charCodeAt(${end}) === 46) return null;
      ${leave(end)}`;
  }

  /** Segments and globs, of which a path may be beside texts. */
  #beside(segments: readonly Branch[], globs: readonly Branch[], position: Position): string {
    const leave = position.leave(shown(position.place));
    const only = (methods: number): string =>
      methods === this.#answered ? '' : `if ((m & ${methods}) === 0) { ${leave} }`;
    const glob = globs.length === 0 ? '' : inOrder(only(methodsOf(globs)), this.#glob(globs, position));
    if (segments.length === 0) return glob || leave;
    if (globs.length === 0) return inOrder(only(methodsOf(segments)), this.#segment(segments, position));
    const label = this.#name('name');
    const segment = this.#segment(segments, {
      ...position,
      leave: (place) => `i = ${place}; break ${label};`,
    });
    return inOrder(
      `if ((m & ${methodsOf(segments)}) !== 0) {
        ${this.#refusal(overtaken(segments, globs, position.at))}
        ${label}: {\n${segment}\n}
        if (isDoubtful(path, length, i)) return null;
      }`,
      glob,
    );
  }

  /** Leaves these methods to the walk. */
  #refusal(methods: number): string {
    if (methods === 0) return '';
    return methods === this.#answered ? 'return null;' : `if ((m & ${methods}) !== 0) return null;`;
  }

  /** Goes on where the path has the label, of which nothing is known yet. */
  #label(label: string, { place, leave }: Position): string {
    if (label === '') return '';
    const differs = (from: number, text: string): string =>
      leave(`differs(path, length, ${shown(moved(place, from))}, ${this.values.text(text)})`);
    const hasRoom = (from: number, to: number): string =>
      `if (length < ${shown(moved(place, to))}) { ${differs(from, label.substring(from, to))} }\n`;
    const characters = (from: number, to: number): string[] =>
      Array.from({ length: to - from }, (_, k) => {
        const here = shown(moved(place, from + k));
        return `if (path.charCodeAt(${here}) !== ${label.charCodeAt(from + k)}) { ${leave(here)} }\n`;
      });
    const isChain = label.length <= longestChain;
    // Most paths that leave a label leave it right behind its slash: to know that takes less than to look how far a shorter path goes along with it.
    const first = label.length > 2 && label.startsWith('/') ? 2 : 0;
    const program = [
      first > 0 ? hasRoom(0, first) : '',
      ...characters(0, first),
      hasRoom(first, label.length),
      ...(isChain ? characters(first, label.length) : []),
    ];
    for (let k = 0; k < label.length && !isChain; k += longestPiece) {
      const piece = label.substring(k, k + longestPiece);
      const [from, to] = [moved(place, k), moved(place, k + piece.length)].map(shown);
      program.push(
        `if (path.substring(${from}, ${to}) !== ${this.values.text(piece)}) { ${differs(k, piece)} }\n`,
      );
    }
    return program.join('');
  }

  /** Branches behind a character, beside those with a name in its place. */
  #text(branches: readonly Branch[], beside: readonly Branch[], position: Position): string {
    if (beside.length === 0) return this.#apart(branches, position);
    const label = this.#name('text');
    const leave = (place: string): string => `i = ${place}; break ${label};`;
    return inOrder(
      this.#refusal(overtaken(branches, beside, position.at - 1)),
      `${label}: {\n${this.#branches(branches, { ...position, leave })}\n}`,
      'if (isDoubtful(path, length, i)) return null;',
      'break;',
    );
  }

  /** Branches that no others stand beside: a function of their own, where they are many and nothing has been noted before. */
  #apart(branches: readonly Branch[], position: Position): string {
    const program = this.#branches(branches, position);
    if (program.length < longestInOne || position.values.length > 0 || position.leave !== ended)
      return `{\n${program}\n}`;
    const name = this.#name('search');
    this.#declare(name, program);
    return `return ${name}(path, k);`;
  }

  /** Declares a search from a text of the path on. */
  #declare(name: string, program: string): void {
    this.#declarations.push(`function ${name}(path, k) {
      const m = 1 << k;
      let length = path.length | 0;
      let i = 0;
      let isSlashed = false;
      out: {
${program}
}
      return isDoubtful(path, length, i) ? null : undefined;
    }`);
  }

  #segment(branches: readonly Branch[], { at, place, values, leave }: Position): string {
    const start = this.#name('start');
    const end = this.#name('end');
    // What stands behind the first of a path's values is looked at once for all of them, where it is more than a few characters.
    const ahead = `if (length - ${start} > ${fewCharacters} && !(isSlashed = hasSlashesOnly(path, ${start})) && (length = lengthFrom(path, length, ${start})) === ${start}) return null;`;
    const isRival =
      values.length === 0 && branches.some(({ way }) => this.#rivals.has(way.text.slice(0, at)));
    return `const ${start} = ${isRival ? `behindSlash(path, ${shown(place)})` : shown(place)};
      ${values.length === 0 ? ahead : ''}
      const ${end} = valueEnd(path, length, ${start}, isSlashed);
      if (${end} === ${start}) { ${leave(start)} }
      ${this.#branches(branches, {
        at: at + 1,
        place: { behind: end, plus: 0 },
        values: [...values, [start, end]],
        leave,
      })}`;
  }

  /** All that is left of a path. Escapes and slashes too many are to be put right before. */
  #glob(branches: readonly Branch[], { place, values, leave }: Position): string {
    const start = shown(place);
    return inOrder(
      `if ((length = plainEnd(path, length, ${start})) < 0) return null;`,
      ...this.#ends(branches, [...values, [start, 'length']]),
      leave('length'),
    );
  }

  /** The first of the branches that end here which answers; on from here where none does. */
  #ends(branches: readonly Branch[], values: Position['values']): string[] {
    const given = values.map(([start, end]) => `path.substring(${start}, ${end})`);
    const alike = this.#alike(branches, given);
    if (alike !== undefined) return [alike];
    let open = this.#answered;
    const program: string[] = [];
    for (const { leaf, methods } of branches) {
      if ((methods & open) === 0) continue;
      const { checks } = leaf;
      const match = checks.isConditional || checks.hasMarks ? undefined : this.#match(leaf, given);
      const asked = [
        ...(methods === this.#answered ? [] : [`(m & ${methods}) !== 0`]),
        ...checks.tests.map((test) => `${this.values.test(leaf, test)}(${given[test.index]})`),
      ];
      if (match === undefined) program.push(this.#refusal(methods));
      else
        program.push(asked.length === 0 ? `return ${match};` : `if (${asked.join(' && ')}) return ${match};`);
      if (leaf.isPlain) open &= ~methods;
    }
    return program;
  }

  /** The same of branches that differ only in their methods and targets: these are looked up, where the processor would not foresee a comparison. */
  #alike(branches: readonly Branch[], given: readonly string[]): string | undefined {
    const [first, second] = branches;
    if (first === undefined || second === undefined || first.methods === this.#answered) return undefined;
    const key = paramsOf(first.leaf);
    if (!branches.every(({ leaf }) => leaf.isPlain && paramsOf(leaf) === key)) return undefined;
    const found = this.#name('found');
    const isFixed = first.leaf.fixed !== null;
    const match = isFixed ? found : this.#match(first.leaf, given, found);
    if (match === undefined) return undefined;
    const leaves = methodsTold.map((_, k) => {
      const leaf = branches.find(({ methods }) => (methods & (1 << k)) !== 0)?.leaf;
      return leaf === undefined ? 'undefined' : this.#source(leaf);
    });
    const list = this.#constant('leaves', `[${leaves.join()}]`);
    return `const ${found} = ${list}[k];
      if (${found} !== undefined) return ${match};`;
  }

  /** What the matches of a leaf are made of; the match itself where a path gives no values. */
  #source(leaf: Leaf): string {
    return leaf.fixed === null ? this.values.source(leaf) : this.values.match(leaf.fixed);
  }

  /** The match of a leaf, or of the one that a variable has; undefined where a name is no identifier. */
  #match(leaf: Leaf, given: readonly string[], variable?: string): string | undefined {
    if (leaf.fixed !== null) return this.#source(leaf);
    const names = [...leaf.shape.names, ...leaf.shape.others];
    if (!names.every(isIdentifier)) return undefined;
    const from = variable ?? this.#source(leaf);
    const extras = leaf.extras.map((extra) => this.values.text(extra));
    return `${this.#makerOf(names)}(${[from, ...given, ...extras].join(', ')})`;
  }

  /** What makes matches whose params have these names, which are identifiers: one function for all places, since the engine takes few calls of constructors into a function. */
  #makerOf(names: readonly string[]): string {
    const key = names.join();
    const known = this.#makers.get(key);
    if (known !== undefined) return known;
    const [Params, name] = [this.#name('Params'), this.#name('made')];
    this.#makers.set(key, name);
    const values = names.map((_, k) => `v${k}`).join(', ');
    this.#declarations.push(
      `function ${Params}(${values}) { ${names.map((each, k) => `this.${each} = v${k};`).join(' ')} }
      ${Params}.prototype = nothing;
      ${Params}.kept = new ${Params}();
      function ${name}(from, ${values}) {
        return new Match(from.controller, from.action, new ${Params}(${values}), from.callable, from.route, from.target);
      }`,
    );
    return name;
  }

  /** Declares a value that stays the same. */
  #constant(word: string, value: string): string {
    const name = this.#name(word);
    this.#declarations.push(`const ${name} = ${value};`);
    return name;
  }

  /** A name that nothing has yet. */
  #name(word: string): string {
    return `${word}${this.#names++}`;
  }
}
