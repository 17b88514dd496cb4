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

/** The pattern of a shape and its names, in the shape's order; its text is that of both unless given. */
export function patternOf(shape: string, names: readonly string[], path?: string): Pattern {
  const optionalNames = new Set<string>();
  const globNames = new Set<string>();
  const parts: PatternPart[] = [];
  const around: PatternPart[][] = [];
  let text = '';
  let inner = parts;
  let count = 0;
  for (const [written] of shape.matchAll(/[:*()]|(?:\\.|[^:*()\\])+/gs)) {
    text += written;
    if (written === '(') {
      around.push(inner);
      const group: PatternPart[] = [];
      inner.push({ kind: 'group', parts: group });
      inner = group;
    } else if (written === ')') inner = around.pop() ?? parts;
    else if (written === ':' || written === '*') {
      const name = names[count++] ?? '';
      text += name;
      inner.push({ kind: written === '*' ? 'glob' : 'segment', name });
      if (around.length > 0) optionalNames.add(name);
      if (written === '*') globNames.add(name);
    } else inner.push({ kind: 'literal', text: written.replace(/\\(.)/gs, '$1') });
  }
  return { text: path ?? text, parts, names, optionalNames, globNames };
}
