// Texts of any characters. fast-check's unit `binary` gives the same, but takes a second to list all characters on first use.

import fc from 'fast-check';

/** A code point: printable ASCII as often as any other, and never half a surrogate pair. */
const character = fc
  .oneof(fc.integer({ min: 0x20, max: 0x7e }), fc.integer({ min: 0, max: 0x10ffff - 0x800 }))
  .map((code) => String.fromCodePoint(code < 0xd800 ? code : code + 0x800));

export function anyText(
  constraints: Readonly<Omit<fc.StringConstraints, 'unit'>> = {},
): fc.Arbitrary<string> {
  return fc.string({ ...constraints, unit: character });
}
