// The parts of a pattern: how they are written, and which names stand in the text of a path.

/** One part of a pattern. Literal text is decoded and may hold slashes. */
export type PatternPart =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'segment'; readonly name: string }
  | { readonly kind: 'glob'; readonly name: string }
  | { readonly kind: 'group'; readonly parts: readonly PatternPart[] };

/** The text that reads back as these parts: `\:` for a colon that is only a colon. */
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

/** A name in the text of a path, its `:` or `*` standing one before `start`. */
interface WrittenName {
  readonly name: string;
  readonly isGlob: boolean;
  readonly start: number;
  readonly end: number;
}

/** The names that stand in a path, as the path is read, mistakes or none: `/a/:id` has `id`, `/a\:id` has none. */
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

/** Where the name that begins at `start` ends; `start` where none does. */
export function nameEnd(text: string, start: number): number {
  let end = start;
  for (let length = nameLengthAt(text, end, true); length > 0; length = nameLengthAt(text, end, false))
    end += length;
  return end;
}

/** Whether a code unit (or, above ASCII, the code point there) may stand in a segment's name. */
export function nameLengthAt(text: string, at: number, isFirst: boolean): number {
  const code = text.charCodeAt(at);
  if ((code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95) return 1;
  if (code >= 48 && code <= 57) return isFirst ? 0 : 1;
  if (!(code >= 128)) return 0;
  const character = String.fromCodePoint(text.codePointAt(at) ?? code);
  return (isFirst ? /\p{L}/u : /[\p{L}\p{M}\p{Nd}]/u).test(character) ? character.length : 0;
}
