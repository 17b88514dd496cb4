// The text of a URL that somebody wrote whole.

/**
 * The URL with its structure and its escapes, and percent-encoded what can stand in none: white space, quotes, `<`, `>`, `\\`, text beyond
 * ASCII. Throws a `URIError` for half of a surrogate pair.
 */
export function escapedUrl(url: string): string {
  return url.replace(/[\x00-\x20"<>\\^`{|}\x7f-\u{10ffff}]/gu, encodeURIComponent);
}
