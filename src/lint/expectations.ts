// Tests that live beside the routes, in comments:
//
//   #> GET /photos/7 => photos#show id=7
//   #> POST /about => 405 GET, HEAD
//   #> GET http://api.example.com/old => redirect(301, /new)
//   #> photo-path(7, format: 'json') => /photos/7.json
//   #> /admin/** through &guards#isStaff                     (fact-expectations.ts)
//
// A request is asked of the router that the file makes, a helper of its URL helpers. What stands after `=>` is a target as
// the route table shows it, with params that have to be so, or a status (404, 405 with the verbs, 3xx with a location).

import type { Analysis } from '../analysis/analyze.js';
import { diagnosticAt, type Diagnostic } from '../language/diagnostics.js';
import { defaultPort, formatOf, parseAuthority, splitUrl, subdomainOf } from '../http/request-context.js';
import { FactExpectations, readFactExpectation, type FactExpectation } from './fact-expectations.js';
import type { ApplicationKnowledge } from './application.js';
import type { Source, Span } from '../language/source.js';
import { didYouMean, nearest } from '../language/nearest.js';
import { httpVerbs } from '../language/vocabulary.js';
import { headPlace, relatedUses } from './places.js';
import type { RequestContext } from '../routing/patterns/constraints.js';
import { bareRecord, targetText } from '../routing/patterns/route.js';
import { recognition } from '../routing/recognition/matcher.js';
import { Router } from '../routing/router/router.js';
import { UrlHelpers } from '../routing/generation/url-helpers.js';

/** One comment that says what is expected. */
export interface Expectation {
  readonly source: Source;
  readonly span: Span;
  /** The request or the helper's call, and where what is expected of it stands. */
  readonly asked: string;
  readonly expected: string;
  readonly expectedSpan: Span;
  /** Where it is about what routes carry. */
  readonly fact: FactExpectation | undefined;
}

/** What came of it: `actual` in the words in which it could have been written. */
export interface ExpectationResult {
  readonly expectation: Expectation;
  readonly outcome: 'met' | 'failed' | 'invalid';
  readonly actual: string;
}

export const expectationCodes = {
  'failed-expectation': 'The routes do not do what the comment expects',
  'invalid-expectation': 'The comment is no expectation that can be checked',
} as const;

/** The arrow is an escape: a character beyond Latin-1 in a bundle makes the engine keep two bytes for every one of its characters. */
const shape = /^#>\s*(.*?)\s*(?:=>|\u2192)\s*(.*?)\s*$/;

/** The expectations of every file of an analysis, those that are none included. */
export function expectationsOf(analysis: Analysis): Expectation[] {
  return [...analysis.interpretation.program.files.values()].flatMap(({ source, comments }) =>
    comments
      .filter(({ text }) => text.startsWith('#>'))
      .map(({ span, text }) => {
        const fact = readFactExpectation(text);
        const found = fact ? null : shape.exec(text);
        const expected = found?.[2] ?? '';
        const start = span.start + Math.max(2, text.lastIndexOf(expected));
        return {
          source,
          span,
          asked: found?.[1] ?? '',
          expected,
          expectedSpan: found && expected !== '' ? { start, end: start + expected.length } : span,
          fact,
        };
      }),
  );
}

/** Checks every expectation; none where the file has errors, since its routes are not all there then. */
export function expectationResults(analysis: Analysis): ExpectationResult[] {
  const expectations = expectationsOf(analysis);
  if (expectations.length === 0 || analysis.diagnostics.some(({ severity }) => severity === 'error'))
    return [];
  const { customHelpers } = analysis.interpretation;
  const router = new Router({
    recognition,
    routes: analysis.routes.map(({ definition }) => definition),
    customHelpers,
  });
  const helpers = new UrlHelpers({ router });
  return expectations.flatMap((expectation) => {
    if (expectation.fact) return unknownVerb(expectation);
    if (expectation.asked === '' || expectation.expected === '') {
      return [
        {
          expectation,
          outcome: 'invalid' as const,
          actual:
            'write `#> GET /path => controller#action param=value`, or `#> /path/** through &module#export`',
        },
      ];
    }
    const helper = /^([\p{L}_][\p{L}\p{N}_-]*?)[-_]?(path|url|Path|Url)\((.*)\)$/su.exec(expectation.asked);
    if (helper) {
      const [, name = '', kind = '', written = ''] = helper;
      const direct = customHelpers.direct.get(name);
      // Only the application knows what its own functions answer.
      if (direct && typeof direct.target !== 'string') return [];
      return [askHelper(expectation, helpers, name, kind.toLowerCase(), written)];
    }
    return [askRouter(expectation, router)];
  });
}

/** An expectation about a verb that no route can answer would be met by any table. */
function unknownVerb(expectation: Expectation): ExpectationResult[] {
  const verb = expectation.fact?.verb;
  if (verb === undefined || httpVerbs.has(verb)) return [];
  const actual = `'${verb}' is no HTTP verb${didYouMean(nearest(verb, httpVerbs))}`;
  return [{ expectation, outcome: 'invalid', actual }];
}

/** What is wrong with the expectations of an analysis. */
export function checkExpectations(analysis: Analysis, application?: ApplicationKnowledge): Diagnostic[] {
  return [...checkFacts(analysis, application), ...checkAnswers(analysis)];
}

/** What is wrong with the expectations about layers and facts: the first route that escapes each. */
function checkFacts(analysis: Analysis, application: ApplicationKnowledge | undefined): Diagnostic[] {
  const expectations = expectationsOf(analysis).flatMap(({ source, span, fact }) =>
    fact ? [{ source, span, fact }] : [],
  );
  if (expectations.length === 0 || analysis.diagnostics.some(({ severity }) => severity === 'error'))
    return [];
  const facts = new FactExpectations(analysis.routes, application);
  return expectations.flatMap(({ source, span, fact }) => {
    const [first, ...more] = facts.escapes(fact, source.file);
    if (!first) return [];
    const others = more.length === 0 ? '' : ` (and ${more.length} more)`;
    return [
      diagnosticAt('failed-expectation', 'error', { source, span }, `${first.message}${others}`, {
        related: [
          { message: 'this route escapes', place: headPlace(first.route.declaration) },
          ...relatedUses(first.route),
        ],
      }),
    ];
  });
}

function checkAnswers(analysis: Analysis): Diagnostic[] {
  return expectationResults(analysis).flatMap(({ expectation, outcome, actual }) => {
    const { source, expectedSpan, span, asked, expected } = expectation;
    if (outcome === 'met') return [];
    if (outcome === 'invalid')
      return [
        diagnosticAt('invalid-expectation', 'warning', { source, span }, `this is no expectation: ${actual}`),
      ];
    return [
      diagnosticAt(
        'failed-expectation',
        'error',
        { source, span: expectedSpan },
        `'${asked}' gives '${actual}', not '${expected}'`,
        {
          suggestion: actual,
        },
      ),
    ];
  });
}

function askRouter(expectation: Expectation, router: Router): ExpectationResult {
  const { asked, expected } = expectation;
  const [, method = '', written = ''] = /^([A-Za-z]+)\s+(\S+)$/.exec(asked) ?? [];
  const url = written === '' ? undefined : readRequest(written);
  if (!url)
    return { expectation, outcome: 'invalid', actual: "write a verb and a path, as in 'GET /photos/7'" };
  const { path, context } = url;
  let match: ReturnType<Router['recognize']>;
  let status: string;
  try {
    match = router.recognize(method, path, { context });
    const allowed = match ? [] : router.allowedMethods(path, { context });
    status = match ? '' : allowed.length > 0 ? `405 ${allowed.join(', ')}` : '404';
  } catch (error) {
    return {
      expectation,
      outcome: 'failed',
      actual: `an error: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
  const wanted = readExpected(expected);
  if (!match)
    return {
      expectation,
      outcome:
        wanted.target === '405' ? outcomeOf(status.startsWith('405')) : outcomeOf(wanted.target === status),
      actual: status,
    };
  const location =
    match.target.kind === 'redirect' && !match.target.label.startsWith('&')
      ? match.target.locationFor(match.params)
      : undefined;
  const target =
    location === undefined || match.target.kind !== 'redirect'
      ? targetText(match.target)
      : `redirect(${match.target.status}, ${location})`;
  const isTarget = [
    target,
    targetText(match.target),
    target.replace(/^redirect\((\d+), (.*)\)$/, '$1 $2'),
  ].includes(wanted.target);
  const isSame = isTarget && wanted.params.every(([name, value]) => match.params[name] === value);
  const params = Object.entries(match.params).map(
    ([name, value]) => ` ${name}=${/[\s']/.test(value) ? JSON.stringify(value) : value}`,
  );
  return { expectation, outcome: outcomeOf(isSame), actual: `${target}${params.join('')}` };
}

const outcomeOf = (isMet: boolean): 'met' | 'failed' => (isMet ? 'met' : 'failed');

/** `photos#show id=7 q='a b'`: the target, and the params that have to be so. */
function readExpected(text: string): {
  readonly target: string;
  readonly params: readonly (readonly [string, string])[];
} {
  const params: [string, string][] = [];
  const target = text.replace(
    /\s+([\p{L}_][\p{L}\p{N}_]*)=(?:'([^']*)'|"([^"]*)"|(\S*))/gu,
    (_, name: string, single?: string, double?: string, bare?: string) => {
      params.push([name, single ?? double ?? bare ?? '']);
      return '';
    },
  );
  return { target: target.trim(), params };
}

/** A path, or a URL whose origin is the context that constraints see. */
export function readRequest(
  text: string,
): { readonly path: string; readonly context: RequestContext } | undefined {
  if (text.startsWith('/')) return { path: text, context: contextOfPath(text) };
  const url = text.includes('#') ? undefined : splitUrl(text);
  const { host, port } = parseAuthority(url?.authority);
  if (!url || host === undefined) return undefined;
  const { path, protocol } = url;
  return {
    path,
    context: {
      ...contextOfPath(path),
      protocol,
      host,
      port: port ?? defaultPort(protocol),
      subdomain: subdomainOf(host, 1),
    },
  };
}

/** The format is the extension of the path. */
function contextOfPath(path: string): RequestContext {
  const format = formatOf(path.replace(/\?.*$/s, ''));
  return format === undefined ? {} : { format };
}

function askHelper(
  expectation: Expectation,
  helpers: UrlHelpers,
  name: string,
  kind: string,
  written: string,
): ExpectationResult {
  const values = readArguments(written);
  if (!values)
    return {
      expectation,
      outcome: 'invalid',
      actual: "write the helper's values as in `photo-path(7, format: 'json')`",
    };
  let actual: string;
  try {
    actual = kind === 'url' ? helpers.urlFor(name, ...values) : helpers.pathFor(name, ...values);
  } catch (error) {
    actual = `an error: ${error instanceof Error ? error.message : String(error)}`;
  }
  return { expectation, outcome: outcomeOf(actual === expectation.expected), actual };
}

/** `7, 'a b', format: 'json'` as values and, where there are any, options. */
function readArguments(text: string): (string | Readonly<Record<string, string>>)[] | undefined {
  const values: string[] = [];
  const options = new Map<string, string>();
  const argument =
    /\s*(?:([\p{L}_][\p{L}\p{N}_-]*)\s*(?::|=>)\s*)?(?:'([^']*)'|"([^"]*)"|([^\s,'"]+))\s*(?:,|$)/uy;
  while (argument.lastIndex < text.length) {
    const found = argument.exec(text);
    if (!found) return undefined;
    const [, key, single, double, bare] = found;
    const value = single ?? double ?? bare ?? '';
    if (key === undefined) values.push(value);
    else options.set(key, value);
  }
  return options.size === 0 ? values : [...values, bareRecord(options)];
}
