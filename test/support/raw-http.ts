// Speaks HTTP to a real server over a real socket, byte by byte if a test needs it.

import { type AddressInfo, type Socket, connect } from 'node:net';
import { createServer, type RequestListener, type Server } from 'node:http';

export interface TestServer {
  readonly port: number;
  readonly url: string;
  readonly server: Server;
  close(): Promise<void>;
}

/** Starts a server with a listener on a free local port. */
export async function listening(listener: RequestListener): Promise<TestServer> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    server,
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A connection that collects everything that it receives. */
export class RawClient {
  private received: Buffer[] = [];
  private waiting: (() => void)[] = [];
  closed = false;

  private constructor(readonly socket: Socket) {
    socket.on('data', (chunk) => {
      this.received.push(chunk);
      this.wake();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.closed = true;
      this.wake();
    });
  }

  static async to(port: number): Promise<RawClient> {
    const socket = connect(port, '127.0.0.1');
    const client = new RawClient(socket);
    await new Promise<void>((resolve, reject) =>
      socket.once('connect', () => resolve()).once('error', reject),
    );
    return client;
  }

  send(text: string | Uint8Array): this {
    this.socket.write(text);
    return this;
  }

  get text(): string {
    return this.bytes.toString('latin1');
  }

  get bytes(): Buffer {
    if (this.received.length > 1) this.received = [Buffer.concat(this.received)];
    return this.received[0] ?? Buffer.alloc(0);
  }

  /** Resolves with everything received once that contains the text. Rejects after `timeout` milliseconds, or if the connection ends. */
  async until(wanted: string, timeout = 20_000): Promise<string> {
    await this.wait(() => this.text.includes(wanted) || this.closed, timeout);
    if (!this.text.includes(wanted))
      throw new Error(
        `the server closed the connection before it sent ${JSON.stringify(wanted)}, but: ${JSON.stringify(this.text.slice(0, 500))}`,
      );
    return this.text;
  }

  /** Resolves with everything received when the server has closed the connection. */
  async end(timeout = 20_000): Promise<string> {
    await this.wait(() => this.closed, timeout);
    return this.text;
  }

  destroy(): void {
    this.socket.destroy();
  }

  private async wait(isDone: () => boolean, timeout: number): Promise<void> {
    const deadline = Date.now() + timeout;
    while (!isDone()) {
      const left = deadline - Date.now();
      if (left <= 0)
        throw new Error(
          `nothing more came in ${timeout} ms after: ${JSON.stringify(this.text.slice(0, 500))}`,
        );
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        this.waiting.push(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
  }

  private wake(): void {
    for (const resolve of this.waiting.splice(0)) resolve();
  }
}

/** Sends a request on a new connection, and returns everything that the server sends until it closes the connection. */
export async function exchange(port: number, request: string, timeout?: number): Promise<string> {
  const client = await RawClient.to(port);
  try {
    return await client.send(request).end(timeout);
  } finally {
    client.destroy();
  }
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Sends a request with exactly this path (no client normalises it), and returns the answer with its raw body. */
export async function request(
  port: number,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<RawAnswer> {
  const lines = Object.entries({ host: 'localhost', connection: 'close', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const client = await RawClient.to(port);
  client.send(Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`, 'utf8'));
  await client.end();
  const { bytes } = client;
  const end = bytes.indexOf('\r\n\r\n');
  const [statusLine = '', ...fields] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const answered: Record<string, string> = {};
  for (const field of fields) {
    const colon = field.indexOf(':');
    const name = field.slice(0, colon).toLowerCase();
    const value = field.slice(colon + 1).trim();
    answered[name] = name in answered ? `${answered[name]}, ${value}` : value;
  }
  const body = bytes.subarray(end + 4);
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: answered,
    body: answered['transfer-encoding'] === 'chunked' ? unchunked(body) : body,
  };
}

function unchunked(body: Buffer): Buffer {
  const chunks: Buffer[] = [];
  for (let offset = 0; ;) {
    const line = body.indexOf('\r\n', offset);
    const size = Number.parseInt(body.subarray(offset, line).toString('latin1'), 16);
    if (!(size > 0)) return Buffer.concat(chunks);
    chunks.push(body.subarray(line + 2, line + 2 + size));
    offset = line + 2 + size + 2;
  }
}
