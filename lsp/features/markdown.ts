// Texts of a routes file in Markdown, in which nothing of them is taken for a mark.

/** A text as code, on its line; a backtick, which would end it, is shown as a quote. */
export function code(text: string): string {
  return `\`${text.replaceAll('`', "'")}\``;
}

/** Lines of a routes file as a block of code. */
export function fence(text: string): string {
  return `\`\`\`routes\n${text}\n\`\`\``;
}
