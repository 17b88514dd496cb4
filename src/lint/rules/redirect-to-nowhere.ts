// A redirect to a path of the same site that no route answers.

import { attempt } from '../../http/http-error.js';
import { didYouMean, nearest } from '../../language/nearest.js';
import type { SegmentConstraint } from '../../routing/patterns/constraints.js';
import { interpolated } from '../../routing/patterns/interpolation.js';
import { parsePattern, type Pattern } from '../../routing/patterns/pattern.js';
import type { Precedence } from '../../proofs/precedence.js';
import { RouteRelations } from '../../proofs/relation.js';
import type { RouteDefinition } from '../../routing/patterns/route.js';
import { inRoutes, type LintedRoute, type Rule } from '../rule.js';
import { writtenRedirects } from './redirect-loop.js';

export const redirectToNowhere: Rule = {
  code: 'redirect-to-nowhere',
  severity: 'warning',
  cost: 'slow',
  summary: 'No route answers the path that the redirect leads to',
  reason:
    'A redirect to a path that nothing answers turns an old link into a 404 with a detour, mostly because the target was renamed. The rule does not judge ' +
    'locations on other hosts, locations that look like files, and values with an escaped dot or slash (`%2E`, `%2F`). If something else on this host ' +
    'answers some paths, list them in `ignore`.',
  bad: inRoutes(
    "get '/stories/:id', to => redirect('/article/%{id}')",
    "get '/articles/:id', to => 'articles#show'",
  ),
  good: inRoutes(
    "get '/stories/:id', to => redirect('/articles/%{id}')",
    "get '/articles/:id', to => 'articles#show'",
  ),
  options: { ignore: { default: [], doc: 'Beginnings of paths that are answered elsewhere' } },
  check(context) {
    if (context.hasErrors) return;
    const answering = new AnsweringRoutes(context.survey.precedence);
    const ignored = context.option<readonly string[]>('ignore');
    for (const { route, written } of writtenRedirects(context)) {
      const led = destinationOf(route, written.value);
      if (!led) continue;
      const { onSite } = led;
      if (ignored.some((prefix) => onSite.startsWith(prefix)) || answering.mayAnswer(led)) continue;
      const { pattern } = route.definition;
      const others = context.routes.map(({ definition }) => definition.pattern);
      // Do not suggest the redirect's own path, nor a path with names that the redirect does not have.
      const fitting = others.filter(
        ({ text, names }) => text !== pattern.text && names.every((name) => pattern.names.includes(name)),
      );
      const locations = fitting.flatMap((other) => locationOf(other) ?? []);
      const isConstrained = others.some((other) => locationOf(other) === onSite);
      const suggestion = isConstrained ? undefined : nearest(onSite, locations);
      const help = isConstrained
        ? ', for its constraints let none of these values through; change one of the two'
        : didYouMean(suggestion) || '; name a path that one does';
      context.report({
        at: { source: route.declaration.source, span: written.span },
        message: `no route answers '${onSite}'${help}`,
        suggestion: suggestion && `'${suggestion}'`,
      });
    }
  },
};

/** A pattern as the location of a redirect, `/articles/%{id}`; undefined if it has an optional group. */
function locationOf({ parts }: Pattern): string | undefined {
  let location = '';
  for (const part of parts) {
    if (part.kind === 'group') return undefined;
    location += part.kind === 'literal' ? part.text : `%{${part.name}}`;
  }
  return location;
}

/** Answers whether any route of a file may answer a destination. */
class AnsweringRoutes {
  constructor(readonly precedence: Precedence) {}

  mayAnswer(led: Destination): boolean {
    const { relations, routes } = this.precedence;
    const { destination, sample } = led;
    if (typeof sample === 'string') return true;
    if (led.taker && this.precedence.orderOf(led.taker) !== undefined) return true;
    led.taker = this.precedence.matching(sample).next().value ?? undefined;
    if (led.taker) return true;
    // With interpolation there are other paths, which may be answered although the sample is not.
    if (destination.pattern.names.length === 0) return false;
    return routes.some(
      (route) =>
        mayMeet(route.pattern, destination.pattern) &&
        (!relations.isExact(route) ||
          !relations.isExact(destination) ||
          relations.overlap(destination, { ...route, any: true }) !== undefined),
    );
  }
}

/** Whether the literal beginning of one pattern is a prefix of the other's. */
function mayMeet(a: Pattern, b: Pattern): boolean {
  const first = literalStart(a);
  const second = literalStart(b);
  return first.startsWith(second) || second.startsWith(first);
}

const literalStart = ({ parts: [part] }: Pattern): string => (part?.kind === 'literal' ? part.text : '');

/** The destination of a redirect on the same site. */
interface Destination {
  /** The path as written. */
  readonly onSite: string;
  /** The paths that it can lead to, as a route: each interpolation is a segment or a glob. */
  readonly destination: RouteDefinition;
  readonly sample: ReturnType<RouteRelations['sample']>;
  /** A route that answers one of these paths, kept for the next version of the text. */
  taker: RouteDefinition | undefined;
}

const destinations = new WeakMap<LintedRoute, Destination | 'elsewhere'>();

/** The destination; undefined if it is on another site, looks like a file, or is a path that the client resolves first. */
function destinationOf(route: LintedRoute, location: string): Destination | undefined {
  let known = destinations.get(route);
  if (!known) destinations.set(route, (known = readDestination(route, location)));
  return known === 'elsewhere' ? undefined : known;
}

function readDestination({ definition: from }: LintedRoute, location: string): Destination | 'elsewhere' {
  const path = location.replace(/[?#].*$/s, '');
  const { target } = from;
  const parts = target.kind === 'redirect' && target.written.kind === 'parts' ? target.written.parts : {};
  if ('host' in parts || 'subdomain' in parts || 'port' in parts) return 'elsewhere';
  // Clients resolve `.` and `..`. An escaped dot or slash is not the same as a literal one in a pattern.
  const isResolved = /%2[ef]|(?:^|\/)\.{1,2}(?:\/|$)/i.test(path);
  if (isResolved || /^(?:[a-z][a-z0-9+.-]*:|\/\/)|\.[a-z0-9]+$/i.test(path)) return 'elsewhere';
  const onSite = `/${path.replace(/^\/+/, '')}`;
  const plain = (/%[0-9a-f]/i.test(onSite) ? decoded(onSite) : onSite).replace(/[\\():*]/g, (character) =>
    character === '\\' ? '' : `\\${character}`,
  );
  const { globNames } = from.pattern;
  const segmentConstraints = new Map<string, readonly SegmentConstraint[]>();
  const text = interpolated(plain, (name) => {
    // The empty group separates the name from the text after it.
    const put = `${globNames.has(name) ? '*' : ':'}${name}()`;
    const isOptional = isLeftOut(from, name);
    const isDefault = isOptional && Boolean(from.defaults.get(name));
    const constraints = isDefault ? anyText : from.segmentConstraints.get(name);
    if (constraints) segmentConstraints.set(name, constraints);
    return isOptional && !isDefault ? `(${put})` : put;
  });
  const destination = {
    ...from,
    any: true,
    pattern: parsePattern(text).pattern,
    segmentConstraints,
    requestConstraints: [],
  };
  return { onSite, destination, sample: new RouteRelations().sample(destination), taker: undefined };
}

/** Whether some paths of the route have no value for the name. */
const isLeftOut = ({ pattern }: RouteDefinition, name: string): boolean =>
  pattern.optionalNames.has(name) || !pattern.names.includes(name);

/** The constraint for an interpolated default: it can be any text, because defaults are not constrained. */
const anyText: readonly SegmentConstraint[] = [{ kind: 'regex', regex: /.+/s }];

/** The decoded path. Escapes that are not valid UTF-8 are kept. */
function decoded(path: string): string {
  return path.replace(
    /(?:%[0-9A-Fa-f]{2})+/g,
    (escapes) => attempt(() => decodeURIComponent(escapes)) ?? escapes,
  );
}
