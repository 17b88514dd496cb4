// Writes a search for a small table as the text of a program. What the tree walk looks up in nodes is code here, and its state is in
// variables.
//
//   GET /users             path.substring(1, 6) is "users"  ┬ the path ends: the match of the first route
//   GET /users/:id/edit                                     └ a slash, a segment ┬ the path ends: those of the last two, by their methods
//   GET /users/:id                                                               └ "/edit", the path ends: that of the second
//   PUT /users/:id
//
// All methods share one search: it is a third as long as separate ones, so it stays in the processor's cache and V8 compiles it sooner.
// Only a method that few routes have, or one of a small table, gets its own.
//
// A search decides by text, whole segments and their constraints, extensions, and globs at the end. It returns null, and the tree is
// walked, for:
//
// - paths with an escape, a surplus slash, or a dot that begins no extension
// - routes whose callables or request constraints must be checked
// - pieces of text and names, and names declared before text in the same place
//
// The program contains nothing of the routes except codes of characters and names of segments that are identifiers. Everything else is an
// expression from `SearchValues`: values at hand for a router that runs the program, source text for a compiled module.

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

/**
 * Tables with more paths than this, or longer ones than `longestWays` in total, are walked. V8 does not optimise functions of many
 * kilobytes, nor those that are rarely called.
 */
export const mostWritten = 64;
const longestWays = 4_096;
/**
 * Labels of up to `longestChain` characters are compared one by one, longer ones in pieces of up to `longestPiece`. V8 makes an object for
 * a longer substring.
 */
const longestChain = 7;
const longestPiece = 12;
/** A longer program is divided where it branches: V8 compiles several functions sooner than one long one. */
const longestInOne = 2_000;

/**
 * The text of a program that searches a table with the same answers as the tree of `walks`, or undefined for a table that is too large. The
 * program has the functions of `searchParts` in scope, and returns a `WrittenSearch`.
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

/** The program that searches only these ways of a tree. `literals` gives the literal paths of methods, which it looks up first. */
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
  /** The methods of the current search. */
  #answered = 0;
  /** Texts of the current search that are before first values at the same position (`rivalTexts`). */
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
    /** Methods in lower case, with their usual spelling; empty if no route answers them. */
    const known = new Map<string, string>();
    const left = new Set(this.methods);
    /** The first method with each list of routes. */
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

  /** Code that decides among branches from a position on. It always leaves or returns. */
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
    // A query right after a value has not been cut off yet.
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

  /**
   * An extension at the end of the path. If other branches continue here, or the text after the dot is no extension, only a walk can tell.
   */
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

  /** Segments and globs. The texts beside them have been tried before. */
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

  /** Continues if the path has the label. Nothing is known of the path from here on yet. */
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
    // Most paths that differ from a label differ in its first character after the slash. Checking that first is cheaper than finding out
    // how far a shorter path agrees.
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

  /** Branches after a character, if segments or globs (`beside`) may match too. */
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

  /** Branches with no alternative. They get a function of their own if the code is long and there is no state to pass. */
  #apart(branches: readonly Branch[], position: Position): string {
    const program = this.#branches(branches, position);
    if (program.length < longestInOne || position.values.length > 0 || position.leave !== ended)
      return `{\n${program}\n}`;
    const name = this.#name('search');
    this.#declare(name, program);
    return `return ${name}(path, k);`;
  }

  /** Declares a function that searches from the beginning of the path. */
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
    // If more than a few characters follow the first value, one check finds out what may end values, for all of them.
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

  /** A glob that takes the rest of the path. The walk takes over if that has an escape or a surplus slash. */
  #glob(branches: readonly Branch[], { place, values, leave }: Position): string {
    const start = shown(place);
    return inOrder(
      `if ((length = plainEnd(path, length, ${start})) < 0) return null;`,
      ...this.#ends(branches, [...values, [start, 'length']]),
      leave('length'),
    );
  }

  /** Returns the match of the first branch that ends here and answers; continues if there is none. */
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

  /**
   * The same for branches that differ only in methods and targets. Their leaves are looked up by method, since the processor would predict
   * comparisons badly.
   */
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

  /** The source of a leaf's matches, or the match itself if it has no values. */
  #source(leaf: Leaf): string {
    return leaf.fixed === null ? this.values.source(leaf) : this.values.match(leaf.fixed);
  }

  /** The match of a leaf, or of the leaf in `variable`; undefined if a name is not an identifier. */
  #match(leaf: Leaf, given: readonly string[], variable?: string): string | undefined {
    if (leaf.fixed !== null) return this.#source(leaf);
    const names = [...leaf.shape.names, ...leaf.shape.others];
    if (!names.every(isIdentifier)) return undefined;
    const from = variable ?? this.#source(leaf);
    const extras = leaf.extras.map((extra) => this.values.text(extra));
    return `${this.#makerOf(names)}(${[from, ...given, ...extras].join(', ')})`;
  }

  /**
   * A function that makes matches whose params have these names, all identifiers. All places call the same one, since V8 inlines only few
   * constructor calls into a function.
   */
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

  /** Declares a constant. */
  #constant(word: string, value: string): string {
    const name = this.#name(word);
    this.#declarations.push(`const ${name} = ${value};`);
    return name;
  }

  /** An unused name. */
  #name(word: string): string {
    return `${word}${this.#names++}`;
  }
}
