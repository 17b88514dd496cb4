// The ways through the patterns of a table, one for each choice of optional groups, as texts. The tree is made from them.
//
//   GET /posts/:id(.:format)   →   "/posts/‹segment›‹extension›‹end GET›"
//   GET /files/*path           →   "/files/‹other 0›‹end GET›"      names that differ only in how they are called have one number
//
// Everything that is not text is a sign: one of the first control characters, followed by a number if it needs one. Ways whose texts are
// equal from some place on share the tree from there on. Most resources of a table look alike.

import { signs, type Variant, type VariantName, variantsOf } from '../patterns/variants.js';
import { shapeOf } from '../patterns/pattern-shape.js';
import type { RouteHead, RouteList } from '../patterns/route-list.js';

/** A set of methods, one bit each. */
export type MethodSet = number;

export const allMethods: MethodSet = 0x3fffffff;
/** The bit of all methods that no route names. Only routes for any method answer these. */
const unnamed: MethodSet = 0x20000000;
/** The bit that the remaining methods share when there are no bits left. */
const tooMany: MethodSet = 0x10000000;

/** A way through the pattern of a route. */
export class Way {
  /** Its number in declaration order among all ways of all routes. */
  readonly rank: number;
  readonly text: string;
  /** The methods that its route answers. */
  readonly methods: MethodSet;
  /** Its index among the ways that are being told apart. */
  ordinal: number;

  // A class, because V8 recompiles a function whose object literals mostly stay alive.
  constructor(rank: number, text: string, methods: MethodSet) {
    this.rank = rank;
    this.text = text;
    this.methods = methods;
    this.ordinal = 0;
  }
}

/** A route has fewer ways than this. The rank of a way is its route's index times this, plus its own index. */
const ranksOfRoute = 128;

/** The names and remainders that the texts of ways refer to by number. */
export class Numbered {
  readonly names: VariantName[] = [];
  readonly rests: NonNullable<Variant['rest']>[] = [];
  readonly #numbers = new Map<string, number>();

  /** The text of a way. */
  textOf({ items, extension, rest }: Variant): string {
    let text = '';
    for (const item of items) {
      if (typeof item === 'string') text += item;
      else text += isParam(item) ? signs.segment : signs.other + encodedNumber(this.#numberOf(item));
    }
    if (extension) text += signs.extension;
    return rest ? text + signs.rest + encodedNumber(this.rests.push(rest) - 1) : text;
  }

  #numberOf(name: VariantName): number {
    const { kind, demand } = name;
    const key = `${kind} ${demand.admitsDots} ${demand.key}`;
    let number = this.#numbers.get(key);
    if (number === undefined) this.#numbers.set(key, (number = this.names.push(name) - 1));
    return number;
  }
}

/**
 * A number as characters below 256, seven bits in each. V8 then keeps most texts as one-byte strings, which it compares faster with a path.
 */
function encodedNumber(number: number): string {
  return String.fromCharCode(...bitsOfCodes.map((bits) => 128 | ((number >> bits) & 127)));
}

const bitsOfCodes = [28, 21, 14, 7, 0];
/** The length of a sign and its number. */
export const numberedLength = 6;

/** The number after a sign. */
export function numberIn(sign: string): number {
  return bitsOfCodes.reduce((number, bits, k) => number | ((sign.charCodeAt(k + 1) & 127) << bits), 0);
}

/** Whether a name is a segment whose value ends at a slash, a dot or the path's end. */
export function isParam(name: VariantName): boolean {
  return name.kind === 'segment' && name.hasOneEnd && !name.demand.admitsDots;
}

/** The methods that routes name. Each has a bit of its own, as long as there are bits left. */
export class Methods {
  readonly #bits = new Map<string, MethodSet>();
  readonly #ends = new Map<MethodSet, string>();

  /** The methods that a route answers. */
  answeredBy({ verbs, any }: RouteHead): MethodSet {
    if (any) return allMethods;
    let methods = 0;
    for (let k = 0; k < verbs.length; k++) {
      const verb = verbs[k]!;
      methods |= this.#bits.get(verb) ?? this.#add(verb);
      if (verb === 'GET') methods |= this.#bits.get('HEAD') ?? this.#add('HEAD');
    }
    return methods;
  }

  /** The sign that ends the text of a way with these methods. */
  endOf(methods: MethodSet): string {
    let end = this.#ends.get(methods);
    if (end === undefined) this.#ends.set(methods, (end = signs.end + encodedNumber(methods)));
    return end;
  }

  /** The set with one method; 0 if it shares its bit with others, because there are too many. */
  setOf(method: string): MethodSet {
    const set = this.#bits.get(method) ?? unnamed;
    return set === tooMany ? 0 : set;
  }

  #add(verb: string): MethodSet {
    const set = this.#bits.size < 28 ? 1 << this.#bits.size : tooMany;
    this.#bits.set(verb, set);
    return set;
  }
}

// How plain a route is, from here on:
/** It may have anything. */
export const Various = 0;
/** It has a single way, of text and unconstrained segments only. The way has all names of the pattern. */
export const Plain = 1;
/** The same, followed by an optional extension, whose name is the pattern's last. */
const PlainAndExtended = 2;

export interface AllWays {
  readonly ways: Way[];
  /** By index of the route. */
  readonly plainness: Uint8Array;
}

/** The ways of all routes, and how plain each route is. */
export function waysOf(routes: RouteList, known: Methods, numbered: Numbered): AllWays {
  const ways: Way[] = [];
  // A single pass: with a large table, most of the time goes into fetching the routes from memory.
  const plainness = new Uint8Array(routes.heads.length);
  for (let index = 0; index < plainness.length; index++)
    plainness[index] = addWays(ways, routes, index, known, numbered);
  return { ways, plainness };
}

/** Adds the ways of a route and returns how plain it is. */
export function addWays(
  ways: Way[],
  routes: RouteList,
  index: number,
  known: Methods,
  numbered: Numbered,
): number {
  const head = routes.heads[index]!;
  const rank = index * ranksOfRoute;
  const methods = known.answeredBy(head);
  const end = known.endOf(methods);
  const shape = plainShapeOf(head);
  if (shape === undefined) {
    for (const [k, variant] of variantsOf(routes.at(index).definition).entries())
      ways.push(new Way(rank + k, numbered.textOf(variant) + end, methods));
    return Various;
  }
  const isExtended = shape.endsWith(')');
  const path = isExtended ? shape.slice(0, shape.lastIndexOf('(')) + signs.extension : shape;
  const text = path.includes(':') ? (path + end).replace(segments, signs.segment) : path + end;
  ways.push(new Way(rank, text, methods));
  return isExtended ? PlainAndExtended : Plain;
}

const plainShape =
  /^(?:[^:*()\\%?\0-\x04]|:(?:[A-Za-z_][A-Za-z0-9_]*)?(?=[/.(]|$))+(?:\(\.:(?:[A-Za-z_][A-Za-z0-9_]*)?\))?$/;
const segments = /:[A-Za-z0-9_]*/g;

/**
 * The text of a pattern, with or without names, if it has no constraints and consists of text and segments that are whole pieces. Undefined
 * otherwise.
 */
function plainShapeOf({ pattern, segmentConstraints, details }: RouteHead): string | undefined {
  if (details?.where !== undefined || (segmentConstraints !== undefined && segmentConstraints.size > 0))
    return undefined;
  if (typeof pattern === 'string') return plainShape.test(pattern) ? pattern : undefined;
  if (plainShape.test(pattern.text)) return pattern.text;
  const shape = shapeOf(pattern);
  return plainShape.test(shape) ? shape : undefined;
}

const lastSign = /* @__PURE__ */ signs.end.charCodeAt(0);
const extensionSign = /* @__PURE__ */ signs.extension.charCodeAt(0);

/** The length of the text that all ways share from `at` on. */
export function sharedText(ways: readonly Way[], at: number): number {
  if (ways.length === 0) return 0;
  const { text } = ways[0]!;
  let length = 0;
  while (!isSign(text.charCodeAt(at + length))) length++;
  for (let k = 1; k < ways.length && length > 0; k++) {
    const other = ways[k]!.text;
    let same = 0;
    while (same < length && other.charCodeAt(at + same) === text.charCodeAt(at + same)) same++;
    length = same;
  }
  return length;
}

/**
 * The least length of a path that can match, by the two characters after its first slash (`placeOf`); `never` if no path that begins so can
 * match.
 */
export type LeastLengths = Uint8Array;

/** No path that begins so can match. Paths of at least this length are never ruled out. */
const never = 0xff;
const places = 96 * 32;

/**
 * The index for the two characters after a path's first slash. Capitals and small letters of the first are not distinguished, and only the
 * lowest five bits of the second count.
 */
function placeOf(first: number, second: number): number {
  return ((first & 95) << 5) | (second & 31);
}

/**
 * The least length that a path must have, by how it begins. Most unknown paths (such as scans) are ruled out by it, and many paths that
 * only other methods have. An escape, a query or a second slash at the beginning may mean anything, so such paths are never ruled out.
 */
export class Beginnings {
  /** By the set of methods that ways answer. */
  readonly #least = new Map<MethodSet, LeastLengths>();

  constructor(ways: readonly Way[]) {
    for (let k = 0; k < ways.length; k++) {
      const { text, methods } = ways[k]!;
      const first = text.charCodeAt(1);
      const second = text.charCodeAt(2);
      if (first === lastSign) continue;
      let least = this.#least.get(methods);
      if (least === undefined) this.#least.set(methods, (least = noPaths()));
      const length = Math.min(leastLength(text), never - 1);
      if (length === 0 || isSign(first)) shorten(least, 0, places, length);
      else if (second === lastSign) shorten(least, placeOf(first, 47), 1, length);
      else if (isSign(second)) shorten(least, placeOf(first, 0), 32, length);
      else shorten(least, placeOf(first, second), 1, length);
      shorten(least, placeOf(first, 37), 1, length);
      shorten(least, placeOf(first, 63), 1, length);
    }
  }

  /** The least lengths for ways that answer one of these methods. */
  of(methods: MethodSet): LeastLengths {
    let all: LeastLengths | undefined;
    for (const [own, least] of this.#least) {
      if ((own & methods) === 0) continue;
      // Most methods have only one list, which `slice` copies faster than a loop that has not run before.
      if (all === undefined) all = least.slice();
      else for (let k = 0; k < places; k++) if (all[k]! > least[k]!) all[k] = least[k]!;
    }
    all ??= noPaths();
    for (const first of [37, 47, 63]) all.fill(0, placeOf(first, 0), placeOf(first, 0) + 32);
    return all;
  }
}

function noPaths(): LeastLengths {
  return new Uint8Array(places).fill(never);
}

/** The least length of the paths of a way; 0 if it is not obvious. */
function leastLength(text: string): number {
  if (!text.startsWith('/') || text.includes(signs.rest)) return 0;
  const other = text.indexOf(signs.other);
  if (other >= 0) return other;
  const end = text.length - numberedLength;
  return text.charCodeAt(end - 1) === extensionSign ? end - 1 : end;
}

function shorten(least: LeastLengths, from: number, count: number, length: number): void {
  for (let k = from; k < from + count; k++) least[k] = Math.min(least[k]!, length);
}

/** Whether no way begins like this path, or the path is too short for those that do. */
export function isFar(least: LeastLengths, path: string): boolean {
  return (
    path.length > 2 &&
    path.length < least[placeOf(path.charCodeAt(1), path.charCodeAt(2))]! &&
    path.charCodeAt(0) === 47
  );
}

/** A bit set of the characters that can follow the first slash, each by its lowest five bits. All bits are set if any character can. */
export function firstCharacters(least: LeastLengths): number {
  let bits = 0;
  for (let k = 0; k < places; k++) if (least[k] !== never) bits |= 1 << (k >> 5);
  return bits;
}

/** The least ranks of ways with names: by their first piece if that is text, and of all ways whose first piece has a name. */
export interface FirstNamed {
  readonly behind: ReadonlyMap<string, number>;
  readonly anywhere: number;
}

export function firstNamed(ways: readonly Way[]): FirstNamed {
  const behind = new Map<string, number>();
  let anywhere = Infinity;
  /** The last piece that was noted. The ways that follow mostly begin with it too. */
  let latest: string = signs.end;
  for (let k = 0; k < ways.length; k++) {
    const { rank, text } = ways[k]!;
    if (text.startsWith(latest) && text.charCodeAt(latest.length) === 47) continue;
    let at = 0;
    while (!isSign(text.charCodeAt(at))) at++;
    const code = text.charCodeAt(at);
    // A way with an extension and no other name only answers paths with a dot.
    if (code === lastSign || code === extensionSign) continue;
    const piece = firstPiece(text);
    if (piece.length >= at) anywhere = Math.min(anywhere, rank);
    else {
      latest = piece;
      if (!behind.has(piece)) behind.set(piece, rank);
    }
  }
  return { behind, anywhere };
}

/** The path up to its second slash, or all of it. */
export function firstPiece(path: string): string {
  const end = path.indexOf('/', 1);
  return end < 0 ? path : path.slice(0, end);
}

/** Whether a character of a way's text is a sign. */
export function isSign(code: number): boolean {
  return code <= lastSign;
}

/** The index of the route that a rank belongs to. */
export function routeAt(rank: number): number {
  return Math.floor(rank / ranksOfRoute);
}

/** The index of the way with this rank among the ways of its route. */
export function variantAt(rank: number): number {
  return rank % ranksOfRoute;
}
