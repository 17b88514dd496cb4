// Checks the parameters that a client sends against the shapes of the protocol. A wrong position, for example, would become an offset
// that no search reaches, and could block the server forever.
//
//   textDocument/hover {"position":{"line":1}}   →   -32602, `position` is not as the protocol has it
//
// Parameters are checked when a handler reads them, by name. A name means the same in all messages.

import {
  ErrorCodes,
  ResponseError,
  type ContentTypeDecoderOptions,
  type Message,
} from 'vscode-languageserver';
import { URI } from 'vscode-uri';

type Shape = (value: unknown) => boolean;

const isText: Shape = (value) => typeof value === 'string';
const isWhole: Shape = (value) => Number.isInteger(value);
const isUri: Shape = (value) => {
  try {
    return typeof value === 'string' && URI.parse(value).path !== undefined;
  } catch {
    return false;
  }
};
const optional =
  (shape: Shape): Shape =>
  (value) =>
    value === undefined || value === null || shape(value);
const listOf =
  (shape: Shape): Shape =>
  (value) =>
    Array.isArray(value) && value.every(shape);
const having = (members: Readonly<Record<string, Shape>>): Shape => {
  const shapes = Object.entries(members);
  return (value) =>
    typeof value === 'object' &&
    value !== null &&
    shapes.every(([name, shape]) => shape(Reflect.get(value, name)));
};

/** A document that is opened has a language, and then must have a text. */
const isDocument: Shape = (value) =>
  having({ uri: isUri })(value) &&
  (having({ languageId: isText })(value) ? having({ text: isText })(value) : true);

const isPosition = having({ line: isWhole, character: isWhole });
const isRange = having({ start: isPosition, end: isPosition });
const isFolderList = listOf(having({ uri: isUri }));

const shapes: ReadonlyMap<unknown, Shape> = new Map<string, Shape>([
  ['textDocument', isDocument],
  ['uri', isUri],
  ['position', isPosition],
  ['positions', listOf(isPosition)],
  ['range', isRange],
  ['ranges', listOf(isRange)],
  ['start', optional(isWhole)],
  ['end', optional(isWhole)],
  ['query', isText],
  ['newName', isText],
  ['context', optional(having({ only: optional(listOf(isText)) }))],
  ['arguments', optional(Array.isArray)],
  ['contentChanges', listOf(having({ text: isText, range: optional(isRange) }))],
  ['changes', isFolderList],
  ['added', isFolderList],
  ['removed', isFolderList],
  ['workspaceFolders', optional(isFolderList)],
  ['rootUri', optional(isUri)],
  ['files', listOf(having({ oldUri: isUri, newUri: isUri }))],
  ['previousResultIds', listOf(having({ uri: isUri, value: isText }))],
  ['item', having({ uri: isUri, selectionRange: isRange, data: having({ kind: isText, routes: isUri }) })],
]);

const isMessage = (value: unknown): value is Message => typeof value === 'object' && value !== null;

/**
 * Decodes a message. Parameters that are null are removed: the library would fail on them before a handler is called, with an error of
 * its own.
 */
export const messageDecoder = {
  name: 'application/json',
  decode: async (bytes: Uint8Array, { charset }: ContentTypeDecoderOptions): Promise<Message> => {
    const message: unknown = JSON.parse(new TextDecoder(charset).decode(bytes));
    if (!isMessage(message)) throw new TypeError('what was sent is no message');
    if (Reflect.get(message, 'params') === null) Reflect.deleteProperty(message, 'params');
    return message;
  },
};

/** A connection, or a part of one, whose handlers throw a `ResponseError` when they read a parameter of a wrong shape. */
export function checked<Part extends object>(part: Part): Part {
  return new Proxy(part, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member === 'object' && member !== null) return checked(member);
      if (typeof member !== 'function') return member;
      return (...given: readonly unknown[]): unknown =>
        Reflect.apply(member, target, String(name).startsWith('on') ? given.map(checkedHandler) : given);
    },
  });
}

function checkedHandler(handler: unknown): unknown {
  if (typeof handler !== 'function') return handler;
  return (params: unknown, ...more: readonly unknown[]): unknown =>
    Reflect.apply(handler, undefined, [readable(params), ...more]);
}

function readable(params: unknown): unknown {
  return new Proxy(typeof params === 'object' && params !== null ? params : {}, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (shapes.get(name)?.(value) === false)
        throw new ResponseError(
          ErrorCodes.InvalidParams,
          `\`${String(name)}\` is not as the protocol has it`,
        );
      return value;
    },
  });
}
