// Parses the whole text after an edit, and keeps the old nodes of all statements that are the same, with everything remembered about them.
// It is for texts that `reparse` cannot handle, because one of their brackets has no partner.
//
//   namespace 'a' { … }         the same nodes
//   namespace 'b' {             a bracket is open: the whole text decides where the block ends
//     ge│
//   resources 'c' { … }         the same nodes, moved
//
// Parsing is cheap compared to interpreting a file, so typing in an open block costs little more than elsewhere.

import type { Argument, Declaration } from './declarations.js';
import { kept, moveDeclarations } from './move.js';
import type { Reparsed } from './reparse.js';
import type { SourceEdit, Span } from './source.js';
import { parseSyntax, type ParsedSyntax } from './syntax.js';

type Changeable<Part> = { -readonly [Key in keyof Part]: Part[Key] };

/** Applies an edit to a text and its tree, in place. `before` and everything taken from it must not be used afterwards. */
export function takeOver(before: ParsedSyntax, edit: SourceEdit): Reparsed {
  const { source, declarations } = before;
  source.replace(edit, edit.text);
  const syntax = parseSyntax(source);
  const around: Declaration[] = [];
  new TakingOver(edit, around).list(declarations, syntax.declarations as Declaration[]);
  return { syntax, around };
}

class TakingOver {
  readonly #by: number;

  constructor(
    readonly edit: SourceEdit,
    readonly around: Declaration[],
  ) {
    this.#by = edit.text.length - (edit.end - edit.start);
  }

  /**
   * Puts the old declarations at the beginning and end of a new list, as far as they are the same. Those between contain the edit and
   * stay new.
   */
  list(old: readonly Declaration[], fresh: Declaration[]): void {
    const most = Math.min(old.length, fresh.length);
    let first = 0;
    while (first < most && this.#isBefore(old[first]!) && isSame(old[first]!, fresh[first]!, 0)) {
      fresh[first] = old[first]!;
      first++;
    }
    let last = 0;
    while (last < most - first) {
      const known = old[old.length - 1 - last]!;
      const at = fresh.length - 1 - last;
      if (known.span.start <= this.edit.end || !isSame(known, fresh[at]!, this.#by)) break;
      moveDeclarations([known], this.#by);
      fresh[at] = known;
      last++;
    }
    const [known, found] = [old[first], fresh[first]];
    if (known && found && first < Math.min(old.length, fresh.length) - last)
      fresh[first] = this.#inside(known, found);
  }

  /** A declaration that contains the edit: the old one if its head is the same, otherwise the new one with the old block. */
  #inside(known: Declaration, found: Declaration): Declaration {
    const { block } = known;
    if (!block || !found.block || known.span.start !== found.span.start) return found;
    const isInBlock = block.span.start < this.edit.start;
    const isInHead = this.edit.end <= block.span.start;
    if (block.span.start + (isInHead ? this.#by : 0) !== found.block.span.start || isInBlock === isInHead)
      return found;
    this.list(block.declarations, found.block.declarations as Declaration[]);
    const hasSameHead = isInBlock && isSameHead(known, found, 0);
    const same = kept(block, found.block, found.block.declarations);
    if (!hasSameHead) return { ...found, block: same };
    const declaration: Changeable<Declaration> = known;
    declaration.span = found.span;
    declaration.parentheses = found.parentheses;
    this.around.push(known);
    return known;
  }

  #isBefore({ span }: Declaration): boolean {
    return span.end < this.edit.start;
  }
}

/** Whether a declaration and its block equal an old one that was `by` units before. */
function isSame(old: Declaration, fresh: Declaration, by: number): boolean {
  if (!isAt(old.span, fresh.span, by) || !isSameHead(old, fresh, by)) return false;
  const [one, other] = [old.block, fresh.block];
  if (!one || !other) return one === other;
  return (
    isAt(one.span, other.span, by) &&
    one.isClosed === other.isClosed &&
    one.isJoined === other.isJoined &&
    one.notation === other.notation &&
    one.declarations.length === other.declarations.length &&
    one.declarations.every((declaration, index) => isSame(declaration, other.declarations[index]!, by))
  );
}

/** Compares two heads with the same text. They differ only if a bracket was paired differently. */
function isSameHead(old: Declaration, fresh: Declaration, by: number): boolean {
  return (
    old.damaged === fresh.damaged &&
    isAt(old.keyword.span, fresh.keyword.span, by) &&
    (old.parentheses === undefined) === (fresh.parentheses === undefined) &&
    old.arguments.length === fresh.arguments.length &&
    old.arguments.every((argument, index) => isSameArgument(argument, fresh.arguments[index]!, by))
  );
}

function isSameArgument(old: Argument, fresh: Argument, by: number): boolean {
  if (old.kind !== fresh.kind || !isAt(old.span, fresh.span, by)) return false;
  if (old.kind === 'pair' && fresh.kind === 'pair') {
    const [one, other] = [old.value, fresh.value];
    return one && other ? isSameArgument(one, other, by) : one === other;
  }
  if (old.kind === 'list' && fresh.kind === 'list') return areSame(old.items, fresh.items, by);
  if (old.kind === 'hash' && fresh.kind === 'hash') return areSame(old.pairs, fresh.pairs, by);
  if (old.kind === 'redirect' && fresh.kind === 'redirect') return isSameHead(old.call, fresh.call, by);
  return true;
}

function areSame(old: readonly Argument[], fresh: readonly Argument[], by: number): boolean {
  return (
    old.length === fresh.length && old.every((argument, index) => isSameArgument(argument, fresh[index]!, by))
  );
}

function isAt(old: Span, fresh: Span, by: number): boolean {
  return old.start + by === fresh.start && old.end + by === fresh.end;
}
