// What the programs of written-search.ts are put together from: places in a path, and the functions that several places of a program need.

/** A place in a path: the variable that has the end of the segment before it, if there is one, and so many characters more. */
export interface Place {
  readonly behind: string | undefined;
  readonly plus: number;
}

export function moved({ behind, plus }: Place, by: number): Place {
  return { behind, plus: plus + by };
}

export function shown({ behind, plus }: Place): string {
  return behind === undefined ? String(plus) : plus === 0 ? behind : `${behind} + ${plus}`;
}

/**
 * `differs` gives the place from `i` on at which a path has not got a text. `isDoubtful` is what `Walk.missed` asks: whether a path is to blame that
 * leaves all branches at a place, since it has an escape, a query or a slash too many there.
 */
export const helpers = `
  function hasSlashesOnly(path, i) {
    return path.indexOf('.', i) < 0 && path.indexOf('%', i) < 0 && path.indexOf('?', i) < 0;
  }
  function lengthFrom(path, length, i) {
    const query = path.indexOf('?', i);
    return query < 0 ? length : query;
  }
  function valueEnd(path, length, i, isSlashed) {
    if (isSlashed) {
      const end = path.indexOf('/', i);
      return end < 0 ? length : end;
    }
    let end = i;
    for (; end < length; end++) {
      const c = path.charCodeAt(end);
      if (c < 48 ? c === 47 || c === 46 || c === 37 : c === 63) break;
    }
    return end;
  }
  function differs(path, length, i, text) {
    let k = 0;
    while (k < text.length && i + k < length && path.charCodeAt(i + k) === text.charCodeAt(k)) k++;
    return i + k;
  }
  function isDoubtful(path, length, i) {
    if (i >= length) return length === 0 || (length > 1 && path.charCodeAt(length - 1) === 47);
    const c = path.charCodeAt(i);
    if (c === 37 || c === 63 || (i === 0 && c !== 47)) return true;
    if (c !== 47 || i === 0) return false;
    if (i === length - 1 || path.charCodeAt(i - 1) === 47) return true;
    const next = path.charCodeAt(i + 1);
    return next === 47 || next === 63;
  }`;
