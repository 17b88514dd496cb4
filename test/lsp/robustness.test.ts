// What a server over stdio survives, and how it goes: frames that are none, shutdown and exit in any order, a client that
// dies, a feature that throws.

import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Frames } from '../../lsp/frames.js';
import * as hovering from '../../lsp/features/hover.js';
import { RegexProcess } from '../../lsp/regex-process.js';
import { memoryHost, open, startClient, uri } from '../support/lsp-client.js';
import { patience } from '../support/patience.js';
import { folderOf } from '../support/temporary-folder.js';

const running = new Set<ChildProcessWithoutNullStreams>();
afterEach(() => {
  for (const server of running) server.kill();
  running.clear();
});

/** A server in a process of its own, talked to in bytes. */
class Server {
  readonly process = spawn(process.execPath, ['--import', 'tsx', 'src/cli/main.ts', 'lsp'], {
    stdio: 'pipe',
  });
  readonly ended = once(this.process, 'exit').then(([code]) => code as number | null);
  #output = '';
  #id = 0;

  constructor() {
    running.add(this.process);
    this.process.stdout.setEncoding('utf8').on('data', (text: string) => (this.#output += text));
    this.process.stdin.on('error', () => undefined);
  }

  write(bytes: string): void {
    this.process.stdin.write(bytes);
  }

  send(message: object): void {
    const text = JSON.stringify({ jsonrpc: '2.0', ...message });
    this.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  }

  /** The answer to a request, as text. */
  async answer(method: string, params: unknown = {}): Promise<string> {
    const id = ++this.#id;
    this.send({ id, method, params });
    const shape = new RegExp(`\\{[^{}]*"id":${id},.*?(?=Content-Length|$)`, 's');
    return vi.waitFor(
      () => {
        const found = shape.exec(this.#output);
        if (!found) throw new Error(`no answer to ${method} in ${this.#output}`);
        return found[0];
      },
      { timeout: patience, interval: 20 },
    );
  }

  /** Waits until diagnostics come that fit. */
  async published(fits: (codes: readonly string[]) => boolean): Promise<void> {
    await vi.waitFor(
      () => {
        const last = this.#output.slice(this.#output.lastIndexOf('"textDocument/publishDiagnostics"'));
        const codes = [...last.matchAll(/"code":"([\w-]+)"/g)].map(([, code]) => code!);
        if (!fits(codes)) throw new Error(`the diagnostics are ${codes.join(', ')}`);
      },
      { timeout: patience, interval: 20 },
    );
  }

  async start(rootUri: string | null = null): Promise<void> {
    await this.answer('initialize', { processId: null, rootUri, capabilities: {} });
    this.send({ method: 'initialized', params: {} });
  }
}

describe('a process', () => {
  it('ends with 0 after shutdown and exit, and with 1 after exit alone', async () => {
    const [polite, rude] = [new Server(), new Server()];
    await polite.start();
    await polite.answer('shutdown', null);
    polite.send({ method: 'exit' });
    await rude.start();
    rude.send({ method: 'exit' });
    expect([await polite.ended, await rude.ended]).toEqual([0, 1]);
  });

  it('ends when it is told to before it was started, and when its client goes', async () => {
    const [unstarted, left] = [new Server(), new Server()];
    unstarted.send({ method: 'exit' });
    await left.start();
    left.process.stdin.end();
    expect(await unstarted.ended).toBe(1);
    await left.ended;
  });

  it('refuses requests before it was started and after shutdown, and a second start, and ends all the same', async () => {
    const server = new Server();
    expect(
      await server.answer('textDocument/hover', {
        textDocument: { uri },
        position: { line: 0, character: 0 },
      }),
    ).toContain('"error"');
    await server.start();
    // A second beginning would forget the folders and the encoding of the first.
    expect(await server.answer('initialize', { processId: null, rootUri: null, capabilities: {} })).toContain(
      '"error"',
    );
    await server.answer('shutdown', null);
    expect(
      await server.answer('textDocument/hover', {
        textDocument: { uri },
        position: { line: 0, character: 0 },
      }),
    ).toContain('"error"');
    server.send({ method: 'exit' });
    expect(await server.ended).toBe(0);
  });

  it('answers after frames whose text is no message', async () => {
    const server = new Server();
    await server.start();
    for (const body of [
      '{bad}',
      '[]',
      '7',
      'null',
      '{}',
      '{"jsonrpc":"2.0"}',
      '{"jsonrpc":"2.0","id":{},"method":7}',
      '{"jsonrpc":"2.0","method":"textDocument/didChange","params":7}',
    ]) {
      server.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
    }
    server.send({
      method: 'textDocument/didOpen',
      params: { textDocument: { uri, languageId: 'routes', version: 1, text: 'routes { }' } },
    });
    expect(await server.answer('textDocument/documentSymbol', { textDocument: { uri } })).toContain('routes');
  });
});

describe('a file of the project that is made to end or stall who reads it', () => {
  it('costs a finding, and what is known of the rest is told on', async () => {
    const hostile = {
      brackets: '['.repeat(10_000),
      type: `export type T = ${'['.repeat(10_000)};`,
      large: `export const x = '${'a'.repeat(20_000_000)}';`,
    };
    const controllers = Object.keys(hostile).map((name) => [
      `controllers/${name}.ts`,
      'export function show() {}',
    ]);
    const folder = folderOf({ 'package.json': '{}', ...Object.fromEntries(controllers) });
    const write = (name: string, text: string): string => {
      const file = join(folder, `controllers/${name}.ts`);
      writeFileSync(file, text);
      return pathToFileURL(file).href;
    };
    write('plain', 'export function index() {}');
    const server = new Server();
    await server.start(pathToFileURL(folder).href);
    const routesUri = pathToFileURL(join(folder, 'routes')).href;
    const routes = Object.keys(hostile).map((name) => `get '/${name}', to => '${name}#show'`);
    const text = `routes {\n${routes.join('\n')}\nget '/plain', to => 'plain#lost'\ngett '/x'\n}\n`;
    server.send({
      method: 'textDocument/didOpen',
      params: { textDocument: { uri: routesUri, languageId: 'routes', version: 1, text } },
    });
    const others = ['unknown-action', 'unknown-keyword'];
    await server.published((codes) => codes.join() === others.join());
    const changes = Object.entries(hostile).map(([name, code]) => ({ uri: write(name, code), type: 2 }));
    server.send({ method: 'workspace/didChangeWatchedFiles', params: { changes } });
    await server.published(
      (codes) => codes.join() === [...changes.map(() => 'unreadable-module'), ...others].join(),
    );
    const place = { textDocument: { uri: routesUri }, position: { line: 1, character: 1 } };
    expect(await server.answer('textDocument/hover', place)).toContain('"contents"');
    expect(server.process.exitCode).toBe(null);
  });
});

describe('a frame', () => {
  it.each(['-5', '-1', '99999999999999999999', '1e400', 'many', '', '0x10'])(
    'that is said to be %s long is refused, and the next one answered',
    async (length) => {
      const frames = new Frames(() => undefined);
      const passed: Buffer[] = [];
      frames.on('data', (chunk: Buffer) => passed.push(chunk));
      const good = 'Content-Length: 9\r\nContent-Type: x\r\n\r\n{"a":"}"}';
      const text = `${good}Content-Length: ${length}\r\n\r\n{"b":1}${good}${good}`;
      for (const byte of Buffer.from(text)) frames.write(Buffer.from([byte]));
      frames.end();
      await once(frames, 'end');
      expect(Buffer.concat(passed).toString()).toBe(good.repeat(3));
    },
  );

  it('of no sense keeps no server from answering', async () => {
    const server = new Server();
    await server.start();
    server.write('Content-Length: -5\r\n\r\n{}');
    server.write('Content-Length: 99999999999\r\n\r\n{}');
    expect(await server.answer('textDocument/documentSymbol', { textDocument: { uri } })).toContain('"id"');
  });
});

describe('a judge of regexes', () => {
  it('that does not answer is ended, and the question fails', async () => {
    const folder = folderOf({ 'judge.cjs': "process.on('message', () => undefined);\n" });
    const judge = new RegexProcess(join(folder, 'judge.cjs'), 50);
    await expect(judge.check('a+', '')).rejects.toThrow('does not answer');
    // The regexes behind it are not waited for one after the other: no process is started for them.
    rmSync(join(folder, 'judge.cjs'));
    await expect(judge.check('b+', '')).rejects.toThrow('does not answer');
  });
});

describe('a feature that throws', () => {
  it('is told to the log, and the server lives', async () => {
    const failing = vi.spyOn(hovering, 'hover').mockImplementation(() => {
      throw new Error('on purpose');
    });
    const client = await startClient({}, memoryHost());
    await open(client, "routes { root to => 'home#index' }\n");
    expect(
      await client.request('textDocument/hover', {
        textDocument: { uri },
        position: { line: 0, character: 10 },
      }),
    ).toBe(null);
    const logged = await client.next<{ message: string }>('window/logMessage');
    expect(logged.message).toContain('on purpose');
    failing.mockRestore();
    expect(
      await client.request('textDocument/hover', {
        textDocument: { uri },
        position: { line: 0, character: 10 },
      }),
    ).not.toBe(null);
  });

  it('may be the host, that cannot read anything', async () => {
    const broken = (): never => {
      throw new Error('disk on fire');
    };
    const client = await startClient(
      {},
      {
        ...memoryHost(),
        project: () => Promise.reject(new Error('disk on fire')),
        routesFiles: broken,
        readFile: broken,
      },
    );
    await open(client, "routes { root to => 'home#index'; include 'x' }\n");
    for (const method of ['hover', 'definition', 'prepareRename', 'completion', 'prepareCallHierarchy']) {
      await client.request(`textDocument/${method}`, {
        textDocument: { uri },
        position: { line: 0, character: 10 },
      });
    }
    await client.request('workspace/symbol', { query: '' });
    await client.request('workspace/diagnostic', { previousResultIds: [] });
    expect(await client.request<unknown[]>('textDocument/foldingRange', { textDocument: { uri } })).toEqual(
      [],
    );
  });
});
