// The meaning of each keyword: the function that interprets its calls.

import type { CallOf } from '../language/read-call.js';
import type { Keyword } from '../language/vocabulary.js';
import { withController, withDefaults } from './call-options.js';
import { readConcerns, readInclude } from './concern-calls.js';
import type { Context } from './context.js';
import { withFacts, withLayers, withMeta } from './facts.js';
import { readDirect, readResolve } from './helper-calls.js';
import { readResources } from './resource-calls.js';
import { mountRoute, readMatch, rootRoute, verbRoute } from './route-calls.js';
import { atLevel, demanding, type Level, type Scope } from './scope.js';
import { framedScope, readNamespace, readScope } from './scope-calls.js';

/** Interprets one call: adds its routes to the context, and enters its block with the scope that the call makes. */
export type Meaning<Word extends Keyword> = (context: Context, call: CallOf<Word>, scope: Scope) => void;

/** The meaning of a keyword that only changes the scope of its block. */
function scopeOf<Word extends Keyword>(
  inner: (context: Context, call: CallOf<Word>, scope: Scope) => Scope,
): Meaning<Word> {
  return (context, call, scope) => context.inside(call.declaration, inner(context, call, scope));
}

function verb<Word extends 'get' | 'post' | 'put' | 'patch' | 'delete' | 'options'>(
  name: Uppercase<Word>,
): Meaning<Word> {
  const verbs = [name];
  return (context, call, scope) => verbRoute(context, call, scope, verbs, false);
}

/** The meaning of `member`, `collection` and `new`, which are allowed only in the block of a resource. */
function level<Name extends Level>(name: Name): Meaning<Name> {
  return scopeOf((context, call, scope) =>
    scope.resource ? withFacts(context, call, atLevel(scope, scope.resource, name)) : scope,
  );
}

export const meanings: { readonly [Word in Keyword]: Meaning<Word> } = {
  get: verb('GET'),
  post: verb('POST'),
  put: verb('PUT'),
  patch: verb('PATCH'),
  delete: verb('DELETE'),
  options: verb('OPTIONS'),
  match: readMatch,
  root: rootRoute,
  mount: mountRoute,
  resources: (context, call, scope) => readResources(context, call, scope, false),
  resource: (context, call, scope) => readResources(context, call, scope, true),
  member: level('member'),
  collection: level('collection'),
  new: level('new'),
  shallow: scopeOf((_context, call, scope) => framedScope(call, { ...scope, shallow: true }, '', [])),
  namespace: readNamespace,
  scope: readScope,
  controller: scopeOf((context, call, scope) =>
    withController(withFacts(context, call, scope), call, call.positionals[0], true),
  ),
  // A concern is interpreted at its uses.
  concern: () => {},
  concerns: readConcerns,
  constraints: scopeOf((context, call, scope) => demanding(scope, context.demands.ofCall(call, false))),
  defaults: scopeOf(withDefaults),
  through: scopeOf((context, call, scope) => withLayers(context, call, scope, call.positionals)),
  meta: scopeOf(withMeta),
  direct: readDirect,
  resolve: readResolve,
  include: readInclude,
  routes: scopeOf((_context, _call, scope) => scope),
  draw: scopeOf((_context, _call, scope) => scope),
};
