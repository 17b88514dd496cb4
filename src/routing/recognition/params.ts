// How the params of a match are made: objects that inherit nothing, since their prototype is one without properties and without
// prototype.
//
// Objects with the same names are alike to the engine: they are made by one constructor. It is empty at first, and the values
// are stored under their names; names that come again and again get one that is written for them, which takes a third of the time, unless
// too many others come between. A text is run for that, where the host lets texts be run. It has nothing in it but names that are identifiers:
//
//   function Params(v0, v1) { this.user_id = v0; this.id = v1; }
//   Params.kept = new Params();
//
// One object of each such constructor is kept, since the engine forgets the shape of objects when a collection finds none of them, and throws away what it
// has compiled for them.

import { emptyConstructor, Match, nothing, type Params } from './match.js';
import type { Route, Target } from '../patterns/route.js';
import { propertyKey } from '../patterns/steps.js';
import { isIdentifier, worthWriting, WrittenFunctions } from '../patterns/written-functions.js';

/** What a match is made of beside the path and the names of its values: the end of a way through a pattern. */
export interface MatchSource {
  readonly controller: string | undefined;
  readonly action: string | undefined;
  readonly callable: unknown;
  readonly route: Route;
  readonly target: Target;
  /** Values of the names that the path does not give. */
  readonly extras: readonly string[];
}

/** Start and end of each value in a path, by turns. */
type Captures = Int32Array;
type MakeMatch = (leaf: MatchSource, path: string, captures: Captures) => Match;
type Constructor = new (...values: readonly string[]) => Params;

const constructors = /* @__PURE__ */ new WrittenFunctions();

/**
 * A list of names gets a constructor if one in so many of all params that are made has these names. With more constructors than that nothing is gained,
 * and until the engine has compiled all of them, look-ups take half as long again.
 */
const mostOthers = 16;
/** How many params were made without one; as a whole number of 32 bits, which the engine counts without making an object. */
let made = 0;

/** What makes the matches of leaves with the same names. */
export class ParamsShape {
  readonly #Empty: Constructor = emptyConstructor();
  /** Of the path's values. */
  readonly names: readonly string[];
  /** Of values that the path does not give. */
  readonly others: readonly string[];
  #count = 0;
  /** What `made` was when they were counted from. */
  #since = made;
  #written: MakeMatch | undefined = undefined;

  constructor(names: readonly string[], others: readonly string[]) {
    this.names = names;
    this.others = others;
  }

  /** The match of a leaf that has these names. */
  make(leaf: MatchSource, path: string, captures: Captures): Match {
    if (this.#written !== undefined) return this.#written(leaf, path, captures);
    const { names } = this;
    made = (made + 1) | 0;
    if (++this.#count === worthWriting) this.#write();
    const params = new this.#Empty();
    for (let k = 0; k < names.length; k++)
      params[names[k]!] = path.substring(captures[k << 1]!, captures[(k << 1) + 1]);
    const { extras } = leaf;
    for (let k = 0; k < extras.length; k++) params[this.others[k]!] = extras[k]!;
    return new Match(leaf.controller, leaf.action, params, leaf.callable, leaf.route, leaf.target);
  }

  #write(): void {
    if (((made - this.#since) | 0) <= mostOthers * worthWriting)
      this.#written = writtenFor(this.names, this.others);
    else {
      this.#count = 0;
      this.#since = made;
    }
  }
}

/** `make` with a constructor for these names; undefined where none can be written. */
function writtenFor(names: readonly string[], defaults: readonly string[]): MakeMatch | undefined {
  const all = [...names, ...defaults];
  if (!all.every(isIdentifier)) return undefined;
  const values = [
    ...names.map((_, k) => `path.substring(captures[${2 * k}], captures[${2 * k + 1}])`),
    ...defaults.map((_, k) => `leaf.extras[${k}]`),
  ];
  const program = `
    function Params(${all.map((_, k) => `v${k}`).join()}) { ${all.map((name, k) => `this.${name} = v${k};`).join(' ')} }
    Params.prototype = nothing;
    Params.kept = new Params();
    return (leaf, path, captures) =>
      new Match(leaf.controller, leaf.action, new Params(${values.join()}), leaf.callable, leaf.route, leaf.target);`;
  return constructors.write({ Match, nothing }, program) as MakeMatch | undefined;
}

const shapes = new Map<string, ParamsShape>();

/** The shape of leaves with these names: of the path's values, and of others. */
export function paramsShape(names: readonly string[], others: readonly string[]): ParamsShape {
  const own = names.length === 1 ? names[0]! : names.join('\n');
  // Those of others are any texts.
  const key = others.length === 0 ? own : `${own}\n${JSON.stringify(others)}`;
  const known = shapes.get(key);
  if (known) return known;
  // Tables come and go where routes are read again and again; leaves keep what they have.
  if (shapes.size > 10_000) shapes.clear();
  const shape = new ParamsShape(names.map(propertyKey), others.map(propertyKey));
  shapes.set(key, shape);
  return shape;
}
