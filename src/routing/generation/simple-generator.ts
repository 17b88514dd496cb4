// Makes the paths of a route whose pieces are each a text or a segment, perhaps with `(.:format)` at the end. Such paths have only one
// reading, so bundles with this generator contain nothing that reads paths.
//
//   /users/:id/edit(.:format)   →   "/users/" :id "/edit", perhaps with "." :format

import {
  carriedText,
  Generator,
  halfPair,
  type HelperRoute,
  type NamedValues,
  stepRefusal,
} from './generator.js';
import { keyOfRecord, textOfValue } from './segment-value.js';
import { escapedSegment } from './url-encoding.js';

const simplePath = /^\/$|^(?:\/(?::[a-z_]\w*|[\w-][\w.-]*))+(?:\(\.:format\))?$/i;

/** A value that needs no escape. */
const plainText = /^[\w~!*'()-]+$/;

/** Whether a route has a simple path, and no defaults for its names. */
export function hasSimplePath({ pattern: { text, names }, defaults }: HelperRoute): boolean {
  return simplePath.test(text) && !names.some((name) => defaults.has(name));
}

/** Makes the paths of a route with a simple path and without constraints. */
export class SimpleGenerator extends Generator {
  /** The text before each required segment, and after the last. */
  readonly #literals: readonly string[];

  constructor(definition: HelperRoute) {
    super(definition);
    this.#literals = definition.pattern.text.split(/:\w+|\(.*/);
  }

  path(positional: readonly unknown[], named: NamedValues = {}, current?: unknown, slash?: unknown): string {
    return this.quick(positional, named, slash) ?? this.#closely(positional, named, current, slash);
  }

  /** The path if each required name has a plain text or number, and nothing else is given; undefined if values need a closer look. */
  protected quick(positional: readonly unknown[], named: NamedValues, slash: unknown): string | undefined {
    const { required } = this;
    const { names } = this.definition.pattern;
    let next = 0;
    let path = this.#literals[0]!;
    for (let k = 0; k < names.length; k++) {
      const name = names[k]!;
      const isNamed = Object.hasOwn(named, name);
      if (k === required) {
        if (isNamed) return undefined;
        break;
      }
      const value = isNamed ? named[name] : positional[next++];
      const text = Number.isSafeInteger(value) ? String(value) : value;
      if (typeof text !== 'string' || !plainText.test(text) || this.refusal(name, text) !== undefined)
        return undefined;
      path += text + this.#literals[k + 1]!;
    }
    return next === positional.length && !slash ? path : undefined;
  }

  #closely(positional: readonly unknown[], named: NamedValues, current: unknown, slash: unknown): string {
    const { required } = this;
    const { names } = this.definition.pattern;
    const given = names.map((name) => (Object.hasOwn(named, name) ? named[name] : undefined));
    const open = names.filter((_, k) => given[k] === undefined);
    if (positional.length > open.length) throw this.surplus(positional.length, open.length);
    const carried = new Map<string, string>();
    for (const name of open) {
      const text = carriedText(current, name);
      if (text !== undefined && this.refusal(name, text) === undefined) carried.set(name, text);
    }
    // If there are fewer values than required names, the leftmost names with a value in the request get none.
    let without = open.filter((name) => names.indexOf(name) < required).length - positional.length;
    if (carried.size < without) without = 0;
    let next = 0;
    const texts = names.map((name, k) => {
      let value = given[k];
      if (value === undefined && !(carried.has(name) && without-- > 0))
        value = keyOfRecord(positional[next++], name);
      if (value === undefined) value = carried.get(name);
      if (k >= required && (value === undefined || value === null)) return undefined;
      if (value === undefined) throw this.missing(name);
      const text = textOfValue(value);
      if (text === undefined) throw this.refused(name, value);
      return text;
    });
    names.forEach((name, k) => {
      const refusal = texts[k] === undefined ? undefined : this.refusal(name, texts[k]);
      if (refusal !== undefined) throw this.refused(name, texts[k], refusal);
    });
    let path = this.#literals[0]!;
    names.forEach((name, k) => {
      const text = texts[k];
      if (text === undefined) return;
      try {
        path += (k < required ? '' : '.') + this.encoded(name, text) + this.#literals[k + 1]!;
      } catch {
        throw this.refused(name, text, halfPair);
      }
    });
    return slash && texts[required] === undefined && path !== '/' ? `${path}/` : path;
  }

  /** Why a text is refused as the value of a segment, as the end of a sentence; undefined if it is accepted. */
  protected refusal(_name: string, text: string): string | undefined {
    return stepRefusal(text);
  }

  /** A text encoded for the path. Throws a `URIError` for a lone surrogate. */
  protected encoded(_name: string, text: string): string {
    return escapedSegment(text, false);
  }
}
