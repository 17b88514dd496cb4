// What observers are told about the routes of a request, and the channels that tell them (tracing.ts). The router reports a request
// through the request itself, so this module is not part of a router's own bundle.

/** What layers, error pages and logs can read about the route that answers. */
export interface AnsweringRoute {
  /** Its name for URL helpers, if it has one. */
  readonly name?: string | undefined;
  /** The verbs that it answers, in capitals. */
  readonly verbs: readonly string[];
  /** Its path as written. */
  readonly pattern: string;
  /** What answers its requests. */
  readonly target: unknown;
  /** The middleware around it as text, outermost first: `['&auth#signedIn', '&limits#slow']`. */
  readonly layers: readonly string[];
  /** Its `meta` in the routes file: a frozen record that inherits nothing. */
  readonly meta: Readonly<Record<string, unknown>>;
  /** The date from which it is deprecated. */
  readonly deprecated?: { readonly date: string; readonly link?: string } | undefined;
  /** The date from which it is no longer available. */
  readonly sunset?: { readonly date: string; readonly link?: string } | undefined;
  /** Where it is declared, if it comes from a file. */
  readonly location?:
    { readonly file: string; readonly range: { readonly start: { readonly line: number } } } | undefined;
}

/** A route that has answered a request on its way through mounted applications. */
export interface TrailStep {
  /** The path under which its router is mounted; empty for the outermost. */
  readonly scriptName: string;
  /** The route. */
  readonly route: AnsweringRoute;
}

/** Facts about the route that answers. With mounted applications, its pattern includes those of the mounts. */
export interface RouteFacts {
  /** The whole pattern with mounts and the host's prefix: `/shop/orders/:id`. OpenTelemetry calls it `http.route`. */
  readonly pattern: string;
  /** The name of the route, if it has one. */
  readonly name: string | undefined;
  /** The controller that answers, as written in the routes file; undefined for other targets. */
  readonly controller: string | undefined;
  /** The action that answers; undefined for other targets. */
  readonly action: string | undefined;
}

/** The part of a request that this module reads. */
interface TracedRequest {
  readonly method: string;
  readonly path: string;
  readonly scriptName: string;
  readonly source: { trail?: TrailStep[] | undefined };
}

interface Channel {
  publish(message: object): void;
  runStores<Value>(message: object, run: () => Value): Value;
}

export interface TracingChannel {
  readonly hasSubscribers: boolean;
  readonly start: Channel;
  readonly end: Channel;
  readonly asyncStart: Channel;
  readonly asyncEnd: Channel;
  readonly error: Channel;
}

type ChannelName = 'request' | 'recognize' | 'layer';

/** Channels by name; null if the runtime has none. */
const channels: { [name in ChannelName]?: TracingChannel | null } = {};

/** A channel of Node; null if the runtime has none. */
export function channel(name: ChannelName): TracingChannel | null {
  const opened = channels[name];
  return opened === undefined ? (channels[name] = openChannel(name)) : opened;
}

function openChannel(name: ChannelName): TracingChannel | null {
  const { process }: { readonly process?: { getBuiltinModule?(name: string): unknown } } = globalThis;
  const diagnostics = process?.getBuiltinModule?.('node:diagnostics_channel') as
    { tracingChannel?(name: string): TracingChannel } | undefined;
  return diagnostics?.tracingChannel?.(`waypost:${name}`) ?? null;
}

/** Looks a request up and tells the observers of `waypost:recognize`. */
export function recognizeTraced<
  Asked extends TracedRequest,
  Found extends { readonly route: AnsweringRoute },
>(
  matcher: { find(method: string, path: string, options: Asked): Found | undefined },
  request: Asked,
): Found | undefined {
  const observed = channel('recognize');
  if (observed?.hasSubscribers !== true) return matcher.find(request.method, request.path, request);
  const trace: { readonly request: Asked; result?: RouteFacts } = { request };
  return observed.start.runStores(trace, () => {
    try {
      const found = matcher.find(request.method, request.path, request);
      if (found !== undefined) trace.result = patternFacts(found.route, request.scriptName);
      return found;
    } finally {
      observed.end.publish(trace);
    }
  });
}

/** Starts to note the routes that this request passes through. */
export function trailOf({ source }: Pick<TracedRequest, 'source'>): TrailStep[] {
  return (source.trail ??= []);
}

/** Adds the route that a router has found to the trail, if somebody follows the request. */
export function noteRoute({ source, scriptName }: TracedRequest, route: AnsweringRoute): void {
  const { trail } = source;
  if (trail === undefined) return;
  while ((trail.at(-1)?.scriptName.length ?? -1) >= scriptName.length) trail.pop();
  trail.push({ scriptName, route });
}

/** Facts about the last route of a trail. Its pattern joins those of all routes of the trail. */
export function factsOf(trail: readonly TrailStep[]): RouteFacts | undefined {
  const [first] = trail;
  const last = trail.at(-1);
  if (first === undefined || last === undefined) return undefined;
  if (first === last && last.scriptName === '') return ownFacts(last.route);
  const mounts = trail.slice(0, -1).map(({ route }) => route.pattern.replace(/\(?\/?\*mounted_path\)?$/, ''));
  return patternFacts(last.route, first.scriptName + mounts.join(''));
}

const factsOfRoutes = new WeakMap<AnsweringRoute, RouteFacts>();

/** Facts about a route of the outermost router, made once. */
function ownFacts(route: AnsweringRoute): RouteFacts {
  let facts = factsOfRoutes.get(route);
  if (facts === undefined) factsOfRoutes.set(route, (facts = Object.freeze(patternFacts(route, ''))));
  return facts;
}

function patternFacts(route: AnsweringRoute, prefix: string): RouteFacts {
  const target = route.target as { readonly controller?: string; readonly action?: string };
  const { pattern } = route;
  return {
    pattern: prefix !== '' && pattern === '/' ? prefix : prefix + pattern,
    name: route.name,
    controller: target.controller,
    action: target.action,
  };
}
