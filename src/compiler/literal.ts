// Data as JavaScript text. Whatever stands in it, the text is data: keys and strings are quoted, a key is never the prototype of
// its object, and nothing steers the terminal or turns the direction of the editor that shows it.

import { escapeControls, escapeJson } from '../http/printable.js';

/** The name under which a function or an object that is no data can be reached; undefined for what has none. */
export type NameOf = (value: unknown) => string | undefined;

const identifier = /^[A-Za-z_$][\w$]*$/;

/** @throws TypeError for a value that is neither data nor has a name */
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

/** A text as it stands between backticks. */
export function templateText(text: string): string {
  return text.replaceAll(/[\\`]|\$(?=\{)/g, '\\$&');
}

/** Data as JSON that is a literal, too, and ends no script element. */
export function jsonText(value: unknown): string {
  return escapeJson(JSON.stringify(value)).replaceAll('</', '<\\/');
}

/** An export's name in an import: quoted where it is no identifier. */
export function exportName(name: string): string {
  return identifier.test(name) ? name : jsonText(name);
}
