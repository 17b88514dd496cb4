// Chooses the encoding that a client prefers among those in which a file is available.
//
//     Accept-Encoding: gzip;q=0.8, br, identity;q=0   →  br
//
// A coding that the client does not name has the quality of `*`. Without `*`, `identity` is acceptable after all named codings, and others
// are not acceptable.

export type ContentEncoding = 'br' | 'gzip' | 'identity';

/** The order of encodings that the client likes equally. */
const preference: readonly ContentEncoding[] = ['br', 'gzip', 'identity'];

/** The best of the available encodings, or `identity` if the client accepts none. `available` always includes `identity`. */
export function preferredEncoding(
  acceptEncoding: string | null,
  available: readonly ContentEncoding[],
): ContentEncoding {
  if (acceptEncoding === null || available.length < 2) return 'identity';
  const qualities = encodingQualities(acceptEncoding);
  const rest = qualities.get('*');
  let best: ContentEncoding = 'identity';
  let bestQuality = 0;
  for (const encoding of preference) {
    if (!available.includes(encoding)) continue;
    // Less than the lowest quality of a header, 0.001: an `identity` that is not named comes after all named encodings.
    const unnamed = encoding === 'identity' ? 0.0001 : 0;
    const quality = qualities.get(encoding) ?? rest ?? unnamed;
    if (quality > bestQuality) {
      best = encoding;
      bestQuality = quality;
    }
  }
  return best;
}

/** The named codings, in lower case, with their qualities from 0 to 1. A malformed quality is 0. */
function encodingQualities(header: string): Map<string, number> {
  const qualities = new Map<string, number>();
  for (const item of header.split(',')) {
    const [coding = '', ...parameters] = item.split(';');
    const name = coding.trim().toLowerCase();
    if (name === '') continue;
    let quality = 1;
    for (const parameter of parameters) {
      const match = /^\s*q\s*=\s*(\d(?:\.\d{0,3})?)\s*$/i.exec(parameter);
      if (match !== null) quality = Math.min(1, Number(match[1]));
      else if (/^\s*q\s*=/i.test(parameter)) quality = 0;
    }
    const canonical = name === 'x-gzip' ? 'gzip' : name;
    if (!qualities.has(canonical)) qualities.set(canonical, quality);
  }
  return qualities;
}
