// A folder of static files on a real disk, served on real sockets, for the tests of one file.

import path from 'node:path';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import type { Endpoint } from '../../src/http/endpoint.js';
import { Response } from '../../src/http/response.js';
import { toNodeListener } from '../../src/node/serving/listener.js';
import { StaticFiles, type StaticFilesOptions } from '../../src/node/static/static-files.js';
import { fileTree } from './file-tree.js';
import { listening, type RawAnswer, request as ask } from './raw-http.js';

export const fixtures = new URL('../fixtures/static/', import.meta.url);

/** Answers what the files do not. */
export const app: Endpoint = { call: () => new Response({ status: 404, body: 'app' }) };

export interface StaticSite {
  /** The folder that is served. */
  root(): string;
  /** A path below it. */
  place(name: string): string;
  /** A path beside it, where nothing is served. */
  beside(...names: readonly string[]): string;
  /** Serves the folder until the test ends, and gives the port. */
  serving(options?: Partial<StaticFilesOptions>, onError?: () => void): Promise<number>;
  /** The answer of a server of its own to a GET. */
  get(
    name: string,
    headers?: Record<string, string>,
    options?: Partial<StaticFilesOptions>,
  ): Promise<RawAnswer>;
}

/** Makes the folder before the tests of a file and takes it away behind them. */
export function staticSite(): StaticSite {
  let folder = '';
  let remove = (): void => undefined;
  beforeAll(() => {
    ({ folder, remove } = fileTree(new URL('tree', fixtures)));
  });
  afterAll(() => remove());
  const root = (): string => path.join(folder, 'public');
  const serving: StaticSite['serving'] = async (options = {}, onError = () => undefined) => {
    const endpoint = new StaticFiles({ app, root: root(), ...options });
    const server = await listening(toNodeListener(endpoint, { onError }));
    onTestFinished(() => server.close());
    return server.port;
  };
  return {
    root,
    place: (name) => path.join(root(), name),
    beside: (...names) => path.join(folder, ...names),
    serving,
    get: async (name, headers = {}, options = {}) => ask(await serving(options), 'GET', name, headers),
  };
}
