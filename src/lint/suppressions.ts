// Suppressions: comments that silence a finding and give the reason.
//
//   get '/a', to => 'a#b'          # waypost-ignore duplicate-route: the old clients need it
//   # waypost-ignore unreachable-route: kept until the gem is gone
//   get '/b', to => 'a#b'
//
// A comment at the end of a line applies to the statement on that line, a comment on its own line to the next statement.
// `waypost-ignore-block` applies to the next statement with its block, or else to the block that the comment is in.
// `waypost-ignore-file` applies to the whole file. A suppression that silences nothing or gives no reason is reported.

import { declarationsAt } from '../analysis/cursor.js';
import { walkDeclarations, type Declaration } from '../language/declarations.js';
import { change, diagnosticAt, type Diagnostic, type DiagnosticDetails } from '../language/diagnostics.js';
import { firstIndex } from '../language/first-index.js';
import { didYouMean, nearest } from '../language/nearest.js';
import type { Span } from '../language/source.js';
import type { Syntax } from '../language/syntax.js';
import { lineOf, withoutBlanksBefore } from './places.js';

export interface Suppression {
  /** The comment. */
  readonly span: Span;
  /** The listed codes with their spans. */
  readonly codes: readonly { readonly code: string; readonly span: Span }[];
  readonly reason: string | undefined;
  /** An unknown ending of `waypost-ignore`, such as `-blok`. */
  readonly misspelt: Span | undefined;
  /** Findings that start within this span are silenced. */
  readonly scope: Span;
}

const shape = /^#\s*waypost-ignore(-[\w-]+)?(?![\w-])\s*([^:]*)(?::\s*(.*))?$/d;

const kinds: readonly string[] = ['-block', '-file', '-line', '-next-line'];

/** The suppressions among the comments of a file. */
function suppressionsOf(syntax: Syntax): Suppression[] {
  const { source, comments } = syntax;
  const inOrder: Declaration[] = [];
  walkDeclarations(syntax.declarations, (declaration) => void inOrder.push(declaration));
  return comments.flatMap(({ span, text }) => {
    const found = shape.exec(text.trimEnd());
    if (!found) return [];
    const [, kind = '', list = '', reason = ''] = found;
    const kindStart = span.start + (found.indices?.[1]?.[0] ?? 0);
    const misspelt =
      kind === '' || kinds.includes(kind) ? undefined : { start: kindStart, end: kindStart + kind.length };
    const listStart = span.start + (found.indices?.[2]?.[0] ?? 0);
    const codes = [...list.matchAll(/[^\s,]+/g)].map(({ 0: code, index }) => ({
      code,
      span: { start: listStart + index, end: listStart + index + code.length },
    }));
    return [
      {
        span,
        codes,
        reason: reason.trim() === '' ? undefined : reason.trim(),
        misspelt,
        scope: misspelt ? { start: 0, end: 0 } : scopeOf(kind, span.start),
      },
    ];
  });

  function scopeOf(kind: string, offset: number): Span {
    const whole = { start: 0, end: source.text.length + 1 };
    if (kind === '-file') return whole;
    const line = source.lineAt(offset);
    const [start, end] = [source.lineStart(line), source.lineStart(line + 1)];
    const isAlone = kind !== '-line' && source.text.slice(start, offset).trim() === '';
    const behind = firstIndex(inOrder, (declaration) => declaration.span.start > offset);
    const next = isAlone ? inOrder[behind] : undefined;
    if (kind === '-block')
      return next?.block ? next.span : (declarationsAt(syntax, offset).parents.at(-1)?.span ?? whole);
    if (next) return headOf(next);
    // If the line ends a statement that began on an earlier line, the comment applies to the whole statement.
    const ending = inOrder[behind - 1];
    const isItsEnd = ending !== undefined && headOf(ending).end >= start;
    return { start: isItsEnd ? Math.min(start, ending.span.start) : start, end };
  }
}

/** A declaration without the content of its block. */
function headOf({ span, block }: Declaration): Span {
  return { start: span.start, end: block ? block.span.start + 1 : span.end };
}

export const suppressionCodes = {
  'unused-suppression': 'The comment silences nothing',
  'suppression-without-reason': 'The comment does not say why',
  'unknown-suppression': 'The comment names no rule of the linter',
} as const;

export interface Silenced {
  /** The diagnostics that are not silenced. */
  readonly kept: readonly Diagnostic[];
  readonly suppressed: readonly Diagnostic[];
  /** Diagnostics about the comments themselves. */
  readonly complaints: readonly Diagnostic[];
}

/**
 * Removes the diagnostics that the comments of a file silence.
 *
 * @param rules the codes that can be silenced. Errors cannot, because a file with an error does not load
 * @param ran the rules that ran. A suppression of another rule is never reported as unused
 */
export function silence(
  syntax: Syntax,
  diagnostics: readonly Diagnostic[],
  rules: ReadonlySet<string>,
  ran: ReadonlySet<string>,
): Silenced {
  const { source } = syntax;
  const suppressions = suppressionsOf(syntax);
  const used = new Set<string>();
  const suppressed: Diagnostic[] = [];
  const kept = diagnostics.filter((diagnostic) => {
    const offset = diagnostic.range.start.offset;
    const by = suppressions.findIndex(
      ({ codes, scope }) =>
        codes.some(({ code }) => code === diagnostic.code) && scope.start <= offset && offset < scope.end,
    );
    if (by < 0 || diagnostic.file !== source.file || !rules.has(diagnostic.code)) return true;
    used.add(`${by} ${diagnostic.code}`);
    suppressed.push(diagnostic);
    return false;
  });
  const complaints: Diagnostic[] = [];
  const complain = (
    code: keyof typeof suppressionCodes,
    span: Span,
    message: string,
    details?: DiagnosticDetails,
  ): void => void complaints.push(diagnosticAt(code, 'warning', { source, span }, message, details));
  suppressions.forEach(({ span, codes, reason, misspelt }, index) => {
    if (misspelt) {
      const written = source.textOf(misspelt);
      const suggestion = nearest(written, kinds);
      const known = suggestion
        ? `\`waypost-ignore${suggestion}\``
        : '`waypost-ignore`, or with `-block` or `-file`';
      const message = `there is no \`waypost-ignore${written}\`; write ${known}`;
      complain('unknown-suppression', misspelt, message, { suggestion });
      return;
    }
    if (codes.length === 0)
      complain(
        'unknown-suppression',
        span,
        'this names nothing to ignore: write `# waypost-ignore <code>: reason`',
      );
    for (const each of codes) {
      const { code } = each;
      if (!rules.has(code)) {
        const suggestion = nearest(code, rules);
        const message = `no rule of the linter is called '${code}'${didYouMean(suggestion)}`;
        complain('unknown-suppression', each.span, message, { suggestion });
      } else if (ran.has(code) && !used.has(`${index} ${code}`)) {
        const [what, named] = codes.length > 1 ? ['it', `'${code}'`] : ['the comment', 'the comment'];
        const fix = change(`Take ${named} out`, removalOf(codes, each, span, source.text));
        const message = `there is no '${code}' here to ignore; take ${what} out`;
        complain('unused-suppression', each.span, message, { fix });
      }
    }
    // If the rule is misspelt or half written, only that is reported.
    if (reason === undefined && codes.length > 0 && codes.every(({ code }) => rules.has(code)))
      complain('suppression-without-reason', span, 'this does not say why: add the reason after a colon');
  });
  return { kept, suppressed, complaints };
}

/** The span to remove: the comment with the white space before it, or, if it lists other codes, only this code and its separator. */
function removalOf(
  codes: Suppression['codes'],
  unused: Suppression['codes'][number],
  comment: Span,
  text: string,
): Span {
  const index = codes.indexOf(unused);
  const [before, next] = [codes[index - 1], codes[index + 1]];
  if (next) return { start: unused.span.start, end: next.span.start };
  if (before) return { start: before.span.end, end: unused.span.end };
  return lineOf(comment, text) ?? { start: withoutBlanksBefore(text, comment.start), end: comment.end };
}
