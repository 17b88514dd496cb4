// What every host is asked of the shop that stands in it below `/shop`: prefix, declined paths, errors, bodies, streams, HEAD and hang-ups.

import { type IncomingMessage, type RequestListener, type ServerResponse, createServer } from 'node:http';
import { type AddressInfo, connect as dial } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createApplication } from 'waypost/node';
import { RawClient, request as ask } from '../../support/raw-http.js';

/** The router of `shop/`, as an application on Node loads it. */
export const { router } = await createApplication(fileURLToPath(new URL('../shop', import.meta.url)));

export interface Host {
  readonly origin: string;
  /** What the host answers to `GET /shop/other?a=b`, which waypost does not know. */
  readonly behind: string;
  /** The answer to a 404 of waypost's own; that 404 unless given. */
  readonly missing?: RegExp;
  /** What is in the answer to an error that has no status. */
  readonly failure: string;
  /** What it answers to the mount point with a slash behind it; the same as without unless given. */
  readonly slash?: string;
  /** The status that an `HttpError` of 418 is answered with. */
  readonly teapot?: number;
  /** What stands in that answer; its message unless given. */
  readonly teapotText?: string;
  /** Whom it has found the client to be, `ada`; it looks for nobody unless given. */
  readonly user?: string;
  /** Whether a client that hangs up aborts the request's signal; true unless given. */
  readonly tellsHangUps?: boolean;
  /** Whether it leaves bodies to waypost, and keeps a connection on which one is unread; not asked unless given. */
  readonly leavesBodies?: true;
  readonly close?: () => Promise<unknown>;
}

/** A server of this process for what a host gives to `node:http`. */
export async function serving(
  listener: (incoming: IncomingMessage, outgoing: ServerResponse) => unknown,
): Promise<Pick<Host, 'origin'> & { close(): Promise<void> }> {
  const server = createServer(listener as RequestListener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The tests of a host, which is prepared before the first. */
export function asked(name: string, prepare: () => Promise<Host>): void {
  describe(name, () => {
    let host: Host;
    let url: string;

    beforeAll(async () => {
      host = await prepare();
      url = `${host.origin}/shop`;
    }, 120_000);
    afterAll(() => host?.close?.());

    // Posts say where their form was, as browsers do: some frameworks refuse forms from elsewhere.
    const brief = async (path: string, init?: Parameters<typeof fetch>[1]): Promise<string> => {
      const answer = await fetch(url + path, { redirect: 'manual', ...init });
      return `${answer.status} ${await answer.text()}`;
    };

    it('gives its prefix, also at the mount point', async () => {
      expect(await brief('/orders/7?a=b')).toBe('200 /shop /orders/7 /shop/orders/8');
      expect(await brief('')).toBe('200 shop');
      expect(await brief('/')).toBe(host.slash ?? '200 shop');
    });

    it('knows the address that it was asked for', async () => {
      expect(await brief('/address')).toBe(`200 ${new URL(host.origin).host}`);
    });

    it('answers what waypost declines, and not what it answers', async () => {
      expect(await brief('/other?a=b')).toBe(`200 ${host.behind}`);
      expect(await brief('/missing')).toMatch(host.missing ?? /^404 no such order$/);
      const refused = await fetch(`${url}/orders/7`, { method: 'DELETE', headers: { origin: host.origin } });
      expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    });

    it('handles errors', async () => {
      const noise = vi.spyOn(console, 'error').mockImplementation(() => undefined);
      const failed = await brief('/failing');
      expect(failed.slice(0, 4)).toBe('500 ');
      expect(failed).toContain(host.failure);
      expect((await brief('/silent')).slice(0, 4)).toBe('500 ');
      const teapot = await fetch(`${url}/teapot`);
      expect([teapot.status, await teapot.text()]).toEqual([
        host.teapot ?? 418,
        expect.stringContaining(host.teapotText ?? 'short and stout'),
      ]);
      noise.mockRestore();
    });

    it('gives bodies, parsed or not', async () => {
      const { origin } = host;
      const json = { 'content-type': 'application/json' };
      expect(await brief('/json', { method: 'POST', body: '{"a":[1]}', headers: json })).toBe(
        '200 {"a":[1]}',
      );
      expect(await brief('/text', { method: 'POST', body: 'plain text', headers: { origin } })).toBe(
        '200 plain text',
      );
      const fields = { method: 'POST', body: new URLSearchParams('a=1&b=2&b=3'), headers: { origin } };
      expect(await brief('/form', fields)).toBe('200 [["a","1"],["b","2"],["b","3"]]');
    });

    it('refuses a body that is too large, and goes on', async ({ skip }) => {
      skip(host.leavesBodies !== true);
      const client = await RawClient.to(portOf(host));
      const head = `host: ${new URL(host.origin).host}\r\norigin: ${host.origin}\r\n`;
      const large = 3 * 1024 * 1024;
      client.send(
        `POST /shop/text HTTP/1.1\r\n${head}content-type: text/plain\r\ncontent-length: ${large}\r\n\r\n`,
      );
      await client.until('HTTP/1.1 413');
      client.send(Buffer.alloc(large, 'x')).send(`GET /shop/orders/7 HTTP/1.1\r\n${head}\r\n`);
      await client.until('/shop /orders/7');
      client.destroy();
    });

    it('sends streams, cookies, redirects and empty answers', async () => {
      expect(await brief('/stream')).toBe('200 one two');
      const { headers } = await fetch(`${url}/cookies`);
      expect(headers.getSetCookie().filter((cookie) => /^[ab]=/.test(cookie))).toEqual(['a=1', 'b=2']);
      expect(headers.get('vary')).toContain('Accept');
      expect(await brief('/empty')).toBe('204 ');
      const moved = await fetch(`${url}/moved`, { redirect: 'manual' });
      expect([moved.status, moved.headers.get('location')]).toEqual([301, '/elsewhere']);
      const below = await fetch(`${url}/latest`, { redirect: 'manual' });
      expect(below.headers.get('location')).toBe('/shop/orders/7');
    });

    it('sends an answer that can be read, whatever its headers say of the connection', async () => {
      const client = await RawClient.to(portOf(host));
      const rest = `HTTP/1.1\r\nhost: ${new URL(host.origin).host}\r\n`;
      client.send(`GET /shop/relayed ${rest}\r\nGET /shop/orders/7 ${rest}\r\n`);
      await client.until('/shop /orders/7');
      const [first = ''] = client.text.split('/shop /orders/7');
      expect(first).toMatch(/abc/);
      expect(first).not.toMatch(/^(?:content-length: 300|upgrade:.*|connection:.*upgrade)\r$/im);
      client.destroy();
    });

    it('gives what it has called with', async () => {
      expect(await brief('/whose')).toBe(`200 ${host.user ?? 'nobody'}`);
    });

    it('answers HEAD as GET without the body', async () => {
      const head = await ask(portOf(host), 'HEAD', '/shop/orders/7');
      expect([head.status, head.body.length, head.headers['content-type']]).toEqual([
        200,
        0,
        'text/plain; charset=utf-8',
      ]);
      const streamed = await ask(portOf(host), 'HEAD', '/shop/stream');
      expect([streamed.status, streamed.headers['content-length']]).toEqual([200, undefined]);
    });

    it('tells that a client hung up, or does not', async () => {
      const before = Number((await brief('/hang-ups')).slice(4));
      const socket = dial(portOf(host), '127.0.0.1');
      socket.write('GET /shop/stream?endless HTTP/1.1\r\nhost: localhost\r\n\r\n');
      await new Promise((resolve) => socket.once('data', resolve));
      socket.destroy();
      const after = `200 ${before + (host.tellsHangUps === false ? 0 : 1)}`;
      await vi.waitFor(async () => expect(await brief('/hang-ups')).toBe(after), 5000);
    });
  });
}

function portOf({ origin }: Host): number {
  return Number(new URL(origin).port);
}
