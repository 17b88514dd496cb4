// The commands of `waypost`.

import { readingCommands } from './reading-commands.js';
import { run, type AddCommand } from './run.js';
import type { Terminal } from './terminal.js';

/** Each command's module is loaded when it is asked for: starting is most of what a short command costs. */
const commands = new Map<string, () => Promise<AddCommand>>([
  ...readingCommands,
  ['serve', async () => (await import('./serve.js')).addServeCommand],
  ['middleware', async () => (await import('./middleware.js')).addMiddlewareCommand],
  ['compile', async () => (await import('./compile.js')).addCompileCommand],
  ['build', async () => (await import('./build.js')).addBuildCommand],
  ['start', async () => (await import('./build.js')).addStartCommand],
  ['lsp', async () => (await import('./lsp.js')).addLanguageServerCommand],
]);

/** The modules of the command that is called, or of all where it is help or a version that is wanted. */
async function commandsFor(args: readonly string[]): Promise<readonly AddCommand[]> {
  const [first = ''] = args;
  const named = commands.get(first);
  if (named) return [await named()];
  if (/^(?:-v|--version)$/.test(first)) return [];
  return Promise.all([...commands.values()].map((load) => load()));
}

/** Runs `waypost ARGUMENTS`, as `run` says. */
export async function runCommand(
  args: readonly string[],
  terminal: Terminal,
  name = 'waypost',
): Promise<void> {
  await run(await commandsFor(args), args, terminal, name);
}
