// Why an application did not start, on one line: what its own modules throw, with the place and the code around it, and what the system refuses,
// with what to do about it.

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

/** The package itself; its samples are applications like any other. */
const ownCode = new RegExp(
  `^${escapeRegex(fileURLToPath(new URL('../../', import.meta.url)))}(?:dist|src|lsp|grammar)/`,
);

/** Prints the failure and gives the status to end with; undefined, and nothing printed, where it is neither the application's nor the system's. */
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

/** The line of a file in which code failed that the application brought, behind a message that does not say it; nothing where it is not known. */
export function failedLine(error: unknown, terminal: Terminal): string {
  const frame = applicationFrame(error);
  return frame === undefined ? '' : ` (${shownPath(frame.file, terminal)}:${frame.line})`;
}

function shownPath(file: string, { cwd }: Terminal): string {
  return shownFrom(cwd, file);
}

/** The innermost frame in the application's own files; a mistake in the notation has its place in the message instead. */
function applicationFrame(error: unknown): StackFrame | undefined {
  const isApplications = ({ file }: StackFrame): boolean =>
    !ownCode.test(file) && !/[/\\]node_modules[/\\]/.test(file);
  const frames = stackFrames(error);
  // What stands outside of the package's own code has called the command.
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
