// The text of a file as the last commit has it.
//
// git is asked for the stored text alone, as a command that looks at no work tree: no hook, filter, pager or monitor that a
// repository's configuration names is run by that, and no transport either, where a partial clone lacks the text.

import { execFile } from 'node:child_process';
import { basename, dirname } from 'node:path';

const patience = 2_000;
const longest = 16 * 1024 * 1024;

/** What would have git look elsewhere, or somebody else's programs start. */
const unset = ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_COMMON_DIR', 'GIT_OBJECT_DIRECTORY'];

/** Undefined where there is no git, no repository, no commit, or no such file in it. */
export function committedText(file: string): Promise<string | undefined> {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    GIT_NO_LAZY_FETCH: '1',
    // None, also where git is too old for that: `protocol.ext.allow` in a repository's configuration outranks `-c protocol.allow=never`.
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    // Windows would start a `git` of the folder itself.
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
