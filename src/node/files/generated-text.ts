// Files that waypost has written say so in their first line; any other file is its owner's, and is not written over.

/** Whether a text is one that waypost has written before, or nothing. */
export function isGenerated(text: string): boolean {
  return text.trim() === '' || /^.*Written by `waypost /.test(text);
}
