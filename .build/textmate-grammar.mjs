// Generates the TextMate grammar, with the keywords of the signature table.
import { textMateGrammar } from '../grammar/textmate.ts';
import { keywords } from '../src/language/vocabulary.ts';

export const generated = [
  {
    file: 'grammar/routes.tmLanguage.json',
    text: () => `${JSON.stringify(textMateGrammar(Object.keys(keywords)), null, 2)}\n`,
  },
];
