// What observers are told of the routes that a request comes by, and the channels on which they are (tracing.ts). A request tells of itself here
// when a router asks for its route, so that a router alone has nothing of this.

/** What is known of the route that answers, for layers, error pages and logs. */
export interface AnsweringRoute {
  /** The name that URL helpers have, where the route has one. */
  readonly name?: string | undefined;
  /** The verbs that it answers, in capitals. */
  readonly verbs: readonly string[];
  /** Its path as written. */
  readonly pattern: string;
  /** What it answers with. */
  readonly target: unknown;
  /** The middleware around it as text, outermost first: `['&auth#signedIn', '&limits#slow']`. */
  readonly layers: readonly string[];
  /** What the routes file says of it under `meta`: a frozen record that inherits nothing. */
  readonly meta: Readonly<Record<string, unknown>>;
  /** From when on it is deprecated. */
  readonly deprecated?: { readonly date: string; readonly link?: string } | undefined;
  /** From when on it is gone. */
  readonly sunset?: { readonly date: string; readonly link?: string } | undefined;
  /** The place of its declaration, where it comes from a file. */
  readonly location?:
    { readonly file: string; readonly range: { readonly start: { readonly line: number } } } | undefined;
}

/** A route that a request has come by, and the part of the path that led to the application whose route it is. */
export interface TrailStep {
  /** The path below which its router is mounted; empty for the outermost. */
  readonly scriptName: string;
  /** The route. */
  readonly route: AnsweringRoute;
}

/** What is known of the route that answers, also where applications are mounted in each other. */
export interface RouteFacts {
  /** The whole pattern, mounts and the host's prefix in front: `/shop/orders/:id`, what OpenTelemetry calls `http.route`. */
  readonly pattern: string;
  /** The name of the route, where it has one. */
  readonly name: string | undefined;
  /** The controller that answers, as written in the routes file; undefined for other targets. */
  readonly controller: string | undefined;
  /** The action that answers; undefined for other targets. */
  readonly action: string | undefined;
}

/** A request as it is told of here. */
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

/** Null where the runtime has none. */
const channels: { [name in ChannelName]?: TracingChannel | null } = {};

/** A channel of Node's; null where the runtime has none. */
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

/** What is found, observed as `waypost:recognize`. */
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

/** From now on the routes that this request comes by are noted. */
export function trailOf({ source }: Pick<TracedRequest, 'source'>): TrailStep[] {
  return (source.trail ??= []);
}

/** Notes the route that a router has found, for those who follow the request. */
export function noteRoute({ source, scriptName }: TracedRequest, route: AnsweringRoute): void {
  const { trail } = source;
  if (trail === undefined) return;
  while ((trail.at(-1)?.scriptName.length ?? -1) >= scriptName.length) trail.pop();
  trail.push({ scriptName, route });
}

/** The facts of the route at the end of a trail, its pattern that of all of them. */
export function factsOf(trail: readonly TrailStep[]): RouteFacts | undefined {
  const [first] = trail;
  const last = trail.at(-1);
  if (first === undefined || last === undefined) return undefined;
  if (first === last && last.scriptName === '') return ownFacts(last.route);
  const mounts = trail.slice(0, -1).map(({ route }) => route.pattern.replace(/\(?\/?\*mounted_path\)?$/, ''));
  return patternFacts(last.route, first.scriptName + mounts.join(''));
}

const factsOfRoutes = new WeakMap<AnsweringRoute, RouteFacts>();

/** The facts of a route at the top, made once. */
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
