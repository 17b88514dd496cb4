// What every server process of the benchmarks does: it tells its port when it listens, and its processor time when it is asked, or ends
// as a profiler needs it.

import { type RequestListener, Server, createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';

const peers = createRequire(process.env['PEERS'] ?? import.meta.url);

/** A peer, loosely typed: what it offers is in its own documentation. */
export const peer = async (specifier: string): Promise<any> =>
  import(pathToFileURL(peers.resolve(specifier)).href);

type Served = RequestListener | Server;

/** Serves what stands under the name that the process was given. */
export async function serveNamed(
  servers: Readonly<Record<string, () => Served | Promise<Served>>>,
): Promise<void> {
  const name = process.argv[2] ?? '';
  const make = servers[name];
  if (make === undefined)
    throw new Error(`there is no server '${name}'; there are ${Object.keys(servers).join(', ')}`);
  const made = await make();
  const server = made instanceof Server ? made : createServer(made);
  // Connections wait while the other servers have their turns.
  server.keepAliveTimeout = 600_000;
  process.on('message', (wish) => {
    if (wish === 'end') process.exit();
    if (wish === 'collect') {
      void collected().then(() => process.send?.('collected'));
      return;
    }
    const { user, system } = process.cpuUsage();
    process.send?.(user + system);
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
}

/** Several full collections while nothing is under way, as every process that lives long has had. */
async function collected(): Promise<void> {
  for (let i = 0; i < 4; i++) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    globalThis.gc?.();
  }
}
