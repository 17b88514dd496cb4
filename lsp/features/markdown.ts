// Puts texts of routes files into Markdown, such that nothing in them acts as markup.

import type { FilePlace } from '../../src/language/diagnostics.js';

/** A text as inline code. A backtick, which would end the code, is shown as a single quote. */
export function code(text: string): string {
  return `\`${text.replaceAll('`', "'")}\``;
}

/** How a text names a file, such as by its path from the open folder. */
export type FileName = (file: string) => string;

export const asWritten: FileName = (file) => file;

/** A file and line, as code because names may contain markup. */
export function placeText({ file, range }: FilePlace, fileName: FileName): string {
  return code(`${fileName(file)}:${range.start.line}`);
}

/** Lines of a routes file as a code block. */
export function fence(text: string): string {
  return `\`\`\`routes\n${text}\n\`\`\``;
}
