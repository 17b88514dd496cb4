// A search written for a small table: what the walk looks up in nodes is the text of a program, and what it notes is in variables.
//
//   GET /users             path.substring(1, 6) is "users"  ┬ the path ends: the match of the first route
//   GET /users/:id/edit                                     └ a slash, a segment ┬ the path ends: that of the last
//   GET /users/:id                                                               └ "/edit", the path ends: that of the second
//
// There is one function for each method, and none looks at routes of another. It answers what text, segments that fill their pieces and globs at the
// end decide. Wherever more than that is open it says so, and the tree is walked: where a path has an escape, a slash too many or an extension, where
// a constraint is to be asked or a piece has text and names, and where a name was declared before text that stands in its place.
//
// The program has nothing of the routes in it but codes of characters and names of segments that are identifiers. All else it is given as values.

import { signs } from '../patterns/variants.js';
import type { Leaf } from './leaf.js';
import { Match, nothing } from './match.js';
import type { RouteList } from '../patterns/route-list.js';
import { StaticTable } from './static-table.js';
import type { Walks } from './tree-walk.js';
import {
  isSign,
  type MethodSet,
  Numbered,
  numberedLength,
  numberIn,
  sharedText,
  type Way,
  waysOf,
} from './ways.js';

/** The match of a path; undefined where there is none, null where only a walk can tell. */
export type WrittenSearch = (method: string, path: string) => Match | undefined | null;

/** A text that returns a `WrittenSearch`, and the values that it is to be run with. */
export interface SearchProgram {
  readonly text: string;
  readonly values: Readonly<Record<string, unknown>>;
}

const methodsTold = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'HEAD', 'OPTIONS'] as const;
/** A table with more ways or longer ones is walked: the engine leaves functions of many kilobytes as they are, and those that are seldom called. */
export const mostWritten = 64;
const longestWays = 4_096;
/** Up to so many characters are compared one by one, and up to so many in one piece: a substring that is longer is an object of its own. */
const longestChain = 7;
const longestPiece = 12;

/** The program that searches a table, as the tree of `walks` does; undefined for one that is not small. */
export function searchProgram(routes: RouteList, walks: Walks): SearchProgram | undefined {
  const { tree } = walks;
  const numbered = new Numbered();
  const { ways } = waysOf(routes, tree.methods, numbered);
  if (ways.length > mostWritten || ways.reduce((sum, { text }) => sum + text.length, 0) > longestWays)
    return undefined;
  const branches = ways.map((way) => ({ way, leaf: tree.leafOf(way.rank) }));
  return new SearchWriter(walks, numbered).program(branches);
}

/** A way and where it ends. */
interface Branch {
  readonly way: Way;
  readonly leaf: Leaf;
}

/** A place in a path: the variable that has the end of the segment before it, if there is one, and so many characters more. */
interface Place {
  readonly behind: string | undefined;
  readonly plus: number;
}

/** How far branches have come. */
interface Position {
  /** In the ways' texts. */
  readonly at: number;
  readonly place: Place;
  /** Start and end of each value before. */
  readonly values: readonly (readonly [string, string])[];
  /** What is done with a path that goes on otherwise from some place on; `c` is its character there, where that was read. */
  readonly leave: (place: string, isRead?: boolean) => string;
}

/** The ways on from a place. */
interface Fork {
  readonly ends: readonly Branch[];
  readonly segments: readonly Branch[];
  readonly texts: ReadonlyMap<number, readonly Branch[]>;
  /** Globs with nothing behind them, which take whatever comes. */
  readonly globs: readonly Branch[];
  readonly isExtended: boolean;
  /** There are pieces of text and names, or globs of another kind. */
  readonly hasOthers: boolean;
}

class SearchWriter {
  readonly #walks: Walks;
  readonly #numbered: Numbered;
  readonly #values: Record<string, unknown> = { Match, nothing };
  readonly #declarations: string[] = [helpers];
  readonly #constructors = new Map<string, string>();
  #names = 0;

  constructor(walks: Walks, numbered: Numbered) {
    this.#walks = walks;
    this.#numbered = numbered;
  }

  program(branches: readonly Branch[]): SearchProgram {
    const searches = new Map<string, string>();
    const cases: string[] = [];
    for (const method of methodsTold) {
      const set = this.#walks.tree.methods.setOf(method);
      if (set === 0) continue;
      const own = branches.filter(({ way }) => (way.methods & set) !== 0);
      if (own.length === 0) {
        cases.push(`if (method === '${method}') return undefined;`);
        continue;
      }
      const key = own.map(({ way }) => way.rank).join();
      const name = searches.get(key) ?? this.#search(own, set);
      searches.set(key, name);
      cases.push(`if (method === '${method}') return ${name}(path);`);
    }
    const text = `${this.#declarations.join('\n')}
      return (method, path) => { ${cases.join('\n')} return null; };`;
    return { text, values: this.#values };
  }

  /** Declares the search among the routes of a method. */
  #search(branches: readonly Branch[], methods: MethodSet): string {
    const name = this.#name('search');
    const start: Position = { at: 0, place: { behind: undefined, plus: 0 }, values: [], leave: ended };
    this.#declarations.push(`function ${name}(path) {
      let length = path.length | 0;
      let c = 0;
      let isSlashed = false;
      ${this.#branches(branches, start)}
    }`);
    if (branches.every(({ leaf }) => leaf.fixed === null)) return name;
    // The engine puts this one where it is called, so that a literal path costs no call.
    const withStatics = this.#name('find');
    this.#declarations.push(`function ${withStatics}(path) {
      const fixed = ${this.#value(new StaticTable(this.#walks, methods))}.find(path);
      return fixed === null ? ${name}(path) : fixed;
    }`);
    return withStatics;
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
    const { ends, segments, texts, globs, isExtended, hasOthers } = forkOf(branches, end, this.#numbered);
    const [first] = ends;
    let program = this.#label(text.substring(position.at, end), position);
    program += `if (length === ${here}) { ${first ? this.#end(first, position) : hasOthers ? 'return null;' : leave('length')} }\n`;
    if (hasOthers) return `${program} return null;`;
    if (isExtended) program += `if (path.charCodeAt(${here}) === 46) return null;\n`;
    // Behind a value the query was left out before.
    const atQuery = first?.leaf.fixed ? `${this.#end(first, position)}` : undefined;
    if (texts.size > 0) {
      program += `switch (c = path.charCodeAt(${here})) {\n`;
      for (const [code, group] of texts)
        program += `case ${code}: ${this.#text(group, segments[0] ?? globs[0], { ...position, at: end + 1, place: moved(place, 1) })}\n`;
      if (atQuery) program += `case 63: ${atQuery}\n`;
      program += '}\n';
    } else if (atQuery) program += `if (path.charCodeAt(${here}) === 63) { ${atQuery} }\n`;
    if (globs[0]) return program + this.#glob(globs[0], { ...position, place });
    if (segments.length === 0) return program + leave(here, texts.size > 0);
    return program + this.#segment(segments, { ...position, at: end, place });
  }

  /** Goes on where the path has the label, of which nothing is known yet. */
  #label(label: string, { place, leave }: Position): string {
    if (label === '') return '';
    const differs = (from: number, text: string): string =>
      leave(`differs(path, length, ${shown(moved(place, from))}, ${this.#value(text)})`);
    let program = `if (length < ${shown(moved(place, label.length))}) { ${differs(0, label)} }\n`;
    if (label.length <= longestChain) {
      for (let k = 0; k < label.length; k++) {
        const here = shown(moved(place, k));
        program += `if ((c = path.charCodeAt(${here})) !== ${label.charCodeAt(k)}) { ${leave(here, true)} }\n`;
      }
      return program;
    }
    for (let k = 0; k < label.length; k += longestPiece) {
      const piece = label.substring(k, k + longestPiece);
      const [from, to] = [moved(place, k), moved(place, k + piece.length)].map(shown);
      program += `if (path.substring(${from}, ${to}) !== ${this.#value(piece)}) { ${differs(k, piece)} }\n`;
    }
    return program;
  }

  /** Branches behind a character, beside the first of those with a name in its place. */
  #text(branches: readonly Branch[], beside: Branch | undefined, position: Position): string {
    if (beside === undefined) return `{ ${this.#branches(branches, position)} }`;
    if (branches.some(({ way }) => way.rank > beside.way.rank)) return 'return null;';
    const label = this.#name('text');
    const leave = (place: string): string =>
      `if (isDoubtful(path, length, ${place})) return null; break ${label};`;
    return `${label}: { ${this.#branches(branches, { ...position, leave })} } break;`;
  }

  #segment(branches: readonly Branch[], { at, place, values, leave }: Position): string {
    const start = this.#name('start');
    const end = this.#name('end');
    // What stands behind the first of a path's values is looked at once for all of them.
    const ahead = `if (!(isSlashed = hasSlashesOnly(path, ${start})) && (length = lengthFrom(path, length, ${start})) === ${start}) return null;`;
    return `const ${start} = ${shown(place)};
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
  #glob(branch: Branch, position: Position): string {
    const { place, values } = position;
    const start = shown(place);
    return `if ((length = lengthFrom(path, length, ${start})) === ${start}) return null;
      if (path.indexOf('%', ${start}) >= 0 || path.indexOf('//', ${start} - 1) >= 0) return null;
      if (path.charCodeAt(length - 1) === 47) return null;
      ${this.#end(branch, { ...position, values: [...values, [start, 'length']] })}`;
  }

  #end({ leaf }: Branch, { values }: Position): string {
    if (!leaf.isPlain) return 'return null;';
    if (leaf.fixed !== null) return `return ${this.#value(leaf.fixed)};`;
    const names = [...leaf.shape.names, ...leaf.shape.others];
    if (!names.every((name) => /^[a-z_]\w*$/i.test(name))) return 'return null;';
    const given = values.map(([start, end]) => `path.substring(${start}, ${end})`);
    const all = [...given, ...leaf.extras.map((extra) => this.#value(extra))];
    const [controller, action, callable, route, target] = [
      leaf.controller,
      leaf.action,
      leaf.callable,
      leaf.route,
      leaf.target,
    ].map((part) => this.#value(part));
    const params = `new ${this.#constructorOf(names)}(${all.join()})`;
    return `return new Match(${controller}, ${action}, ${params}, ${callable}, ${route}, ${target});`;
  }

  /** A constructor of params with these names, which are identifiers. */
  #constructorOf(names: readonly string[]): string {
    const key = names.join();
    const known = this.#constructors.get(key);
    if (known !== undefined) return known;
    const name = this.#name('Params');
    this.#constructors.set(key, name);
    this.#declarations.push(
      `function ${name}(${names.map((_, k) => `v${k}`).join()}) { ${names.map((each, k) => `this.${each} = v${k};`).join(' ')} }
      ${name}.prototype = nothing;`,
    );
    return name;
  }

  /** A name that nothing has yet. */
  #name(word: string): string {
    return `${word}${this.#names++}`;
  }

  /** The name under which the program gets a value. */
  #value(value: unknown): string {
    if (value === undefined) return 'undefined';
    const name = this.#name('value');
    this.#values[name] = value;
    return name;
  }
}

/**
 * `differs` gives the place from `i` on at which a path has not got a text. `isDoubtful` is what `Walk.missed` asks: whether a path is to blame that
 * leaves all branches at a place, since it has an escape, a query or a slash too many there.
 */
const helpers = `
  function hasSlashesOnly(path, i) {
    return path.indexOf('.', i) < 0 && path.indexOf('%', i) < 0 && path.indexOf('?', i) < 0;
  }
  function lengthFrom(path, length, i) {
    const query = path.indexOf('?', i);
    return query < 0 ? length : query;
  }
  function valueEnd(path, length, i, isSlashed) {
    if (isSlashed) {
      const end = path.indexOf('/', i);
      return end < 0 ? length : end;
    }
    let end = i;
    for (; end < length; end++) {
      const c = path.charCodeAt(end);
      if (c < 48 && (c === 47 || c === 46 || c === 37)) break;
    }
    return end;
  }
  function differs(path, length, i, text) {
    let k = 0;
    while (k < text.length && i + k < length && path.charCodeAt(i + k) === text.charCodeAt(k)) k++;
    return i + k;
  }
  function isDoubtful(path, length, i) {
    if (i >= length) return length === 0 || (length > 1 && path.charCodeAt(length - 1) === 47);
    const c = path.charCodeAt(i);
    if (c === 37 || c === 63 || (i === 0 && c !== 47)) return true;
    if (c !== 47 || i === 0) return false;
    if (i === length - 1 || path.charCodeAt(i - 1) === 47) return true;
    const next = path.charCodeAt(i + 1);
    return next === 47 || next === 63;
  }`;

/** What is done with a path that no branch has. */
function ended(place: string, isRead = false): string {
  const asked = `isDoubtful(path, length, ${place})`;
  const isSuspect = isRead && place !== '0' ? `(c === 47 || c === 37 || c === 63) && ${asked}` : asked;
  return `return ${isSuspect} ? null : undefined;`;
}

function forkOf(branches: readonly Branch[], at: number, numbered: Numbered): Fork {
  const ends: Branch[] = [];
  const segments: Branch[] = [];
  const texts = new Map<number, Branch[]>();
  const globs: Branch[] = [];
  let isExtended = false;
  let hasOthers = false;
  for (const branch of branches) {
    const { text } = branch.way;
    const code = text.charCodeAt(at);
    const sign = String.fromCharCode(code);
    if (sign === signs.end || sign === signs.extension) ends.push(branch);
    isExtended ||= sign === signs.extension;
    if (sign === signs.segment) segments.push(branch);
    else if (!isSign(code)) texts.set(code, [...(texts.get(code) ?? []), branch]);
    else if (sign === signs.other && isPlainTail(text, at, numbered)) globs.push(branch);
    else hasOthers ||= sign === signs.other || sign === signs.rest;
  }
  hasOthers ||= globs.length > 0 && segments.length > 0;
  return { ends, segments, texts, globs, isExtended, hasOthers };
}

/** Whether what a sign stands for is a glob without constraint, behind which the way ends. */
function isPlainTail(text: string, at: number, numbered: Numbered): boolean {
  const name = numbered.names[numberIn(text.substr(at, numberedLength))];
  return name?.kind === 'glob' && !name.demand.test && text.startsWith(signs.end, at + numberedLength);
}

function moved({ behind, plus }: Place, by: number): Place {
  return { behind, plus: plus + by };
}

function shown({ behind, plus }: Place): string {
  return behind === undefined ? String(plus) : plus === 0 ? behind : `${behind} + ${plus}`;
}
