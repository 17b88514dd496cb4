// Quick fixes whose text follows from the file or the application: a missing target, block or bracket, the result in an expectation, a
// simpler regex. If more than one text is possible, no fix is offered.
//
//   get '/photos/:id'                 to => 'photos#show', if there is such an action and no other that fits
//   id => /(a+)+b/                    /(a)+b/, which is proved to match the same words

import { parseRegExpLiteral, visitRegExpAST, type AST } from '@eslint-community/regexpp';
import type { Snapshot } from '../../src/analysis/snapshot.js';
import { type Declaration, argumentsEnd } from '../../src/language/declarations.js';
import type { Diagnostic } from '../../src/language/diagnostics.js';
import { isRoute } from '../../src/language/roles.js';
import { spanOf } from '../../src/language/source.js';
import { keywordRow, isRequestAttribute } from '../../src/language/vocabulary.js';
import { expectationResults } from '../../src/lint/expectations.js';
import { Expressions, type Expression } from '../../src/proofs/regular-language/expression.js';
import { regexLanguage } from '../../src/proofs/regular-language/regex-language.js';
import { shortestWord } from '../../src/proofs/regular-language/search.js';
import { isSurelyLinear } from '../../src/routing/patterns/regex-linearity.js';
import { edit, indentOf, insertion, newlineOf } from './action-edits.js';
import { prefixOf } from './application-names.js';
import { added, type Mend, type Mistake } from './mend.js';

/** The usual action for each verb: for the path of a list (`/photos`), and of one record (`/photos/:id`). */
const actionsOf: Readonly<Record<string, readonly [list: string, one: string]>> = {
  get: ['index', 'show'],
  post: ['create', ''],
  put: ['', 'update'],
  patch: ['', 'update'],
  delete: ['', 'destroy'],
};

/** Adds the target if exactly one action fits the path: it is named like the path's last word, or is the usual action of its controller. */
export function missingTarget({ snapshot, declaration, host, diagnostic }: Mistake): readonly Mend[] {
  const { application } = host;
  const [path] = declaration.arguments;
  if (!application || path?.kind !== 'string' || !isRoute(declaration) || declaration.block) return [];
  const scope = snapshot.cursor(diagnostic.range.start.offset).block;
  const modules = (scope && snapshot.analysis.interpretation.scopes.get(scope)?.modules) ?? [];
  const prefix = prefixOf(modules);
  const pieces = path.value.split('/').filter((piece) => piece !== '');
  const word = pieces.at(-1)?.replaceAll('-', '_');
  const [list, one] = actionsOf[declaration.keyword.text] ?? ['', ''];
  const [, record] = pieces;
  const isOfOne = pieces.length === 2 && record !== undefined && /^:[\p{L}\p{M}\p{Nd}_]+$/u.test(record);
  const usual = isOfOne ? one : pieces.length === 1 ? list : '';
  const found = application.controllerNames().flatMap((name) => {
    if (!name.startsWith(prefix)) return [];
    const own = name.slice(prefix.length);
    const actions = application.controller(name)?.byName;
    const wanted = [word, own === pieces[0] ? usual : undefined];
    return wanted.filter((action) => action && actions?.has(action)).map((action) => `${own}#${action}`);
  });
  const [target, other] = new Set(found);
  if (target === undefined || other !== undefined) return [];
  return [{ title: `Lead to '${target}'`, edits: [added(snapshot, declaration, `to => '${target}'`)] }];
}

/** Adds a missing block, empty. */
export function missingBlock({ snapshot, declaration }: Mistake): readonly Mend[] {
  const isWanted = keywordRow(declaration.keyword.text)?.block === 'required';
  if (!isWanted || declaration.block || declaration.parentheses) return [];
  const { source } = snapshot;
  const end = argumentsEnd(declaration);
  const indent = indentOf(source, declaration.span.start);
  const block = `${declaration.arguments.length > 0 ? ',' : ''} {${newlineOf(snapshot)}${indent}}`;
  return [{ title: 'Write its block', edits: [insertion(snapshot, end, block)] }];
}

/**
 * Closes a bracket. An optional part with a single segment ends after the segment. A block ends after the last statement that the parser
 * found in it.
 */
export function closedBracket(snapshot: Snapshot, { range }: Diagnostic): readonly Mend[] {
  const { source } = snapshot;
  const at = range.start.offset;
  const part = /^\([/.]?:[\p{L}\p{M}\p{Nd}_]+(?=['"])/u.exec(source.text.slice(at, at + 100))?.[0];
  if (part !== undefined && snapshot.cursor(at + 1).value?.kind === 'string') {
    const end = at + part.length;
    return [{ title: `Write '${part})'`, edits: [insertion(snapshot, end, ')')] }];
  }
  const open = unclosedAt(snapshot.syntax.declarations, at);
  const [inner] = open;
  if (!inner?.block) return [];
  const last = inner.block.declarations.at(-1);
  const line = source.lineAt(last?.span.end ?? at);
  const end = source.lineStart(line) + source.lineText(line).length;
  // If several brackets are open, the diagnostic is at the innermost. A second fix closes them all.
  return [...new Set([1, open.length])].map((closed, index) => {
    const closers = open.slice(0, closed).map((each) => closerOf(each, source.text));
    const lines = closers.map(
      (closer, at) => newlineOf(snapshot) + indentOf(source, open[at]?.span.start ?? 0) + closer,
    );
    return {
      title: `Close ${index === 0 ? 'it' : 'all'} with \`${closers.join(' ')}\``,
      edits: [insertion(snapshot, end, lines.join(''))],
    };
  });
}

/** The text that closes a declaration's block, and its parentheses if they are open too. */
function closerOf({ block, parentheses }: Declaration, text: string): string {
  const isOpen = parentheses !== undefined && text[parentheses.end - 1] !== ')';
  return `${block?.notation === 'do' ? 'end' : '}'}${isOpen ? ')' : ''}`;
}

/**
 * The declaration whose block begins at an offset and is never closed, and those around it whose blocks are unclosed too and end with it.
 */
function unclosedAt(declarations: readonly Declaration[], at: number): readonly Declaration[] {
  for (const declaration of declarations) {
    const { block } = declaration;
    if (!block || block.span.start > at || at > block.span.end) continue;
    if (block.span.start === at) return block.isClosed ? [] : [declaration];
    const inner = unclosedAt(block.declarations, at);
    const isLast = block.declarations.at(-1) === inner.at(-1);
    return inner.length > 0 && isLast && !block.isClosed ? [...inner, declaration] : inner;
  }
  return [];
}

/** Completes a comment that names a request: the current answer of the routes is written after it. */
export function expectation(snapshot: Snapshot, { range }: Diagnostic): readonly Mend[] {
  const { source } = snapshot;
  const { comment } = snapshot.cursor(range.start.offset + 1);
  const asked = comment && /^#>\s*(?:([A-Z]+)\s+)?(\/[^\s*]*)(?!\S)/.exec(comment.text);
  if (!asked) return [];
  const [, verb = 'GET', path] = asked;
  // No route answers with `?`. So the failed expectation contains the actual answer.
  const written = (expected: string): string => `#> ${verb} ${path} => ${expected}`;
  const { start, end } = comment.span;
  const text = source.text.slice(0, start) + written('?') + source.text.slice(end);
  const result = expectationResults(snapshot.analysisOf(text)).find(
    (each) => each.expectation.span.start === start,
  );
  if (!result || result.outcome !== 'failed' || result.actual.startsWith('404')) return [];
  return [
    { title: `Expect ${result.actual}`, edits: [edit(snapshot, comment.span, written(result.actual))] },
  ];
}

/** Longer regexes are not simplified. */
const longestTried = 1_000;

/** Removes one repetition from a regex, if this makes it linear and is proved not to change what it matches. */
export function linearRegex({ snapshot, diagnostic, pair }: Mistake): readonly Mend[] {
  const place = spanOf(diagnostic.range);
  const written = snapshot.source.textOf(place);
  const literal = /^\/(.+)\/([a-z]*)$/s.exec(written);
  if (!literal || written.length > longestTried) return [];
  const [, source = '', flags = ''] = literal;
  const key = pair?.key.text ?? '';
  const isOnRequest = key !== 'format' && isRequestAttribute(key);
  const original = regexOf(source, flags);
  if (!original) return [];
  for (const { element, ...quantifier } of repetitionsOf(source, flags)) {
    const simpler = source.slice(0, quantifier.start) + element + source.slice(quantifier.end);
    const regex = regexOf(simpler, flags);
    if (!regex || !isSurelyLinear(regex, isOnRequest ? 'anywhere' : 'whole') || !areSame(original, regex))
      continue;
    const text = `/${simpler}/${flags}`;
    return [{ title: `Write ${text}`, edits: [edit(snapshot, place, text)] }];
  }
  return [];
}

function regexOf(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined;
  }
}

/** The repetitions in a regex with the element that each repeats, the innermost first. Offsets are in the source. */
function repetitionsOf(
  source: string,
  flags: string,
): readonly { readonly start: number; readonly end: number; readonly element: string }[] {
  const found: AST.Quantifier[] = [];
  const literal = parseRegExpLiteral(`/${source}/${flags}`);
  visitRegExpAST(literal, { onQuantifierEnter: (quantifier) => void found.push(quantifier) });
  return found
    .map(({ start, end, element }) => ({ start: start - 1, end: end - 1, element: element.raw }))
    .toReversed();
}

/** Whether it can be proved that two regexes match the same words. */
function areSame(one: RegExp, other: RegExp): boolean {
  const expressions = new Expressions();
  const a = regexLanguage(expressions, one, { approximation: 'exact' });
  const b = regexLanguage(expressions, other, { approximation: 'exact' });
  const isWithin = (inner: Expression, outer: Expression): boolean =>
    shortestWord(expressions, expressions.intersection(inner, expressions.complement(outer))) === 'none';
  return a !== undefined && b !== undefined && isWithin(a, b) && isWithin(b, a);
}
