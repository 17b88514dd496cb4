// `waypost middleware`: prints the middleware stack of an application, outermost first.

import type { Command } from 'commander';
import { escapeControls } from '../http/printable.js';
import { applicationFiles } from '../node/files/routes-file.js';
import { projectConfiguration } from './project-configuration.js';
import { routesFileArgument, routesFilePath } from './routes-file.js';
import type { Terminal } from './terminal.js';

export function addMiddlewareCommand(program: Command, terminal: Terminal): void {
  program
    .command('middleware')
    .description('Print the middleware stack of an application, the outermost entry first.')
    .addArgument(routesFileArgument())
    .action(async (file: string | undefined) => {
      const routes = routesFilePath(file, terminal.cwd);
      const { createApplication } = await import('../node/serving/application.js');
      const { inflections, controllers, regex } = await projectConfiguration(
        routes,
        { trustsCode: true },
        terminal,
      );
      const { stack } = await createApplication(applicationFiles(routes).folder, {
        routes,
        controllers,
        regex,
        inflections,
      });
      for (const name of stack.names) terminal.print(`use ${escapeControls(name)}`);
      terminal.print('run router');
    });
}
