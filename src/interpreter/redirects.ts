// `redirect('/articles/%{id}', status => 302)` → the target that leads there.

import {
  callableLabel,
  type CallableValue,
  type RedirectValue,
  type StringValue,
} from '../language/declarations.js';
import type { ReadCall } from '../language/read-call.js';
import type { Place } from '../language/diagnostics.js';
import { didYouMean, nearest } from '../language/nearest.js';
import type { Pattern } from '../routing/patterns/pattern.js';
import type { Target } from '../routing/patterns/route.js';
import { redirectTo, type RedirectLocation, type RedirectOptions } from '../routing/router/redirect.js';
import type { CallableReader } from './callables.js';
import { plainData } from './plain-data.js';
import type { Program } from './program.js';

/** The options of `redirect` that are parts of the location. */
const partNames = ['path', 'host', 'subdomain', 'protocol', 'port', 'params'] as const;

/**
 * What of a location may hold a `%{name}`: behind its last `}` each `%{` would be followed to the end for nothing, which many of them make
 * long.
 */
export const closedPart = (text: string): string => text.slice(0, text.lastIndexOf('}') + 1);

/** A location without what stands for segments. */
function withoutNames(text: string): string {
  const closed = closedPart(text);
  return closed.replace(/%\{[^}]*\}/g, '') + text.slice(closed.length);
}

/** What each part that stands in a URL as it is has to be. */
const partForms = new Map([
  [
    'path',
    {
      isPart: (text: string) => !/[?#]/.test(withoutNames(text)),
      noun: 'the path alone, and `params => { … }` for a query',
    },
  ],
  [
    'host',
    {
      isPart: (text: string) => /^[^\s/\\?#@]+$/.test(text) && URL.canParse(`http://${text}`),
      noun: "a name such as 'example.com', with a port or without",
    },
  ],
  [
    'subdomain',
    {
      isPart: (text: string) => text === '' || /^[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*$/u.test(text),
      noun: "what stands before the domain, such as 'api'",
    },
  ],
  [
    'protocol',
    { isPart: (text: string) => /^[a-z][a-z\d+.-]*(?::(?:\/\/)?)?$/i.test(text), noun: "'http' or 'https'" },
  ],
  [
    'port',
    {
      isPart: (text: string) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535,
      noun: 'a number up to 65535',
    },
  ],
] as const);

/** A segment in a location as other routers write it: `:id`, `*path`, `{id}`, `${id}`, `<id>`. */
const foreignInterpolation =
  /(?<=[/=-])[:*]([\p{L}_][\p{L}\p{N}_]*)|(?<!%)[$#]?\{([\p{L}_][\p{L}\p{N}_]*)\}|<([\p{L}_][\p{L}\p{N}_]*)>/gu;

export type Defaults = ReadonlyMap<string, string>;

export class RedirectReader {
  constructor(
    readonly program: Program,
    readonly callables: CallableReader,
  ) {}

  /**
   * @param pattern of the route that redirects
   * @param defaults of that route; undefined where they could not be read, and a location may name any
   */
  read(value: RedirectValue, pattern: Pattern, defaults: Defaults | undefined, { source }: Place): Target {
    const call = this.program.redirectCall(value);
    const status = this.#status(call, source);
    const location = call.positionals[0];
    if (location?.kind === 'callable')
      return redirectTo(this.#callable(call, location, source), status, pattern);
    const path = location ?? call.options.get('path')?.value;
    if (path) this.#checkInterpolation(path, pattern, defaults, source);
    this.#checkParts(call, source);
    const parts = partsOf(call);
    if (
      !location &&
      Object.keys(parts).length === 0 &&
      !call.declaration.damaged &&
      !call.hasBadPositional &&
      !call.hasUnknownOption
    ) {
      this.program.diagnostics.error(
        'missing-argument',
        { source, span: value.span },
        "a redirect needs a location: `redirect('/articles')`",
      );
    }
    return redirectTo(location ? withText(location.value, parts) : { kind: 'parts', parts }, status, pattern);
  }

  #status(call: ReadCall, source: Place['source']): number {
    const status = call.options.get('status')?.value;
    if (!status) return 301;
    if (status.value >= 300 && status.value <= 399) return status.value;
    this.program.diagnostics.invalid(
      { source, span: status.span },
      `a redirect has a status from 300 to 399, not ${status.text}; write one such as 302`,
    );
    return 301;
  }

  /** Parts that make no URL: a host with a protocol or path in it, a port that is none, a path with a query. */
  #checkParts(call: ReadCall, source: Place['source']): void {
    for (const [name, { isPart, noun }] of partForms) {
      const value = call.options.get(name)?.value;
      if (!value || (value.kind !== 'string' && value.kind !== 'number') || isPart(String(value.value)))
        continue;
      const written = value.kind === 'string' ? value.value : value.text;
      this.program.diagnostics.invalid(
        { source, span: value.span },
        `'${written}' is no ${name} of a redirect; write ${noun}`,
      );
    }
  }

  #callable(call: ReadCall, location: CallableValue, source: Place['source']): RedirectLocation {
    const label = callableLabel(location);
    for (const name of partNames) {
      const option = call.options.get(name);
      if (!option) continue;
      this.program.diagnostics.invalid(
        { source, span: option.nameSpan },
        `'${name}' has no meaning beside ${label}, which gives the whole location; leave one of them out`,
      );
    }
    const callable = this.callables.read(location, { source, span: location.span }, 'location');
    return { kind: 'callable', callable, label };
  }

  /** Names in a location that the route does not have, or that are written as another router has them. */
  #checkInterpolation(
    text: StringValue,
    pattern: Pattern,
    defaults: Defaults | undefined,
    source: Place['source'],
  ): void {
    if (!defaults) return;
    const params = [...pattern.names, ...defaults.keys()];
    for (const found of text.value.matchAll(foreignInterpolation)) {
      const name = found.slice(1).find((each) => each !== undefined) ?? '';
      const span = { start: text.offsetOf(found.index), end: text.offsetOf(found.index + found[0].length) };
      if (!params.includes(name)) {
        if (text.value[found.index - 1] === '/') this.#noSegment(found[0], span, params, pattern, source);
        continue;
      }
      const meant = `%{${name}}`;
      this.program.diagnostics.invalid(
        { source, span },
        `'${found[0]}' stands for itself in a location: write '${meant}' for the segment`,
        { suggestion: meant, fix: { title: `Write '${meant}'`, edits: [{ span, text: meant }] } },
      );
    }
    this.#checkNames(text, pattern, params, source);
  }

  #checkNames(text: StringValue, pattern: Pattern, params: readonly string[], source: Place['source']): void {
    for (const found of closedPart(text.value).matchAll(/%\{([^}]*)\}/g)) {
      const [, name = ''] = found;
      if (params.includes(name)) continue;
      const suggestion = nearest(name, params);
      const span = { start: text.offsetOf(found.index), end: text.offsetOf(found.index + found[0].length) };
      const known =
        params.length === 0
          ? ', which has no segments; leave it out'
          : suggestion === undefined
            ? `; its segments are ${params.map((param) => `'${param}'`).join(', ')}`
            : didYouMean(suggestion);
      this.program.diagnostics.invalid(
        { source, span },
        `'%{${name}}' names no segment of '${pattern.text}'${known}`,
        { suggestion: suggestion && `%{${suggestion}}` },
      );
    }
  }

  /** A segment that a location asks for as a path does, and that the path does not have: `redirect('/articles/:id')`. */
  #noSegment(
    text: string,
    span: Place['span'],
    params: readonly string[],
    pattern: Pattern,
    source: Place['source'],
  ): void {
    const known = params.map((param) => `'%{${param}}'`).join(', ');
    this.program.diagnostics.invalid(
      { source, span },
      `'${text}' stands for itself in a location, and '${pattern.text}' has no segment of that name; ${
        known === '' ? 'write out where it leads' : `there is ${known}`
      }`,
    );
  }
}

function partsOf(call: ReadCall): RedirectOptions {
  const parts: Record<string, unknown> = {};
  for (const name of partNames) {
    const option = call.options.get(name);
    if (option) parts[name] = plainData(option.value);
  }
  return parts;
}

/** A string drops the query of the request, also beside other parts. */
function withText(text: string, parts: RedirectOptions): RedirectLocation {
  if (Object.keys(parts).every((name) => name === 'path')) return { kind: 'template', template: text };
  return { kind: 'parts', parts: { path: text, ...parts, params: parts.params ?? {} } };
}
