// Responses that are written as JSON text directly, for a transport that sends text. For long lists, making objects, collecting and
// serialising them would take longer than finding out what they contain.
//
//   { id: 7, result: JsonText(['[{"name":"index"', '}]']) }      is sent as {"jsonrpc":"2.0","id":7,"result":[{"name":"index"}]}

import { Message, type ContentTypeEncoderOptions } from 'vscode-languageserver';

/** A response as ASCII JSON text, in pieces. Most pieces were already written for an earlier response. */
export class JsonText {
  constructor(readonly pieces: readonly string[]) {}

  /** The value, for a transport that sends objects. */
  parsed(): unknown {
    return JSON.parse(this.pieces.join(''));
  }
}

/** Encodes messages for a transport that sends text. */
export const jsonEncoder = {
  name: 'application/json',
  encode: (message: Message, { charset }: ContentTypeEncoderOptions): Promise<Uint8Array> => {
    const result: unknown = Message.isResponse(message) ? message.result : undefined;
    if (!Message.isResponse(message) || !(result instanceof JsonText))
      return Promise.resolve(Buffer.from(JSON.stringify(message), charset));
    const { id } = message;
    const written = typeof id === 'string' ? quoted(id) : String(id);
    return Promise.resolve(bytesOf([`{"jsonrpc":"2.0","id":${written},"result":`, ...result.pieces, '}']));
  },
};

/** The bytes of ASCII texts, concatenated. Joining the strings first would make a large temporary string. */
function bytesOf(pieces: readonly string[]): Uint8Array {
  const bytes = Buffer.allocUnsafe(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) at += bytes.write(piece, at, 'latin1');
  return bytes;
}

/** Matches characters that JSON must escape, and those beyond ASCII. */
const escaped = /[^ !#-[\]-~]/;
const beyondAscii = /[\u007f-\uffff]/g;

/** A string as ASCII JSON. */
export function quoted(text: string): string {
  if (!escaped.test(text)) return `"${text}"`;
  return JSON.stringify(text).replace(
    beyondAscii,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
