// A folder of static files on the disk, served on real sockets, for the tests of one file.

import path from 'node:path';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import type { Endpoint } from '../../src/http/endpoint.js';
import { Response } from '../../src/http/response.js';
import { toNodeListener } from '../../src/node/serving/listener.js';
import { StaticFiles, type StaticFilesOptions } from '../../src/node/static/static-files.js';
import { fileTree } from './file-tree.js';
import { listening, type RawAnswer, request as ask } from './raw-http.js';

export const fixtures = new URL('../fixtures/static/', import.meta.url);

/** Answers the requests that no file answers. */
export const app: Endpoint = { call: () => new Response({ status: 404, body: 'app' }) };

export interface StaticSite {
  /** The served folder. */
  root(): string;
  /** A path in the folder. */
  place(name: string): string;
  /** A path beside the folder, which is not served. */
  beside(...names: readonly string[]): string;
  /** Serves the folder until the test ends. Returns the port. */
  serving(options?: Partial<StaticFilesOptions>, onError?: () => void): Promise<number>;
  /** The answer to a GET, from a new server. */
  get(
    name: string,
    headers?: Record<string, string>,
    options?: Partial<StaticFilesOptions>,
  ): Promise<RawAnswer>;
}

/** Makes the folder before the tests of a file, and deletes it after them. */
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
