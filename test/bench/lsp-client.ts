// A language client that does no more than measuring needs: frames over stdio, requests, edits, and waiting for pushed
// diagnostics. What a server asks is answered with null, but for its configuration: Prisma's ends at a null there.

import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { Readable, Writable } from 'node:stream';

export interface Position {
  readonly line: number;
  readonly character: number;
}

export interface Published {
  readonly uri: string;
  readonly diagnostics: readonly { readonly code?: string; readonly message: string }[];
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

export class BenchedServer {
  /** Milliseconds from the start of the process to the answer of `initialize`. */
  startTime = 0;
  readonly #process: ChildProcessByStdio<Writable, Readable, null>;
  readonly #answers = new Map<number, (message: Message) => void>();
  readonly #waiting = new Set<(published: Published) => void>();
  #pending: Buffer[] = [];
  #length = 0;
  #wanted = -1;
  #id = 0;
  #version = 1;

  private constructor(command: readonly string[]) {
    this.#process = spawn(process.execPath, [...command], { stdio: ['pipe', 'pipe', 'ignore'] });
    this.#process.stdout.on('data', (chunk: Buffer) => this.#receive(chunk));
  }

  static async start(command: readonly string[], rootUri: string): Promise<BenchedServer> {
    const start = performance.now();
    const server = new BenchedServer(command);
    await server.request('initialize', { processId: null, rootUri, capabilities: { textDocument: {} } });
    server.startTime = performance.now() - start;
    server.notify('initialized', {});
    return server;
  }

  async request(method: string, params: unknown): Promise<unknown> {
    const id = ++this.#id;
    const { result, error } = await new Promise<Message>((resolve) => {
      this.#answers.set(id, resolve);
      this.#send({ id, method, params });
    });
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  }

  notify(method: string, params: unknown): void {
    this.#send({ method, params });
  }

  open(uri: string, languageId: string, text: string): void {
    this.notify('textDocument/didOpen', { textDocument: { uri, languageId, version: this.#version, text } });
  }

  edit(uri: string, range: { readonly start: Position; readonly end: Position }, text: string): number {
    this.#version += 1;
    this.notify('textDocument/didChange', {
      textDocument: { uri, version: this.#version },
      contentChanges: [{ range, text }],
    });
    return this.#version;
  }

  /** Waits for diagnostics that fit. */
  published(uri: string, fits: (published: Published) => boolean): Promise<void> {
    return new Promise((resolve) => {
      const check = (published: Published): void => {
        if (published.uri !== uri || !fits(published)) return;
        this.#waiting.delete(check);
        resolve();
      };
      this.#waiting.add(check);
    });
  }

  /** Resident memory in MiB, where the system tells it. */
  memory(): number {
    try {
      return (
        Number(/VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${this.#process.pid}/status`, 'utf8'))?.[1]) / 1024
      );
    } catch {
      return Number.NaN;
    }
  }

  /** Milliseconds of processor time so far, in steps of ten, where the system tells them: what other processes do does not count. */
  processorTime(): number {
    try {
      const fields = readFileSync(`/proc/${this.#process.pid}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ');
      return (Number(fields[11]) + Number(fields[12])) * 10;
    } catch {
      return Number.NaN;
    }
  }

  /** Resolves once the server has done nothing for a while, as after what it looks for behind the first diagnostics of a text. */
  async atRest(): Promise<void> {
    let before: number;
    do {
      before = this.processorTime();
      await setTimeout(500);
    } while (this.processorTime() > before);
  }

  end(): void {
    this.#process.kill();
  }

  #send(message: object): void {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    this.#process.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  }

  /** Collects chunks until the message that is awaited is whole: an answer of megabytes comes in hundreds of them. */
  #receive(chunk: Buffer): void {
    this.#pending.push(chunk);
    this.#length += chunk.length;
    while (this.#length >= Math.max(this.#wanted, 1)) {
      const data = this.#pending.length === 1 ? this.#pending[0]! : Buffer.concat(this.#pending);
      this.#pending = [data];
      const head = data.indexOf('\r\n\r\n');
      if (head < 0) return;
      const start = head + 4;
      const end = start + Number(/content-length: *(\d+)/i.exec(data.toString('latin1', 0, head))?.[1]);
      this.#wanted = end;
      if (data.length < end) return;
      const rest = data.subarray(end);
      this.#pending = rest.length > 0 ? [rest] : [];
      this.#length = rest.length;
      this.#wanted = -1;
      this.#handle(JSON.parse(data.toString('utf8', start, end)) as Message);
    }
  }

  #handle(message: Message): void {
    if (message.method === undefined) {
      const answer = this.#answers.get(message.id!);
      this.#answers.delete(message.id!);
      answer?.(message);
    } else if (message.id !== undefined)
      this.#send({ id: message.id, result: message.method === 'workspace/configuration' ? [{}] : null });
    else if (message.method === 'textDocument/publishDiagnostics')
      for (const check of [...this.#waiting]) check(message.params as Published);
  }
}
