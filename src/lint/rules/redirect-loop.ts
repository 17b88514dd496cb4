// A redirect that leads back to itself, in a circle or to a longer path each time.

import { attempt } from '../../http/http-error.js';
import type { StringValue } from '../../language/declarations.js';
import type { Span } from '../../language/source.js';
import { Reach } from '../../proofs/reach.js';
import { asksSegmentCallable } from '../../proofs/relation.js';
import type { Pattern } from '../../routing/patterns/pattern.js';
import type { RouteDefinition } from '../../routing/patterns/route.js';
import { canonicalPath } from '../../routing/patterns/request-path.js';
import { recognition } from '../../routing/recognition/matcher.js';
import { isTooLong, Router, usualPathLimit, usualSegmentLimit } from '../../routing/router/router.js';
import { related } from '../places.js';
import { inRoutes, type LintedRoute, type Rule, type RuleContext } from '../rule.js';

export const redirectLoop: Rule = {
  code: 'redirect-loop',
  severity: 'error',
  summary: 'The redirect leads back to itself, directly or through others',
  reason:
    'A browser that is redirected in a circle, or to a longer path each time, gives up after about twenty redirects and shows an error page. The linter ' +
    'follows redirects to a string or a `path`, and redirects that keep the path. It starts from a path of the redirect and from its location, and uses all ' +
    'routes of the file.',
  bad: inRoutes("get '/old', to => redirect('/new')", "get '/new', to => redirect('/old')"),
  good: inRoutes("get '/old', to => redirect('/new')", "get '/new', to => 'pages#new'"),
  check(context) {
    // Only redirects make a circle. Other routes can only break one.
    context.unlessKnown(redirectsOf(context), () =>
      reportCircles([...writtenRedirects(context), ...keptPaths(context)], context),
    );
  },
};

function reportCircles(redirects: readonly FollowedRedirect[], context: RuleContext): void {
  const beginnings = new Set(redirects.map(({ route }) => beginningOf(route.definition.pattern)));
  const chained = redirects.filter(({ written: { value } }) => {
    const piece = value === undefined ? undefined : firstPiece(value);
    return piece === undefined || beginnings.has(piece) || beginnings.has(undefined);
  });
  if (chained.length === 0) return;
  const { relations } = context.survey.precedence;
  // First look for circles of redirects alone. Only if there is one, look whether another route breaks it.
  const among = new Table(redirects.map(({ route }) => route));
  const routes = new Map(redirects.map(({ route }) => [route.definition, route]));
  let whole: Table | undefined;
  // A circle is reported once, not once for each of its redirects.
  const told = new Set<LintedRoute>();
  for (const { route, written } of chained) {
    if (told.has(route)) continue;
    const plain = relations.pathOf(route.definition);
    const starts = [among.pathTo(route, plain) ?? [], ...fixedPath(written.value)].flat();
    const entries = starts.flatMap((start) => follow(among.router, start)?.[0] ?? []);
    if (entries.length === 0) continue;
    // In the next version of the text, another route may break the circle, or no longer.
    context.lookAgain();
    whole ??= new Table(context.analysis.routes);
    const { router } = whole;
    const answering = (path: string): LintedRoute | undefined => {
      const first = recognize(router, path)?.route.definition;
      return first && routes.get(first);
    };
    const chain = [...entries, whole.pathTo(route, plain) ?? []]
      .flat()
      .map((entry) => follow(router, entry))
      .find((paths) => paths && answering(paths[0]) === route);
    const answers = chain?.flatMap((path) => answering(path) ?? []) ?? [];
    // Every path of the chain has to be answered by a redirect that was read. A redirect that only leads into a circle is not reported.
    if (!chain || answers.length < chain.length || !answers.includes(route, 1)) continue;
    for (const answer of answers) told.add(answer);
    const [where, shown] = isCircle(chain)
      ? ['in a circle', chain]
      : ['on and on', [...chain.slice(0, 3), '…']];
    context.report({
      at: { source: route.declaration.source, span: written.span },
      message: `this leads ${where}: ${shown.join(' → ')}; redirect to a path that a target answers`,
      related: answers
        .slice(0, shown.length - 1)
        .flatMap((next, index) => (next === route ? [] : related(`'${chain[index]}' leads on here`, next))),
    });
  }
}

/** A router of some routes, and the paths that reach each of them. */
class Table {
  readonly #definitions: readonly RouteDefinition[];
  readonly router: Router;
  #reach: Reach | undefined;

  constructor(routes: readonly LintedRoute[]) {
    this.#definitions = routes.map(({ definition }) => definition);
    this.router = new Router({ recognition, routes: this.#definitions });
  }

  /** A path that reaches a route: `plain`, unless an earlier route answers it. */
  pathTo({ definition }: LintedRoute, plain: string | undefined): string | undefined {
    if (plain === undefined || recognize(this.router, plain)?.route.definition === definition) return plain;
    this.#reach ??= new Reach(this.#definitions);
    return this.#reach.reached(this.#definitions.indexOf(definition), 'GET', undefined)?.path;
  }
}

/** The literal piece with which every path of a pattern begins; undefined if it can be any piece. */
function beginningOf({ parts: [part, next], text }: Pattern): string | undefined {
  if (text === '/') return '';
  if (part?.kind !== 'literal') return undefined;
  const end = part.text.indexOf('/', 1);
  if (end > 0) return part.text.slice(1, end);
  return next === undefined ? part.text.slice(1) : undefined;
}

/** The first piece of a location; undefined if it is interpolated, or if the location may be on another site. */
function firstPiece(location: string): string | undefined {
  const piece = location.replace(/^\/+/, '').replace(/[/?#].*$/s, '');
  return piece.includes('%') || piece.includes(':') ? undefined : piece;
}

/** The path of a location without interpolation, as a list of at most one. */
function fixedPath(location: string | undefined): readonly string[] {
  return location === undefined || location.includes('%{')
    ? []
    : [`/${location.replace(/^\/+|[?#].*$/gs, '')}`];
}

/** No browser follows more redirects in a row than this. */
const mostFollowed = 20;

/**
 * The paths of the circle that a path leads into, with the first again at its end. If no path repeats, but there are too many or they get
 * too long, all of them; undefined if the redirects end.
 */
function follow(router: Router, start: string): readonly [string, ...string[]] | undefined {
  const chain: [string, ...string[]] = [start];
  for (let path = start; chain.length <= mostFollowed;) {
    const match = recognize(router, path);
    if (match?.target.kind !== 'redirect' || !answersAlways(match.route.definition)) return undefined;
    const location = locationOf(match.target, match.params, path);
    if (location === undefined || !location.startsWith('/') || location.startsWith('//')) return undefined;
    path = location.replace(/[?#].*$/s, '');
    // A path that doubles each time would soon fill the memory. The router answers 414 long before.
    if (isTooLong(path, usualPathLimit, usualSegmentLimit)) break;
    const canonical = canonicalPath(path);
    const first = chain.findIndex((each) => canonicalPath(each) === canonical);
    chain.push(path);
    const [begin, ...others] = first < 0 ? [] : chain.slice(first);
    if (begin !== undefined) return [begin, ...others];
  }
  return chain;
}

function isCircle(chain: readonly string[]): boolean {
  return chain.length > 1 && canonicalPath(chain[0] ?? '') === canonicalPath(chain.at(-1) ?? '');
}

/** Whether only the path decides if the route answers: it has no request constraints and no callables. */
function answersAlways(route: RouteDefinition): boolean {
  return route.requestConstraints.length === 0 && !asksSegmentCallable(route);
}

/** The match of a GET; undefined also if a loaded callable of a constraint throws. */
const recognize = (router: Router, path: string): ReturnType<Router['recognize']> =>
  attempt(() => router.recognize('GET', path));

type Redirect = Extract<LintedRoute['definition']['target'], { kind: 'redirect' }>;

/** The location of a redirect; undefined if a callable makes it, or if it may be on another site. */
function locationOf(target: Redirect, params: Record<string, string>, path: string): string | undefined {
  const { written } = target;
  if (written.kind === 'callable') return undefined;
  const { host, subdomain, protocol, port } = written.kind === 'parts' ? written.parts : {};
  return (host ?? subdomain ?? protocol ?? port) === undefined
    ? target.locationFor(params, { path })
    : undefined;
}

/** A redirect, and the span of its location. `value` is the location; undefined if the path is kept, as in `redirect(params => …)`. */
interface FollowedRedirect {
  readonly route: LintedRoute;
  readonly written: { readonly span: Span; readonly value?: string };
}

/** A redirect with the string of `redirect('…')` or `redirect(path => '…')`. */
interface WrittenRedirect extends FollowedRedirect {
  readonly written: StringValue;
}

function redirectsOf({ survey }: RuleContext): readonly LintedRoute[] {
  return survey.routesThat('redirect', ({ definition }) => definition.target.kind === 'redirect');
}

/** The redirects with a location in the text, not those of callables. */
export function writtenRedirects(context: RuleContext): readonly WrittenRedirect[] {
  return redirectsOf(context).flatMap((route) => {
    const written = writtenLocation(route, context);
    return written ? [{ route, written }] : [];
  });
}

/** The redirects that keep the path and the site, and so change nothing that routes distinguish. */
function keptPaths(context: RuleContext): readonly FollowedRedirect[] {
  return redirectsOf(context).flatMap((route) => {
    const { target } = route.definition;
    const value = context.call(route.declaration)?.options.get('to')?.value;
    if (value?.kind !== 'redirect' || target.kind !== 'redirect' || target.written.kind !== 'parts')
      return [];
    const isKept = target.written.parts.path === undefined && locationOf(target, {}, '/') !== undefined;
    return isKept ? [{ route, written: { span: value.span } }] : [];
  });
}

function writtenLocation(route: LintedRoute, context: RuleContext): StringValue | undefined {
  const value = context.call(route.declaration)?.options.get('to')?.value;
  const { target } = route.definition;
  if (value?.kind !== 'redirect' || target.kind !== 'redirect' || target.written.kind === 'callable')
    return undefined;
  const path = target.written.kind === 'parts' ? target.written.parts.path : target.written.template;
  for (const each of value.call.arguments) {
    const location = each.kind === 'pair' ? each.value : each;
    if (location?.kind === 'string' && location.value === path) return location;
  }
  return undefined;
}
