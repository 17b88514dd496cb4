// Chooses, among the encodings in which a file is available, the one that a client prefers.
//
//     Accept-Encoding: gzip;q=0.8, br, identity;q=0   →  br
//
// A coding that is not mentioned has the quality of `*`; without `*`, `identity` is welcome below everything named and the rest is not.

export type ContentEncoding = 'br' | 'gzip' | 'identity';

/** By falling preference where the client likes several the same. */
const preference: readonly ContentEncoding[] = ['br', 'gzip', 'identity'];

/** The best of the available ones, `identity` being always among them; `identity` also where the client would take none. */
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
    // Below the least quality that a header can give (0.001): every encoding that the client names goes before an `identity` that it does not.
    const unnamed = encoding === 'identity' ? 0.0001 : 0;
    const quality = qualities.get(encoding) ?? rest ?? unnamed;
    if (quality > bestQuality) {
      best = encoding;
      bestQuality = quality;
    }
  }
  return best;
}

/** Each coding named, in lower case, with its quality from 0 to 1; one that cannot be understood counts as not named. */
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
