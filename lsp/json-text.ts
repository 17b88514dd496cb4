// Answers that are written as JSON at once, where a transport sends text: a long list would take longer to be made of objects,
// collected and serialised than all that was found out for it.
//
//   { id: 7, result: JsonText(['[{"name":"index"', '}]']) }      is sent as {"jsonrpc":"2.0","id":7,"result":[{"name":"index"}]}

import { Message, type ContentTypeEncoderOptions } from 'vscode-languageserver';

/** An answer as JSON without a character beyond ASCII, in pieces: most of them were written for an earlier answer. */
export class JsonText {
  constructor(readonly pieces: readonly string[]) {}

  /** What it says, for a transport that sends objects. */
  parsed(): unknown {
    return JSON.parse(this.pieces.join(''));
  }
}

/** What a writer of text sends of a message. */
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

/** The bytes of texts in ASCII, one behind the other. One long string of them would be garbage at once. */
function bytesOf(pieces: readonly string[]): Uint8Array {
  const bytes = Buffer.allocUnsafe(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) at += bytes.write(piece, at, 'latin1');
  return bytes;
}

/** Any other character than those of ASCII that JSON has as they are. */
const escaped = /[^ !#-[\]-~]/;
const beyondAscii = /[\u007f-\uffff]/g;

/** A string as JSON, in ASCII. */
export function quoted(text: string): string {
  if (!escaped.test(text)) return `"${text}"`;
  return JSON.stringify(text).replace(
    beyondAscii,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
