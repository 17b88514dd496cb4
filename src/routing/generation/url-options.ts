// The options of a helper's call that say how its URL is made, and which keys are params of the query.

import type { Generator, NamedValues } from './generator.js';
import type { QueryValue } from './query-string.js';
import type { anyArgument } from './segment-value.js';

/** The options of every helper, beside names of its pattern and params of the query. */
export type PathOptions = {
  /** The fragment, after `#`. */
  readonly anchor?: string | number | undefined;
  /** Ends the path with a slash, unless it has one or ends with a format. */
  readonly trailingSlash?: boolean | undefined;
  /** The params of the current request. They fill names of the pattern that get no value otherwise. */
  readonly currentParams?: Readonly<Record<string, string | undefined>> | undefined;
  /** Params of the query. They win over other keys of the options. */
  readonly query?: { readonly [param: string]: QueryValue } | undefined;
  readonly [anyArgument]?: never;
};

/**
 * The options that say how a URL is made. They never become params of the query. A name of the pattern that is spelled like one wins over
 * it.
 */
const urlOptions = ['anchor', 'trailingSlash', 'currentParams', 'query', 'host', 'protocol', 'port'] as const;
export type UrlOption = (typeof urlOptions)[number];

/** Gives the values of a call's URL options. If the pattern has a name like an option, its value is not an option. */
export function urlOption(generator: Generator, options: NamedValues = {}): (option: UrlOption) => unknown {
  return (option) =>
    Object.hasOwn(options, option) && !isName(generator, option) ? options[option] : undefined;
}

/** Whether a key is a param of the query: it is no name of the pattern, no URL option, and has no default. */
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
