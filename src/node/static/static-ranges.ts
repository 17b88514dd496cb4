// Byte ranges: the parts of a file that a `Range` header requests, and the multipart body for several of them.
//
//     bytes=0-99,50-149,-1 of 1000 bytes  →  0–149 and 999–999
//
// Ranges that overlap or touch are merged. If a header is malformed, has another unit, or requests too many parts, it is ignored, as the
// standard allows: the answer is then the whole file.

/** First and last byte, both included, counted from 0. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** The largest number of ranges in a header. A header with more is ignored. */
const maximumRanges = 64;

/**
 * The requested parts, in the order of their first mention; `unsatisfiable` if all of them lie beyond the end of the file; undefined if the
 * header must be ignored.
 */
export function requestedRanges(
  header: string,
  size: number,
): readonly ByteRange[] | 'unsatisfiable' | undefined {
  const match = /^\s*bytes\s*=(.*)$/is.exec(header);
  if (match === null) return undefined;
  const [, list = ''] = match;
  const ranges: ByteRange[] = [];
  let mentioned = 0;
  const items = list.split(',', maximumRanges + 1);
  if (items.length > maximumRanges) return undefined;
  for (const item of items) {
    const text = item.trim();
    if (text === '') continue;
    const ends = /^(\d*)\s*-\s*(\d*)$/.exec(text);
    const [, first = '', last = ''] = ends ?? [];
    if (first === '' && last === '') return undefined;
    mentioned += 1;
    const range = first === '' ? suffix(last, size) : span(first, last, size);
    if (range === 'invalid') return undefined;
    if (range !== undefined) ranges.push(range);
  }
  if (mentioned === 0) return undefined;
  return ranges.length === 0 ? 'unsatisfiable' : merged(ranges);
}

function suffix(digits: string, size: number): ByteRange | undefined {
  const length = Math.min(Number(digits), size);
  return length === 0 ? undefined : { start: size - length, end: size - 1 };
}

function span(first: string, last: string, size: number): ByteRange | 'invalid' | undefined {
  const start = Number(first);
  const end = last === '' ? Number.POSITIVE_INFINITY : Number(last);
  if (end < start) return 'invalid';
  return start >= size ? undefined : { start, end: Math.min(end, size - 1) };
}

function merged(ranges: readonly ByteRange[]): ByteRange[] {
  const byStart = ranges.map((range, place) => ({ ...range, place })).toSorted((a, b) => a.start - b.start);
  const kept: { start: number; end: number; place: number }[] = [];
  for (const range of byStart) {
    const last = kept.at(-1);
    if (last !== undefined && range.start <= last.end + 1) {
      last.end = Math.max(last.end, range.end);
      last.place = Math.min(last.place, range.place);
    } else {
      kept.push(range);
    }
  }
  return kept.toSorted((a, b) => a.place - b.place).map(({ start, end }) => ({ start, end }));
}

/** The value of `Content-Range`. */
export function contentRange(range: ByteRange, size: number): string {
  return `bytes ${range.start}-${range.end}/${size}`;
}

/** The text before each part, the text after the last part, and the length of the whole `multipart/byteranges` body. */
export interface MultipartFrame {
  readonly contentType: string;
  readonly parts: readonly { readonly head: string; readonly range: ByteRange }[];
  readonly tail: string;
  readonly length: number;
}

/** The frame of several ranges of one file. `boundary` must not occur in the file. */
export function multipartFrame(
  ranges: readonly ByteRange[],
  size: number,
  contentType: string,
  boundary: string,
): MultipartFrame {
  const parts = ranges.map((range) => ({
    head: `\r\n--${boundary}\r\ncontent-type: ${contentType}\r\ncontent-range: ${contentRange(range, size)}\r\n\r\n`,
    range,
  }));
  const tail = `\r\n--${boundary}--\r\n`;
  const length = parts.reduce(
    (sum, { head, range }) => sum + head.length + range.end - range.start + 1,
    tail.length,
  );
  return { contentType: `multipart/byteranges; boundary=${boundary}`, parts, tail, length };
}
