// A restart of the server in VS Code, at any moment of its life.

import { describe, expect, it } from 'vitest';
import { restarter, type Restartable } from '../../lsp/vscode/src/restart.js';

type State = 'stopped' | 'starting' | 'running' | 'stopping';

/** It refuses what the language client of VS Code refuses. */
class Client implements Restartable {
  state: State;
  readonly did: string[] = [];
  readonly #answersToStop: boolean;
  #start: Promise<void> | undefined;

  constructor(state: State, answersToStop = true) {
    this.state = 'stopped';
    this.#answersToStop = answersToStop;
    if (state !== 'stopped') void this.start();
    this.state = state;
    this.did.length = 0;
  }

  needsStop(): boolean {
    return this.state === 'starting' || this.state === 'running';
  }

  isRunning(): boolean {
    return this.state === 'running';
  }

  start(): Promise<void> {
    if (this.state === 'stopping') return Promise.reject(new Error('only a stopped client can be started'));
    return (this.#start ??= this.#started());
  }

  async stop(): Promise<void> {
    if (this.state === 'stopped') return;
    if (this.state === 'starting') throw new Error("a client that is starting can't be stopped");
    this.did.push('stop');
    this.state = 'stopping';
    await new Promise((resolve) => setTimeout(resolve, 1));
    this.state = 'stopped';
    this.#start = undefined;
    if (!this.#answersToStop) throw new Error('stopping the server timed out');
  }

  async #started(): Promise<void> {
    this.did.push('start');
    this.state = 'starting';
    await new Promise((resolve) => setTimeout(resolve, 1));
    this.state = 'running';
  }
}

describe('a restart', () => {
  it.each<[string, Client, readonly string[]]>([
    ['while it runs', new Client('running'), ['stop', 'start']],
    ['while it starts', new Client('starting'), ['stop', 'start']],
    ['when it has ended', new Client('stopped'), ['start']],
    ['when it does not answer', new Client('running', false), ['stop', 'start']],
  ])('%s', async (_, client, did) => {
    await restarter(client)();
    expect([client.state, client.did]).toEqual(['running', did]);
  });

  it('twice at once is one, and again is another', async () => {
    const client = new Client('running');
    const restart = restarter(client);
    await Promise.all([restart(), restart()]);
    expect(client.did).toEqual(['stop', 'start']);
    await restart();
    expect(client.did).toEqual(['stop', 'start', 'stop', 'start']);
  });
});
