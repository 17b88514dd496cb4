// Reports why an application did not start: an error of its own modules, with the place and the code around it, or a refusal
// of the system (such as a port in use), with what to do about it.

import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import { errorText, messageOf } from '../http/http-error.js';
import { escapeControls } from '../http/printable.js';
import { shownFrom } from '../node/files/project-folder.js';
import { StaticRootError } from '../node/static/static-files.js';
import { failedImport, importFailurePlace } from '../node/modules/import-failure.js';
import { codeAround, stackFrames, type StackFrame } from '../node/files/code-frame.js';
import { refusalText } from '../node/files/system-error.js';
import { exitStatus } from './exit-status.js';
import { printFailure, type Terminal } from './terminal.js';

/** Matches files of the package itself, except its samples, which are ordinary applications. */
const ownCode = new RegExp(
  `^${escapeRegex(fileURLToPath(new URL('../../', import.meta.url)))}(?:dist|src|lsp|grammar)/`,
);

/**
 * Prints the failure and returns the exit status. If the error comes neither from the application nor from the system, prints nothing and
 * returns undefined.
 */
export function reportApplicationFailure(error: unknown, terminal: Terminal): number | undefined {
  const print = (text: string): void => printFailure(text, terminal);
  const [firstLine = ''] = (messageOf(error) ?? '').split('\n', 1);
  const message = firstLine
    .replace(/ imported from \/.*/, '')
    .replace(/ES module scope$/, '$&; write `export …`, or let the name of the file end in .cjs')
    .trimEnd();
  const frame = applicationFrame(error);
  const refused =
    error instanceof StaticRootError ? message : frame === undefined ? refusalText(error) : undefined;
  if (refused !== undefined) {
    print(refused);
    return exitStatus.usage;
  }
  if (frame === undefined) {
    const file = failedImport(error);
    if (error instanceof Error) {
      if (file === undefined) return undefined;
      const [innermost] = stackFrames(error).filter(({ file: own }) => !ownCode.test(own));
      const where = innermost ? ` (${shownPath(innermost.file, terminal)}:${innermost.line})` : '';
      print(`${shownPath(file, terminal)} failed while the application started: ${message}${where}`);
    } else {
      const what = file === undefined ? '' : `${shownPath(file, terminal)} failed `;
      print(
        `${what}while the application started: ${errorText(error)}; throw an Error, which knows its place`,
      );
    }
    return exitStatus.findings;
  }
  print(`${shownPath(frame.file, terminal)}:${frame.line} failed while the application started: ${message}`);
  for (const { number, text, isMarked } of codeAround(frame, 2))
    terminal.printError(`${isMarked ? '>' : ' '} ${String(number).padStart(4)} | ${escapeControls(text)}`);
  return exitStatus.findings;
}

/** ` (file:line)` of the application's code that threw, to append to a message; empty if it is not known. */
export function failedLine(error: unknown, terminal: Terminal): string {
  const frame = applicationFrame(error);
  return frame === undefined ? '' : ` (${shownPath(frame.file, terminal)}:${frame.line})`;
}

function shownPath(file: string, { cwd }: Terminal): string {
  return shownFrom(cwd, file);
}

/** The innermost stack frame in the application's own files. The place of a syntax error is not in the stack but in the message. */
function applicationFrame(error: unknown): StackFrame | undefined {
  const isApplications = ({ file }: StackFrame): boolean =>
    !ownCode.test(file) && !/[/\\]node_modules[/\\]/.test(file);
  const frames = stackFrames(error);
  // Frames outside the package's outermost frame belong to the caller of the command.
  const outermost = frames.findLastIndex(({ file }) => ownCode.test(file));
  const frame = frames.slice(0, outermost < 0 ? undefined : outermost).find(isApplications);
  if (frame !== undefined) return frame;
  const failed = importFailurePlace(error);
  if (failed !== undefined && !ownCode.test(failed.file)) return failed;
  const place = /((?:file:\/\/)?\/[^\n:]+\.[cm]?[jt]sx?):(\d+)(?::(\d+))?/.exec(errorText(error));
  if (place === null) return undefined;
  const [, location = '', line, column = 1] = place;
  const file = location.startsWith('file://') ? fileURLToPath(location) : location;
  const named = { file, line: Number(line), column: Number(column) };
  return isAbsolute(file) && isApplications(named) ? named : undefined;
}

function escapeRegex(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
