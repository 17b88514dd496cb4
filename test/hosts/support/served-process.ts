// A server in a process of its own, which says where it listens.

import { type ChildProcess, spawn } from 'node:child_process';

export interface ServedProcess {
  /** `http://127.0.0.1:41234`. */
  readonly origin: string;
  stop(): Promise<unknown>;
}

/** Starts a program on a free port, and waits until it has printed its address; rejects with what it printed where it ends before. */
export async function servedProcess(
  program: string,
  words: readonly string[],
  options: { readonly cwd?: string } = {},
): Promise<ServedProcess> {
  const server: ChildProcess = spawn(program, words, {
    ...options,
    env: { ...process.env, NO_COLOR: '1', PORT: '0', DENO_NO_UPDATE_CHECK: '1' },
    detached: true,
  });
  const origin = await new Promise<string>((resolve, reject) => {
    let said = '';
    const listen = (chunk: Buffer): void => {
      said += chunk.toString();
      const port = /http:\/\/[\w.[\]:]*?:(\d+)/.exec(said)?.[1];
      if (port !== undefined) resolve(`http://127.0.0.1:${port}`);
    };
    server.stdout!.on('data', listen);
    server.stderr!.on('data', listen);
    server.once('exit', () => reject(new Error(said)));
  });
  return { origin, stop: async () => process.kill(-server.pid!) };
}
