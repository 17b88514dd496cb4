// Load for the servers of the benchmarks: keep-alive connections that each send a request when the answer to the last one is complete.
//
// Answers of one case are equally long, so that counting bytes is enough to know where one ends; a byte more than there should be is an
// error. That costs the machine less than a client that parses, and leaves more of it to the server.

import { type Socket, connect } from 'node:net';

/** An answer read in full, and how many bytes it took. */
export interface FirstAnswer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
  readonly bodyLength: number;
  readonly length: number;
}

/** The bytes of a request. */
export function requestBytes(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body = '',
): Buffer {
  const fields = { host: 'localhost', 'user-agent': 'bench', accept: '*/*', ...headers };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = body === '' ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`;
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}${length}\r\n${body}`);
}

/** One answer, looked at closely. Rejects for one that does not say its length. */
export function firstAnswer(port: number, request: Buffer): Promise<FirstAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' });
    let received = Buffer.alloc(0);
    socket.once('error', reject).once('close', () => reject(new Error('the server hung up')));
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      const end = received.indexOf('\r\n\r\n');
      if (end < 0) return;
      const [statusLine = '', ...fields] = received.subarray(0, end).toString('latin1').split('\r\n');
      const headers = new Map(fields.map(parsedField));
      const status = Number(statusLine.split(' ')[1]);
      const isBodiless = status === 304 || request.subarray(0, 5).toString() === 'HEAD ';
      const declared = Number(headers.get('content-length') ?? Number.NaN);
      if (!isBodiless && Number.isNaN(declared)) reject(new Error('an answer without a length'));
      const length = end + 4 + (isBodiless ? 0 : declared);
      if (received.length < length) return;
      const body = received.subarray(end + 4, length);
      resolve({ status, headers, body: body.toString(), bodyLength: body.length, length });
      socket.destroy();
    });
    socket.write(request);
  });
}

function parsedField(line: string): [string, string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}

/** Some open connections to one server. */
export class Load {
  private constructor(private readonly connections: readonly Connection[]) {}

  static async open(port: number, count: number): Promise<Load> {
    return new Load(await Promise.all(Array.from({ length: count }, () => Connection.open(port))));
  }

  /** Sends `count` requests, those of the list in turn. Rejects where an answer is not `length` bytes long. */
  async run(requests: readonly Buffer[], count: number, length: number): Promise<void> {
    let sent = 0;
    const next = (): Buffer | undefined => (sent < count ? requests[sent++ % requests.length] : undefined);
    await Promise.all(this.connections.map((connection) => connection.run(next, length)));
  }

  close(): void {
    for (const { socket } of this.connections) socket.destroy();
  }
}

class Connection {
  socket!: Socket;
  private take: (bytes: number) => void = () => undefined;
  private fail: (error: Error) => void = () => undefined;

  static async open(port: number): Promise<Connection> {
    const connection = new Connection();
    const onread = {
      buffer: Buffer.alloc(64 * 1024),
      callback: (bytes: number): boolean => {
        connection.take(bytes);
        return true;
      },
    };
    await new Promise<void>((resolve, reject) => {
      connection.socket = connect({ port, host: '127.0.0.1', noDelay: true, onread }, resolve);
      connection.socket.once('error', (error) => {
        reject(error);
        connection.fail(error);
      });
      connection.socket.once('close', () => connection.fail(new Error('the server hung up')));
    });
    return connection;
  }

  run(next: () => Buffer | undefined, length: number): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.socket.destroyed) reject(new Error('the server hung up'));
      let received = 0;
      const send = (): void => {
        const request = next();
        if (request === undefined) resolve();
        else this.socket.write(request);
      };
      this.fail = reject;
      this.take = (bytes) => {
        received += bytes;
        if (received < length) return;
        if (received > length) reject(new Error('an answer was longer than the first one'));
        received = 0;
        send();
      };
      send();
    });
  }
}
