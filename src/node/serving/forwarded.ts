// The header `Forwarded` (RFC 7239): what each proxy on the way says of the request as it came to it, the nearest last.
//
//   Forwarded: for=192.0.2.43;proto=https;host=example.com, for="[2001:db8::17]:4711";by=_edge
//
// What is of another form is ignored, with all before it: it may be a client's own, to which the proxies have added their entries.

/** What one proxy says. */
export interface ForwardedHop {
  /** Who asked the proxy: an address without brackets and port, or `unknown`, or a name of the proxy's own such as `_hidden`. */
  readonly for: string | undefined;
  readonly host: string | undefined;
  readonly proto: string | undefined;
}

const token = "[\\w!#$%&'*+.^`|~-]+";
const pair = new RegExp(
  `[ \\t]*(?<name>${token})=(?:(?<token>${token})|"(?<quoted>(?:[^"\\\\]|\\\\[^])*)")[ \\t]*(?<end>[;,]|$)[ \\t]*`,
  'y',
);

/** The hops of a header, the one furthest away first, from where on all of them are well formed. */
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
  // After a semicolon or a comma something has to follow.
  return hop.size > 0 || /[;,]$/.test(text) ? [] : hops;
}

function hopOf(written: ReadonlyMap<string, string>): ForwardedHop {
  const client = written.get('for');
  return { for: client && nodeName(client), host: written.get('host'), proto: written.get('proto') };
}

/** A node without its port: `[2001:db8::17]:4711` is `2001:db8::17`. */
export function nodeName(node: string): string {
  const match = /^(?:\[(?<six>[^\]]*)\]|(?<plain>[^:]*))(?::[\w.-]+)?$/.exec(node);
  return match?.groups?.['six'] ?? match?.groups?.['plain'] ?? node;
}
