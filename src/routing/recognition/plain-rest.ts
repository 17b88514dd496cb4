// Whether all that is left of a path is canonical as it was sent: what a glob takes.

/** What is left of a path is looked through character by character where it is no longer than this. */
const fewCharacters = 12;
/** By the low bits of a character 1 for a slash, 2 for an escape or a query. */
const signs = /* @__PURE__ */ Uint8Array.from({ length: 128 }, (_, code) =>
  code === 47 ? 1 : code === 37 || code === 63 ? 2 : 0,
);

/** Whether what a path has from a place on, behind a slash or text, is canonical as it is. It ends at `length`, and neither is empty nor ends with a slash. */
export function isPlainFrom(path: string, length: number, from: number): boolean {
  if (length - from <= fewCharacters) return isPlainStretch(path, length, from);
  const escape = path.indexOf('%', from);
  if (escape >= 0 && escape < length) return false;
  const query = path.indexOf('?', from);
  if (query >= 0 && query < length) return false;
  // Slash by slash: the engine takes as long for two slashes, and starts later.
  let start = from;
  for (;;) {
    const slash = path.indexOf('/', start);
    if (slash < 0 || slash >= length) return start < length;
    if (slash === start) return false;
    start = slash + 1;
  }
}

/** The same without a branch for any sign, since no processor foresees where slashes stand. */
function isPlainStretch(path: string, length: number, from: number): boolean {
  let met = 0;
  let before = 1;
  for (let i = from; i < length; i++) {
    const sign = signs[path.charCodeAt(i) & 127]!;
    met |= sign & (before | 2);
    before = sign;
  }
  return met === 0 && before === 0;
}
