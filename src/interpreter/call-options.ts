// Reads options that several keywords share: `as`, `param`, `only`, `except`, `path-names`, `format`, `defaults`, `controller`.

import type { ReadCall } from '../language/read-call.js';
import { stringsOf } from '../language/value-kinds.js';
import type { StringValue } from '../language/declarations.js';
import type { DiagnosticDetails, ErrorCode } from '../language/diagnostics.js';
import { replacing } from '../language/habits.js';
import { didYouMean, nearest } from '../language/nearest.js';
import type { Span } from '../language/source.js';
import { pairsUnder } from '../language/call-pairs.js';
import { resourceActions } from '../language/vocabulary.js';
import type { Context } from './context.js';
import { isName, isSegmentName, isSlashedName } from './names.js';
import type { ActionFilter, FormatSetting, Scope } from './scope.js';

/** A route's own part of its name: from `as`, otherwise what its path implies. */
export function ownName(
  context: Context,
  call: ReadCall,
  implied: string | undefined,
): { name: string | undefined; isGiven: boolean } {
  const as = call.options.get('as')?.value;
  if (!as) return { name: implied, isGiven: false };
  if (as.kind === 'boolean') return { name: undefined, isGiven: false };
  return checkName(context, as, call)
    ? { name: as.value, isGiven: true }
    : { name: undefined, isGiven: false };
}

/** Whether a string can be a route's name or a part of one; reports it if not. A whole name (`isWhole`) cannot be empty. */
export function checkName(context: Context, value: StringValue, call: ReadCall, isWhole = false): boolean {
  if ((value.value === '' && !isWhole) || isName(value.value)) return true;
  const meant = value.value
    .replace(/^[^\p{L}_]+|[^\p{L}\p{M}\p{Nd}_-]+$/gu, '')
    .replace(/[^\p{L}\p{M}\p{Nd}_-]+/gu, '-');
  const suggestion = isName(meant) ? meant : undefined;
  refuse(
    context,
    call,
    value,
    `'${value.value}' is no name: it begins with a letter or '_' and goes on with letters, digits, '_' and '-'${suggestion === undefined ? '' : `; write '${suggestion}'`}`,
    { suggestion },
  );
  return false;
}

/** Whether a string can be the name of a resource or namespace, or `as` gives another name. Otherwise it is reported with `message`. */
export function checkSlashedName(
  context: Context,
  call: ReadCall,
  name: StringValue,
  message: string,
): boolean {
  if (call.options.has('as') || isSlashedName(name.value)) return true;
  if (!call.declaration.damaged) {
    context.program.diagnostics.doubt(call.declaration);
    refuse(context, call, name, message);
  }
  return false;
}

/** The name of a resource's key segment, from `param`. Undefined if it is not given, or is no segment name, which is reported. */
export function paramOption(context: Context, call: ReadCall): string | undefined {
  const param = call.options.get('param')?.value;
  if (!param) return undefined;
  if (isSegmentName(param.value)) return param.value;
  const meant = param.value.replace(/^:/, '').replaceAll('-', '_');
  const suggestion = isSegmentName(meant) ? meant : undefined;
  context.program.diagnostics.doubtHead(call.declaration);
  refuse(
    context,
    call,
    param,
    `'${param.value}' cannot be the name of a segment: it begins with a letter or '_' and goes on with letters, digits and '_'${suggestion === undefined ? '' : `; write '${suggestion}'`}`,
    { suggestion },
  );
  return undefined;
}

/** The filter of `only` and `except`; undefined if neither is given. Words that are no `known` actions are reported. */
export function actionFilter(
  context: Context,
  call: ReadCall,
  known: readonly string[],
): ActionFilter | undefined {
  const read = (name: 'only' | 'except'): ReadonlySet<string> | undefined => {
    const value = call.options.get(name)?.value;
    if (!value) return undefined;
    const words = stringsOf(value);
    for (const word of words) {
      if (known.includes(word.value)) continue;
      context.program.diagnostics.doubtHead(call.declaration);
      const several = listOf(word, known);
      const suggestion = word.value === 'delete' ? 'destroy' : nearest(word.value, known);
      const help =
        several !== undefined
          ? `; write \`${several}\``
          : /^(?:all|\*)$/i.test(word.value)
            ? name === 'only'
              ? `; leave 'only' out for all of them`
              : '; write `only => []` for none of them'
            : suggestion === undefined
              ? `; the actions are ${known.join(', ')}`
              : didYouMean(suggestion);
      refuse(
        context,
        call,
        word,
        `'${word.value}' is no action of a ${known === resourceActions ? 'singular ' : ''}resource${help}`,
        {
          code: 'invalid-only-except',
          suggestion,
          fix: several !== undefined && value.kind === 'string' ? replacing(word.span, several) : undefined,
        },
      );
    }
    return new Set(words.map((word) => word.value));
  };
  const only = read('only');
  const except = read('except');
  return only || except ? { only, except } : undefined;
}

/** `<index show>` for a string that contains several known words, as in `only => 'index, show'`; undefined for any other string. */
export function listOf({ value }: StringValue, known: readonly string[]): string | undefined {
  const words = value
    .toLowerCase()
    .split(/[\s,;|]+/)
    .filter((word) => word !== '');
  return words.length > 1 && words.every((word) => known.includes(word)) ? `<${words.join(' ')}>` : undefined;
}

/** The words for `new` and `edit` in paths: those of the scope, overridden by `path-names`. Other keys are reported. */
export function pathNamesOption(context: Context, call: ReadCall, scope: Scope): ReadonlyMap<string, string> {
  const option = call.options.get('path-names')?.value;
  if (!option) return scope.pathNames;
  const pathNames = new Map(scope.pathNames);
  for (const { key, value } of option.pairs) {
    if (key.text !== 'new' && key.text !== 'edit') {
      const suggestion = nearest(key.text, ['new', 'edit']);
      refuse(
        context,
        call,
        key,
        `'path-names' has other words for 'new' and 'edit', not for '${key.text}'${didYouMean(suggestion) || '; leave it out'}`,
        { suggestion },
      );
    } else if (value?.kind === 'string') pathNames.set(key.text, value.value);
    else if (value)
      refuse(context, call, value, `the other word for '${key.text}' is a string, as \`${key.text} => '…'\``);
  }
  return pathNames;
}

/** The call's `format`, or the scope's. */
export function formatSetting(call: ReadCall, scope: Scope): FormatSetting | undefined {
  const own = call.options.get('format')?.value;
  if (!own) return scope.format;
  return own.kind === 'boolean' ? own.value : own;
}

/**
 * The scope with a call's defaults, which override those with the same keys. Values become texts; a value that is no text, number or
 * boolean is reported.
 */
export function withDefaults(context: Context, call: ReadCall, scope: Scope): Scope {
  const pairs = pairsUnder(call, 'defaults');
  if (pairs.length === 0) return scope;
  const defaults = new Map(scope.defaults);
  for (const { key, value } of pairs) {
    if (!value) continue;
    if (value.kind === 'string' || value.kind === 'number' || value.kind === 'boolean')
      defaults.set(key.text, String(value.value));
    else
      refuse(
        context,
        call,
        value,
        `the default of '${key.text}' is a string, a number, \`true\` or \`false\``,
      );
  }
  return { ...scope, defaults };
}

export type RefusalDetails = DiagnosticDetails & { readonly code?: ErrorCode };

/** Reports something in a call, as `invalid-value` unless another code is given. */
export function refuse(
  context: Context,
  call: ReadCall,
  { span }: { readonly span: Span },
  message: string,
  { code = 'invalid-value', ...details }: RefusalDetails = {},
): void {
  context.program.diagnostics.error(code, { source: call.declaration.source, span }, message, details);
}

/** The scope with the controller that a value names. It is doubtful if a controller is due but could not be read. */
export function withController(
  scope: Scope,
  call: ReadCall,
  value: StringValue | undefined,
  isDue: boolean,
): Scope {
  if (!value) return isDue ? { ...scope, isDoubtful: true } : scope;
  return {
    ...scope,
    controller: value.value,
    controllerPlace: { source: call.declaration.source, span: value.span },
  };
}
