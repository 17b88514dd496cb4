// Texts of a routes file in Markdown, in which nothing of them is taken for a mark.

import type { FilePlace } from '../../src/language/diagnostics.js';

/** A text as code, on its line; a backtick, which would end it, is shown as a quote. */
export function code(text: string): string {
  return `\`${text.replaceAll('`', "'")}\``;
}

/** How a file is called in a text: as seen from the open folder, say. */
export type FileName = (file: string) => string;

export const asWritten: FileName = (file) => file;

/** Where something begins in a file: as code, since a name may have marks in it. */
export function placeText({ file, range }: FilePlace, fileName: FileName): string {
  return code(`${fileName(file)}:${range.start.line}`);
}

/** Lines of a routes file as a block of code. */
export function fence(text: string): string {
  return `\`\`\`routes\n${text}\n\`\`\``;
}
