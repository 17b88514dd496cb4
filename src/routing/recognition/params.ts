// How the params of a match are made. They inherit nothing: their prototype is an empty object without a prototype.
//
// Params with the same names come from one constructor, so V8 gives them one hidden class. At first the constructor is empty and values are
// stored by name. Names that occur often get a constructor generated for them, which takes a third of the time, unless too many others do
// as well. This needs a host that permits generated code. The code contains nothing of the routes except names that are identifiers:
//
//   function Params(v0, v1) { this.user_id = v0; this.id = v1; }
//   Params.kept = new Params();
//
// One object of each constructor is kept. If a garbage collection found none, V8 would drop the hidden class and the code compiled for it.

import { emptyConstructor, Match, nothing, type Params } from './match.js';
import type { Route, Target } from '../patterns/route.js';
import { propertyKey } from '../patterns/steps.js';
import { isIdentifier, worthWriting, WrittenFunctions } from '../patterns/written-functions.js';

/** What a match is made of besides the path and the names of its values. A leaf has these. */
export interface MatchSource {
  readonly controller: string | undefined;
  readonly action: string | undefined;
  readonly callable: unknown;
  readonly route: Route;
  readonly target: Target;
  /** The values of names that are not in the path. */
  readonly extras: readonly string[];
}

/** Start and end of each value in a path, alternately. */
type Captures = Int32Array;
type MakeMatch = (leaf: MatchSource, path: string, captures: Captures) => Match;
type Constructor = new (...values: readonly string[]) => Params;

const constructors = /* @__PURE__ */ new WrittenFunctions();

/**
 * A list of names gets a constructor if at least one of this many params has these names. With more constructors nothing is gained:
 * look-ups take half as long again until V8 has compiled them all.
 */
const mostOthers = 16;
/** How many params were made without a generated constructor. A 32-bit integer, so V8 counts without allocating. */
let made = 0;

/** Makes the matches of leaves with the same names. */
export class ParamsShape {
  readonly #Empty: Constructor = emptyConstructor();
  /** Names of values in the path. */
  readonly names: readonly string[];
  /** Names of values that are not in the path. */
  readonly others: readonly string[];
  #count = 0;
  /** The value of `made` when counting began. */
  #since = made;
  #written: MakeMatch | undefined = undefined;

  constructor(names: readonly string[], others: readonly string[]) {
    this.names = names;
    this.others = others;
  }

  /** The match of a leaf with these names. */
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

/** `make` with a generated constructor; undefined if a name is not an identifier or the host does not permit it. */
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

/** The shape for leaves with these names, of values in the path and of others. */
export function paramsShape(names: readonly string[], others: readonly string[]): ParamsShape {
  const own = names.length === 1 ? names[0]! : names.join('\n');
  // Names of others can be any text.
  const key = others.length === 0 ? own : `${own}\n${JSON.stringify(others)}`;
  const known = shapes.get(key);
  if (known) return known;
  // Routes may be read again and again, so the map must not grow forever. Leaves keep their shapes.
  if (shapes.size > 10_000) shapes.clear();
  const shape = new ParamsShape(names.map(propertyKey), others.map(propertyKey));
  shapes.set(key, shape);
  return shape;
}
