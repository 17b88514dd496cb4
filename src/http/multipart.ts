// Reads forms as `multipart/form-data` (RFC 7578). Not only browsers write them: other programs leave out quotes and choose any order and
// case, which the parsers of the platforms read differently.
//
//     --B ⏎ Content-Disposition: form-data; name=photo; filename=a.png ⏎ Content-Type: image/png ⏎ ⏎ … ⏎ --B--
//       →  photo: the file a.png

import { attempt } from './http-error.js';

const encoder = /* @__PURE__ */ new TextEncoder();
const blankLine = /* @__PURE__ */ encoder.encode('\r\n\r\n');
const dashes = /* @__PURE__ */ encoder.encode('--');
/** Keeps a byte order mark as text, as Fetch does in forms. */
export const formDecoder = /* @__PURE__ */ new TextDecoder('utf-8', { ignoreBOM: true });

/** The fields and files of a body with this content type. Throws an `Error` if it is not such a form, or incomplete. */
export function multipartForm(bytes: Uint8Array, contentType: string): FormData {
  const boundary = parametersOf(contentType).get('boundary');
  if (!boundary) throw new Error('the type names no boundary');
  const delimiter = encoder.encode(`\r\n--${boundary}`);
  const find = (wanted: Uint8Array, from: number): number => {
    const at = indexOf(bytes, wanted, from);
    if (at < 0) throw new Error('the form breaks off');
    return at;
  };
  const form = new FormData();
  // The first delimiter may be at the very start, without a line end before it.
  let at = startsWith(bytes, delimiter.subarray(2), 0) ? -2 : find(delimiter, 0);
  for (;;) {
    const start = at + delimiter.length;
    if (startsWith(bytes, dashes, start)) return form;
    const headEnd = find(blankLine, start);
    at = find(delimiter, headEnd + 2);
    addPart(form, formDecoder.decode(bytes.subarray(start, headEnd)), bytes.subarray(headEnd + 4, at));
  }
}

function addPart(form: FormData, head: string, content: Uint8Array): void {
  const [afterDelimiter = '', ...lines] = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  const fields = new Map(
    lines.map((line) => {
      const [name = ''] = line.split(':', 1);
      return [name.trim().toLowerCase(), line.slice(name.length + 1).trim()];
    }),
  );
  const disposition = fields.get('content-disposition') ?? '';
  const parameters = parametersOf(disposition);
  const name = parameters.get('name');
  if (afterDelimiter.trim() !== '' || !/^form-data\s*;/i.test(disposition) || name === undefined)
    throw new Error('a part of the form has no name');
  const isBase64 = fields.get('content-transfer-encoding')?.toLowerCase() === 'base64';
  const value = isBase64 ? bytesOfBase64(formDecoder.decode(content)) : content;
  const file = textOfExtended(parameters.get('filename*')) ?? parameters.get('filename');
  const type = fields.get('content-type') ?? 'text/plain';
  form.append(name, file === undefined ? formDecoder.decode(value) : new File([value], file, { type }));
}

function bytesOfBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/**
 * The parameters after the first `;`, by name in lower case. In a quoted value, browsers escape a quote as `%22`, other programs as `\"`.
 * For browsers a backslash is an ordinary character, which may also be the last one.
 */
function parametersOf(text: string): ReadonlyMap<string, string> {
  const pairs = text.matchAll(/;\s*([\w*-]+)\s*=\s*(?:"((?:[^"]|(?<=\\)"(?!\s*(?:;|$)))*)"?|([^\s;]*))/g);
  return new Map(
    Array.from(pairs, ([, name = '', quoted = '', token]) => [
      name.toLowerCase(),
      token ??
        quoted
          .replace(/\\"|%22/g, '"')
          .replace(/%0d/gi, '\r')
          .replace(/%0a/gi, '\n'),
    ]),
  );
}

/** Decodes an extended value: `UTF-8''%C3%A9.txt` → `é.txt`. */
function textOfExtended(value = ''): string | undefined {
  const encoded = /^utf-8'[^']*'(.*)$/i.exec(value)?.[1];
  return encoded === undefined ? undefined : attempt(() => decodeURIComponent(encoded));
}

function indexOf(bytes: Uint8Array, wanted: Uint8Array, from: number): number {
  let at = bytes.indexOf(wanted[0] ?? 0, from);
  while (at >= 0 && !startsWith(bytes, wanted, at)) at = bytes.indexOf(wanted[0] ?? 0, at + 1);
  return at;
}

function startsWith(bytes: Uint8Array, wanted: Uint8Array, at: number): boolean {
  return wanted.every((byte, i) => bytes[at + i] === byte);
}
