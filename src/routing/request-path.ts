// A request's path in the form in which it is matched: no query, no doubled or trailing slash, every piece decoded.
//
// An escaped slash or dot is text and ends nothing, so in the canonical form each stands as a lone surrogate that no
// decoded text can hold, and is put back when a value is taken out:
//
//   /a%2Fb//c%2Ejson/  →  /a\uD800b/c\uD801json
//
// Both are first halves of a pair, so that no two of them make a character; the halves of real pairs are left alone.

const escapedSlash = '\ud800';
const escapedDot = '\ud801';

/** The canonical path, `''` for the root; undefined where an escape is malformed or no UTF-8. */
export function canonicalPath(path: string): string | undefined {
  const mark = path.indexOf('?');
  const bare = mark < 0 ? path : path.slice(0, mark);
  let canonical = '';
  for (const piece of bare.split('/')) {
    if (piece === '') continue;
    const decoded = piece.includes('%') ? decodePiece(piece) : piece;
    if (decoded === undefined) return undefined;
    canonical += `/${decoded}`;
  }
  return canonical;
}

function decodePiece(piece: string): string | undefined {
  try {
    return piece
      .split(/(%2[fe])/i)
      .map((part) => (/^%2f$/i.test(part) ? escapedSlash : /^%2e$/i.test(part) ? escapedDot : decodeURIComponent(part)))
      .join('');
  } catch {
    return undefined;
  }
}

/** The text of a value cut out of a canonical path. */
export function decodedValue(value: string): string {
  return value.includes(escapedSlash) || value.includes(escapedDot)
    ? value.replace(/\ud800/gu, '/').replace(/\ud801/gu, '.')
    : value;
}
