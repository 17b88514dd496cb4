// Lists the commands of `waypost`, and runs one.

import { readingCommands } from './reading-commands.js';
import { run, type AddCommand } from './run.js';
import type { Terminal } from './terminal.js';

/** The commands by name. Each module is loaded on request, because loading is most of a short command's time. */
const commands = new Map<string, () => Promise<AddCommand>>([
  ...readingCommands,
  ['serve', async () => (await import('./serve.js')).addServeCommand],
  ['middleware', async () => (await import('./middleware.js')).addMiddlewareCommand],
  ['compile', async () => (await import('./compile.js')).addCompileCommand],
  ['build', async () => (await import('./build.js')).addBuildCommand],
  ['start', async () => (await import('./build.js')).addStartCommand],
  ['lsp', async () => (await import('./lsp.js')).addLanguageServerCommand],
]);

/** Loads the called command, or all of them for help or the version. */
async function commandsFor(args: readonly string[]): Promise<readonly AddCommand[]> {
  const [first = ''] = args;
  const named = commands.get(first);
  if (named) return [await named()];
  if (/^(?:-v|--version)$/.test(first)) return [];
  return Promise.all([...commands.values()].map((load) => load()));
}

/** Runs `waypost ARGUMENTS`; see `run`. */
export async function runCommand(
  args: readonly string[],
  terminal: Terminal,
  name = 'waypost',
): Promise<void> {
  await run(await commandsFor(args), args, terminal, name);
}
