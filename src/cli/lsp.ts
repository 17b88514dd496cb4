// `waypost lsp`: the language server, over stdio.

import type { Command } from 'commander';

export function addLanguageServerCommand(program: Command): void {
  program
    .command('lsp')
    .description('Run the language server over stdio, for an editor to start.')
    .option('--stdio', 'over standard input and output, as always')
    .option('--trust-config', 'run a configuration that is code (waypost.config.ts, .mjs, …)')
    .action(async ({ trustConfig = false }: { trustConfig?: boolean }) => {
      const { startServer } = await import('../../lsp/main.js');
      startServer({ trustsCode: trustConfig });
    });
}
