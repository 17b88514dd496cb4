// Writes data as JavaScript. Data can never become code: keys and strings are quoted, `__proto__` is an ordinary key, and no character
// controls a terminal or changes the direction of text in an editor.

import { escapeControls, escapeJson } from '../http/printable.js';

/** The name of a variable that holds a function, or an object that is not plain data; undefined if there is none. */
export type NameOf = (value: unknown) => string | undefined;

const identifier = /^[A-Za-z_$][\w$]*$/;

/** Writes a value as an expression. Throws a `TypeError` for a function or symbol that has no name. */
export function literal(value: unknown, nameOf: NameOf): string {
  switch (typeof value) {
    case 'string':
      return jsonText(value);
    case 'number':
      return Object.is(value, -0) ? '-0' : String(value);
    case 'boolean':
    case 'undefined':
      return String(value);
    case 'object':
      if (value === null) return 'null';
      if (value instanceof RegExp) return regexLiteral(value);
      return (
        nameOf(value) ?? (Array.isArray(value) ? listLiteral(value, nameOf) : objectLiteral(value, nameOf))
      );
    default: {
      const name = nameOf(value);
      if (name === undefined)
        throw new TypeError(`a ${typeof value} without a module cannot be written down`);
      return name;
    }
  }
}

function listLiteral(values: readonly unknown[], nameOf: NameOf): string {
  return `[${values.map((each) => literal(each, nameOf)).join(', ')}]`;
}

function objectLiteral(value: object, nameOf: NameOf): string {
  const entries = Object.entries(value)
    .filter(([, each]) => each !== undefined)
    .map(([key, each]) => `${keyText(key)}: ${literal(each, nameOf)}`);
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

function keyText(key: string): string {
  if (key === '__proto__') return '["__proto__"]';
  return identifier.test(key) ? key : jsonText(key);
}

function regexLiteral(regex: RegExp): string {
  const text = String(regex);
  if (escapeControls(text) === text) return text;
  return `/* @__PURE__ */ new RegExp(${jsonText(regex.source)}, '${regex.flags}')`;
}

/** Escapes a text for a template literal. */
export function templateText(text: string): string {
  return text.replaceAll(/[\\`]|\$(?=\{)/g, '\\$&');
}

/** Data as JSON that is also valid JavaScript and cannot end a script element. */
export function jsonText(value: unknown): string {
  return escapeJson(JSON.stringify(value)).replaceAll('</', '<\\/');
}

/** The name of an export in an import clause, quoted if it is not an identifier. */
export function exportName(name: string): string {
  return identifier.test(name) ? name : jsonText(name);
}
