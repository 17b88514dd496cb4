// Makes untrusted text safe for a log or a terminal: paths, names and messages may contain invisible characters.
//
//     escapeControls('/a\r\nGET /admin 200 \x1b[32m')  →  '/a\u{d}\u{a}GET /admin 200 \u{1b}[32m'
//
// Escaped is whatever could begin a new line, control a terminal, or change the direction of text. `##[` or `##vso[` anywhere in a line
// is a command to the runners of GitHub Actions, Azure Pipelines and TeamCity.

/**
 * C0 and C1 controls with DEL, the line and paragraph separators, every character that changes the direction of text, and the bracket of
 * `##[` and `##vso[`.
 */
const controls = /[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|\[(?<=##\w{0,16}\[)/g;

/** The text on one line. Each control character becomes visible: `\u{1b}`. */
export function escapeControls(text: string): string {
  return text.replace(controls, (character) => `\\u{${character.charCodeAt(0).toString(16)}}`);
}

/** A line of a file with one character in place of each that would be escaped, so that columns stay the same. */
export function maskControls(line: string): string {
  return line.replaceAll('\t', ' ').replace(controls, '\ufffd');
}

/**
 * A text of several lines, such as an error with its stack. Only its first line can look like a log entry: other lines that do not belong
 * to a stack get the prefix `  | `.
 */
export function escapeLines(text: string): string {
  return text
    .split(/\r?\n/)
    .map((line, i) => (i === 0 || /^ {4}at /.test(line) ? '' : '  | ') + escapeControls(line))
    .join('\n');
}

/** A text of several lines. Tabs and line ends stay, other control characters become visible. */
export function escapeText(text: string): string {
  return text.replace(/[^\t\r\n]+/g, escapeControls);
}

/** Escapes text for HTML and XML. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Also escapes the characters of JSON text that could control a terminal. The value stays the same. */
export function escapeJson(json: string): string {
  return json.replace(controls, (character) =>
    character === '\n' ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
