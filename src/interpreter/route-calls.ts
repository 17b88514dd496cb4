// Interprets the keywords that make a single route: the verbs, `match`, `root` and `mount`.

import { callableLabel } from '../language/declarations.js';
import type { CallOf, ReadCall } from '../language/read-call.js';
import { stringsOf } from '../language/value-kinds.js';
import { replacing } from '../language/habits.js';
import { didYouMean, nearest } from '../language/nearest.js';
import { httpVerbs } from '../language/vocabulary.js';
import { formatSetting, listOf, ownName, refuse } from './call-options.js';
import { readCallable } from './callables.js';
import type { Context } from './context.js';
import { withFacts } from './facts.js';
import type { FoundTarget, SaidRoute } from './interpreted-route.js';
import { implicitName, routeName } from './names.js';
import { atLevel, joinPath, type Level, type Scope } from './scope.js';
import { TargetReader } from './targets.js';

const anyVerbs = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

export function readMatch(context: Context, call: CallOf<'match'>, scope: Scope): void {
  const via = call.options.get('via')?.value;
  if (via?.kind === 'star') return verbRoute(context, call, scope, anyVerbs, true);
  const verbs = new Set<string>();
  for (const word of via ? stringsOf(via) : []) {
    const verb = word.value.toUpperCase();
    if (verb === 'ALL' || verb === '*') return verbRoute(context, call, scope, anyVerbs, true);
    if (httpVerbs.has(verb)) verbs.add(verb);
    else {
      const known = [...httpVerbs].map((each) => each.toLowerCase());
      const suggestion = nearest(word.value, known);
      const instead = verb === 'ANY' ? '*' : listOf(word, known);
      refuse(
        context,
        call,
        word,
        `'${word.value}' is no HTTP verb${
          instead !== undefined
            ? `; write \`via => ${instead}\``
            : didYouMean(suggestion) || '; write one such as get, post, put, patch or delete'
        }`,
        {
          suggestion,
          fix: instead !== undefined && via?.kind === 'string' ? replacing(word.span, instead) : undefined,
        },
      );
    }
  }
  if (via && verbs.size === 0 && stringsOf(via).length === 0) {
    const message = '`via` names no verb: write `via => <get post>` or `via => *`';
    refuse(context, call, via, message, { code: 'match-without-via' });
  }
  verbRoute(context, call, scope, [...verbs], false);
}

export function verbRoute(
  context: Context,
  call: CallOf<'get'>,
  outer: Scope,
  verbs: readonly string[],
  any: boolean,
): void {
  const path = call.positionals[0];
  if (!path) return forgive(context, outer);
  const level = onLevel(context, call, outer);
  if (!level) return forgive(context, outer);
  const scope = withFacts(context, call, level);
  const pattern = context.paths.pattern(
    joinPath(scope.route.path, path.value),
    path,
    call.declaration,
    formatSetting(call, scope),
  );
  const to = call.options.get('to')?.value;
  // A path that is half written, or has a blank at an end, does not tell what it leads to.
  if (!to && (pattern.isDamaged || path.value.trim() !== path.value)) return forgive(context, outer);
  const found = new TargetReader(context, call, scope, pattern).of(to, path.value);
  if (!found) return forgive(context, outer);
  const implied = scope.resource ? implicitName(path.value) : undefined;
  addRoute(context, call, { scope, verbs, any, pattern, found }, implied);
}

/** Marks the constraints around a route that could not be made as fitting: it may have had their keys. */
function forgive({ demands }: Context, { demands: some, route }: Scope): void {
  demands.forgive([...some, ...route.demands]);
}

/** The scope of the level that `on` gives. */
function onLevel(context: Context, call: ReadCall, scope: Scope): Scope | undefined {
  const on = call.options.get('on');
  if (!on) return scope;
  if (!scope.resource?.isDirect) {
    if (!scope.isDoubtful)
      refuse(
        context,
        call,
        { span: on.nameSpan },
        "`on` belongs directly to a resource: leave it out, or move the route into the resource's own block",
        { code: 'misplaced-declaration' },
      );
    return undefined;
  }
  const level = levels.find((each) => each === on.value.value);
  return level && atLevel(scope, scope.resource, level);
}

const levels: readonly Level[] = ['member', 'collection', 'new'];

export function rootRoute(context: Context, call: CallOf<'root'>, outer: Scope): void {
  const scope = withFacts(context, call, outer);
  const pattern = context.paths.pattern(
    scope.route.path,
    undefined,
    call.declaration,
    formatSetting(call, scope),
  );
  const written = call.positionals[0] ?? call.options.get('to')?.value;
  if (!written) return;
  const found = new TargetReader(context, call, scope, pattern).of(written, '');
  if (!found) return;
  addRoute(context, call, { scope, verbs: ['GET'], any: false, pattern, found }, 'root');
}

export function mountRoute(context: Context, call: CallOf<'mount'>, outer: Scope): void {
  const app = call.positionals[0];
  const at = call.options.get('at')?.value;
  if (!app || !at) return;
  const scope = withFacts(context, call, outer);
  const pattern = context.paths.pattern(
    joinPath(joinPath(scope.route.path, at.value), '(/*mounted_path)'),
    at,
    call.declaration,
    undefined,
  );
  const { source } = call.declaration;
  const mounted = readCallable(context.program, app, source, 'app');
  const found: FoundTarget = {
    target: { kind: 'mount', app: mounted, label: callableLabel(app) },
    place: { source, span: app.span },
  };
  addRoute(context, call, { scope, verbs: anyVerbs, any: true, pattern, found }, undefined);
}

/** Adds a route, with the name and demands from its call and its scope. */
function addRoute(
  context: Context,
  call: ReadCall,
  route: Pick<SaidRoute, 'scope' | 'verbs' | 'any' | 'pattern' | 'found'>,
  impliedName: string | undefined,
): void {
  const own = ownName(context, call, impliedName);
  const { scope } = route;
  context.add({
    ...route,
    declaration: call.declaration,
    name: own.name === undefined ? undefined : routeName(scope, own.name),
    nameIsGiven: own.isGiven,
    demands: context.demands.ofRoute(scope, call),
  });
}
