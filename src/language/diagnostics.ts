// The registry of diagnostic codes, and what a diagnostic is.
//
// A code has its severity and its one-sentence meaning here and nowhere else; the linter's rules add theirs
// beside their checks (src/lint). Whoever finds a mistake makes a diagnostic of it with `errorAt`, a rule with `diagnosticAt`.

import { shown, visible } from '../../grammar/problem.js';
import { headSpan, type Declaration } from './declarations.js';
import { inLinesOf, type Range, type Source, type Span, type SpanEdit } from './source.js';

/** How bad a finding is: with an error no router is made. */
export type Severity = 'error' | 'warning' | 'info';

/** Something wrong in a routes file, with the place, and what to write instead where that is known. */
export interface Diagnostic {
  /** What kind of mistake it is, in kebab-case; never renamed. */
  readonly code: string;
  /** How bad it is. */
  readonly severity: Severity;
  /** What is wrong and what to write instead, without a final stop. */
  readonly message: string;
  /** Where it is. */
  readonly range: Range;
  /** The file that it is in. */
  readonly file: string;
  /** Other places that have to do with it. */
  readonly related?: readonly RelatedPlace[];
  /** The text that probably was meant in place of the range. */
  readonly suggestion?: string;
  /** A change that certainly mends it. */
  readonly fix?: Fix;
  /** What it is about has an effect in some cases: editors do not show it faded. */
  readonly hasEffect?: true;
}

/** Another place that a diagnostic speaks of. */
export interface RelatedPlace {
  /** What that place has to do with it. */
  readonly message: string;
  /** Where it is. */
  readonly range: Range;
  /** The file that it is in. */
  readonly file: string;
}

/** A change of the text that mends a mistake. */
export interface Fix {
  /** What it does, for a menu: `Write 'index'`. */
  readonly title: string;
  /** What is to be changed; they do not overlap. */
  readonly edits: readonly TextEdit[];
}

/** Replaces the range (of the file of the diagnostic unless it names another) by the text. */
export interface TextEdit {
  /** What is replaced; an empty range is an insertion. */
  readonly range: Range;
  /** What takes its place. */
  readonly text: string;
  /** The file of the change; that of the diagnostic unless given. */
  readonly file?: string;
}

/** The errors among diagnostics: a file that has one does not load. */
export function errorsIn(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.filter(({ severity }) => severity === 'error');
}

/** A span of one source. */
export interface Place {
  /** The text. */
  readonly source: Source;
  /** The part of it. */
  readonly span: Span;
}

/** A place in lines and columns, for those who do not have its text. */
export interface FilePlace {
  readonly file: string;
  readonly range: Range;
}

/** Where a place is in its file. */
export function filePlace({ source, span }: Place): FilePlace {
  return { file: source.file, range: source.rangeOf(span) };
}

/** Where a declaration has its keyword. */
export function keywordPlace({ source, keyword }: Declaration): Place {
  return { source, span: keyword.span };
}

/** Where a declaration has its path or name, if it has one; otherwise its keyword. */
export function namePlace({ source, keyword, arguments: [first] }: Declaration): Place {
  return { source, span: first?.kind === 'pair' ? first.key.span : (first ?? keyword).span };
}

/** Where a declaration stands, without its block. */
export function headPlace(declaration: Declaration): Place {
  return { source: declaration.source, span: headSpan(declaration) };
}

/** The errors: a routes file that has one does not load. Each with its meaning in a sentence. */
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

/** Errors about the application's modules, and not about the text. */
export const aboutModules: ReadonlySet<string> = new Set<ErrorCode>([
  'missing-export',
  'not-callable',
  'unknown-action',
  'unknown-controller',
]);

/** Errors about what a route leads to or is called: they leave no doubt about the requests that it answers. */
export const aboutTargets: ReadonlySet<string> = new Set([
  ...aboutModules,
  'duplicate-name',
  'missing-target',
]);

/** What a diagnostic says beside its message. */
export interface DiagnosticDetails {
  /** What was probably meant, where a name is misspelled. */
  readonly suggestion?: string | undefined;
  /** Other places that have to do with it. */
  readonly related?: readonly { readonly message: string; readonly place: Place }[] | undefined;
  /** In the diagnostic's own source. */
  readonly fix?: Change | undefined;
}

/** A fix by spans of the text. */
export interface Change {
  /** What it does, for a menu: `Write 'index'`. */
  readonly title: string;
  /** What is to be changed; they do not overlap. */
  readonly edits: readonly SpanEdit[];
}

/** The change that writes a text in the place of a span, or takes out what is there. */
export function change(title: string, { start, end }: Span, text = ''): Change {
  return { title, edits: [{ span: { start, end }, text }] };
}

/** An error of the registry at a place. */
export function errorAt(
  code: ErrorCode,
  place: Place,
  message: string,
  details?: DiagnosticDetails,
): Diagnostic {
  return diagnosticAt(code, 'error', place, message, details);
}

/** A diagnostic of any code: the linter's rules use it with their own. */
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

/** A message on one line, whose words of the user's text can be seen and are not endless. */
function readable(message: string): string {
  const line = message.replaceAll(/\s+/g, (blanks) => (/[\n\r\t]/.test(blanks) ? ' ' : blanks));
  return visible(line.replaceAll(/\S+/g, (word) => (word.length > longestWord ? cut(word) : word)));
}

/** The beginning of a word, and what stands behind the user's text at its end: `'`, `)`, `;`. */
function cut(word: string): string {
  const [end = ''] = /[^\p{L}\p{N}]{0,4}$/u.exec(word) ?? [];
  return `${[...word.slice(0, longestWord / 2)].slice(0, -1).join('')}…${end}`;
}

/** The user's text at a span as a message quotes it: cut where it is long. */
export function shortText(source: Source, span: Span): string {
  return shown(source.textOf(span));
}

/** The same in quotes, which a string has already. */
export function quotedText(source: Source, span: Span): string {
  const text = shortText(source, span);
  return /^['"]/.test(text) ? text : `'${text}'`;
}
