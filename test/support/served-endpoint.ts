// An endpoint on a real socket for as long as a test takes.

import { onTestFinished } from 'vitest';
import type { Request } from '../../src/http/request.js';
import type { Response } from '../../src/http/response.js';
import { type ListenerOptions, toNodeListener } from '../../src/node/serving/listener.js';
import { listening, type TestServer } from './raw-http.js';

export type Call = (request: Request) => Response | Promise<Response>;

/** Closes a server when the test that is running ends. */
export function closing(server: TestServer): TestServer {
  onTestFinished(() => server.close());
  return server;
}

/** Puts a function of a request behind a listener of `node:http`. */
export async function serving(call: Call, options: ListenerOptions = {}): Promise<TestServer> {
  return closing(await listening(toNodeListener({ call }, options)));
}

/** The end of the head of a request that asks for the connection to be closed. */
export const close = 'host: localhost\r\nconnection: close\r\n\r\n';
