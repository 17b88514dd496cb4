// The first line of files that waypost generates from a routes file. A file without this line belongs to the user and is
// not overwritten.
//
//   // The routes of config/routes. Written by `waypost compile`: change the routes and write it again.

import { escapeControls } from '../http/printable.js';

/** Makes the line from the content of the file (`The routes`), the name of the routes file, and the command that writes it. */
export function generatedHeading(what: string, file: string | undefined, command: string): string {
  const of = file === undefined ? '' : ` of ${escapeControls(file)}`;
  return `// ${what}${of}. Written by \`${command}\`: change the routes and write it again.`;
}

/** The command that wrote a text, from its first line; undefined if waypost did not write it. */
export function writingCommand(text: string): string | undefined {
  return /^.*Written by `(waypost [^`\n]*)`/.exec(text)?.[1];
}

/** The routes file that a text was generated from, as named in its first line. */
export function headingFile(text: string): string | undefined {
  return /^\/\/ .*? of (.+)\. Written by `waypost /.exec(text)?.[1];
}

/** Whether waypost wrote a text, or the text is blank. */
export function isGenerated(text: string): boolean {
  return text.trim() === '' || writingCommand(text) !== undefined;
}
