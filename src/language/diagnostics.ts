// The registry of error codes, and the type of diagnostics.
//
// Each error code has its severity and its one-sentence meaning here and nowhere else. The linter's rules have theirs beside their checks
// (src/lint). `errorAt` makes the diagnostic of an error, `diagnosticAt` that of a rule.

import { shown, visible } from '../../grammar/problem.js';
import { headSpan, type Declaration } from './declarations.js';
import { inLinesOf, type Range, type Source, type Span, type SpanEdit } from './source.js';

/** The severity of a diagnostic. With an error, no router is made. */
export type Severity = 'error' | 'warning' | 'info';

/** A mistake in a routes file: its place, and if known, what to write instead. */
export interface Diagnostic {
  /** The kind of mistake, in kebab-case. Codes are never renamed. */
  readonly code: string;
  /** Its severity. */
  readonly severity: Severity;
  /** What is wrong and what to write instead, without a final stop. */
  readonly message: string;
  /** Where it is. */
  readonly range: Range;
  /** The file that it is in. */
  readonly file: string;
  /** Related places. */
  readonly related?: readonly RelatedPlace[];
  /** The text that was probably meant instead of the range. */
  readonly suggestion?: string;
  /** A change that is certain to mend it. */
  readonly fix?: Fix;
  /** The code in question has an effect in some cases, so editors do not show it faded. */
  readonly hasEffect?: true;
}

/** Another place that a diagnostic mentions. */
export interface RelatedPlace {
  /** How that place is related. */
  readonly message: string;
  /** Where it is. */
  readonly range: Range;
  /** The file that it is in. */
  readonly file: string;
}

/** A change of the text that mends a mistake. */
export interface Fix {
  /** A title for menus: `Write 'index'`. */
  readonly title: string;
  /** The edits, which do not overlap. */
  readonly edits: readonly TextEdit[];
}

/** Replaces a range with a text. */
export interface TextEdit {
  /** The replaced range. An empty range is an insertion. */
  readonly range: Range;
  /** The new text. */
  readonly text: string;
  /** The file of the edit, if it is not the diagnostic's. */
  readonly file?: string;
}

/** The errors among diagnostics. A file with errors does not load. */
export function errorsIn(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.filter(({ severity }) => severity === 'error');
}

/** A span and the source that it is in. */
export interface Place {
  /** The text. */
  readonly source: Source;
  /** The part of it. */
  readonly span: Span;
}

/** A place in lines and columns, usable without the text. */
export interface FilePlace {
  readonly file: string;
  readonly range: Range;
}

/** Converts a place to lines and columns. */
export function filePlace({ source, span }: Place): FilePlace {
  return { file: source.file, range: source.rangeOf(span) };
}

/** The place of a declaration's keyword. */
export function keywordPlace({ source, keyword }: Declaration): Place {
  return { source, span: keyword.span };
}

/** The place of a declaration's path or name, otherwise of its keyword. */
export function namePlace({ source, keyword, arguments: [first] }: Declaration): Place {
  return { source, span: first?.kind === 'pair' ? first.key.span : (first ?? keyword).span };
}

/** The place of a declaration, without its block. */
export function headPlace(declaration: Declaration): Place {
  return { source: declaration.source, span: headSpan(declaration) };
}

/** The error codes, each with its meaning in one sentence. A routes file with an error does not load. */
export const errorCodes = {
  'syntax-error': 'The text is no sequence of declarations here',
  'unmatched-bracket': 'A bracket of the file, or a parenthesis of a path, has no partner',
  'inline-code': 'A routes file holds no code: a callable is named by its module and export',
  'unknown-keyword': 'The first word of a statement is no declaration',
  'unknown-option': 'The declaration has no such option',
  'duplicate-option': 'The same option is given twice',
  'invalid-value': 'The value is of the wrong type, or not one of those allowed',
  'missing-argument': 'A positional argument, a required option or a block is missing',
  'unexpected-argument': 'There is an argument or a block too many',
  'misplaced-declaration': 'The declaration has no meaning at this place',
  'missing-target': 'The route does not say what answers it',
  'match-without-via': '`match` needs `via` to say which verbs it answers',
  'invalid-only-except': '`only` and `except` take the actions of the resource',
  'invalid-regex': 'The regular expression does not compile, or is not one of JavaScript',
  'unsafe-regex': 'A text could keep the regular expression busy, and it cannot be matched in linear time',
  'duplicate-param': 'A segment name appears twice in one pattern',
  'duplicate-name': 'Two patterns have the same route name',
  'unknown-constraint-key': 'The key is neither a segment of the path nor a request attribute',
  'unknown-concern': 'No concern has this name',
  'duplicate-concern': 'The concern is defined twice',
  'cyclic-concern': 'The concern uses itself',
  'missing-file': 'The included file does not exist',
  'cyclic-include': 'The file includes itself',
  'missing-export': 'The module, or the export of the module, does not exist',
  'not-callable': 'The export is neither a function nor an object with the method that is needed',
  'unknown-controller': 'The controller does not exist',
  'unknown-action': 'The controller has no such action',
  'too-many-routes': 'The file declares more than 100,000 routes',
  'too-deep':
    'Concerns or included files use one another too many levels deep, or more than 10,000 files are included',
} as const satisfies Record<string, string>;

export type ErrorCode = keyof typeof errorCodes;

/** Errors about the application's modules, not about the text. */
export const aboutModules: ReadonlySet<string> = new Set<ErrorCode>([
  'missing-export',
  'not-callable',
  'unknown-action',
  'unknown-controller',
]);

/** Errors about the target or name of a route. The requests that the route answers are still known. */
export const aboutTargets: ReadonlySet<string> = new Set([
  ...aboutModules,
  'duplicate-name',
  'missing-target',
]);

/** Optional parts of a diagnostic. */
export interface DiagnosticDetails {
  /** The text that was probably meant. */
  readonly suggestion?: string | undefined;
  /** Related places. */
  readonly related?: readonly { readonly message: string; readonly place: Place }[] | undefined;
  /** In the diagnostic's own source. */
  readonly fix?: Change | undefined;
}

/** A fix by spans of the text. */
export interface Change {
  /** A title for menus: `Write 'index'`. */
  readonly title: string;
  /** The edits, which do not overlap. */
  readonly edits: readonly SpanEdit[];
}

/** A change that replaces a span with a text, or removes it. */
export function change(title: string, { start, end }: Span, text = ''): Change {
  return { title, edits: [{ span: { start, end }, text }] };
}

/** Makes the diagnostic of an error. */
export function errorAt(
  code: ErrorCode,
  place: Place,
  message: string,
  details?: DiagnosticDetails,
): Diagnostic {
  return diagnosticAt(code, 'error', place, message, details);
}

/** Makes a diagnostic of any code. The linter's rules use it. */
export function diagnosticAt(
  code: string,
  severity: Severity,
  { source, span }: Place,
  message: string,
  { suggestion, related, fix }: DiagnosticDetails = {},
): Diagnostic {
  return {
    code,
    severity,
    message: readable(message),
    ...filePlace({ source, span }),
    ...(related?.length && {
      related: related.map(({ message, place }) => ({ message, ...filePlace(place) })),
    }),
    ...(suggestion !== undefined && { suggestion }),
    ...(fix && {
      fix: {
        title: fix.title,
        edits: fix.edits.map(({ span, text }) => ({
          range: source.rangeOf(span),
          text: inLinesOf(source.text, text),
        })),
      },
    }),
  };
}

const longestWord = 160;

/** A message on one line, with long words of the user's text shortened and invisible characters named. */
function readable(message: string): string {
  const line = message.replaceAll(/\s+/g, (blanks) => (/[\n\r\t]/.test(blanks) ? ' ' : blanks));
  return visible(line.replaceAll(/\S+/g, (word) => (word.length > longestWord ? cut(word) : word)));
}

/** Shortens a word, and keeps the signs after the user's text at its end: `'`, `)`, `;`. */
function cut(word: string): string {
  const [end = ''] = /[^\p{L}\p{N}]{0,4}$/u.exec(word) ?? [];
  return `${[...word.slice(0, longestWord / 2)].slice(0, -1).join('')}…${end}`;
}

/** The user's text at a span as messages quote it, shortened if it is long. */
export function shortText(source: Source, span: Span): string {
  return shown(source.textOf(span));
}

/** The same in quotes. A string has its own. */
export function quotedText(source: Source, span: Span): string {
  const text = shortText(source, span);
  return /^['"]/.test(text) ? text : `'${text}'`;
}
