// Makes an endpoint of an application's folder: `config/routes`, `controllers/` and, if they exist, `config/middleware` and `public/`.

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

/** The options of `createApplication`. */
export interface ApplicationOptions extends LoadOptions {
  /** The routes file. By default `config/routes` or `routes` of the folder. */
  readonly routes?: string | URL | undefined;
  /** The folder of static files, or `false` for none. By default `public` of the folder, if it exists. */
  readonly public?: string | URL | false | undefined;
  /** The hosts that are served; `.example.com` means the domain and all its subdomains. Others get 421. All hosts by default. */
  readonly hosts?: readonly string[] | undefined;
  /** Whether a request without a route gets a page that says why. By default only if `NODE_ENV` is `development`. */
  readonly development?: boolean | undefined;
}

/** A function, since bundlers keep a constant that spreads another, and would keep the language with it. */
const optionNames = (): OptionNames<ApplicationOptions> => ({
  ...parseOptionNames,
  routes: true,
  public: true,
  hosts: true,
  development: 'flag',
});

/** The endpoint of a folder: its stack, built around its router. */
export interface Application extends Endpoint {
  /** The paths of its files and folders. */
  readonly files: ApplicationFiles;
  /** The router of its routes file. */
  readonly router: Router;
  /** The stack around the router. */
  readonly stack: MiddlewareStack;
}

/**
 * Loads the application of a folder, an endpoint for `serve` or `toNodeListener` (docs/embedding.md, "The first folder of URLs"). The
 * outermost entries of its stack are `hosts`, if hosts are given, and `static`, the files of `public/`. The default export of
 * `config/middleware` then gets the stack and may change it.
 *
 * @param folder its path, relative to the working directory, or its `file:` URL
 * @throws RoutesError, RoutesFileError, StaticRootError if `public` is no folder, or what a module of the application throws
 */
export async function createApplication(
  folder: string | URL,
  options: ApplicationOptions = {},
): Promise<Application> {
  checkOptions('createApplication', options, optionNames(), 'docs/embedding.md');
  return loadApplication(folder, options, {});
}

interface Watched {
  /** Reloads the pages of the application in browsers. */
  readonly live?: LiveReload | undefined;
  /** Called with each file that the routes depend on, except controllers. */
  readonly lookedAt?: LookedAt;
}

/** `createApplication` without the check of its options, for an application whose files are watched. */
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
  // Without a folder, routes to controllers would be recognised only. A missing folder is an error as soon as a route needs it.
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
