// A pattern as one text and a list of names, which compiled routes hold: the text has a `:` or `*` alone for each name.
//
//   /posts/:id/*path(.:format)   ⇄   "/posts/:/*(.:)"  ["id", "path", "format"]

import type { Pattern } from './pattern.js';
import type { PatternPart } from './pattern-parts.js';

/** The text of a pattern without its names; what is only text there has a `\` before it where it could be taken for more. */
export function shapeOf({ parts }: Pick<Pattern, 'parts'>): string {
  let shape = '';
  for (const part of parts) {
    if (part.kind === 'literal') shape += part.text.replace(/[():*\\]/g, '\\$&');
    else if (part.kind === 'group') shape += `(${shapeOf(part)})`;
    else shape += part.kind === 'glob' ? '*' : ':';
  }
  return shape;
}

const noNames: ReadonlySet<string> = /* @__PURE__ */ new Set();

/** The pattern of a shape and its names, in the shape's order; its text is that of both unless given. */
export function patternOf(shape: string, names: readonly string[], path?: string): Pattern {
  let optionalNames = noNames;
  let globNames = noNames;
  const parts: PatternPart[] = [];
  const around: PatternPart[][] = [];
  let text = '';
  let literal = '';
  let inner = parts;
  let count = 0;
  // Texts, and by turns with them what stands between two of them.
  const pieces = shape.split(/([:*()]|\\.)/s);
  for (let k = 0; k < pieces.length; k += 2) {
    const piece = pieces[k] ?? '';
    const sign = pieces[k + 1] ?? '';
    literal += piece + sign.slice(1);
    text += piece + sign;
    if (sign[1]) continue;
    if (literal) inner.push({ kind: 'literal', text: literal });
    literal = '';
    if (sign === '(') {
      around.push(inner);
      const group: PatternPart[] = [];
      inner.push({ kind: 'group', parts: group });
      inner = group;
    } else if (sign === ')') inner = around.pop() ?? parts;
    else if (sign) {
      const name = names[count++] ?? '';
      text += name;
      inner.push({ kind: sign === '*' ? 'glob' : 'segment', name });
      if (around.length > 0) optionalNames = new Set(optionalNames).add(name);
      if (sign === '*') globNames = new Set(globNames).add(name);
    }
  }
  return { text: path ?? text, parts, names, optionalNames, globNames };
}
