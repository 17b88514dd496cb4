// Invariants of every parsed text.

import { expect } from 'vitest';
import type { Argument, Declaration, Value } from '../../src/language/declarations.js';
import type { Span } from '../../src/language/source.js';
import type { Syntax } from '../../src/language/syntax.js';

/** Expects that spans are inside the text and nested, tokens and comments cover the text in order, and diagnostics have valid places. */
export function expectSoundSyntax({ source, declarations, tokens, comments, diagnostics }: Syntax): void {
  const whole = { start: 0, end: source.text.length };
  inOrder(declarations, whole);
  for (const declaration of declarations) soundDeclaration(declaration);
  const pieces = [...tokens, ...comments.map(({ span }) => span)].sort(
    (one, other) => one.start - other.start,
  );
  let end = 0;
  for (const piece of pieces) {
    within(piece, { start: end, end: source.text.length });
    expectNothing(source.text.slice(end, piece.start));
    end = piece.end;
  }
  if (tokens.length > 0 || comments.length > 0) expectNothing(source.text.slice(end));
  let start = 0;
  for (const { range, code, message, fix } of diagnostics) {
    expect(code).toMatch(
      /^(?:syntax-error|unmatched-bracket|inline-code|invalid-regex|unexpected-argument|unknown-keyword)$/,
    );
    expect(message).toMatch(/^[^\n]*[^.\s]$/);
    expect(range.start.offset).toBeGreaterThanOrEqual(start);
    expect(range.end.offset).toBeGreaterThanOrEqual(range.start.offset);
    expect(range.end.offset).toBeLessThanOrEqual(source.text.length);
    for (const edit of fix?.edits ?? [])
      expect(edit.range.end.offset).toBeLessThanOrEqual(source.text.length);
    start = range.start.offset;
  }
}

/** Expects only blanks between two tokens, and invisible characters, which are reported and skipped. */
function expectNothing(between: string): void {
  const seen = between.replace(/\p{Cf}+/gu, '').trim();
  if (seen !== '') expect(seen).toBe('');
}

/** Expects a span inside another. It calls `expect` only to fail, because it is slow and there are several comparisons a character. */
function within(inner: Span, outer: Span): void {
  if (outer.start <= inner.start && inner.start <= inner.end && inner.end <= outer.end) return;
  expect(inner.start).toBeGreaterThanOrEqual(outer.start);
  expect(inner.end).toBeGreaterThanOrEqual(inner.start);
  expect(inner.end).toBeLessThanOrEqual(outer.end);
}

function inOrder(list: readonly { readonly span: Span }[], outer: Span): void {
  let start = outer.start;
  for (const { span } of list) {
    within(span, { start, end: outer.end });
    start = span.start;
  }
}

function soundDeclaration({ span, keyword, arguments: list, block, parentheses, source }: Declaration): void {
  within(keyword.span, span);
  expect(source.text.slice(keyword.span.start, keyword.span.end)).toBe(keyword.text);
  if (parentheses) within(parentheses, span);
  inOrder(list, span);
  list.forEach(soundArgument);
  if (!block) return;
  within(block.span, span);
  inOrder(block.declarations, block.span);
  block.declarations.forEach(soundDeclaration);
}

function soundArgument(argument: Argument): void {
  if (argument.kind !== 'pair') {
    soundValue(argument);
    return;
  }
  within(argument.key.span, argument.span);
  if (!argument.value) return;
  within(argument.value.span, argument.span);
  soundValue(argument.value);
}

function soundValue(value: Value): void {
  switch (value.kind) {
    case 'list':
      inOrder(value.items, value.span);
      value.items.forEach(soundValue);
      break;
    case 'hash':
      inOrder(value.pairs, value.span);
      value.pairs.forEach(soundArgument);
      break;
    case 'redirect':
      within(value.call.span, value.span);
      soundDeclaration(value.call);
      break;
    case 'string': {
      let before = value.span.start;
      for (let index = 0; index <= value.value.length; index++) {
        const offset = value.offsetOf(index);
        within({ start: offset, end: offset }, { start: before, end: value.span.end });
        before = offset;
      }
      break;
    }
    case 'callable':
      within(value.moduleSpan, value.span);
      if (value.exportSpan) within(value.exportSpan, value.span);
      break;
    case 'regex':
    case 'number':
    case 'boolean':
    case 'star':
      break;
  }
}
