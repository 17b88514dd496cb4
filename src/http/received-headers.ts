// The headers of a request, in the form in which a server received them: names in whatever case they came, and fields that
// a client may send twice though requests carry them once.

import { Headers, lowered } from './headers.js';

/** Requests carry these once; of several the first counts, as in Node, so that no proxy and server can disagree. */
const singletons = /* @__PURE__ */ new Set([
  'age',
  'authorization',
  'content-length',
  'content-type',
  'etag',
  'expires',
  'from',
  'host',
  'if-modified-since',
  'if-unmodified-since',
  'last-modified',
  'location',
  'max-forwards',
  'proxy-authorization',
  'range',
  'referer',
  'retry-after',
  'server',
  'user-agent',
]);

/** What a request carries in its head. */
export class ReceivedHeaders extends Headers {
  /** Whether the names are in the case in which they were received; most requests are asked for one header or none. */
  private isReceived = false;

  /** From the flat list of a parser that has checked it already (`rawHeaders` of `node:http`). */
  static fromParsed(raw: readonly string[]): ReceivedHeaders {
    const headers = new ReceivedHeaders();
    headers.list = raw;
    headers.isReceived = true;
    return headers;
  }

  /** The value, of several of the same name the first where a request carries one, otherwise all of them joined; null where there is none. */
  override get(name: string): string | null {
    const wanted = lowered(name);
    let found: string | null = null;
    for (let i = 0; i < this.list.length; i += 2) {
      if (!this.isNamed(i, wanted)) continue;
      if (found === null) {
        found = this.list[i + 1]!;
        if (singletons.has(wanted)) return found;
      } else {
        found += (wanted === 'cookie' ? '; ' : ', ') + this.list[i + 1]!;
      }
    }
    return found;
  }

  override flat(): readonly string[] {
    if (this.isReceived) {
      this.list = this.list.map((text, i) => (i % 2 ? text : lowered(text)));
      this.isReceived = false;
    }
    return this.list;
  }

  protected override isNamed(index: number, wanted: string): boolean {
    const name = this.list[index]!;
    if (name.length !== wanted.length) return false;
    return name === wanted || (this.isReceived && name.toLowerCase() === wanted);
  }
}
