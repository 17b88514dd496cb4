// A pattern as a shape and a list of names, as compiled routes store it. In the shape each name is only its `:` or `*`.
//
//   /posts/:id/*path(.:format)   ⇄   "/posts/:/*(.:)"  ["id", "path", "format"]

import type { Pattern } from './pattern.js';
import type { PatternPart } from './pattern-parts.js';

/** The shape of a pattern. Special characters in literal text are escaped with `\`. */
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

/** The pattern with this shape and these names, in the order of the shape. Its text is `path`, or made from both. */
export function patternOf(shape: string, names: readonly string[], path?: string): Pattern {
  let optionalNames = noNames;
  let globNames = noNames;
  const parts: PatternPart[] = [];
  const around: PatternPart[][] = [];
  let text = '';
  let literal = '';
  let inner = parts;
  let count = 0;
  // Texts and the signs between them, alternately.
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
