// Options that people bring from Rails and other routers, and what to write here.
//
//   get '/x/:id', id => '\d+'   a regex in quotes
//   get '/x', name => 'x'       an option of another router
//
// `positional-habits.ts` does the same for arguments without a key. Each mistake gets one diagnostic that quotes the user's text.
// `readCall` asks here before it reports something as unknown.

import { isRedirect } from '../../grammar/messages.js';
import { shown } from '../../grammar/problem.js';
import { type Declaration, itemsOf, type Pair, type StringValue, type Value } from './declarations.js';
import { change, type Change, type DiagnosticDetails } from './diagnostics.js';
import { byWords } from './grouping.js';
import { halfOfRoute } from './value-habits.js';
import { hasKind } from './value-kinds.js';
import type { ReadCall } from './read-call.js';
import { optionRole } from './roles.js';
import type { Span } from './source.js';
import {
  canonicalOption,
  httpVerbs,
  isRequestAttribute,
  keywordRow,
  keywords,
  optionRow,
  options,
  redirectRow,
  type KeywordRow,
  type OptionName,
  type OptionRow,
  type Role,
} from './vocabulary.js';

/** What to write instead, with a fix if the replacement is certain. */
export interface Advice {
  /** Appended to the text that says what is wrong. Mostly begins with `write`. */
  readonly write: string;
  readonly fix?: Change | undefined;
  /** The option that was meant, so it is not reported as missing. */
  readonly meant?: OptionName;
  /** The meant value is only a part of the written one: `'to => home#index'`. */
  readonly isPart?: boolean;
}

/** A call, and the row that it is read against. */
export type CallToRead = Pick<ReadCall, 'declaration' | 'row'>;

type GivenPair = Pair & { readonly value: Value };

const hasValue = (pair: Pair): pair is GivenPair => pair.value !== undefined;

/** Option names of other routers, with the option of this language. */
const optionHabits = byWords<OptionName>({
  'via methods method verb verbs': 'via',
  'requirements where': 'constraints',
  prefix: 'path',
  name: 'as',
  default: 'defaults',
  code: 'status',
  'before before_action before_filter around around_action middleware middlewares use': 'through',
  'exclude without': 'except',
  actions: 'only',
  'key primary_key parameter': 'param',
  to: 'at',
  'handler uses': 'to',
});

/** The row of an option, by its name here or in other routers. */
export function rowOfOption(name: string): OptionRow | undefined {
  return optionRow(name) ?? optionRow(optionHabits.get(name) ?? '');
}

/** What to write instead of a pair whose key is no option of the call. `near` is the most similar option. */
export function optionHabit(call: CallToRead, pair: Pair, near: OptionName | undefined): Advice | undefined {
  const { row } = call;
  const { key } = pair;
  const name = key.text;
  if (!hasValue(pair) || key.notation === 'callable') return undefined;
  const isPathOfMount = row.pairFor === 'at' && optionRole(name) === options.at.role;
  const meant = isPathOfMount ? 'at' : optionHabits.get(name);
  return (
    (meant === 'via' ? verbsHabit(call, pair) : undefined) ??
    (meant && otherName(call, pair, meant)) ??
    levelHabit(row, pair) ??
    habitOfValue(call, pair, meant ?? name) ??
    (row.options.includes('constraints') ? constraintHabit(call, pair, near) : undefined) ??
    optionElsewhere(name) ??
    (near === undefined ? defaultHabit(call, pair) : undefined)
  );
}

/** An option under another name, if its value is possible for that option. */
function otherName({ declaration, row }: CallToRead, pair: GivenPair, meant: OptionName): Advice | undefined {
  const { value } = pair;
  const { arguments: given } = declaration;
  const isGiven = row.positionals.some(
    ({ orOption }, at) => orOption === meant && given[at]?.kind === 'string',
  );
  if (isGiven || !row.options.includes(meant)) return undefined;
  const isLayers = meant !== 'through' || hasKind(value, ['callable']) || isListOfCallables(value);
  if (isLayers && hasKind(value, options[meant].accepts)) return renamed(pair, meant);
  return meant === 'through'
    ? { write: 'what runs around a route is code, named as in `through => &module#export`' }
    : undefined;
}

function isListOfCallables(value: Value): boolean {
  return value.kind === 'list' && value.items.every(({ kind }) => kind === 'callable');
}

/** `get '/x', member => true` and `resources 'photos', member => { preview => :get }`. */
function levelHabit(row: KeywordRow, { key: { text: name }, span }: Pair): Advice | undefined {
  const { level, example = '' } = keywordRow(name) ?? {};
  if (level && row.pairFor === 'to')
    return { write: `write \`on => '${level}'\``, fix: replacing(span, `on => '${level}'`) };
  return level && row.actions && { write: `what belongs to it stands in the block, as \`${example}\`` };
}

/** Advice about an option that only other keywords have. */
function optionElsewhere(name: string): Advice | undefined {
  const rows: readonly (readonly [string, KeywordRow])[] = Object.entries(keywords);
  const having = rows.flatMap(([word, { options: known }]) =>
    known.some((option) => option === canonicalOption(name)) ? [`\`${word}\``] : [],
  );
  const more = having.length > 3 ? ', …' : '';
  return having.length === 0
    ? undefined
    : { write: `it is an option of ${having.slice(0, 3).join(', ')}${more}` };
}

/** Verbs given as `via` or under another name. Undefined if the call takes none, or the value is no verbs. */
function verbsHabit({ declaration, row }: CallToRead, pair: GivenPair): Advice | undefined {
  const { value } = pair;
  if (!hasKind(value, options.via.accepts)) return undefined;
  if (row.block === 'required' && row.hasPath && optionRole(pair.key.text) === 'verbs')
    return { write: 'verbs belong to a route; write `match …, via => …` inside' };
  if (!row.options.includes('to')) return undefined;
  if (row.options.includes('via'))
    return { write: 'write `via => …`', fix: replacing(pair.key.span, 'via'), meant: 'via' };
  const verb = declaration.keyword.text;
  const own = row.pairFor === 'to' ? verb : 'get';
  const words = verbsIn(value);
  const alone = `\`${verb}\` answers ${own.toUpperCase()} alone`;
  const path = row.pairFor === 'to' ? '…' : "'/', …";
  return words?.every((word) => word.toLowerCase() === own)
    ? leftOut(declaration, pair, alone)
    : { write: `${alone}; write \`match ${path}, via => ${shown(textOf(declaration, value))}\`` };
}

/** Advice to remove a pair without effect, with the comma before it. */
function leftOut({ arguments: given }: Declaration, pair: Pair, why: string): Advice {
  const before = given[given.indexOf(pair) - 1];
  const fix = before && change('Leave the option out', { start: before.span.end, end: pair.span.end });
  return { write: `${why}; leave it out`, fix };
}

/** Renames an option, and takes the quotes off regexes in it: `where => { id => '[0-9]+' }`. */
function renamed({ key, value }: GivenPair, meant: OptionName): Advice {
  const fix = replacing(key.span, meant);
  const mayHold = value.kind === 'hash' && optionRole(meant) === 'constraints' ? value.pairs : [];
  const regexes = mayHold.flatMap((pair) =>
    pair.value?.kind === 'string' ? (quotedRegex(pair.value) ?? []) : [],
  );
  const [first] = regexes;
  const slashes = first ? `, and regexes between slashes, as \`${first.suggestion}\`` : '';
  const edits = [fix, ...regexes.flatMap((regex) => regex.fix ?? [])].flatMap((each) => each.edits);
  return { write: `write \`${meant} => …\`${slashes}`, fix: { ...fix, edits }, meant };
}

/** What to write for an unknown key, decided by its value. */
function habitOfValue(call: CallToRead, pair: GivenPair, meant: string): Advice | undefined {
  const { declaration, row } = call;
  const { value } = pair;
  const name = pair.key.text;
  const target = targetHabit(call, pair);
  if (target)
    return { write: `write \`${shown(target.text)}\``, fix: replacing(target, target.text), meant: 'to' };
  const ofRoute = halfOfRoute(declaration, row, name, value);
  if (ofRoute !== undefined) return { write: ofRoute };
  if (isOfRedirect(call, meant))
    return {
      write: "what a redirect is like stands in its parentheses, as `redirect('/new', status => 302)`",
    };
  if (row.pairFor === 'to' && name === row.positionals[0]?.name) return secondPath(declaration, pair, value);
  if (name === 'anchor' && row.pairFor === 'to' && value.kind === 'boolean')
    return {
      write: value.value
        ? 'a path answers as a whole anyway; leave it out'
        : "a path that has any rest behind it ends with a glob in brackets, as `'/files(/*rest)'`",
    };
  if (name === 'permanent' && row.options.includes('status'))
    return { write: 'a redirect has the status 301 unless `status => 302` says otherwise; leave it out' };
  return undefined;
}

/** `get :preview, path: 'look'`, and `get '/about', path: nil`. */
function secondPath(declaration: Declaration, pair: Pair, value: Value): Advice | undefined {
  const one = 'a route has one path, which stands first';
  if (value.kind === 'boolean') return leftOut(declaration, pair, one);
  if (value.kind !== 'string') return undefined;
  const action = hasOption(declaration, 'target') ? '' : ', and its action with `to`';
  const path = shown(textOf(declaration, value));
  return { write: `${one}; write \`${declaration.keyword.text} ${path}\`${action}` };
}

/** The target meant by `get '/old', redirect => '/new', status => 302` or `root '/' => 'home#index'`, with the range to replace. */
function targetHabit(call: CallToRead, pair: GivenPair): (Span & { readonly text: string }) | undefined {
  const { declaration, row } = call;
  const { value } = pair;
  if (!row.options.includes('to')) return undefined;
  const name = pair.key.text;
  const written = declaration.source.textOf(value.span);
  if (isRedirect(name) && value.kind === 'string') {
    const { end } = optionsOfRedirect(call, pair).at(-1)?.span ?? pair.span;
    const options = declaration.source.text.slice(pair.span.end, end);
    return { start: pair.span.start, end, text: `to => redirect(${written}${options})` };
  }
  const isRoot = name === '/' && row.positionals[0]?.role === 'target';
  return isRoot && hasKind(value, options.to.accepts)
    ? { ...pair.span, text: `to => ${written}` }
    : undefined;
}

/** The options of a redirect after `redirect => '/new'`. They belong to its diagnostic. */
function optionsOfRedirect(
  { declaration: { arguments: given }, row }: CallToRead,
  redirect: Pair,
): readonly Pair[] {
  const behind = given.slice(given.indexOf(redirect) + 1);
  const end = behind.findIndex((each) => each.kind !== 'pair' || !isRedirectOption(row, each.key.text));
  return (end < 0 ? behind : behind.slice(0, end)).filter((each) => each.kind === 'pair');
}

function isRedirectOption(row: KeywordRow, name: string): boolean {
  const isIn = (known: KeywordRow): boolean => known.options.some((option) => option === name);
  return row !== redirectRow && isIn(redirectRow) && !isIn(row);
}

/** Whether an option belongs to the diagnostic of the `redirect => '/new'` before it. */
export function isToldWithRedirect(call: CallToRead, pair: Pair): boolean {
  const { declaration, row } = call;
  return (
    isRedirectOption(row, pair.key.text) &&
    row.options.includes('to') &&
    declaration.arguments.some(
      (each) =>
        each.kind === 'pair' &&
        isRedirect(each.key.text) &&
        each.value?.kind === 'string' &&
        optionsOfRedirect(call, each).includes(pair),
    )
  );
}

/** Whether an option belongs inside the redirect that is the target: `get '/old', to => redirect('/new'), status => 302`. */
function isOfRedirect({ declaration: { arguments: given }, row }: CallToRead, name: string): boolean {
  return (
    isRedirectOption(row, name) &&
    given.some(
      (argument) =>
        argument.kind === 'pair' && (argument.value?.kind === 'redirect' || isRedirect(argument.key.text)),
    )
  );
}

/** Verbs as the value of `on`, as in Laravel and others: `match '/x', on => <get post>`. */
export function onHabit({ declaration, row }: CallToRead, { key, value }: Pair): Advice | undefined {
  const words = verbsIn(value);
  if (!words || !row.options.includes('via') || hasOption(declaration, 'verbs')) return undefined;
  return { write: `write \`via => <${words.join(' ')}>\``, fix: replacing(key.span, 'via'), meant: 'via' };
}

/** The verbs in a value, as written. Undefined if there are none, or something else is in it. */
export function verbsIn(value: Value | undefined): readonly string[] | undefined {
  const words = itemsOf(value);
  const verbs = words.flatMap((word) =>
    word.kind === 'string' && httpVerbs.has(word.value.toUpperCase()) ? [word.value] : [],
  );
  return verbs.length > 0 && verbs.length === words.length ? verbs : undefined;
}

/** Whether a call has an option of this role. */
export function hasOption({ arguments: given }: Declaration, role: Role): boolean {
  return given.some((argument) => argument.kind === 'pair' && optionRole(argument.key.text) === role);
}

function isRegexInQuotes(text: string): boolean {
  return looksLikeRegex(text) || /\w\|\w/.test(text);
}

/** A constraint with a regex in quotes. */
function unquoted({ key, span, notation }: Pair, written: Span, text: string): Advice {
  const regex = regexText(text);
  return {
    write: `a regex stands between slashes; write \`${key.text} => ${shown(regex)}\``,
    fix: notation === 'adverb' ? replacing(span, `${key.text} => ${regex}`) : replacing(written, regex),
  };
}

/** A constraint on a segment or attribute that is written like an option, or a literal that is a default. */
function constraintHabit(
  { declaration, row }: CallToRead,
  pair: GivenPair,
  near: OptionName | undefined,
): Advice | undefined {
  const { value } = pair;
  const name = pair.key.text;
  const written = textOf(declaration, value);
  const short = shown(written);
  const isSegment = row.hasPath === true && ownSegments(declaration).includes(name);
  if (row.hasPath && value.kind === 'string' && isRegexInQuotes(value.value))
    return unquoted(pair, value.span, value.value);
  if (isSegment && value.kind === 'boolean')
    return leftOut(declaration, pair, `\`${short}\` asks nothing of ':${name}'`);
  const isOfAnother = near !== undefined && near !== 'constraints' && hasKind(value, options[near].accepts);
  if (isSegment || isRequestAttribute(name) || (value.kind === 'callable' && !isOfAnother)) {
    // A callable whose key is no segment tests the whole request: `if => &guards#isStaff`.
    const isWhole = !isSegment && !isRequestAttribute(name);
    const constraint = (of: string): string => `constraints => ${isWhole ? of : `{ ${name} => ${of} }`}`;
    return {
      write: `write \`${constraint(short)}\``,
      fix: hasOption(declaration, 'constraints') ? undefined : replacing(pair.span, constraint(written)),
    };
  }
  return undefined;
}

/** A param outside the path that is written like an option of a route or resource: `type => 'Car'`. */
function defaultHabit({ declaration, row }: CallToRead, { key, value }: GivenPair): Advice | undefined {
  if (row.pairFor !== 'to' && !row.actions) return undefined;
  if (!hasKind(value, ['string', 'number', 'boolean'])) return undefined;
  const pair = `${key.text} => ${shown(textOf(declaration, value))}`;
  return { write: `a param that the path does not give is a default; write \`defaults => { ${pair} }\`` };
}

/** The text of a value, including the brackets of a one-word list (whose value is only the word). */
export function textOf({ source: { text } }: Declaration, { span, ...value }: Value): string {
  const inside = text.slice(span.start, span.end);
  const isListed = value.kind === 'string' && value.notation === 'word' && text[span.start - 1] === '<';
  return isListed ? `<${inside}>` : inside;
}

/** The segment names in a call's path, and the key of a resource. */
function ownSegments({ keyword, arguments: [first] }: Declaration): readonly string[] {
  const key = keywordRow(keyword.text)?.key;
  if (key !== undefined) return [key];
  const path = first?.kind === 'pair' ? first.key.string : first;
  if (path?.kind !== 'string') return [];
  return [...path.value.matchAll(/[:*]([\p{L}_][\p{L}\p{M}\p{Nd}_]*)/gu)].map(([, name = '']) => name);
}

/** The limit for a regex in quotes. The search for a group starts at each bracket, so long texts would be slow. */
const longestRegex = 500;

/** Whether a string looks like a regex: `'\d+'`, `'[a-z]+'`, `'.*'`, `'^x$'`. */
function looksLikeRegex(text: string): boolean {
  if (text.length > longestRegex) return false;
  return /\\[A-Za-z.\-/]|[\])*.][+*]|\]\{\d|^\^|^\/.+\/[a-z]*$|\([^)]*\|[^)]*\)/.test(text);
}

/** The text of the regex that a string was meant to be. */
export function regexText(text: string): string {
  return /^\/.+\/[isu]*$/.test(text) ? text : `/${text.replace(/(?<!\\)\//g, '\\/')}/`;
}

/** The mistake of a string in the place of a regex. Undefined if it does not look like one. */
export function quotedRegex({
  value,
  span,
}: StringValue): (DiagnosticDetails & { readonly message: string }) | undefined {
  if (!looksLikeRegex(value)) return undefined;
  const regex = regexText(value);
  const message = `'${value}' is a regex in quotes, and a string is compared as it is written: write \`${regex}\``;
  return { message, suggestion: regex, fix: replacing(span, regex) };
}

/** A change that replaces a span with a text. */
export function replacing(span: Span, text: string): Change {
  return change(`Write \`${shown(text)}\``, span, text);
}
