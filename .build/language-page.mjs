// Generates the reference in docs/language.md between its two markers. The tutorial before it is written by hand.
import { readFileSync } from 'node:fs';
import { referenceText } from './reference.ts';

const file = 'docs/language.md';
const opening = '<!-- reference: made from the signature table by `npm run generate` -->';
const closing = '<!-- end of the reference -->';

export const generated = [
  {
    file,
    text() {
      const page = readFileSync(file, 'utf8');
      const start = page.indexOf(opening) + opening.length;
      const end = page.indexOf(closing);
      if (start < opening.length || end < start)
        throw new Error(`${file} has lost the markers of its reference`);
      return `${page.slice(0, start)}\n\n${referenceText()}\n\n${page.slice(end)}`;
    },
  },
];
