// Parses the header `Forwarded` (RFC 7239): each proxy adds an entry about the request that it received, so the nearest is last.
//
//   Forwarded: for=192.0.2.43;proto=https;host=example.com, for="[2001:db8::17]:4711";by=_edge
//
// A malformed entry is ignored with all before it: the client may have sent it, and the proxies have added theirs.

/** The entry of one proxy. */
export interface ForwardedHop {
  /** The client of the proxy: an address without brackets and port, `unknown`, or a name that the proxy chose, such as `_hidden`. */
  readonly for: string | undefined;
  readonly host: string | undefined;
  readonly proto: string | undefined;
}

const token = "[\\w!#$%&'*+.^`|~-]+";
const pair = new RegExp(
  `[ \\t]*(?<name>${token})=(?:(?<token>${token})|"(?<quoted>(?:[^"\\\\]|\\\\[^])*)")[ \\t]*(?<end>[;,]|$)[ \\t]*`,
  'y',
);

/** The hops of a header, the most distant first: those after the last malformed entry. */
export function forwardedHops(header: string): readonly ForwardedHop[] {
  let hops: ForwardedHop[] = [];
  let hop = new Map<string, string>();
  const text = header.trim();
  for (let at = 0; at < text.length; at = pair.lastIndex) {
    pair.lastIndex = at;
    const { name, token, quoted = '', end } = pair.exec(text)?.groups ?? {};
    const key = name?.toLowerCase();
    if (key === undefined || hop.has(key)) {
      hops = [];
      pair.lastIndex = text.indexOf(',', at) + 1 || text.length;
    } else {
      hop.set(key, token ?? quoted.replace(/\\([^])/g, '$1'));
      if (end === ';') continue;
      hops.push(hopOf(hop));
    }
    hop = new Map();
  }
  // Nothing follows the last semicolon or comma, so the last entry is malformed.
  return hop.size > 0 || /[;,]$/.test(text) ? [] : hops;
}

function hopOf(written: ReadonlyMap<string, string>): ForwardedHop {
  const client = written.get('for');
  return { for: client && nodeName(client), host: written.get('host'), proto: written.get('proto') };
}

/** A node without brackets and port: `[2001:db8::17]:4711` → `2001:db8::17`. */
export function nodeName(node: string): string {
  const match = /^(?:\[(?<six>[^\]]*)\]|(?<plain>[^:]*))(?::[\w.-]+)?$/.exec(node);
  return match?.groups?.['six'] ?? match?.groups?.['plain'] ?? node;
}
