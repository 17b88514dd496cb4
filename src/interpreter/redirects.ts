// Reads `redirect('/articles/%{id}', status => 302)` and makes the target of its route.

import {
  spanIn,
  callableLabel,
  type CallableValue,
  type Pair,
  type RedirectValue,
  type StringValue,
  type Value,
} from '../language/declarations.js';
import type { ReadCall } from '../language/read-call.js';
import { change } from '../language/diagnostics.js';
import { didYouMean, nearest } from '../language/nearest.js';
import type { Span } from '../language/source.js';
import { interpolated, interpolationsIn, type Interpolation } from '../routing/patterns/interpolation.js';
import type { Pattern } from '../routing/patterns/pattern.js';
import type { RedirectLocation, RedirectOptions, Target } from '../routing/patterns/route.js';
import { redirectTo } from '../routing/router/redirect.js';
import { refuse, type RefusalDetails } from './call-options.js';
import { readCallable } from './callables.js';
import type { Context } from './context.js';
import { plainData } from './plain-data.js';
import type { Program } from './program.js';
import type { Scope } from './scope.js';

/** The options of `redirect` that give parts of the location. */
const partNames = ['path', 'host', 'subdomain', 'protocol', 'port', 'params'] as const;

/** For each part that is put into the URL unescaped: a test of its form, and the words for what it has to be. */
const partForms = [
  [
    'path',
    (text: string) => !/[?#]/.test(interpolated(text, () => '')),
    'the path alone, and `params => { … }` for a query',
  ],
  [
    'host',
    (text: string) => /^[^\s/\\?#@]+$/.test(text) && URL.canParse(`http://${text}`),
    "a name such as 'example.com', with a port or without",
  ],
  [
    'subdomain',
    (text: string) => /^(?:[\p{L}\p{M}\p{Nd}_-]+(?:\.[\p{L}\p{M}\p{Nd}_-]+)*)?$/u.test(text),
    "what stands before the domain, such as 'api'",
  ],
  ['protocol', (text: string) => /^[a-z][a-z\d+.-]*(?::(?:\/\/)?)?$/i.test(text), "'http' or 'https'"],
  ['port', (text: string) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535, 'a number up to 65535'],
] as const;

/** A segment in the notation of another router: `:id`, `*path`, `{id}`, `${id}`, `<id>`. */
const foreignInterpolation =
  /(?<=[/=-])[:*]([\p{L}_][\p{L}\p{M}\p{Nd}_]*)|(?<!%\{?)[$#]?\{([\p{L}_][\p{L}\p{M}\p{Nd}_]*)\}|<([\p{L}_][\p{L}\p{M}\p{Nd}_]*)>/gu;

/** A location that ends inside its host. Captures the host so far: 'https://www.example.com', '//', 'https://api.'. */
const upToHost = /^(?:(?:https?|wss?|ftp):[/\\]*|\/\/)([^/\\?#]*)$/i;

/** A host with more than one label, which a following value would extend. */
const endsInDomain = /\.[^.]*[\p{L}\d]$/u;

/** Reads the redirect of a route with this pattern. */
export class RedirectReader {
  readonly #call: ReturnType<Program['redirectCall']>;

  /** @param defaults the route's defaults; undefined if they could not be read, so that a location may use any name */
  constructor(
    readonly context: Context,
    readonly value: RedirectValue,
    readonly pattern: Pattern,
    readonly defaults: Scope['defaults'] | undefined,
  ) {
    this.#call = context.program.redirectCall(value);
  }

  target(): Target {
    const { value, pattern } = this;
    const call = this.#call;
    const status = this.#status();
    const location = call.positionals[0];
    if (location?.kind === 'callable') return redirectTo(this.#callable(location), status, pattern);
    const path = location ?? call.options.get('path')?.value;
    if (path) this.#checkInterpolation(path);
    this.#checkParts();
    const parts = partsOf(call);
    const isEmpty = !location && !partNames.some((name) => call.mentioned.has(name));
    if (isEmpty && !call.declaration.damaged && !call.hasBadPositional && !call.hasUnknownOption)
      this.#refuse(value, "a redirect needs a location: `redirect('/articles')`", {
        code: 'missing-argument',
      });
    return redirectTo(location ? withText(location.value, parts) : { kind: 'parts', parts }, status, pattern);
  }

  #status(): number {
    const status = this.#call.options.get('status')?.value;
    if (!status) return 301;
    if (status.value >= 300 && status.value <= 399) return status.value;
    this.#refuse(
      status,
      `a redirect has a status from 300 to 399, not ${status.text}; write one such as 302`,
    );
    return 301;
  }

  /** Reports parts that make no URL: a host with a protocol or path, an invalid port, a path with a query. */
  #checkParts(): void {
    for (const [name, isPart, wanted] of partForms) {
      const value = this.#call.options.get(name)?.value;
      if (!value || (value.kind !== 'string' && value.kind !== 'number') || isPart(String(value.value)))
        continue;
      const written = value.kind === 'string' ? value.value : value.text;
      this.#refuse(value, `'${written}' is no ${name} of a redirect; write ${wanted}`);
    }
    this.#checkQuery(this.#call.options.get('params')?.value.pairs ?? []);
  }

  #checkQuery(pairs: readonly Pair[]): void {
    for (const { key, value } of pairs) if (value) this.#checkParam(key.text, value);
  }

  #checkParam(name: string, value: Value): void {
    if (value.kind === 'hash') this.#checkQuery(value.pairs);
    else if (value.kind === 'list') for (const item of value.items) this.#checkParam(name, item);
    else if (value.kind === 'string') this.#checkUninterpolated(value);
    else if (value.kind !== 'number' && value.kind !== 'boolean')
      this.#refuse(
        value,
        `'${name}' of the query is a string, a number, \`true\`, \`false\`, a list of these or a hash of them`,
      );
  }

  /** Segments in a text in which nothing is put in. */
  #checkUninterpolated(text: StringValue): void {
    for (const { name, start, end } of interpolationsIn(text.value)) {
      if (!this.pattern.names.includes(name) && !this.defaults?.has(name)) continue;
      const written = text.value.slice(start, end);
      this.#refuse(
        { span: spanIn(text, start, end) },
        `'${written}' stands for itself in \`params\`; write the query in the location, as \`redirect('/search?q=${written}')\` has it`,
      );
    }
  }

  #callable(location: CallableValue): RedirectLocation {
    const label = callableLabel(location);
    for (const name of partNames) {
      const option = this.#call.options.get(name);
      if (option)
        this.#refuse(
          { span: option.nameSpan },
          `'${name}' has no meaning beside ${label}, which gives the whole location; leave one of them out`,
        );
    }
    const callable = readCallable(this.context.program, location, this.#call.declaration.source, 'location');
    return { kind: 'callable', callable, label };
  }

  /** Reports names in a location that the route does not have, or that are written in another router's notation. */
  #checkInterpolation(text: StringValue): void {
    const { pattern, defaults } = this;
    if (!defaults) return;
    const params = [...pattern.names, ...defaults.keys()];
    for (const match of text.value.matchAll(foreignInterpolation)) {
      const span = spanIn(text, match.index, match.index + match[0].length);
      const name = match.slice(1).find((each) => each !== undefined) ?? '';
      const meant = `%{${name}}`;
      if (params.includes(name))
        this.#refuse(
          { span },
          `'${match[0]}' stands for itself in a location: write '${meant}' for the segment`,
          { suggestion: meant, fix: change(`Write '${meant}'`, span, meant) },
        );
      // A segment in the notation of paths that the route's path does not have: `redirect('/articles/:id')`.
      else if (text.value[match.index - 1] === '/') {
        const known = params.map((param) => `'%{${param}}'`).join(', ');
        this.#refuse(
          { span },
          `'${match[0]}' stands for itself in a location, and '${pattern.text}' has no segment of that name; ${
            known === '' ? 'write out where it leads' : `there is ${known}`
          }`,
        );
      }
    }
    for (const interpolation of interpolationsIn(text.value)) {
      const { name, start, end } = interpolation;
      if (params.includes(name)) {
        if (text === this.#call.positionals[0]) this.#checkHost(text, interpolation);
        continue;
      }
      const suggestion = nearest(name, params);
      const known =
        params.length === 0
          ? ', which has no segments; leave it out'
          : suggestion === undefined
            ? `; its segments are ${params.map((param) => `'${param}'`).join(', ')}`
            : didYouMean(suggestion);
      this.#refuse(
        { span: spanIn(text, start, end) },
        `'%{${name}}' names no segment of '${pattern.text}'${known}`,
        {
          suggestion: suggestion && `%{${suggestion}}`,
        },
      );
    }
  }

  /** Reports a param that could change the host: values such as '/evil.com' and '.evil.com' would. */
  #checkHost(text: StringValue, { name, start, end }: Interpolation): void {
    const host = upToHost.exec(text.value.slice(0, start))?.[1];
    if (host === undefined) return;
    const written = text.value.slice(start, end);
    const span = spanIn(text, start, end);
    if (/^(?:[/\\?#:]|%\{|$)/.test(text.value.slice(end))) {
      if (endsInDomain.test(host))
        this.#refuse({ span }, `'${written}' would be a part of the host '${host}'; write '/' before it`, {
          suggestion: `/${written}`,
          fix: change("Write '/' before it", span, `/${written}`),
        });
    } else if (this.pattern.globNames.has(name))
      this.#refuse(
        { span },
        `'${written}' may have a '/' in it, which ends the host; take a segment, ':${name}'`,
      );
  }

  #refuse(at: { readonly span: Span }, message: string, details?: RefusalDetails): void {
    refuse(this.context, this.#call, at, message, details);
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

/** With a string as location, the query of the request is dropped, also beside other parts. */
function withText(text: string, parts: RedirectOptions): RedirectLocation {
  if (Object.keys(parts).every((name) => name === 'path')) return { kind: 'template', template: text };
  return { kind: 'parts', parts: { path: text, ...parts, params: parts.params ?? {} } };
}
