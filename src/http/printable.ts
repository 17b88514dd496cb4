// Text of strangers made fit for a log or a terminal: paths, names and messages that might hold more than they show.
//
//     escapeControls('/a\r\nGET /admin 200 \x1b[32m')  →  '/a\u{d}\u{a}GET /admin 200 \u{1b}[32m'
//
// What is escaped could begin a line of its own, steer a terminal, or show letters in another order than they stand in; and `##[` or
// `##vso[` anywhere in a line is a command to the runners of GitHub Actions, Azure Pipelines and TeamCity.

/**
 * C0 and C1 controls with DEL, the line and paragraph separators, every character that turns the direction of writing, and the bracket of
 * `##[` and `##vso[`.
 */
const controls = /[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|\[(?<=##\w{0,16}\[)/g;

/** The text on one line, each control character and each that turns the direction of writing in a visible form: `\u{1b}`. */
export function escapeControls(text: string): string {
  return text.replace(controls, (character) => `\\u{${character.charCodeAt(0).toString(16)}}`);
}

/** A line of a file with one character for each that would be escaped, so that columns stay where they are. */
export function maskControls(line: string): string {
  return line.replaceAll('\t', ' ').replace(controls, '\ufffd');
}

/**
 * A text of several lines, such as an error with its stack, in which only the first can look like an entry of its own: those that are no
 * lines of a stack come after `  | `.
 */
export function escapeLines(text: string): string {
  return text
    .split(/\r?\n/)
    .map((line, i) => (i === 0 || /^ {4}at /.test(line) ? '' : '  | ') + escapeControls(line))
    .join('\n');
}

/** A text of several lines with its tabs and line ends as they are, and the rest that a terminal might obey in a visible form. */
export function escapeText(text: string): string {
  return text.replace(/[^\t\r\n]+/g, escapeControls);
}

/** The text as HTML or XML. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** JSON in which what it need not escape itself, but a terminal might obey, is escaped as well: it means the same. */
export function escapeJson(json: string): string {
  return json.replace(controls, (character) =>
    character === '\n' ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
