// The first line of what waypost writes of a routes file, which says so: any other file is its owner's, and is not written over.
//
//   // The routes of config/routes. Written by `waypost compile`: change the routes and write it again.

import { escapeControls } from '../http/printable.js';

/** That line; `what` the file holds, the name of the routes file, and the command that writes it. */
export function generatedHeading(what: string, file: string | undefined, command: string): string {
  const of = file === undefined ? '' : ` of ${escapeControls(file)}`;
  return `// ${what}${of}. Written by \`${command}\`: change the routes and write it again.`;
}

/** The command that has written a text, by its first line; undefined where none of waypost has. */
export function writingCommand(text: string): string | undefined {
  return /^.*Written by `(waypost [^`\n]*)`/.exec(text)?.[1];
}

/** The routes file that a text was written of, by its first line, as the command was told its name. */
export function headingFile(text: string): string | undefined {
  return /^\/\/ .*? of (.+)\. Written by `waypost /.exec(text)?.[1];
}

/** Whether a text is one that waypost has written before, or nothing. */
export function isGenerated(text: string): boolean {
  return text.trim() === '' || writingCommand(text) !== undefined;
}
