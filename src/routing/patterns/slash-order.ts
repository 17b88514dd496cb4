// Puts the slashes of a pattern in order. A slash is written only when something follows it, so doubled slashes become one and a trailing
// slash disappears. A group that follows a slash takes the slash into itself:
//
//   "/" ( :locale ) "//about/"   →   ( "/" :locale ) "/about"

import { nameLengthAt, type PatternPart } from './pattern-parts.js';

const Slash = 47;
export const emptyGroup: PatternPart = /* @__PURE__ */ Object.freeze({
  kind: 'group',
  parts: /* @__PURE__ */ Object.freeze([]),
});
/** The only part of the pattern `/`. */
export const slashPart: PatternPart = /* @__PURE__ */ Object.freeze({ kind: 'literal', text: '/' });

/** The parts with their slashes in order, and without empty groups. */
export function settled(read: readonly PatternPart[]): PatternPart[] {
  const found: Findings = { emptyGroup: false };
  const { parts } = settle(read, true, false, found);
  // An empty group after a slash is gone, so the slash may be superfluous now.
  return found.emptyGroup ? settled(parts) : parts;
}

interface Findings {
  emptyGroup: boolean;
}

/**
 * Puts the slashes of `read` in order. `pending` is a slash that was read but not yet written. `isFollowed` says that something other than
 * a slash follows these parts. Returns whether a slash is still pending at the end.
 */
function settle(
  read: readonly PatternPart[],
  pending: boolean,
  isFollowed: boolean,
  found: Findings,
): { readonly parts: PatternPart[]; readonly pending: boolean } {
  const order = new SlashOrder(pending);
  let k = 0;
  for (const part of read) {
    const next = read[++k];
    if (part.kind === 'literal') order.literal(part.text);
    else if (part.kind === 'group') {
      const goesOn = next ? next.kind !== 'literal' || next.text.charCodeAt(0) !== Slash : isFollowed;
      if (!order.group(part.parts, next, goesOn, found)) found.emptyGroup = true;
    } else order.name(part);
  }
  return order.end();
}

class SlashOrder {
  readonly #parts: PatternPart[] = [];
  /** Text that is not yet in a part. */
  #literal = '';
  #pending: boolean;

  constructor(pending: boolean) {
    this.#pending = pending;
  }

  literal(text: string): void {
    const isInOrder = text.charCodeAt(0) === Slash && text.charCodeAt(text.length - 1) !== Slash;
    if (isInOrder && !text.includes('//')) {
      this.#literal += text;
      this.#pending = false;
      return;
    }
    for (let from = 0; from < text.length;) {
      const slash = text.indexOf('/', from);
      const end = slash < 0 ? text.length : slash;
      if (end > from) {
        this.#literal += (this.#pending ? '/' : '') + text.slice(from, end);
        this.#pending = false;
      }
      if (slash >= 0) this.#pending = true;
      from = end + 1;
    }
  }

  name(part: PatternPart): void {
    if (this.#pending) this.#literal += '/';
    this.#pending = false;
    this.#endLiteral();
    this.#parts.push(part);
  }

  /** Adds a group. False if nothing is left of it. */
  group(
    inside: readonly PatternPart[],
    next: PatternPart | undefined,
    goesOn: boolean,
    found: Findings,
  ): boolean {
    const inner = settle(inside, this.#pending, goesOn, found);
    // `/a/(b/)c` becomes `/a(/b)/c`. If no slash precedes the group, it must keep its own: `/a(b/)c`.
    if (inner.pending && !this.#pending && goesOn) appendSlash(inner.parts);
    if (inner.parts.length > 0) {
      this.#pending &&= inner.pending;
      this.#endLiteral();
      this.#parts.push({ kind: 'group', parts: inner.parts });
      return true;
    }
    if (!this.#isNameBefore(next)) return false;
    this.#parts.push(emptyGroup);
    return true;
  }

  /** Whether text after an empty group would be read as part of the name before it: without the group, `:id()s` would be the name `ids`. */
  #isNameBefore(next: PatternPart | undefined): boolean {
    return (
      !this.#pending &&
      this.#literal === '' &&
      isName(this.#parts.at(-1)) &&
      next?.kind === 'literal' &&
      nameLengthAt(next.text, 0, false) > 0
    );
  }

  end(): { readonly parts: PatternPart[]; readonly pending: boolean } {
    this.#endLiteral();
    return { parts: this.#parts, pending: this.#pending };
  }

  #endLiteral(): void {
    if (this.#literal !== '') this.#parts.push({ kind: 'literal', text: this.#literal });
    this.#literal = '';
  }
}

function isName(part: PatternPart | undefined): boolean {
  return part?.kind === 'segment' || part?.kind === 'glob';
}

function appendSlash(parts: PatternPart[]): void {
  const last = parts.at(-1);
  if (last?.kind === 'literal') parts[parts.length - 1] = { kind: 'literal', text: `${last.text}/` };
  else parts.push(slashPart);
}
