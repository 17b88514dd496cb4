// The headers of a request as a server received them: names in any case, and possibly several values of a header that requests may have
// only once.

import { Headers, lowered } from './headers.js';

/** Headers that requests may have only once. The first value counts, as in Node, so that proxies and servers cannot disagree. */
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

/** The headers of a received request. */
export class ReceivedHeaders extends Headers {
  /**
   * Whether names still have the case in which they were received. Most requests read one header or none, so names are not lowered at
   * once.
   */
  private isReceived = false;

  /** Makes headers from the list of a parser that has checked them (`rawHeaders` of `node:http`). */
  static fromParsed(raw: readonly string[]): ReceivedHeaders {
    const headers = new ReceivedHeaders();
    headers.list = raw;
    headers.isReceived = true;
    return headers;
  }

  /**
   * The value of a header, null if there is none. Of several values, the first counts if a request may have only one; otherwise they are
   * joined.
   */
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
