// An application is a folder: `config/routes`, `controllers/`, and, if they exist, `config/middleware` and `public/`.

import { join } from 'node:path';
import { shownFrom } from '../files/project-folder.js';
import type { Endpoint } from '../../http/endpoint.js';
import type { Request } from '../../http/request.js';
import type { Response } from '../../http/response.js';
import { AllowedHosts } from '../../middleware/allowed-hosts.js';
import { parseOptionNames } from '../../interpreter/load.js';
import { MiddlewareStack } from '../../middleware/stack.js';
import type { Router } from '../../routing/router/router.js';
import { type OptionNames, checkOptions } from '../../http/options.js';
import { loadRoutesOf, type LoadOptions } from '../modules/load.js';
import { importModule } from '../modules/import-module.js';
import {
  applicationFiles,
  findRoutesFile,
  pathGiven,
  lacksConfiguration,
  RoutesFileError,
  type ApplicationFiles,
} from '../files/routes-file.js';
import type { LookedAt } from '../files/watched-folders.js';
import type { LiveReload } from './live-reload.js';
import { RefusalPages } from './refusal-pages.js';
import { StaticFiles } from '../static/static-files.js';

/** What `createApplication` takes beside the folder. */
export interface ApplicationOptions extends LoadOptions {
  /** The routes file, where it is not `config/routes` or `routes` of the folder. */
  readonly routes?: string | URL | undefined;
  /** A folder of static files; `public` of the folder unless given, `false` for none. */
  readonly public?: string | URL | false | undefined;
  /** The hosts to answer for, `.example.com` being a domain with all below it; others get 421. All unless given. */
  readonly hosts?: readonly string[] | undefined;
  /** Whether what no route answers is a page that says why; only with `NODE_ENV=development` unless given. */
  readonly development?: boolean | undefined;
}

/** Made where they are asked for: a bundle keeps what makes constants, and with it the language. */
const optionNames = (): OptionNames<ApplicationOptions> => ({
  ...parseOptionNames,
  routes: true,
  public: true,
  hosts: true,
  development: 'flag',
});

/** A folder as an endpoint: its stack built around its router. */
export interface Application extends Endpoint {
  /** Where its files are. */
  readonly files: ApplicationFiles;
  /** The router of its routes file. */
  readonly router: Router;
  /** The stack around the router. */
  readonly stack: MiddlewareStack;
}

/**
 * Loads the application of a folder, an endpoint for `serve` or `toNodeListener` (docs/embedding.md, "The first folder of URLs"). Static files of
 * `public/` are the outermost entry, named `static`, but for `hosts`, where hosts are given; the default export of `config/middleware` then gets the stack and may change it as it likes.
 *
 * @param folder its path, from the working directory, or its `file:` URL
 * @throws RoutesError, RoutesFileError, StaticRootError for a `public` that is no folder, or what a module of the application throws
 */
export async function createApplication(
  folder: string | URL,
  options: ApplicationOptions = {},
): Promise<Application> {
  checkOptions('createApplication', options, optionNames(), 'docs/embedding.md');
  return loadApplication(folder, options, {});
}

interface Watched {
  /** What shows in the browsers that look at it. */
  readonly live?: LiveReload | undefined;
  /** Is told of each file that the routes are made of, but for the controllers. */
  readonly lookedAt?: LookedAt;
}

/** The same, of an application that is watched. */
export async function loadApplication(
  folder: string | URL,
  options: ApplicationOptions,
  { live, lookedAt = () => undefined }: Watched,
): Promise<Application> {
  const {
    routes: givenRoutes = findRoutesFile(folder),
    public: given,
    hosts,
    development = process.env['NODE_ENV'] === 'development',
    ...loadOptions
  } = options;
  const routes = pathGiven(givenRoutes, 'an application has a routes file');
  const files = applicationFiles(routes);
  // Nobody else gives this router its controllers: a folder that is not there is told of where a route leads into it.
  const controllers = options.controllers ?? files.controllers ?? join(files.folder, 'controllers');
  const router = await loadRoutesOf(
    routes,
    {
      file: fromHere(routes),
      ...loadOptions,
      controllers:
        typeof controllers === 'string' || controllers instanceof URL
          ? fromHere(pathGiven(controllers, 'controllers are a folder'))
          : controllers,
    },
    lookedAt,
  );
  const stack = new MiddlewareStack();
  const root = given === false ? undefined : (given ?? files.public);
  if (hosts !== undefined) stack.use('hosts', AllowedHosts, { hosts });
  if (root !== undefined) stack.use('static', StaticFiles, { root });
  if (files.middleware !== undefined) {
    const { default: configure } = await importModule(files.middleware);
    if (typeof configure !== 'function')
      throw new RoutesFileError(lacksConfiguration(fromHere(files.middleware)));
    await Reflect.apply(configure, undefined, [stack]);
  }
  const innermost = development ? new RefusalPages(router) : router;
  const built = stack.build(live ? live.withScript(innermost) : innermost);
  const app = live ? live.outermost(built) : built;
  return {
    files,
    router,
    stack,
    call: (request: Request): Response | Promise<Response> => app.call(request),
  };
}

const fromHere = (path: string): string => shownFrom('', path);
