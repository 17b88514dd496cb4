// The parts of a pattern, how they are written, and where names are in the text of a path.

/** One part of a pattern. Literal text is unescaped and may contain slashes. */
export type PatternPart =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'segment'; readonly name: string }
  | { readonly kind: 'glob'; readonly name: string }
  | { readonly kind: 'group'; readonly parts: readonly PatternPart[] };

/** The text that parses to these parts. Special characters in literals are escaped: `\:`. */
export function patternText(parts: readonly PatternPart[]): string {
  let text = '';
  for (const part of parts) {
    switch (part.kind) {
      case 'literal':
        text += /[():*]/.test(part.text) ? part.text.replace(/[():*]/g, '\\$&') : part.text;
        break;
      case 'segment':
        text += `:${part.name}`;
        break;
      case 'glob':
        text += `*${part.name}`;
        break;
      case 'group':
        text += `(${patternText(part.parts)})`;
        break;
      default:
        return part satisfies never;
    }
  }
  return text;
}

/** A name in the text of a path. Its `:` or `*` is at `start - 1`. */
interface WrittenName {
  readonly name: string;
  readonly isGlob: boolean;
  readonly start: number;
  readonly end: number;
}

/** The names in a path, even if it has mistakes: `/a/:id` has `id`, `/a\:id` has none. */
export function namesIn(text: string): readonly WrittenName[] {
  const names: WrittenName[] = [];
  for (let at = 0; at < text.length; at++) {
    const sigil = text[at];
    if (sigil === '\\') at++;
    else if (sigil === ':' || sigil === '*') {
      const start = at + 1;
      const end = nameEnd(text, start);
      if (end > start) names.push({ name: text.slice(start, end), isGlob: sigil === '*', start, end });
      at = end - 1;
    }
  }
  return names;
}

/** The end of the name that begins at `start`; `start` if there is none. */
export function nameEnd(text: string, start: number): number {
  let end = start;
  for (let length = nameLengthAt(text, end, true); length > 0; length = nameLengthAt(text, end, false))
    end += length;
  return end;
}

/** The length of the character at a position if a name may contain it there, otherwise 0. */
export function nameLengthAt(text: string, at: number, isFirst: boolean): number {
  const code = text.charCodeAt(at);
  if ((code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95) return 1;
  if (code >= 48 && code <= 57) return isFirst ? 0 : 1;
  if (!(code >= 128)) return 0;
  const character = String.fromCodePoint(text.codePointAt(at) ?? code);
  return (isFirst ? /\p{L}/u : /[\p{L}\p{M}\p{Nd}]/u).test(character) ? character.length : 0;
}
