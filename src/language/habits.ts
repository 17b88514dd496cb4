// What people bring along from Rails and other routers, and what to write for it here.
//
//   get '/x', 'x#y'             the target without `to =>`
//   get '/x/:id', id => '\d+'   a regex in quotes
//
// Each is told in one diagnostic, in the user's own words; `readCall` asks here before it says that it does not know something.

import { shown } from '../../grammar/problem.js';
import type { Argument, Declaration, Pair, StringValue, Value } from './declarations.js';
import { change, shortText, type Change, type DiagnosticDetails } from './diagnostics.js';
import { hasKind } from './value-kinds.js';
import { optionRole, pairNamed } from './roles.js';
import { joinedPath, meantValue } from './value-habits.js';
import type { Span } from './source.js';
import {
  httpVerbs,
  isRequestAttribute,
  keywordRow,
  optionRow,
  options,
  redirectRow,
  type KeywordRow,
  type OptionName,
  type Role,
} from './vocabulary.js';

export { controllerName } from '../../grammar/foreign-messages.js';

/** What to write instead, and the change that does it where it is certain. */
export interface Advice {
  /** Follows the words that say what is wrong; begins with `write`, mostly. */
  readonly write: string;
  readonly fix?: Change;
  /** The option that was meant: it is not reported as missing. */
  readonly meant?: OptionName;
  /** The value that is meant is only a part of what is written: `'to => home#index'`. */
  readonly isPart?: boolean;
}

// Options

/** Options of other routers, by the one of this language that says it. */
const optionHabits: ReadonlyMap<string, OptionName> = new Map(
  (
    [
      ['via methods method verb verbs', 'via'],
      ['requirements where', 'constraints'],
      ['name', 'as'],
      ['default', 'defaults'],
      ['code', 'status'],
      ['before before_action before_filter around around_action middleware middlewares use', 'through'],
      ['exclude without', 'except'],
      ['to', 'at'],
      ['handler uses', 'to'],
    ] as const
  ).flatMap(([words, meant]) => words.split(' ').map((word) => [word, meant] as const)),
);

/** What to write for a pair whose key is no option of the call; `near` is the option that it is nearest to. */
export function optionHabit(
  declaration: Declaration,
  row: KeywordRow,
  pair: Pair,
  near: OptionName | undefined,
): Advice | undefined {
  const { key, value } = pair;
  const name = key.text;
  if (!value || key.notation === 'callable') return undefined;
  const meant = optionHabits.get(name);
  const ofVerbs = meant === 'via' ? verbsHabit(declaration, row, pair, value) : undefined;
  if (ofVerbs) return ofVerbs;
  const meantRow = meant && row.options.includes(meant) ? optionRow(meant) : undefined;
  if (meant && meantRow && hasKind(value, meantRow.accepts)) return renamed(key.span, meant, value);
  if (meant === 'through' && meantRow)
    return { write: 'what runs around a route is code, named as in `through => &module#export`' };
  const habit = habitOfValue(declaration, row, pair, value, meant ?? name);
  if (habit || !row.options.includes('constraints')) return habit;
  return constraintHabit(declaration, row, pair, value, near);
}

/** Verbs for a route, as `via` or under another name of it; undefined where the call takes none, or the value is of no verbs. */
function verbsHabit(declaration: Declaration, row: KeywordRow, pair: Pair, value: Value): Advice | undefined {
  if (!hasKind(value, options.via.accepts)) return undefined;
  if (row.block === 'required' && row.hasPath && optionRole(pair.key.text) === 'verbs')
    return { write: 'verbs belong to a route; write `match …, via => …` inside' };
  if (!row.options.includes('to')) return undefined;
  if (row.options.includes('via'))
    return { write: 'write `via => …`', fix: replacing(pair.key.span, 'via'), meant: 'via' };
  const verb = declaration.keyword.text;
  const own = row.pairFor === 'to' ? verb : 'get';
  const words = verbsIn(value.kind === 'list' ? value.items : [value]);
  const alone = `\`${verb}\` answers ${own.toUpperCase()} alone`;
  const path = row.pairFor === 'to' ? '…' : "'/', …";
  return words?.every((word) => word.toLowerCase() === own)
    ? leftOut(declaration, pair, alone)
    : { write: `${alone}; write \`match ${path}, via => ${shown(textOf(declaration, value))}\`` };
}

/** What says nothing is to be left out, with the comma before it. */
function leftOut({ arguments: given }: Declaration, pair: Pair, why: string): Advice {
  const before = given[given.indexOf(pair) - 1];
  const fix = before && change('Leave the option out', { start: before.span.end, end: pair.span.end });
  return { write: `${why}; leave it out`, ...(fix && { fix }) };
}

/** An option under another name, and with it the regexes that a constraint has in quotes there: `where => { id => '[0-9]+' }`. */
function renamed(key: Span, meant: OptionName, value: Value): Advice {
  const fix = replacing(key, meant);
  const mayHold = value.kind === 'hash' && optionRole(meant) === 'constraints' ? value.pairs : [];
  const regexes = mayHold.flatMap((pair) =>
    pair.value?.kind === 'string' ? (quotedRegex(pair.value) ?? []) : [],
  );
  const [first] = regexes;
  const slashes = first ? `, and regexes between slashes, as \`${first.suggestion}\`` : '';
  const edits = [fix, ...regexes.flatMap((regex) => regex.fix ?? [])].flatMap((each) => each.edits);
  return { write: `write \`${meant} => …\`${slashes}`, fix: { ...fix, edits }, meant };
}

/** What to write for a key that no option is called otherwise, going by its value. */
function habitOfValue(
  declaration: Declaration,
  row: KeywordRow,
  pair: Pair,
  value: Value,
  meant: string,
): Advice | undefined {
  const name = pair.key.text;
  const target = targetHabit(declaration, row, name, value);
  if (target) return { write: `write \`${shown(target)}\``, fix: replacing(pair.span, target), meant: 'to' };
  if (optionRole(name) === 'target' && row.options.includes('controller'))
    return { write: "a target belongs to a route; for all of them write `controller => '…'`" };
  if (isOfRedirect(declaration, row, meant))
    return {
      write: "what a redirect is like stands in its parentheses, as `redirect('/new', status => 302)`",
    };
  if (row.pairFor === 'to' && name === row.positionals[0]?.name && value.kind === 'string') {
    const action = hasOption(declaration, 'target') ? '' : ', and its action with `to`';
    const path = textOf(declaration, value);
    return {
      write: `a route has one path, which stands first; write \`${declaration.keyword.text} ${shown(path)}\`${action}`,
    };
  }
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

/** The target that `get '/old', redirect => '/new'` and `root '/' => 'home#index'` mean. */
function targetHabit(
  { source }: Declaration,
  row: KeywordRow,
  name: string,
  value: Value,
): string | undefined {
  if (!row.options.includes('to')) return undefined;
  const written = source.textOf(value.span);
  if (/^redirect(?:_to)?$/.test(name) && value.kind === 'string') return `to => redirect(${written})`;
  const isRoot = name === '/' && row.positionals[0]?.role === 'target';
  return isRoot && hasKind(value, options.to.accepts) ? `to => ${written}` : undefined;
}

/** Whether an option is one of the redirect that a route leads to: `get '/old', to => redirect('/new'), status => 302`. */
function isOfRedirect({ arguments: given }: Declaration, row: KeywordRow, name: string): boolean {
  return (
    row !== redirectRow &&
    !row.options.some((option) => option === name) &&
    redirectRow.options.some((option) => option === name) &&
    given.some((argument) => argument.kind === 'pair' && argument.value?.kind === 'redirect')
  );
}

/** Verbs behind `on`, as Laravel and others say it: `match '/x', on => <get post>`. */
export function onHabit(declaration: Declaration, row: KeywordRow, { key, value }: Pair): Advice | undefined {
  const words = verbsIn(value?.kind === 'list' ? value.items : [value]);
  if (!words || !row.options.includes('via') || hasOption(declaration, 'verbs')) return undefined;
  return { write: `write \`via => <${words.join(' ')}>\``, fix: replacing(key.span, 'via'), meant: 'via' };
}

/** The verbs that a list is of, as they are written; undefined where it is empty or has something else. */
export function verbsIn(words: readonly (Value | undefined)[]): readonly string[] | undefined {
  const verbs = words.flatMap((word) =>
    word?.kind === 'string' && httpVerbs.has(word.value.toUpperCase()) ? [word.value] : [],
  );
  return verbs.length > 0 && verbs.length === words.length ? verbs : undefined;
}

/** Whether a call has the option of a role, under any of its names. */
export function hasOption({ arguments: given }: Declaration, role: Role): boolean {
  return given.some((argument) => argument.kind === 'pair' && optionRole(argument.key.text) === role);
}

function isRegexInQuotes(text: string): boolean {
  return looksLikeRegex(text) || /\w\|\w/.test(text);
}

/** A constraint whose regex has quotes around it. */
function unquoted({ key, span, notation }: Pair, written: Span, text: string): Advice {
  const regex = regexText(text);
  return {
    write: `a regex stands between slashes; write \`${key.text} => ${shown(regex)}\``,
    fix: notation === 'adverb' ? replacing(span, `${key.text} => ${regex}`) : replacing(written, regex),
  };
}

/** A segment or an attribute of the request that is constrained as if it were an option, or a literal that is a default. */
function constraintHabit(
  declaration: Declaration,
  row: KeywordRow,
  pair: Pair,
  value: Value,
  near: OptionName | undefined,
): Advice | undefined {
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
    // A callable under the name of no segment decides about the whole request: `if => &guards#isStaff`.
    const isWhole = !isSegment && !isRequestAttribute(name);
    const constraint = (of: string): string => `constraints => ${isWhole ? of : `{ ${name} => ${of} }`}`;
    return {
      write: `write \`${constraint(short)}\``,
      ...(!hasOption(declaration, 'constraints') && { fix: replacing(pair.span, constraint(written)) }),
    };
  }
  return near === undefined ? paramHabit(row, name, value, short) : undefined;
}

/** A param that the path does not give, as if it were an option of a route or a resource: `type => 'Car'`. */
function paramHabit(row: KeywordRow, name: string, { kind }: Value, short: string): Advice | undefined {
  if (row.pairFor !== 'to' && !row.actions) return undefined;
  if (kind !== 'string' && kind !== 'number' && kind !== 'boolean') return undefined;
  return {
    write: `a param that the path does not give is a default; write \`defaults => { ${name} => ${short} }\``,
  };
}

/** A value as it is written, with the brackets of a list of one word, whose value is the word alone. */
function textOf({ source: { text } }: Declaration, { span, ...value }: Value): string {
  const inside = text.slice(span.start, span.end);
  const isListed = value.kind === 'string' && value.notation === 'word' && text[span.start - 1] === '<';
  return isListed ? `<${inside}>` : inside;
}

/** The names in the path that a call writes itself, and the keys of a resource. */
function ownSegments({ keyword, arguments: [first] }: Declaration): readonly string[] {
  const key = keywordRow(keyword.text)?.key;
  if (key !== undefined) return [key];
  const path = first?.kind === 'pair' ? first.key.string : first;
  if (path?.kind !== 'string') return [];
  return [...path.value.matchAll(/[:*]([\p{L}_][\p{L}\p{M}\p{Nd}_]*)/gu)].map(([, name = '']) => name);
}

/** Nobody writes a longer regex in quotes, in which the search for a group with alternatives would begin at each bracket. */
const longestRegex = 500;

/** Whether a string is a regex in quotes: `'\d+'`, `'[a-z]+'`, `'.*'`, `'^x$'`. */
function looksLikeRegex(text: string): boolean {
  if (text.length > longestRegex) return false;
  return /\\[A-Za-z.\-/]|[\])*.][+*]|\]\{\d|^\^|^\/.+\/[a-z]*$|\([^)]*\|[^)]*\)/.test(text);
}

/** A string as the regex that was meant. */
export function regexText(text: string): string {
  return /^\/.+\/[isu]*$/.test(text) ? text : `/${text.replace(/(?<!\\)\//g, '\\/')}/`;
}

/** What is said of a string in the place of a regex; undefined where it looks like none. */
export function quotedRegex({
  value,
  span,
}: StringValue): (DiagnosticDetails & { readonly message: string }) | undefined {
  if (!looksLikeRegex(value)) return undefined;
  const regex = regexText(value);
  const message = `'${value}' is a regex in quotes, and a string is compared as it is written: write \`${regex}\``;
  return { message, suggestion: regex, fix: replacing(span, regex) };
}

// Positionals

/** What to write for a positional beyond those of the row. */
export function surplusHabit(declaration: Declaration, row: KeywordRow, value: Value): Advice | undefined {
  const isOpen = (option: OptionName): boolean => !pairNamed(declaration, option);
  if (value.kind === 'hash') {
    const [, inside] = /^\{\s*(.*?)\s*\}$/s.exec(textOf(declaration, value)) ?? [];
    return {
      write: 'the options of a declaration stand without braces; leave these out',
      ...(inside !== undefined && { fix: change('Leave the braces out', value.span, inside) }),
    };
  }
  if (row.options.includes('via') && isOpen('via') && verbsIn(value.kind === 'list' ? value.items : [value]))
    return asOption(declaration, value, 'via');
  const pair = value.kind === 'string' ? quotedPair(row, value) : undefined;
  if (pair && isOpen(pair.option))
    return {
      write: `the quotes belong around the value alone; write \`${pair.text}\``,
      fix: replacing(value.span, pair.text),
      meant: pair.option,
      isPart: true,
    };
  if (row.pairFor === 'to') return surplusOfRoute(declaration, value);
  if (row.pairFor === 'at' && value.kind === 'string' && isOpen('at'))
    return asOption(declaration, value, 'at');
  if (row.options.includes('status') && value.kind === 'number' && isOpen('status'))
    return asOption(declaration, value, 'status');
  const path = row.block === 'required' && joinedPath(declaration, row, value);
  return path ? { write: `a path is one string; write ${shown(path)}` } : undefined;
}

/** What `'to => home#index'` and `'as: home'` mean, an option that stands in quotes with its value. */
function quotedPair(
  { options: known }: KeywordRow,
  { value }: StringValue,
): { option: OptionName; text: string } | undefined {
  const [, key, rest] = /^\s*(\w+)\s*(?:=>|:)\s*([\w#/-]+)\s*$/.exec(value) ?? [];
  const option = known.find((name) => name === key);
  if (option === undefined || !optionRow(option)?.accepts.includes('string')) return undefined;
  return { option, text: `${option} => '${rest}'` };
}

/** The same behind the path of a route. */
function surplusOfRoute(declaration: Declaration, value: Value): Advice | undefined {
  const written = shortText(declaration.source, value.span);
  const [first] = declaration.arguments;
  if (value.kind === 'string' && (value.value.startsWith('/') || areSymbols([first, value]))) {
    if (first?.kind === 'string' && httpVerbs.has(first.value.toUpperCase()))
      return { write: `write \`match ${written}, via => <${first.value.toLowerCase()}>\``, meant: 'via' };
    return { write: `a declaration has one path; write another declaration for ${written}` };
  }
  if (!pairNamed(declaration, 'to')) {
    if (hasKind(value, options.to.accepts)) return asOption(declaration, value, 'to');
    const target = meantValue(value, options.to.accepts);
    if (target)
      return {
        write: `write \`to => ${target}\``,
        fix: replacing(value.span, `to => ${target}`),
        meant: 'to',
      };
  }
  return undefined;
}

/** Several paths, as Rails has them: `get :near, :far`. */
function areSymbols(values: readonly (Argument | undefined)[]): boolean {
  return values.every((value) => value?.kind === 'string' && value.notation === 'symbol');
}

/** What makes an option of a value, with the comma before it where that is missing as well. */
function asOption({ arguments: given, source }: Declaration, value: Value, option: OptionName): Advice {
  const before = given[given.indexOf(value) - 1];
  const lacksComma = before && !source.text.slice(before.span.end, value.span.start).includes(',');
  const start = lacksComma ? before.span.end : value.span.start;
  const key = `${lacksComma ? ', ' : ''}${option} =>`;
  return {
    write: `write \`${key} ${shortText(source, value.span)}\``,
    fix: change(`Insert \`${key}\``, { start, end: value.span.start }, `${key} `),
    meant: option,
  };
}

/** The change that takes out the path of `root '/', to => 'home#index'`, which a root has anyway; undefined for any other value. */
export function rootPath(declaration: Declaration, row: KeywordRow, value: Value): Change | undefined {
  const [first, next] = declaration.arguments;
  const isPath = value === first && value.kind === 'string' && value.value === '/';
  if (!isPath || !next || row.positionals[0]?.role !== 'target' || !hasOption(declaration, 'target'))
    return undefined;
  return change('Leave the path out', { start: first.span.start, end: next.span.start });
}

/** A word that belongs to the list of the option before it and stands as an argument of its own: `only => :index, :show`. */
export function listHabit(
  { arguments: given }: Declaration,
  { key, value }: Pair,
  word: StringValue,
): Advice {
  const first = given.indexOf(word);
  const end = given.findIndex(({ kind }, index) => index > first && kind !== 'string');
  const words = given.slice(first, end < 0 ? undefined : end);
  const listed = value?.kind === 'list' ? value.items : value ? [value] : [];
  const strings = [...listed, ...words].filter((each) => each.kind === 'string');
  const list = `<${strings.map((each) => each.value).join(' ')}>`;
  const span = { start: value?.span.start ?? word.span.start, end: (words.at(-1) ?? word).span.end };
  return { write: `write \`${key.text} => ${shown(list)}\``, fix: replacing(span, list) };
}

/** The change that writes a text in the place of a span. */
export function replacing(span: Span, text: string): Change {
  return change(`Write \`${shown(text)}\``, span, text);
}
