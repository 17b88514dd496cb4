// Finds the lines of the application that an error came from, by its stack.
//
//     at show (file:///app/controllers/posts.ts:12:9)  →  lines 7 to 17 of that file, line 12 marked
//
// The first frame that belongs neither to Node nor to a package is the application's.

import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { attempt, isError, messageOf } from '../../http/http-error.js';

export interface StackFrame {
  /** Absolute path. */
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  readonly column: number;
}

export interface CodeLine {
  readonly number: number;
  readonly text: string;
  readonly isMarked: boolean;
}

const framePattern = /^\s*at (?:.*\()?((?:file:\/\/)?[^()]+?):(\d+):(\d+)\)?$/;
const largestFile = 2 * 1024 * 1024;

/** The frames of an error's stack that are in files, innermost first. */
export function stackFrames(error: unknown): StackFrame[] {
  const text = attempt(() => (isError(error) ? error.stack : undefined));
  if (typeof text !== 'string') return [];
  // The stack begins with the message. It is skipped, since a client's text in it may look like a frame.
  const message = messageOf(error) ?? '';
  const start = text.indexOf(message);
  const stack = start < 0 ? text : text.slice(start + message.length);
  return stack.split('\n').flatMap((line) => {
    const [, place = '', lineNumber, column] = framePattern.exec(line) ?? [];
    const file = filePath(place);
    return file === undefined ? [] : [{ file, line: Number(lineNumber), column: Number(column) }];
  });
}

/** The innermost frame in the application's own code, not in a package. */
export function ownFrame(frames: readonly StackFrame[]): StackFrame | undefined {
  return frames.find(({ file }) => !file.split(path.sep).includes('node_modules'));
}

/** The lines around a frame, `context` on each side; empty if the file cannot be read or is very large. */
export function codeAround({ file, line }: StackFrame, context = 5): CodeLine[] {
  const text = attempt(() => {
    const stats = statSync(file);
    return stats.isFile() && stats.size <= largestFile ? readFileSync(file, 'utf8') : undefined;
  });
  if (text === undefined) return [];
  const lines = text.split(/\r\n|\r|\n/);
  const first = Math.max(1, line - context);
  return lines
    .slice(first - 1, line + context)
    .map((content, i) => ({ number: first + i, text: content.slice(0, 500), isMarked: first + i === line }));
}

function filePath(place: string): string | undefined {
  const file = place.startsWith('file://') ? attempt(() => fileURLToPath(place)) : place;
  return file !== undefined && path.isAbsolute(file) && /\.[cm]?[jt]sx?$/.test(file) ? file : undefined;
}
