// Reads the text of a file in the last commit.
//
// It runs `git cat-file`, which does not look at the work tree. So git runs no hook, filter, pager or monitor that the repository's
// configuration names, and no transport if a partial clone lacks the text.

import { execFile } from 'node:child_process';
import { basename, dirname } from 'node:path';

const patience = 2_000;
const longest = 16 * 1024 * 1024;

/** Variables that would make git look elsewhere, or start other programs. */
const unset = ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_COMMON_DIR', 'GIT_OBJECT_DIRECTORY'];

/** The committed text of a file; undefined if there is no git, no repository, no commit, or no such file in it. */
export function committedText(file: string): Promise<string | undefined> {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    GIT_NO_LAZY_FETCH: '1',
    // For versions of git without `GIT_NO_LAZY_FETCH`. Not `-c protocol.allow=never`, which `protocol.ext.allow` of a repository outranks.
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    // Otherwise Windows would start a `git` in the current folder.
    NoDefaultCurrentDirectoryInExePath: '1',
  };
  for (const name of unset) delete env[name];
  const args = [
    ...['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null'],
    ...['--no-pager', '-C', dirname(file), 'cat-file', 'blob', `HEAD:./${basename(file)}`],
  ];
  return new Promise((resolve) => {
    execFile(
      'git',
      args,
      {
        cwd: dirname(process.execPath),
        env,
        timeout: patience,
        maxBuffer: longest,
        encoding: 'utf8',
        windowsHide: true,
      },
      (error, stdout) => resolve(error ? undefined : stdout),
    );
  });
}
