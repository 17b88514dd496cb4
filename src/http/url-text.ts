// Escapes a whole URL that somebody wrote.

/**
 * Percent-encodes what no URL may contain (white space, quotes, `<`, `>`, `\\`, text beyond ASCII) and leaves its structure and escapes
 * alone. Throws a `URIError` for half of a surrogate pair.
 */
export function escapedUrl(url: string): string {
  return url.replace(/[\x00-\x20"<>\\^`{|}\x7f-\u{10ffff}]/gu, encodeURIComponent);
}
