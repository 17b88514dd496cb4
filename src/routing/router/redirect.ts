// Makes the value of the `Location` header for a redirect.
//
// A template is cut at each `%{name}` once, when the route is made. Inserted values are percent-encoded, so they cannot lead to another site:
//
//   '/articles/%{id}'   id = 'a b/c'         →  /articles/a%20b%2Fc
//   '/%{path}'          path = '/evil.com'   →  /%2Fevil.com          ('//evil.com' would be another host)
//   'articles'          below /shop          →  /shop/articles        (without a slash: below the path of the mounted router)

import { defaultPort, isAddress } from '../../http/request-context.js';
import { encodedLocation } from '../../http/response.js';
import { interpolationsIn } from '../patterns/interpolation.js';
import type { Pattern } from '../patterns/pattern.js';
import type { RedirectLocation, RedirectOptions, RedirectTarget } from '../patterns/route.js';

type Params = Readonly<Record<string, string>>;

/** The parts of a request that redirects read. */
interface RedirectedRequest {
  readonly scriptName?: string;
  readonly path?: string;
  readonly queryString?: string;
  readonly host?: string | undefined;
  readonly protocol?: string;
  readonly port?: number | undefined;
  readonly context?: { readonly subdomain?: string | number | undefined };
}

/**
 * The target for a redirect (docs/language.md, "Redirects and mounted apps"). Its `locationFor` throws a `TypeError` if a callable returns
 * something other than a string.
 */
export function redirectTo(location: RedirectLocation, status: number, pattern: Pattern): RedirectTarget {
  return { kind: 'redirect', status, written: location, ...leading(location, pattern.globNames) };
}

/** Where a redirect leads, and its label. */
type Leading = Pick<RedirectTarget, 'label' | 'fixedLocation' | 'locationFor'>;

function leading(location: RedirectLocation, globNames: ReadonlySet<string>): Leading {
  switch (location.kind) {
    case 'template': {
      const { template } = location;
      const { fixed, fill } = compileTemplate(template, globNames);
      const isBelow = !fromRoot.test(template) && !leadsElsewhere.test(template);
      return {
        label: template,
        fixedLocation: fixed === undefined || isBelow ? undefined : encodedLocation(fixed),
        locationFor: (params, request: RedirectedRequest = {}) =>
          encodedLocation(isBelow ? onSite((request.scriptName ?? '') + fill(params), true) : fill(params)),
      };
    }
    case 'parts':
      return leadingTo(location.parts, globNames);
    case 'callable': {
      const { callable, label } = location;
      return { label, locationFor: (params, request) => askedLocation(callable, label, params, request) };
    }
    default:
      return location satisfies never;
  }
}

/** A template that begins with a slash starts at the root of the site. Any other path is relative to where the router is mounted. */
const fromRoot = /^[/\\]/;

/** A template that begins with a scheme or `//` may lead to another site. Any other stays on the site. */
const leadsElsewhere = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i;

interface CompiledTemplate {
  /** The location of a template without names; undefined if it has names. */
  readonly fixed: string | undefined;
  readonly fill: (params: Params) => string;
}

function compileTemplate(template: string, globNames: ReadonlySet<string>): CompiledTemplate {
  const names = interpolationsIn(template);
  const staysHere = !leadsElsewhere.test(template);
  if (names.length === 0) {
    const fixed = onSite(template, staysHere);
    return { fixed, fill: () => fixed };
  }
  const beginning = template.slice(0, names[0]?.start);
  const places = names.map(({ name, end }, k) => {
    return { name, isGlob: globNames.has(name), after: template.slice(end, names[k + 1]?.start) };
  });
  const fill = (params: Params): string => {
    let location = beginning;
    for (const { name, isGlob, after } of places) {
      const value = (Object.hasOwn(params, name) ? params[name] : undefined) ?? '';
      location += encodedValue(value, isGlob, staysHere && /^[/\\]*$/.test(location)) + after;
    }
    return onSite(location, staysHere);
  };
  return { fixed: undefined, fill };
}

/** Makes a location begin with exactly one slash if it has to stay on the site: after two slashes, the text would be a host. */
function onSite(location: string, staysHere: boolean): string {
  return staysHere ? `/${location.replace(/^[/\\]+/, '')}` : location;
}

/** The encoded value of a name. The slashes of a glob stay, except those that would begin the path. */
function encodedValue(value: string, isGlob: boolean, opensPath: boolean): string {
  const text = value.replace(/[\ud800-\udfff]/gu, '\ufffd');
  if (!isGlob) return encodeURIComponent(text);
  const [opening = ''] = opensPath ? (/^\/+/.exec(text) ?? []) : [];
  return (
    encodeURIComponent(opening) + text.slice(opening.length).split('/').map(encodeURIComponent).join('/')
  );
}

function leadingTo(parts: RedirectOptions, globNames: ReadonlySet<string>): Leading {
  const { path } = parts;
  const fill = path === undefined ? undefined : compileTemplate(path.replace(/^[/\\]*/, '/'), globNames).fill;
  const isBelow = path === undefined || !fromRoot.test(path);
  const query = parts.params === undefined ? undefined : queryText(parts.params);
  const label = Object.entries(parts)
    .map(([key, value]) => `${key}: ${valueText(value)}`)
    .join(', ');
  return {
    label,
    locationFor(params, request = {}) {
      const asked = request as RedirectedRequest;
      const wanted = fill?.(params) ?? asked.path ?? '/';
      const newPath = isBelow ? onSite((asked.scriptName ?? '') + wanted, true) : wanted;
      const newQuery = query ?? (asked.queryString ? `?${asked.queryString}` : '');
      return encodedLocation(originOf(parts, asked) + newPath + newQuery);
    },
  };
}

/** `https://host:port`, or '' if neither the request nor the redirect has a host. An IP address gets no subdomain. */
function originOf(parts: RedirectOptions, asked: RedirectedRequest): string {
  let host = parts.host ?? asked.host;
  if (host === undefined) return '';
  if (parts.subdomain !== undefined && !isAddress(host)) {
    const own = parts.host === undefined ? asked.context?.subdomain : undefined;
    const domain =
      own !== undefined && host.startsWith(`${own}.`) ? host.slice(String(own).length + 1) : host;
    host = parts.subdomain === '' || parts.subdomain === false ? domain : `${parts.subdomain}.${domain}`;
  }
  const given = asked.protocol ?? 'http';
  const protocol = (parts.protocol ?? given).replace(/:?(?:\/\/)?$/, '');
  const ownPort =
    asked.port !== undefined && Number(asked.port) !== defaultPort(given) ? asked.port : undefined;
  if (parts.port !== undefined) host = host.replace(/:\d+$/, '');
  const port = parts.port ?? (/:\d+$/.test(host) ? undefined : ownPort);
  return `${protocol}://${host}${port === undefined || Number(port) === defaultPort(protocol) ? '' : `:${port}`}`;
}

function queryText(params: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(params).flatMap(([key, value]) => queryPairs(encodeURIComponent(key), value));
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** `page=2`; for a list `tags[]=a` and `tags[]=b`, for a hash `by[name]=n`, as the URL helpers write them. */
function queryPairs(key: string, value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [`${key}=${encodeURIComponent(String(value))}`];
  return Object.entries(value).flatMap(([name, each]) =>
    queryPairs(`${key}[${Array.isArray(value) ? '' : encodeURIComponent(name)}]`, each),
  );
}

function valueText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(valueText).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const pairs = Object.entries(value).map(([key, each]) => `${key}: ${valueText(each)}`);
  return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`;
}

function askedLocation(callable: unknown, label: string, params: Params, request: unknown): string {
  if (typeof callable !== 'function')
    throw new TypeError(`the redirect ${label} has no callable to ask for its location`);
  const location: unknown = Reflect.apply(callable, undefined, [params, request]);
  if (typeof location !== 'string') {
    const what = location instanceof Promise ? 'a promise' : location === null ? 'null' : typeof location;
    throw new TypeError(`the redirect ${label} answered ${what}: it must return its location as a string`);
  }
  return encodedLocation(leadsElsewhere.test(location) ? location : onSite(location, true));
}
