// Arguments without a key that people bring from Rails and other routers, and what to write here.
//
//   get '/x', 'x#y'                           the target without `to =>`
//   resources 'photos', only => :index, :show  a list without its brackets

import { listText } from './string-values.js';
import { shown } from '../../grammar/problem.js';
import {
  type Argument,
  type Declaration,
  itemsOf,
  type Pair,
  type StringValue,
  type Value,
} from './declarations.js';
import { change, shortText, type Change } from './diagnostics.js';
import { type Advice, type CallToRead, hasOption, replacing, textOf, verbsIn } from './habits.js';
import { pairNamed } from './roles.js';
import { controllerOption, foreignTarget, joinedPath, meantValue } from './value-habits.js';
import { hasKind } from './value-kinds.js';
import { httpVerbs, optionRow, options, type KeywordRow, type OptionName } from './vocabulary.js';

/** A controller class after the name of a resource or scope, as in Laravel: `resources 'photos', 'PhotoController'`. */
export function controllerHabit({ declaration, row }: CallToRead, value: Value): Advice | undefined {
  const { arguments: given } = declaration;
  const before = given[given.indexOf(value) - 1];
  if (!before || value.kind !== 'string' || !row.options.includes('controller') || row.pairFor)
    return undefined;
  const isResource = row.positionals[0]?.repeats === true;
  const option = controllerOption(isResource ? given[0] : undefined, value.value);
  if (option === undefined) return undefined;
  if (option !== '' && !pairNamed(declaration, 'controller'))
    return { write: `write \`${option}\``, fix: replacing(value.span, option) };
  return {
    write: isResource
      ? 'a resource has the controller of its name unless `controller` names another; leave it out'
      : 'leave it out',
    fix: change('Leave it out', { start: before.span.end, end: value.span.end }),
  };
}

/** What to write instead of a surplus positional. */
export function surplusHabit(call: CallToRead, value: Value): Advice | undefined {
  return controllerHabit(call, value) ?? callableHabit(call.declaration, value) ?? otherHabit(call, value);
}

/** Callables that belong to the list of the option before them: `through => &auth, &log`. */
export function callableHabit({ arguments: given, source }: Declaration, value: Value): Advice | undefined {
  const first = given.indexOf(value);
  const before = given[first - 1];
  const { accepts = [] } = (before?.kind === 'pair' && optionRow(before.key.text)) || {};
  if (before?.kind !== 'pair' || !before.value || !hasKind(value, ['callable'])) return undefined;
  const listed = itemsOf(before.value);
  if (!accepts.includes('list') || !listed.every((each) => hasKind(each, ['callable']))) return undefined;
  const end = given.findIndex(({ kind }, index) => index > first && kind !== 'callable');
  const behind = given.slice(first, end < 0 ? undefined : end);
  const list = `[${[...listed, ...behind].map(({ span }) => source.textOf(span)).join(', ')}]`;
  const span = { start: before.value.span.start, end: behind.at(-1)?.span.end ?? value.span.end };
  return { write: `write \`${before.key.text} => ${shown(list)}\``, fix: replacing(span, list) };
}

function otherHabit({ declaration, row }: CallToRead, value: Value): Advice | undefined {
  const isOpen = (option: OptionName): boolean => !pairNamed(declaration, option);
  if (value.kind === 'hash') {
    const [, inside] = /^\{\s*(.*?)[\s,]*\}$/s.exec(textOf(declaration, value)) ?? [];
    return {
      write: 'the options of a declaration stand without braces; leave these out',
      fix: inside === undefined ? undefined : change('Leave the braces out', value.span, inside),
    };
  }
  if (row.options.includes('via') && isOpen('via') && verbsIn(value))
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

/** An option with its value inside quotes: `'to => home#index'`, `'as: home'`. */
function quotedPair(
  { options: known }: KeywordRow,
  { value }: StringValue,
): { option: OptionName; text: string } | undefined {
  const [, key, rest] = /^\s*(\w+)\s*(?:=>|:)\s*([\w#/-]+)\s*$/.exec(value) ?? [];
  const option = known.find((name) => name === key);
  if (option === undefined || !optionRow(option)?.accepts.includes('string')) return undefined;
  return { option, text: `${option} => '${rest}'` };
}

/** A surplus argument after the path of a route. */
function surplusOfRoute(declaration: Declaration, value: Value): Advice | undefined {
  const written = shortText(declaration.source, value.span);
  const [first] = declaration.arguments;
  if (value.kind === 'string' && (value.value.startsWith('/') || areSymbols([first, value]))) {
    if (first?.kind === 'string' && httpVerbs.has(first.value.toUpperCase()))
      return { write: `write \`match ${written}, via => <${first.value.toLowerCase()}>\``, meant: 'via' };
    const others = declaration.arguments.slice(1).filter((each) => each.kind === 'string');
    const all = areSymbols(others) ? others : [value];
    const paths = all.map(({ span }) => declaration.source.textOf(span)).join(', ');
    const each = all.length > 1 ? 'each of ' : '';
    return { write: `a declaration has one path; write another declaration for ${each}${shown(paths)}` };
  }
  if (!pairNamed(declaration, 'to')) {
    const target =
      value.kind === 'string' ? foreignTarget(value.value) : meantValue(value, options.to.accepts);
    if (target && !(value.kind === 'string' && target.includes(value.value)))
      return {
        write: `write \`to => ${target}\``,
        fix: replacing(value.span, `to => ${target}`),
        meant: 'to',
        isPart: true,
      };
    if (hasKind(value, options.to.accepts)) return asOption(declaration, value, 'to');
  } else if (value.kind === 'callable' && !pairNamed(declaration, 'through'))
    return asOption(declaration, value, 'through');
  return undefined;
}

/** Several paths, as in Rails: `get :near, :far`. */
function areSymbols(values: readonly (Argument | undefined)[]): boolean {
  return values.every((value) => value?.kind === 'string' && value.notation === 'symbol');
}

/** Makes a value an option, and adds the comma before it if that is missing. */
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

/** The change that removes the path of `root '/', to => 'home#index'`, which a root has anyway. Undefined for any other value. */
export function rootPath({ declaration, row }: CallToRead, value: Value): Change | undefined {
  const [first, next] = declaration.arguments;
  const [positional] = row.positionals;
  const isPath = value === first && value.kind === 'string' && value.value === '/';
  if (!isPath || !next || positional?.role !== 'target') return undefined;
  const isTarget = next.kind === 'string' ? next.value.includes('#') : next.kind === 'callable';
  return isTarget || hasOption(declaration, 'target')
    ? change('Leave the path out', { start: first.span.start, end: next.span.start })
    : undefined;
}

/** A word that belongs to the list of the option before it, but is a separate argument: `only => :index, :show`. */
export function listHabit(
  { arguments: given }: Declaration,
  { key, value }: Pair,
  word: StringValue,
): Advice {
  const first = given.indexOf(word);
  const end = given.findIndex(({ kind }, index) => index > first && kind !== 'string');
  const words = given.slice(first, end < 0 ? undefined : end);
  const strings = [...itemsOf(value), ...words].filter((each) => each.kind === 'string');
  const list = listText(strings);
  const span = { start: value?.span.start ?? word.span.start, end: (words.at(-1) ?? word).span.end };
  return { write: `write \`${key.text} => ${shown(list)}\``, fix: replacing(span, list) };
}
