// The TypeScript text that a standalone file of helpers begins with: generation without the package.
//
// It decides as `generator.ts` does, at every call anew and always reading back what it wrote, which keeps it short.
// Generated routes hold the two to the same answers in the tests.

/** Types that the package exports under the same names, and the functions that the helpers call. */
export const standaloneRuntime = String.raw`
/** A record of an application: it stands for its toParam(), or for its id. */
export type ParamRecord = { toParam(): string | number | bigint } | { readonly id: string | number | bigint };
/** What may stand for a segment of a path. */
export type SegmentValue = string | number | bigint | boolean | ParamRecord;
/** What may stand in a query. */
export type QueryValue =
  | string | number | bigint | boolean | null | undefined | Date | ParamRecord
  | readonly QueryValue[] | { readonly [key: string]: QueryValue };
/** Where absolute URLs lead. */
export interface OriginOptions {
  readonly host?: string | undefined;
  readonly protocol?: string | undefined;
  readonly port?: number | string | null | undefined;
}
/** The options that say how a URL is made. */
export type HelperOptions = OriginOptions & {
  readonly anchor?: string | number | undefined;
  readonly trailingSlash?: boolean | undefined;
  readonly currentParams?: Readonly<Record<string, string | undefined>> | undefined;
  readonly query?: { readonly [param: string]: QueryValue } | undefined;
};
/** The options of a call: those of the URL, values of segments by name, and params of the query. */
export type UrlOptions = HelperOptions & { readonly [param: string]: QueryValue };
/** A record that has the value of a segment under the segment's own name. */
export type RecordBy<Name extends string> = { readonly [key in Name]: string | number | bigint };

/** A URL that cannot be made from what was given. */
export class UrlGenerationError extends Error {
  override readonly name = 'UrlGenerationError';
}

/** Where absolute URLs lead, for calls that do not say so. */
export const defaultUrlOptions: { host?: string; protocol?: string; port?: number | string | null } = {};

/** Literal text, the place of a segment, or an optional group. */
type Part = string | number | readonly Part[];
/** One constraint: a value has to be one of these strings, or match one of these regexes. */
type Test = readonly (string | RegExp)[];
interface Segment {
  readonly name: string;
  readonly glob?: true;
  readonly optional?: true;
  readonly dots?: true;
  readonly fallback?: string;
  readonly tests?: readonly Test[];
}
interface RouteData {
  readonly name: string;
  readonly pattern: string;
  readonly parts: readonly Part[];
  readonly segments: readonly Segment[];
  /** Keys of defaults that are no segments. */
  readonly defaults?: readonly string[];
}
type Given = Readonly<Record<string, unknown>>;
type Texts = readonly (string | undefined)[];

const reserved = ['anchor', 'trailingSlash', 'currentParams', 'query', 'host', 'protocol', 'port'];

function fail(route: RouteData, problem: string): never {
  throw new UrlGenerationError("the route '" + route.name + "' (" + route.pattern + ') ' + problem);
}

function isPlain(value: unknown): value is Given {
  if (typeof value !== 'object' || value === null || 'toParam' in value && typeof value.toParam === 'function') return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined;
  if (typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const { toParam, id } = value as { toParam?: unknown; id?: unknown };
  const param: unknown = typeof toParam === 'function' ? toParam.call(value) : id;
  return typeof param === 'object' || typeof param === 'boolean' ? undefined : textOf(param);
}

/** What of a record stands for a segment; any other value stands for itself. */
function keyOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const record = value as Given;
  if (isPlain(record)) return Object.hasOwn(record, name) ? record[name] : record;
  const hasParam = typeof record['toParam'] === 'function' || record['id'] !== undefined;
  return !hasParam && name in record && !(name in Object.prototype) ? record[name] : record;
}

/** The options at the end of these values; undefined where there are none, or where a record stands last. */
function optionsIn(route: RouteData, values: readonly unknown[]): Given | undefined {
  const last = values.at(-1);
  if (!isPlain(last)) return undefined;
  const own = [...reserved, ...(route.defaults ?? []), ...route.segments.map(({ name }) => name)];
  if (Object.keys(last).every((key) => own.includes(key))) return last;
  const required = route.segments.filter((segment) => !segment.optional).length;
  if (values.length <= required) return undefined;
  let more = values.length - required;
  const segment = route.segments.filter((each) => !each.optional || more-- > 0)[values.length - 1];
  return segment && !segment.optional && textOf(keyOf(last, segment.name)) !== undefined ? undefined : last;
}

function encoded(route: RouteData, encode: (text: string) => string, text: string): string {
  try {
    return encode(text);
  } catch {
    return fail(route, 'cannot hold half of a surrogate pair');
  }
}

function passes(segment: Segment, text: string): boolean {
  return (segment.tests ?? []).every((test) => test.some((each) => (typeof each === 'string' ? each === text : each.test(text))));
}

function fits(segment: Segment, text: string): boolean {
  const steps = segment.glob ? text.split('/') : [text];
  return text !== '' && !steps.includes('.') && !steps.includes('..') && passes(segment, text);
}

/** A value for each segment: undefined where none was given, null where it is to be left out. */
function assign(route: RouteData, values: readonly unknown[], named: Given): unknown[] {
  const own = (object: Given, name: string): unknown => (Object.hasOwn(object, name) ? object[name] : undefined);
  const result = route.segments.map((segment) => own(named, segment.name));
  const open = route.segments.filter((segment, index) => result[index] === undefined);
  if (values.length > open.length) fail(route, 'takes at most ' + open.length + ' more segment values, but was given ' + values.length);
  const current = route.segments.some(({ name }) => name === 'currentParams') ? {} : ((own(named, 'currentParams') ?? {}) as Given);
  const carried = new Map<Segment, string>();
  for (const segment of open) {
    const text = segment.name === 'format' ? undefined : textOf(own(current, segment.name));
    if (text !== undefined && fits(segment, text)) carried.set(segment, text);
  }
  const required = open.filter((segment) => !segment.optional);
  let taking: readonly Segment[];
  if (values.length >= required.length) {
    let more = values.length - required.length;
    taking = open.filter((segment) => !segment.optional || more-- > 0);
  } else {
    const spare = [...required.filter((segment) => carried.has(segment)), ...required.filter((segment) => segment.fallback !== undefined && !carried.has(segment)).reverse()];
    const skipped = spare.slice(0, required.length - values.length);
    taking = skipped.length < required.length - values.length ? required.slice(0, values.length) : required.filter((segment) => !skipped.includes(segment));
  }
  taking.forEach((segment, index) => (result[route.segments.indexOf(segment)] = keyOf(values[index], segment.name)));
  const filled: number[] = [];
  route.segments.forEach((segment, index) => {
    if (result[index] !== undefined || !carried.has(segment)) return;
    result[index] = carried.get(segment);
    if (segment.optional) filled.push(index);
  });
  while (filled.length > 0 && missingIn(route, written(route, result.map((value, index) => textFor(route.segments[index]!, value)))) !== undefined) result[filled.pop()!] = undefined;
  return result;
}

function textFor(segment: Segment, value: unknown): string | undefined {
  if (!segment.glob || !Array.isArray(value)) return textOf(value);
  const texts = value.map(textOf);
  return texts.includes(undefined) ? undefined : texts.join('/');
}

type Atom = string | { readonly at: number; readonly text: string | undefined };

/** The literal texts and segments of the path that has these values and writes out these defaults, in their order. */
function written(route: RouteData, texts: Texts, defaults: readonly number[] = []): Atom[] {
  const isNeeded = (part: Part): boolean =>
    typeof part === 'number'
      ? defaults.includes(part) || (texts[part] !== undefined && texts[part] !== route.segments[part]!.fallback)
      : typeof part !== 'string' && part.some(isNeeded);
  const isNameless = (part: Part): boolean => typeof part === 'string' || (typeof part !== 'number' && part.every(isNameless));
  const emit = (parts: readonly Part[]): Atom[] =>
    parts.flatMap((part) => {
      if (typeof part === 'string') return [part];
      if (typeof part === 'number') return [{ at: part, text: texts[part] ?? route.segments[part]!.fallback }];
      return isNeeded(part) || isNameless(part) ? emit(part) : [];
    });
  return emit(route.parts);
}

function missingIn(route: RouteData, atoms: Atom[]): string | undefined {
  const missing = atoms.find((atom) => typeof atom !== 'string' && atom.text === undefined && route.segments[atom.at]!.optional);
  return missing === undefined ? undefined : route.segments[(missing as { at: number }).at]!.name;
}

/** The values with which the route's pattern reads a path; escaped slashes and dots stand as lone surrogates. */
function readBack(route: RouteData, path: string): Texts | undefined {
  const values: (string | undefined)[] = route.segments.map(() => undefined);
  /** Goes on at a place; a slash may be due before whatever comes next. */
  type Rest = (at: number, isDue: boolean) => boolean;
  const read = (parts: readonly Part[], at: number, isDue: boolean, rest: Rest): boolean => {
    const [part, ...others] = parts;
    if (part === undefined) return rest(at, isDue);
    const goOn: Rest = (next, due) => read(others, next, due, rest);
    if (typeof part === 'string') {
      const text = part.replace(/^\/|\/$/g, '');
      if (text === '') return goOn(at, true);
      if ((isDue || part.startsWith('/')) && path[at++] !== '/') return false;
      for (let i = 0; i < text.length; i++) if (path[at + i] !== text[i] && !(text[i] === '.' && path[at + i] === '\udc2e')) return false;
      return goOn(at + text.length, part.endsWith('/'));
    }
    if (typeof part !== 'number') return read([...part, ...others], at, isDue, rest) || goOn(at, isDue);
    if (isDue && path[at++] !== '/') return false;
    const next = others[0];
    const isExtension = route.segments[part]!.glob && Array.isArray(next) && next.length === 2 && next[0] === '.' && typeof next[1] === 'number';
    return (isExtension && readValue(part, at, (end) => read(next as readonly Part[], end, false, (after, due) => read(others.slice(1), after, due, rest)))) || readValue(part, at, (end) => goOn(end, false));
  };
  const readValue = (index: number, at: number, rest: (at: number) => boolean): boolean => {
    const segment = route.segments[index]!;
    let end = at;
    while (end < path.length && (segment.glob || (path[end] !== '/' && (segment.dots || path[end] !== '.')))) end++;
    for (; end > at; end--) {
      if (/^[\udc00-\udfff]/.test(path.slice(end)) && /[\ud800-\udbff]$/.test(path.slice(0, end))) continue;
      const value = path.slice(at, end).replace(/\udc2f/gu, '/').replace(/\udc2e/gu, '.');
      if (!passes(segment, value)) continue;
      const before = values[index];
      values[index] = value;
      if (rest(end)) return true;
      values[index] = before;
    }
    return false;
  };
  return read(route.parts, 0, true, (at) => at === path.length) ? values : undefined;
}

/** A slash before each piece, none at the end. */
function joined(pieces: readonly string[]): string {
  return ('/' + pieces.join('')).replace(/\/+/g, '/').replace(/\/$/, '');
}

function pathOf(route: RouteData, values: readonly unknown[]): string {
  const trailing = optionsIn(route, values);
  const options = trailing ?? {};
  const given = assign(route, trailing ? values.slice(0, -1) : values, options);
  const texts = route.segments.map((segment, index) => {
    const value = given[index];
    if (value === undefined || (value === null && segment.optional)) {
      if (segment.fallback === undefined && !segment.optional) fail(route, "lacks a value for ':" + segment.name + "'");
      return segment.optional ? undefined : segment.fallback;
    }
    return textFor(segment, value) ?? fail(route, "cannot have this value as ':" + segment.name + "'; give a string, a number, or an object with toParam() or an id");
  });
  const atoms = written(route, texts);
  const missing = missingIn(route, atoms);
  if (missing !== undefined) fail(route, "lacks a value for ':" + missing + "'");
  for (const atom of atoms) {
    if (typeof atom !== 'string' && !fits(route.segments[atom.at]!, atom.text!)) fail(route, "cannot have '" + atom.text + "' as ':" + route.segments[atom.at]!.name + "'");
  }
  if (!hasOwnSlashes(route, atoms)) fail(route, 'cannot have a glob that begins or ends with a slash, or has two in a row');
  // Where a path would be read otherwise, some defaults may have to be written out, or dots escaped.
  const defaults = route.segments.flatMap((segment, index) => (segment.optional && segment.fallback !== undefined && (texts[index] ?? segment.fallback) === segment.fallback ? [index] : []));
  const choices = defaults.slice(0, 5).reduce<number[][]>((before, each) => [...before, ...before.map((choice) => [...choice, each])], [[]]);
  for (const choice of choices) {
    const tried = written(route, texts, choice);
    if (missingIn(route, tried) !== undefined || tried.some((atom) => typeof atom !== 'string' && !fits(route.segments[atom.at]!, atom.text!))) continue;
    const escapesDots = [false, true].find((escapes) => isReadAsWritten(route, tried, escapes));
    if (escapesDots === undefined) continue;
    const path = joined(tried.map((atom) => (typeof atom === 'string' ? encodeURI(atom).replaceAll('#', '%23').replaceAll('?', '%3F') : encodedValue(route, route.segments[atom.at]!, atom.text!, escapesDots)))) || '/';
    return finished(route, path, tried, options);
  }
  return fail(route, 'would be recognised with other values than these');
}

/** Whether no slash of a value is lost among those of the path. */
function hasOwnSlashes(route: RouteData, atoms: readonly Atom[]): boolean {
  const isGlob = (atom: Atom): atom is Exclude<Atom, string> => typeof atom !== 'string' && route.segments[atom.at]!.glob === true;
  const slashes = (path: string): number => path.split('/').length - 1;
  const bare = slashes(joined(atoms.map((atom) => (typeof atom === 'string' ? atom : '_'))));
  const spanned = atoms.reduce((sum, atom) => sum + (isGlob(atom) ? slashes(atom.text!) : 0), 0);
  return slashes(joined(atoms.map((atom) => (typeof atom === 'string' ? atom : isGlob(atom) ? atom.text! : '_')))) === bare + spanned;
}

function isReadAsWritten(route: RouteData, atoms: readonly Atom[], escapesDots: boolean): boolean {
  const read = readBack(route, joined(atoms.map((atom) => (typeof atom === 'string' ? atom : marked(route.segments[atom.at]!, atom.text!, escapesDots)))));
  return route.segments.every(({ fallback }, index) => {
    const atom = atoms.find((each) => typeof each !== 'string' && each.at === index) as Exclude<Atom, string> | undefined;
    return read !== undefined && (read[index] ?? fallback) === (atom?.text ?? fallback);
  }) && read !== undefined;
}

function marked(segment: Segment, text: string, escapesDots: boolean): string {
  const slashed = segment.glob ? text : text.replaceAll('/', '\udc2f');
  return escapesDots || !(segment.glob || segment.dots) ? slashed.replaceAll('.', '\udc2e') : slashed;
}

function encodedValue(route: RouteData, segment: Segment, text: string, escapesDots: boolean): string {
  const value = encoded(route, encodeURIComponent, text);
  const slashed = segment.glob ? value.replaceAll('%2F', '/') : value;
  return escapesDots || !(segment.glob || segment.dots) ? slashed.replaceAll('.', '%2E') : slashed;
}

/** The path with its slash, query and anchor. A name of the pattern wins over an option. */
function finished(route: RouteData, path: string, atoms: Atom[], options: Given): string {
  const names = route.segments.map(({ name }) => name);
  const option = (name: string): unknown => (Object.hasOwn(options, name) && !names.includes(name) ? options[name] : undefined);
  const [before, end] = atoms.slice(-2);
  const endsInFormat = typeof before === 'string' && before.endsWith('.') && typeof end === 'object' && names[end.at] === 'format';
  const slash = option('trailingSlash') && !endsInFormat && !path.endsWith('/') ? '/' : '';
  const keys = Object.keys(options).filter((key) => !names.includes(key) && !reserved.includes(key) && !route.defaults?.includes(key));
  const query = option('query') ?? {};
  if (!isPlain(query)) fail(route, 'cannot have this as its query; give an object of names and values');
  const params = new Map([...keys.map((key): [string, unknown] => [key, options[key]]), ...Object.entries(query)]);
  const pairs: string[] = [];
  for (const key of [...params.keys()].sort()) pushPairs(route, pairs, encoded(route, encodeURIComponent, key), params.get(key), 0);
  const anchor = option('anchor');
  const hasAnchor = anchor !== undefined && anchor !== null && anchor !== false;
  const fragment = hasAnchor ? '#' + encoded(route, encodeURI, textOf(anchor) ?? fail(route, 'cannot have this anchor; give a string')).replaceAll('#', '%23') : '';
  return path + slash + (pairs.length > 0 ? '?' + pairs.join('&') : '') + fragment;
}

function pushPairs(route: RouteData, pairs: string[], key: string, value: unknown, depth: number): void {
  if (value === null || value === undefined) return;
  if (depth > 32) fail(route, "cannot have '" + key + "' in its query; it nests too deep");
  if (Array.isArray(value)) {
    for (const item of value) pushPairs(route, pairs, key + '[]', item, depth + 1);
  } else if (isPlain(value)) {
    for (const inner of Object.keys(value).sort()) pushPairs(route, pairs, key + '[' + encoded(route, encodeURIComponent, inner) + ']', value[inner], depth + 1);
  } else {
    const text = value instanceof Date ? (Number.isNaN(value.getTime()) ? undefined : value.toISOString()) : textOf(value);
    pairs.push(key + '=' + encoded(route, encodeURIComponent, text ?? fail(route, "cannot have this value as '" + key + "' in its query")));
  }
}

function urlOf(route: RouteData, values: readonly unknown[]): string {
  const options = optionsIn(route, values) ?? {};
  const option = (name: string): unknown => (Object.hasOwn(options, name) && !route.segments.some((segment) => segment.name === name) ? options[name] : undefined);
  const host = option('host') ?? defaultUrlOptions.host;
  const scheme = String(option('protocol') ?? defaultUrlOptions.protocol ?? 'http').toLowerCase().replace(/:(?:\/\/)?$/, '');
  const ownPort = { http: '80', https: '443', ws: '80', wss: '443' }[scheme];
  if (ownPort === undefined) fail(route, 'cannot have this protocol; give http, https, ws or wss');
  if (typeof host !== 'string' || host === '') fail(route, "has no host; give one as { host: 'example.com' } or in defaultUrlOptions");
  const [, name, hostPort] = /^(\[[0-9a-f:.]+\]|[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?\.?)(?::(\d{1,5}))?$/i.exec(host) ?? fail(route, "cannot have this host; give a host name such as 'example.com', without protocol or path");
  const asked = option('port');
  const port = String((asked === undefined && !(hostPort !== undefined && option('host') !== undefined) ? defaultUrlOptions.port : asked) ?? (asked === null ? '' : (hostPort ?? '')));
  if (port !== '' && !(/^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65535)) fail(route, 'cannot have this port; give a whole number from 1 to 65535');
  return scheme + '://' + name + (port === '' || port === ownPort ? '' : ':' + Number(port)) + pathOf(route, values);
}
`.trim();
