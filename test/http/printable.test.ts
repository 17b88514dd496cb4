// Strangers' text in logs and terminals: whatever it holds, it stays on its line and shows what it is.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeControls, escapeLines, escapeText } from '../../src/http/printable.js';
import { anyText } from '../support/any-text.js';

describe('escapeControls', () => {
  it.each([
    ['a line break', '/a\r\nb', '/a\\u{d}\\u{a}b'],
    ['a colour', '\u001b[31mred', '\\u{1b}[31mred'],
    ['the one-character form of ESC [', '\u009b31m', '\\u{9b}31m'],
    ['a backspace and DEL', '\b\u007f', '\\u{8}\\u{7f}'],
    ['separators that some viewers break lines at', '\u0085\u2028\u2029', '\\u{85}\\u{2028}\\u{2029}'],
    ['turned writing', 'a\u202etxt.exe\u2066\u200f\u061c', 'a\\u{202e}txt.exe\\u{2066}\\u{200f}\\u{61c}'],
  ])('shows %s', (_, text, shown) => expect(escapeControls(text)).toBe(shown));

  it('leaves letters of every script, and backslashes, as they are', () => {
    const text = 'C:\\routes größe 日本 שלום 👩‍👩‍👧 ~!';
    expect(escapeControls(text)).toBe(text);
  });

  it('leaves nothing that is a control or turns the writing', () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        expect(escapeControls(text)).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u);
      }),
    );
  });
});

it('escapeText keeps the lines and tabs of a text', () => {
  expect(escapeText('a\tb\r\n\u001b]0;title\u0007\n')).toBe('a\tb\r\n\\u{1b}]0;title\\u{7}\n');
});

describe('escapeLines', () => {
  it('keeps the lines of a stack, and sets off every other one', () => {
    expect(escapeLines('Error: no user\n::error::forged\r\n\u001b[2K\n    at show (posts.ts:3:9)')).toBe(
      'Error: no user\n  | ::error::forged\n  | \\u{1b}[2K\n    at show (posts.ts:3:9)',
    );
  });
});
