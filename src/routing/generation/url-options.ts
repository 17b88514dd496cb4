// The options of a helper's call that say how its URL is made, and which keys of an object are such.

import type { Generator, NamedValues } from './generator.js';
import type { QueryValue } from './query-string.js';
import type { anyArgument } from './segment-value.js';

/** What every helper takes beside the names of its pattern and the params of the query. */
export type PathOptions = {
  /** What stands behind `#`. */
  readonly anchor?: string | number | undefined;
  /** Ends the path with a slash, unless it has one or ends with a format. */
  readonly trailingSlash?: boolean | undefined;
  /** Params of the current request, for names of the pattern that are not given otherwise. */
  readonly currentParams?: Readonly<Record<string, string | undefined>> | undefined;
  /** The params of the query, which win over keys of the options that are left over. */
  readonly query?: { readonly [param: string]: QueryValue } | undefined;
  readonly [anyArgument]?: never;
};

/** Options that say how a URL is made. They are never in its query; a name of the pattern wins over them. */
const urlOptions = ['anchor', 'trailingSlash', 'currentParams', 'query', 'host', 'protocol', 'port'] as const;
export type UrlOption = (typeof urlOptions)[number];

/** What gives the values of a call's URL options, unless the pattern has a name like them. */
export function urlOption(generator: Generator, options: NamedValues = {}): (option: UrlOption) => unknown {
  return (option) =>
    Object.hasOwn(options, option) && !isName(generator, option) ? options[option] : undefined;
}

/** Whether a key of options is a param of the query: it names no segment, says nothing of how the URL is made, and has no default. */
export function isParam(generator: Generator, key: string): boolean {
  return !isUrlOption(key) && !isName(generator, key) && !generator.definition.defaults.has(key);
}

export function isUrlOption(key: string): boolean {
  return (urlOptions as readonly string[]).includes(key);
}

/** Whether a segment or glob of the route has this name. */
export function isName({ definition }: Generator, name: string): boolean {
  return definition.pattern.names.includes(name);
}
