// Calls that are one mistake as a whole, and what to write instead. Nothing else is reported about them.
//
//   draw :admin                     in Rails reads another file
//   mount '/blog', &blog            path and app in the wrong order
//   root '/x', to => 'a#b'          a path for `root`, which has its own
//   root controller: 'a', action: 'b'   the target in two options
//   match <get post>, '/search'     the verbs before the path
//   get about => 'pages#about'      a path without quotes, or an app that is none
//   direct 'a' => 'https://…'       a pair instead of a name and its value
//   member 'preview'                the content of a block, without the block

import { callableFor } from '../../grammar/foreign-messages.js';
import { shown } from '../../grammar/problem.js';
import type { Argument, Declaration, Pair, StringValue, Value } from './declarations.js';
import { change, quotedText, shortText, type DiagnosticDetails, type ErrorCode } from './diagnostics.js';
import { type CallToRead, hasOption, replacing, verbsIn } from './habits.js';
import { nearest } from './nearest.js';
import { optionOf, optionRole } from './roles.js';
import type { Span } from './source.js';
import { meantValue, targetText } from './value-habits.js';
import { hasKind } from './value-kinds.js';
import { canonicalOption, options, type KeywordRow, type Role } from './vocabulary.js';

/** A mistake that covers a whole call. */
export interface WholeMistake extends DiagnosticDetails {
  readonly code: ErrorCode;
  readonly span: Span;
  readonly message: string;
}

/** The mistake that covers a call. Undefined for most calls. */
export function wholeMistake(call: CallToRead): WholeMistake | undefined {
  const { declaration, row } = call;
  const first = declaration.arguments[0];
  if (!first) return undefined;
  if (row.places.includes('file')) return fileName(declaration);
  const swapped = row.pairFor && swappedArguments(call);
  if (swapped) return swapped;
  if (row.pairFor === 'at') return keyOfFirst(call) ?? noApp(call);
  if (row.positionals[0]?.role === 'target') return pathOfRoot(declaration) ?? targetInParts(declaration);
  if (first.kind === 'pair')
    return keyOfFirst(call) ?? unquotedPath(call) ?? nameAsKey(call) ?? lacksBlock(call);
  return verbsBeforePath(call) ?? lacksBlock(call);
}

function fileName(declaration: Declaration): WholeMistake | undefined {
  const {
    block,
    keyword,
    parentheses,
    arguments: [name, second],
  } = declaration;
  if (block || second || name?.kind !== 'string') return undefined;
  const instead = `include '${name.value}'`;
  const span = { start: keyword.span.start, end: parentheses?.end ?? name.span.end };
  return {
    code: 'unexpected-argument',
    span,
    message: `\`${keyword.text}\` wraps the declarations of a file; another file is read with \`${instead}\``,
    fix: replacing(span, instead),
  };
}

/** `mount '/blog', &blog`, `mount '/blog', to => &blog`, `get 'a#b', '/x'` and `get 'a#b' => '/x'`. */
function swappedArguments({ declaration, row }: CallToRead): WholeMistake | undefined {
  const { source, keyword, arguments: given } = declaration;
  const { pairFor } = row;
  const first = given[0];
  const begun = first?.kind === 'pair' ? first.key.string : first;
  // Most calls return here: they begin with a path.
  if (begun?.kind !== 'string' || (pairFor === 'to' && !begun.value.includes('#'))) return undefined;
  const positional = row.positionals[0];
  const pair = firstTwo(given, pairFor);
  if (!pair || !pairFor || !positional) return undefined;
  const [one, other, span] = pair;
  const isApp = pairFor === 'at' && other.kind === 'callable';
  const isPath = pairFor === 'to' && other.kind === 'string' && !other.value.includes('#');
  if (!isApp && !(isPath && targetText(one.value))) return undefined;
  const sign = first?.kind === 'pair' ? ' =>' : `, ${pairFor} =>`;
  const meant = `${source.textOf(other.span)}${sign} ${source.textOf(one.span)}`;
  const next = isApp ? 'its path' : 'what answers it';
  return {
    code: 'invalid-value',
    span,
    message: `\`${keyword.text}\` names the ${positional.name} first, and then ${next}; write \`${shown(meant)}\``,
    fix: replacing(span, meant),
  };
}

/** The first string of a call, the value after it (in a pair or as the next argument), and the span of both. */
function firstTwo(
  [first, next]: readonly Argument[],
  pairFor: string | undefined,
): readonly [StringValue, Value, Span] | undefined {
  if (first?.kind === 'pair')
    return first.key.string && first.value && [first.key.string, first.value, first.span];
  const isPair = next?.kind === 'pair';
  const other = isPair ? next.value : next;
  if (first?.kind !== 'string' || !other || (isPair && ![pairFor, 'to'].includes(next.key.text)))
    return undefined;
  return [first, other, { start: first.span.start, end: other.span.end }];
}

/** `root '/x', to => 'a#b'` and `root '/x' => 'a#b'`: a root has its own path. */
function pathOfRoot(declaration: Declaration): WholeMistake | undefined {
  const { keyword } = declaration;
  const [first] = declaration.arguments;
  const path = first?.kind === 'pair' ? first.key.string : first;
  if (path?.kind !== 'string' || !/^\/[^#]+$/.test(path.value)) return undefined;
  if (first?.kind !== 'pair' && !hasOption(declaration, 'target')) return undefined;
  return {
    code: 'unexpected-argument',
    span: path.span,
    message: `\`${keyword.text}\` answers '/' alone; write \`get ${shortText(declaration.source, path.span)}\` for another path`,
    fix: replacing(keyword.span, 'get'),
  };
}

/** `root controller: 'home', action: 'index'` and `root 'home', :index`: the two halves of the target are separate. */
function targetInParts({ arguments: given, keyword }: Declaration): WholeMistake | undefined {
  const halves = [
    halfOfTarget(given, 'controller', given[0]) ?? halfOfTarget(given, 'target', undefined),
    halfOfTarget(given, 'action', given[1]),
  ].flatMap((each) => each ?? []);
  const [first, last] = halves.toSorted((a, b) => given.indexOf(a.argument) - given.indexOf(b.argument));
  if (halves.length < 2 || !first || !last) return undefined;
  const span = { start: first.argument.span.start, end: last.argument.span.end };
  const items = halves.map(({ value }) => value);
  const target = meantValue({ kind: 'list', span, items, notation: 'bracket' }, options.to.accepts);
  const meant = `to => ${target ?? "'controller#action'"}`;
  const areNeighbours = given.indexOf(last.argument) === given.indexOf(first.argument) + 1;
  return {
    code: 'unknown-option',
    span,
    message: `\`${keyword.text}\` has its target in one string; write \`${meant}\``,
    fix: target !== undefined && areNeighbours ? replacing(span, meant) : undefined,
  };
}

/** A half of the target: the value of the option of this role, or the string at its place. */
function halfOfTarget(
  given: readonly Argument[],
  role: Role,
  placed: Argument | undefined,
): { readonly argument: Argument; readonly value: Value } | undefined {
  const option = given.find((each) => each.kind === 'pair' && optionRole(each.key.text) === role);
  const argument = option ?? (placed?.kind === 'pair' ? undefined : placed);
  const value = argument?.kind === 'pair' ? argument.value : argument;
  if (!argument || !value) return undefined;
  const isWhole = value.kind !== 'string' || /^\/|#/.test(value.value);
  return isWhole && (!option || role === 'target') ? undefined : { argument, value };
}

/** `match <get post>, '/search'` and `match ['get', 'post'], '/search'`. */
function verbsBeforePath({ declaration, row }: CallToRead): WholeMistake | undefined {
  const first = declaration.arguments[0];
  const path = declaration.arguments[1];
  if (first?.kind !== 'list' || path?.kind !== 'string' || !row.options.includes('via')) return undefined;
  const verbs = verbsIn(first);
  if (!verbs) return undefined;
  const via = `via => <${verbs.join(' ').toLowerCase()}>`;
  const place = declaration.source.textOf(path.span);
  const last = declaration.arguments.at(-1) ?? path;
  return {
    code: 'unexpected-argument',
    span: first.span,
    message: `the path of \`${declaration.keyword.text}\` stands first; write \`${declaration.keyword.text} ${shortText(declaration.source, path.span)}, ${via}\``,
    fix: hasOption(declaration, 'verbs')
      ? undefined
      : {
          title: `Write ${place} first, and \`${via}\``,
          edits: [
            { span: { start: first.span.start, end: path.span.start }, text: '' },
            { span: { start: last.span.end, end: last.span.end }, text: `, ${via}` },
          ],
        },
  };
}

const firstKeys: ReadonlyMap<string, readonly string[]> = new Map([
  ['path', ['path', 'url', 'uri', 'route', 'value']],
  ['location', ['to', 'location', 'url', 'uri']],
  ['app', ['app', 'to', 'engine', 'handler']],
]);

/** `get path => '/about'`, `redirect(to => '/about')` and `mount app => &blog, at => '/blog'`: a key for the first positional. */
function keyOfFirst({ declaration, row }: CallToRead): WholeMistake | undefined {
  const { source, parentheses, arguments: given } = declaration;
  const { text } = declaration.keyword;
  const [positional] = row.positionals;
  const keys = (positional && firstKeys.get(positional.name)) ?? [];
  const pairs = given.filter((each) => each.kind === 'pair');
  const pair = pairs.find(({ key }) => keys.includes(key.text) && !optionOf(row, key.text));
  if (!positional || !pair?.value || pairs.length < given.length) return undefined;
  if (!hasKind(pair.value, positional.accepts)) return undefined;
  const short = shortText(source, pair.value.span);
  return {
    code: 'unknown-option',
    span: pair.key.span,
    message: `the ${positional.name} of \`${text}\` stands first and has no key; write \`${parentheses ? `${text}(${short})` : `${text} ${short}`}\``,
    fix: pair === given[0] ? replacing(pair.span, source.textOf(pair.value.span)) : undefined,
  };
}

/** The first key and value of a call, and the span of the key with its colon. Undefined if the key is an option. */
function firstPair(
  { arguments: [pair] }: Declaration,
  row: KeywordRow,
): (Pick<Pair, 'key' | 'notation'> & { readonly value: Value; readonly span: Span }) | undefined {
  if (pair?.kind !== 'pair' || !pair.value || pair.value.kind === 'regex') return undefined;
  const { key, notation, value } = pair;
  if (key.callable || optionOf(row, key.text)) return undefined;
  const start = key.notation === 'symbol' ? key.span.start - 1 : key.span.start;
  return { key, notation, value, span: { start, end: key.span.end } };
}

/** `get about => 'pages#about'` */
function unquotedPath({ declaration, row }: CallToRead): WholeMistake | undefined {
  const first = row.pairFor === 'to' ? firstPair(declaration, row) : undefined;
  if (!first || first.key.string) return undefined;
  const { key, notation, value, span } = first;
  const lacksPath = declaration.arguments.every(({ kind }) => kind === 'pair');
  const isTarget =
    hasKind(value, ['redirect', 'callable']) ||
    (value.kind === 'string' && (lacksPath || value.value.includes('#')));
  if (!isTarget) return undefined;
  const meant = `'${key.text}'`;
  const isLabel = notation === 'label';
  const place = { start: span.start, end: isLabel ? span.end + 1 : span.end };
  return {
    code: 'invalid-value',
    span,
    message: `the path \`${shortText(declaration.source, span)}\` needs quotes; write \`${meant}\``,
    suggestion: meant,
    fix: change(`Write ${meant}`, place, isLabel ? `${meant} =>` : meant),
  };
}

/** `mount blog => '/blog'`, `mount '/blog' => 'blog'` */
function noApp({ declaration, row }: CallToRead): WholeMistake | undefined {
  const { source } = declaration;
  const first = firstPair(declaration, row);
  if (!first || (first.value.kind !== 'string' && !first.key.string)) return undefined;
  const { key, span } = first;
  const message = `${quotedText(source, span)} is no app; write ${callableFor(key.text)}`;
  return { code: 'invalid-value', span, message };
}

/** `direct 'a' => 'https://…'`, `resources 'books' => 'library'`, and `concern :likes<index>`. */
function nameAsKey({ declaration, row }: CallToRead): WholeMistake | undefined {
  const [pair] = declaration.arguments;
  const [name, next] = row.positionals;
  if (pair?.kind !== 'pair' || !pair.value || pair.value.kind === 'boolean' || row.pairFor) return undefined;
  const { key } = pair;
  const isName =
    name?.presence === 'required' && name.orOption === undefined && name.accepts.includes('string');
  const isOption =
    nearest(canonicalOption(key.text), row.options, key.notation === 'string' ? 0 : undefined) !== undefined;
  if (!isName || isOption || key.notation === 'callable') return undefined;
  const { text } = declaration.keyword;
  const short = key.notation === 'string' ? shortText(declaration.source, key.span) : `'${key.text}'`;
  // A list of one word is that word, without its brackets.
  const behind = declaration.source.textOf({ start: key.span.end, end: pair.span.end });
  const said =
    pair.notation === 'adverb'
      ? behind.replace(/^\((.*)\)$/s, '$1')
      : behind.replace(/^\s*(?::|=>|=)\s*/, '');
  const { span } = pair;
  if (!next)
    return {
      code: 'unexpected-argument',
      span,
      message: `a name of \`${text}\` has no value; write \`${text} ${short}\`, and what \`${shown(said)}\` is for as an option`,
    };
  const quoted = key.notation === 'string' ? declaration.source.textOf(key.span) : `'${key.text}'`;
  return {
    code: 'unexpected-argument',
    span,
    message: `a comma stands between the ${name.name} and the ${next.name} of \`${text}\`; write \`${text} ${short}, ${shown(said)}\``,
    fix: replacing(span, `${quoted}, ${said}`),
  };
}

/** `member 'preview'` and `member :get => :preview`. */
function lacksBlock({ declaration: { keyword, block }, row }: CallToRead): WholeMistake | undefined {
  if (!row.level || block) return undefined;
  return {
    code: 'missing-argument',
    span: keyword.span,
    message: `\`${keyword.text}\` has its routes in a block: \`${row.example}\``,
  };
}
