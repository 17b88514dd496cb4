// Text of any characters. The `binary` unit of fast-check is the same, and takes a second to list all of them when it is first used.

import fc from 'fast-check';

/** One code point: as often one that is printed in ASCII as any other, half a surrogate pair never. */
const character = fc
  .oneof(fc.integer({ min: 0x20, max: 0x7e }), fc.integer({ min: 0, max: 0x10ffff - 0x800 }))
  .map((code) => String.fromCodePoint(code < 0xd800 ? code : code + 0x800));

export function anyText(
  constraints: Readonly<Omit<fc.StringConstraints, 'unit'>> = {},
): fc.Arbitrary<string> {
  return fc.string({ ...constraints, unit: character });
}
