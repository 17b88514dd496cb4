// Serves an endpoint on a real socket during a test.

import { onTestFinished } from 'vitest';
import type { Request } from '../../src/http/request.js';
import type { Response } from '../../src/http/response.js';
import { type ListenerOptions, toNodeListener } from '../../src/node/serving/listener.js';
import { listening, type TestServer } from './raw-http.js';

export type Call = (request: Request) => Response | Promise<Response>;

/** Closes a server when the current test ends. */
export function closing(server: TestServer): TestServer {
  onTestFinished(() => server.close());
  return server;
}

/** Serves a function of a request with `node:http`. */
export async function serving(call: Call, options: ListenerOptions = {}): Promise<TestServer> {
  return closing(await listening(toNodeListener({ call }, options)));
}

/** The end of a request's head that asks the server to close the connection. */
export const close = 'host: localhost\r\nconnection: close\r\n\r\n';
