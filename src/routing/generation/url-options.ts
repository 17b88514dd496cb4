// The options of a helper's call that say how its URL is made, and which keys of an object are such.

import type { Generator, NamedValues } from './generator.js';
import type { QueryValue } from './query-string.js';

/** What every helper takes beside the names of its pattern and the params of the query. */
export interface PathOptions {
  /** What stands behind `#`. */
  readonly anchor?: string | number | undefined;
  /** Ends the path with a slash, unless it has one or ends with a format. */
  readonly trailingSlash?: boolean | undefined;
  /** Params of the current request, for names of the pattern that are not given otherwise. */
  readonly currentParams?: Readonly<Record<string, string | undefined>> | undefined;
  /** The params of the query, which win over keys of the options that are left over. */
  readonly query?: { readonly [param: string]: QueryValue } | undefined;
}

/** Options that say how a URL is made. They are never in its query; a name of the pattern wins over them. */
export const urlOptions = [
  'anchor',
  'trailingSlash',
  'currentParams',
  'query',
  'host',
  'protocol',
  'port',
] as const;
export type UrlOption = (typeof urlOptions)[number];

/** The value of a URL option, unless the pattern has a name like it. */
export function urlOption(generator: Generator, options: NamedValues, option: UrlOption): unknown {
  if (!Object.hasOwn(options, option) || generator.slotNamed(option)) return undefined;
  return options[option];
}

/** What a key of options is for: a name of the pattern, how the URL is made, nothing (defaults stand in no query), or the query. */
export function useOfKey(generator: Generator, key: string): 'name' | 'option' | 'default' | 'query' {
  if (generator.slotNamed(key)) return 'name';
  if ((urlOptions as readonly string[]).includes(key)) return 'option';
  return generator.definition.defaults.has(key) ? 'default' : 'query';
}
