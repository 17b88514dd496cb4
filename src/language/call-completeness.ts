// Checks, after all arguments are read, whether a call has everything that its row requires.
//
//   match '/a', to => 'a#b'      match-without-via: `match` needs `via` to say which verbs it answers
//   namespace 'admin'            missing-argument: `namespace` needs a block
//
// If a call has damaged notation or an unknown option, that may be what seems to be missing, so nothing is reported as missing.

import { codeForBlock } from '../../grammar/value-messages.js';
import { insideOf, type Block, type Declaration, type Value } from './declarations.js';
import { shortText, type DiagnosticDetails, type ErrorCode } from './diagnostics.js';
import type { Source, Span } from './source.js';
import type { WrittenCall } from './read-call.js';
import { isForeignBlock } from './unknown-keywords.js';
import { keywordRow, options as optionTable, type KeywordRow, type PositionalRow } from './vocabulary.js';

/** Receives the errors. */
interface Reporter {
  error(code: ErrorCode, span: Span, message: string, details?: DiagnosticDetails): void;
}

/**
 * Reports missing positionals, options and blocks, options given twice, and blocks that the row does not take. `given` is the number of
 * positionals in the text, valid or not.
 */
export function checkCompleteness(call: WrittenCall, given: number, reporter: Reporter): void {
  const { declaration, row } = call;
  const { block, damaged } = declaration;
  const missing = damaged ? undefined : missingPositional(call, given);
  if (missing && row.block === 'none' && block && missing.accepts.includes('callable')) {
    reportCode(declaration, block.span, reporter);
    return;
  }
  if (missing) {
    const or = missing.orOption ? `, as \`${missing.orOption} => …\` or as its first argument` : '';
    reportMissing(call, `${withArticle(missing.name)}${or}`, reporter);
  }
  reportTwice(call, given, reporter);
  if (!damaged) reportMissingOptions(call, given, reporter);
  // A call with an invalid positional is still being written.
  if (row.block === 'required' && !block && !damaged && !call.hasBadPositional && !call.hasUnknownOption)
    reportMissing(call, 'a block', reporter, useOf(call));
  // A block without a written opener has been reported.
  const isWritten =
    block && /^(?:[{([<:]|do)/.test(declaration.source.text.slice(block.span.start, block.span.start + 2));
  if (row.block === 'none' && block && isWritten && !damaged) {
    const { start } = block.span;
    const opener = { start, end: insideOf(block).start };
    reporter.error(
      'unexpected-argument',
      opener,
      `\`${declaration.keyword.text}\` takes no block; ${insteadOfBlock(declaration, block, row)}`,
    );
  }
}

/** What to write instead of a block that the call does not take. */
function insteadOfBlock(declaration: Declaration, { declarations }: Block, row: KeywordRow): string {
  const { text } = declaration.keyword;
  const singular = text.replace(/s$/, '');
  const isForeign = row.pairFor === 'to' && isForeignBlock(declaration);
  if (isForeign) return 'write a function in a module, and name it as `to => &module#export`';
  if (declarations.length === 0) return 'leave it out';
  if (singular !== text && keywordRow(singular)?.block === 'required')
    return `write \`${singular}\` to say what it stands for`;
  return 'write these declarations behind it, without the braces';
}

function reportMissing(
  { declaration: { keyword }, row }: WrittenCall,
  what: string,
  reporter: Reporter,
  or = '',
): void {
  const message = `\`${keyword.text}\` needs ${what}: \`${row.example}\`${or}`;
  reporter.error('missing-argument', keyword.span, message);
}

/** What to write if a declaration without a block was meant to use the name, not define it: `concern 'commentable'`. */
function useOf({ declaration: { keyword, arguments: given, source } }: WrittenCall): string {
  const plural = `${keyword.text}s`;
  const [name] = given;
  const isUse = name && given.length === 1 && keywordRow(plural)?.block === 'none';
  return isUse ? `, or \`${plural} ${shortText(source, name.span)}\` where it is mixed in` : '';
}

/** Reports options that are also given as positionals, and keys that occur twice in one hash. */
function reportTwice({ declaration, row, mentioned }: WrittenCall, given: number, reporter: Reporter): void {
  const { positionals } = row;
  for (let at = 0, positional = positionals[0]; positional && at < given; positional = positionals[++at]) {
    const { name, orOption } = positional;
    const twice = orOption === undefined ? undefined : mentioned.get(orOption)?.nameSpan;
    if (twice)
      reporter.error(
        'duplicate-option',
        twice,
        `'${orOption}' is given twice: the ${name} is already the first argument; keep one of them`,
      );
  }
  const { arguments: written } = declaration;
  for (let at = 0, argument = written[0]; argument; argument = written[++at])
    reportKeysTwice(declaration.source, argument.kind === 'pair' ? argument.value : argument, reporter);
}

/** Reports keys that occur twice in one hash. Only one of them would count. */
function reportKeysTwice(source: Source, value: Value | undefined, reporter: Reporter): void {
  if (value?.kind === 'list') value.items.forEach((item) => reportKeysTwice(source, item, reporter));
  if (value?.kind !== 'hash') return;
  const known = new Map<string, Span>();
  for (const { key, value: inner } of value.pairs) {
    const first = known.get(key.text);
    if (first) reportGivenTwice(source, key, first, reporter);
    else if (key.notation !== 'callable') known.set(key.text, key.span);
    reportKeysTwice(source, inner, reporter);
  }
}

/** Reports the second occurrence of an option or key. */
export function reportGivenTwice(
  source: Source,
  { text: name, span }: { readonly text: string; readonly span: Span },
  first: Span,
  reporter: Reporter,
): void {
  reporter.error('duplicate-option', span, `'${name}' is given twice; keep one of them`, {
    related: [{ message: `'${name}' is first given here`, place: { source, span: first } }],
  });
}

/** Reports missing required options. If positionals are missing or invalid, reporting those is enough. */
function reportMissingOptions(call: WrittenCall, given: number, reporter: Reporter): void {
  const { declaration, row, mentioned, hasUnknownOption, hasBadPositional } = call;
  if (!row.required || hasUnknownOption || hasBadPositional) return;
  if (given === 0 && row.positionals.length > 0) return;
  for (const name of row.required) {
    if (mentioned.has(name)) continue;
    if (optionTable[name].role !== 'verbs') reportMissing(call, `'${name}'`, reporter);
    else
      reporter.error(
        'match-without-via',
        declaration.keyword.span,
        '`match` needs `via` to say which verbs it answers: `via => <get post>`, or a verb such as `get` in its place',
      );
  }
}

/** The first missing positional. If an option may replace it, an unknown option may be meant. */
function missingPositional(
  { row, mentioned, hasUnknownOption }: WrittenCall,
  given: number,
): PositionalRow | undefined {
  if (given >= row.positionals.length) return undefined;
  return row.positionals
    .slice(given)
    .find(
      ({ presence, name, orOption }) =>
        presence !== 'optional' &&
        !mentioned.has(name) &&
        !(orOption && (hasUnknownOption || mentioned.has(orOption))),
    );
}

/** Reports a block in the place of a callable: `direct :home { link }`. */
function reportCode(
  { keyword, arguments: [first], source }: Declaration,
  span: Span,
  reporter: Reporter,
): void {
  const text = (part: Span): string => shortText(source, part);
  const call = first ? `${keyword.text} ${text(first.span)}, &module#export` : '&module#export';
  const { code, message } = codeForBlock(span, source.textOf(span), call);
  reporter.error(code, span, message);
}

function withArticle(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
}
