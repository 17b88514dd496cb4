// A small document printer in the manner of Prettier's: text with places where it may be broken, for a number of columns.
//
//   group(['get ', indent(['a', ',', line, 'b'])])   →   `get a, b` if it fits, otherwise `get a,⏎  b`
//
// A group is printed on one line if it fits there together with the text after it, up to the next possible break.
// Otherwise its own lines break, and each group inside it is decided separately. A comment is a `suffix`: it is printed
// at the end of the line, and the groups around it break.

export type Doc = string | readonly Doc[] | Group | Indent | Line | Fill | Suffix;

interface Group {
  readonly kind: 'group';
  readonly content: Doc;
  /** The text on one line; undefined if the group has to break. */
  readonly flat: string | undefined;
}

interface Indent {
  readonly kind: 'indent';
  readonly content: Doc;
}

/** A place to break. `flat` is printed if it does not break; without `flat` it always breaks. */
interface Line {
  readonly kind: 'line';
  readonly flat: string | undefined;
}

/** Words with a space or a break between them: as many on each line as fit. */
interface Fill {
  readonly kind: 'fill';
  readonly words: readonly string[];
}

interface Suffix {
  readonly kind: 'suffix';
  readonly text: string;
}

export const line: Doc = { kind: 'line', flat: ' ' };
export const softline: Doc = { kind: 'line', flat: '' };
export const hardline: Doc = { kind: 'line', flat: undefined };

export function group(content: Doc): Doc {
  return { kind: 'group', content, flat: flatText(content) };
}

export function indent(content: Doc): Doc {
  return { kind: 'indent', content };
}

export function fill(words: readonly string[]): Doc {
  return { kind: 'fill', words };
}

/** A comment at the end of the line. */
export function suffix(text: string): Doc {
  return { kind: 'suffix', text };
}

/** The document on one line; undefined if it needs several. */
export function flatText(doc: Doc): string | undefined {
  if (typeof doc === 'string') return doc;
  if (isList(doc)) {
    let text = '';
    for (const part of doc) {
      const flat = flatText(part);
      if (flat === undefined) return undefined;
      text += flat;
    }
    return text;
  }
  switch (doc.kind) {
    case 'group':
    case 'line':
      return doc.flat;
    case 'indent':
      return flatText(doc.content);
    case 'fill':
      return doc.words.join(' ');
    case 'suffix':
      return undefined;
  }
}

interface Command {
  readonly doc: Doc;
  readonly indentation: number;
  readonly isFlat: boolean;
}

const unit = 2;

/**
 * Prints a document, with "\n" as line end.
 *
 * @param indentation the number of spaces before each line; those of the first line are not printed
 * @param width the number of columns
 */
export function printDoc(doc: Doc, indentation: number, width: number): string {
  const flat = flatText(doc);
  if (flat !== undefined && flat.length + indentation <= width) return flat;
  let text = '';
  // The last line is kept separately, so trimming it does not read the text before it again.
  let lastLine = '';
  let suffixes = '';
  let column = indentation;
  const commands: Command[] = [{ doc, indentation, isFlat: false }];
  const newline = (spaces: number): void => {
    text += `${(lastLine + suffixes).trimEnd()}\n`;
    lastLine = ' '.repeat(spaces);
    suffixes = '';
    column = spaces;
  };
  const add = (part: string): void => {
    lastLine += part;
    column += part.length;
  };
  for (;;) {
    const command = commands.pop();
    if (!command) return text + lastLine + suffixes;
    const { doc: current, indentation: spaces, isFlat } = command;
    if (typeof current === 'string') add(current);
    else if (isList(current)) {
      for (const doc of current.toReversed()) commands.push({ doc, indentation: spaces, isFlat });
    } else if (current.kind === 'indent')
      commands.push({ doc: current.content, indentation: spaces + unit, isFlat });
    else if (current.kind === 'suffix') suffixes += current.text;
    else if (current.kind === 'line') {
      if (isFlat && current.flat !== undefined) add(current.flat);
      else newline(spaces);
    } else if (current.kind === 'group') {
      const isFitting = isFlat || fits(current, commands, width - column);
      commands.push({ doc: current.content, indentation: spaces, isFlat: isFitting });
    } else {
      current.words.forEach((word, index) => {
        if (index > 0 && !isFlat && column + 1 + word.length > width) newline(spaces);
        else if (index > 0) add(' ');
        add(word);
      });
    }
  }
}

/** Whether a group on one line has room, together with the text after it up to the next break. */
function fits({ flat }: Group, rest: readonly Command[], room: number): boolean {
  if (flat === undefined) return false;
  let left = room - flat.length;
  for (let index = rest.length - 1; left >= 0; index--) {
    const command = rest[index];
    if (!command) break;
    const { doc: next, isFlat } = command;
    const follows = isFlat ? (flatText(next) ?? '') : textBeforeBreak(next);
    if (typeof follows === 'string') left -= follows.length;
    else return left >= follows.length;
  }
  return left >= 0;
}

/** The text of a document, or the length of the text before its first break if it has one. */
function textBeforeBreak(doc: Doc): string | { readonly length: number } {
  if (typeof doc === 'string') return doc;
  if (isList(doc)) {
    let text = '';
    for (const part of doc) {
      const next = textBeforeBreak(part);
      if (typeof next !== 'string') return { length: text.length + next.length };
      text += next;
    }
    return text;
  }
  switch (doc.kind) {
    case 'line':
      return { length: 0 };
    case 'indent':
    case 'group':
      return textBeforeBreak(doc.content);
    case 'fill':
      return { length: doc.words[0]?.length ?? 0 };
    case 'suffix':
      return '';
  }
}

function isList(doc: Doc): doc is readonly Doc[] {
  return Array.isArray(doc);
}
