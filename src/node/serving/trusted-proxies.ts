// Decides whose `X-Forwarded-*` and `Forwarded` headers are believed: everybody's, if only a proxy can reach the server, or those of some
// addresses.
//
//     trustProxy: ['loopback', '10.0.0.0/8', '2001:db8::7']
//
// A list of addresses also tells which entries of `X-Forwarded-For`, and which `for` of `Forwarded`, are proxies. The client is the last
// entry that is none.

import { BlockList, isIP } from 'node:net';
import { kindOf } from '../../http/object-shape.js';

/** Whether the headers from this address are believed. */
export type Trust = (address: string | undefined) => boolean;

/** Believes everybody, for servers that only a proxy can reach. */
export const everybody: Trust = () => true;

/** Names for the ranges of addresses that are not routed on the internet, as in Express. */
const ranges: ReadonlyMap<string, readonly string[]> = new Map([
  ['loopback', ['127.0.0.0/8', '::1/128']],
  ['linklocal', ['169.254.0.0/16', 'fe80::/10']],
  ['uniquelocal', ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7']],
]);

/** Undefined if nobody is believed. Throws a `TypeError` if the setting is no list, or one of its texts is no address. */
export function trustOf(setting: boolean | readonly string[] | undefined): Trust | undefined {
  if (setting === undefined || setting === false) return undefined;
  if (setting === true) return everybody;
  const given: unknown = setting;
  if (typeof given !== 'object' || given === null || !(Symbol.iterator in given))
    throw new TypeError(
      `trustProxy is true or a list of addresses such as ['loopback'], not ${typeof given === 'object' && given !== null ? kindOf(given) : `'${String(given)}'`}`,
    );
  const list = new BlockList();
  for (const text of setting) {
    for (const range of ranges.get(text) ?? [text]) addRange(list, String(range));
  }
  return (address) => {
    // A server on both families sees IPv4 clients as `::ffff:10.0.0.1`.
    const plain = address?.replace(/^::ffff:(?=\d+\.)/i, '') ?? '';
    const family = isIP(plain);
    return family !== 0 && list.check(plain, family === 4 ? 'ipv4' : 'ipv6');
  };
}

function addRange(list: BlockList, text: string): void {
  const [address = '', length] = text.split('/');
  const family = isIP(address);
  const widest = family === 4 ? 32 : 128;
  const bits = length === undefined ? widest : /^\d{1,3}$/.test(length) ? Number(length) : Number.NaN;
  if (family === 0 || !(bits <= widest)) {
    throw new TypeError(
      `'${text}' is no address of a proxy; give one such as '10.0.0.7', a range such as '10.0.0.0/8', or loopback, linklocal or uniquelocal`,
    );
  }
  list.addSubnet(address, bits, family === 4 ? 'ipv4' : 'ipv6');
}
