// Checks expectations: tests that are written beside the routes, in comments.
//
//   #> GET /photos/7 => photos#show id=7
//   #> POST /about => 405 GET, HEAD
//   #> GET http://api.example.com/old => redirect(301, /new)
//   #> photo-path(7, format: 'json') => /photos/7.json
//   #> /admin/** through &guards#isStaff                     (fact-expectations.ts)
//
// The router of the file answers requests, and its URL helpers make paths. After `=>` comes a target as the route table
// shows it, with params that have to be equal, or a status (404, 405 with its verbs, 3xx with its location).

import type { Analysis } from '../analysis/analyze.js';
import {
  aboutModules,
  diagnosticAt,
  errorsIn,
  type Diagnostic,
  type Place,
} from '../language/diagnostics.js';
import { defaultPort, formatOf, parseAuthority, splitUrl, subdomainOf } from '../http/request-context.js';
import {
  type ExpectedAnswer,
  type ExpectedFacts,
  type ExpectedPath,
  type Expectation,
  readExpectation,
  type Words,
} from '../analysis/expectation.js';
import { FactExpectations } from './fact-expectations.js';
import type { ApplicationKnowledge } from './application.js';
import type { Source, Span } from '../language/source.js';
import { didYouMean, nearest } from '../language/nearest.js';
import { httpVerbs } from '../language/vocabulary.js';
import { related, relatedUses } from './places.js';
import type { RequestContext } from '../routing/patterns/constraints.js';
import { bareRecord, targetText } from '../routing/patterns/route.js';
import { recognition } from '../routing/recognition/matcher.js';
import { Router } from '../routing/router/router.js';
import { generation } from '../routing/generation/generation.js';
import { UrlHelpers } from '../routing/generation/url-helpers.js';

/** A comment with an expectation, and its place. */
export interface LintedExpectation {
  readonly source: Source;
  readonly span: Span;
  readonly written: Expectation;
}

/** The result of an expectation. `actual` is what the routes do, written as an expectation would be, or what is wrong with the comment. */
export interface ExpectationResult {
  readonly expectation: LintedExpectation;
  readonly outcome: 'met' | 'failed' | 'invalid';
  readonly actual: string;
}

export const expectationCodes = {
  'failed-expectation': 'The routes do not do what the comment expects',
  'invalid-expectation': 'The comment is no expectation that can be checked',
} as const;

/**
 * The expectations of every file, including comments that are not valid ones. If there are errors about anything except modules, only the
 * invalid ones are returned, because routes may be missing.
 */
function expectationsOf(analysis: Analysis): LintedExpectation[] {
  const areRoutesThere = errorsIn(analysis.diagnostics).every(({ code }) => aboutModules.has(code));
  return [...analysis.interpretation.program.files.values()].flatMap(({ source, comments }) =>
    comments.flatMap((comment) => {
      const written = readExpectation(comment);
      const isChecked = areRoutesThere || written?.kind === 'none';
      return written && isChecked ? [{ source, span: comment.span, written }] : [];
    }),
  );
}

/** Checks every expectation except those about layers and facts; of these it only checks the verb. */
export function expectationResults(analysis: Analysis): ExpectationResult[] {
  const expectations = expectationsOf(analysis);
  if (expectations.length === 0) return [];
  const { customHelpers } = analysis.interpretation;
  const router = new Router({
    recognition,
    routes: analysis.routes.map(({ definition }) => definition),
    customHelpers,
    generation,
  });
  const helpers = new UrlHelpers({ router });
  return expectations.flatMap((expectation): ExpectationResult[] => {
    const { written } = expectation;
    switch (written.kind) {
      case 'facts':
        return [unknownVerb(written.verb) ?? []].flat().map((outcome) => ({ expectation, ...outcome }));
      case 'answer':
        return [{ expectation, ...askRouter(written, router) }];
      case 'path': {
        const direct = customHelpers.direct.get(written.name.text);
        // Only the running application knows the result of its own functions.
        return direct && typeof direct.target !== 'string'
          ? []
          : [{ expectation, ...askHelper(written, helpers) }];
      }
      case 'none': {
        const actual =
          written.asked === undefined
            ? 'write `#> GET /path => controller#action param=value`, or `#> /path/** through &module#export`'
            : "write a verb and a path, as in 'GET /photos/7', or a helper with its values, as in 'photo-path(7)'";
        return [{ expectation, outcome: 'invalid', actual }];
      }
      default:
        return written satisfies never;
    }
  });
}

function isKnownVerb(verb: Words | undefined): boolean {
  return verb === undefined || httpVerbs.has(verb.text.toUpperCase());
}

/** The outcome for a verb that does not exist. No route answers it, so any routes file would meet an expectation about it. */
function unknownVerb(verb: Words | undefined): Outcome | undefined {
  if (verb === undefined || isKnownVerb(verb)) return undefined;
  const name = verb.text.toUpperCase();
  return { outcome: 'invalid', actual: `'${name}' is no HTTP verb${didYouMean(nearest(name, httpVerbs))}` };
}

/** The diagnostics of all expectations of an analysis. */
export function checkExpectations(
  analysis: Analysis,
  application: ApplicationKnowledge | undefined,
): Diagnostic[] {
  return [...checkFacts(analysis, application), ...checkAnswers(analysis)];
}

/** The diagnostics of expectations about layers and facts: for each, the first route that does not meet it. */
function checkFacts(analysis: Analysis, application: ApplicationKnowledge | undefined): Diagnostic[] {
  const expectations = expectationsOf(analysis);
  if (expectations.length === 0) return [];
  const facts = new FactExpectations(analysis.routes, application);
  return expectations.flatMap(({ source, span, written }) => {
    if (written.kind !== 'facts' || !isKnownVerb(written.verb)) return [];
    const [first, ...more] = facts.escapes(written, source.file);
    if (!first) return facts.isAboutAny(written) ? [] : [aboutNothing(written, { source, span })];
    const others = more.length === 0 ? '' : ` (and ${more.length} more)`;
    return [
      diagnosticAt('failed-expectation', 'error', { source, span }, `${first.message}${others}`, {
        related: [related('this route escapes', first.route), ...relatedUses(first.route)],
      }),
    ];
  });
}

/** An expectation about paths that no route answers, for example after a path was renamed, would always be met. */
function aboutNothing({ verb, shape }: ExpectedFacts, place: Place): Diagnostic {
  const asked = [verb?.text.toUpperCase() ?? [], shape.text].flat().join(' ');
  return diagnosticAt(
    'invalid-expectation',
    'warning',
    place,
    `no route answers '${asked}', so that nothing is expected of any; write a path that the routes have, or take the comment out`,
  );
}

function checkAnswers(analysis: Analysis): Diagnostic[] {
  return expectationResults(analysis).flatMap(({ expectation, outcome, actual }) => {
    const { source, span, written } = expectation;
    if (outcome === 'met') return [];
    if (outcome === 'invalid' || written.kind === 'facts' || written.kind === 'none') {
      const message = `this is no expectation: ${actual}`;
      return [diagnosticAt('invalid-expectation', 'warning', { source, span }, message)];
    }
    const { expected, said } = written;
    const asked = source.text.slice(span.start + 2, said.span.start).trim();
    const message = `'${asked}' gives '${actual}', not '${expected.text}'`;
    const place = { source, span: expected.span };
    return [diagnosticAt('failed-expectation', 'error', place, message, { suggestion: actual })];
  });
}

type Outcome = Pick<ExpectationResult, 'outcome' | 'actual'>;

function askRouter(expectation: ExpectedAnswer, router: Router): Outcome {
  const url = readRequest(expectation.address.text);
  if (!url) return { outcome: 'invalid', actual: "write a verb and a path, as in 'GET /photos/7'" };
  const method = expectation.verb.text;
  const { path, context } = url;
  let match: ReturnType<Router['recognize']>;
  let status: string;
  try {
    match = router.recognize(method, path, { context });
    const allowed = match ? [] : router.allowedMethods(path, { context });
    status = match ? '' : allowed.length > 0 ? `405 ${allowed.join(', ')}` : '404';
  } catch (error) {
    return { outcome: 'failed', actual: thrownText(error) };
  }
  const { target: wanted, params: expected } = expectation;
  if (!match) {
    const unknown = unknownVerb(expectation.verb);
    if (unknown) return unknown;
    const isMet = wanted === '405' ? status.startsWith('405') : wanted === status;
    return { outcome: outcomeOf(isMet), actual: status };
  }
  const { target: matched } = match;
  const target =
    matched.kind === 'redirect' && matched.written.kind !== 'callable'
      ? `redirect(${matched.status}, ${matched.locationFor(match.params)})`
      : targetText(matched);
  const isTarget = [
    target,
    targetText(matched),
    target.replace(/^redirect\((\d+), (.*)\)$/, '$1 $2'),
    ...(matched.kind === 'redirect' ? [String(matched.status)] : []),
  ].includes(wanted);
  const isSame = isTarget && expected.every(({ name, value }) => match.params[name.text] === value.text);
  const params = Object.entries(match.params).map(
    ([name, value]) => ` ${name}=${/[\s']/.test(value) ? JSON.stringify(value) : value}`,
  );
  return { outcome: outcomeOf(isSame), actual: `${target}${params.join('')}` };
}

const thrownText = (error: unknown): string =>
  `an error: ${error instanceof Error ? error.message : String(error)}`;

const outcomeOf = (isMet: boolean): 'met' | 'failed' => (isMet ? 'met' : 'failed');

/** Reads a path or a URL. The origin of a URL becomes the context that constraints see; undefined if the text is neither. */
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
  return { format: formatOf(path.replace(/\?.*$/s, '')) };
}

function askHelper({ name, suffix, values: written, expected }: ExpectedPath, helpers: UrlHelpers): Outcome {
  const values = readArguments(written);
  if (!values)
    return { outcome: 'invalid', actual: "write the helper's values as in `photo-path(7, format: 'json')`" };
  const isUrl = suffix.text.toLowerCase() === 'url';
  let actual: string;
  try {
    actual = isUrl ? helpers.urlFor(name.text, ...values) : helpers.pathFor(name.text, ...values);
  } catch (error) {
    actual = thrownText(error);
  }
  return { outcome: outcomeOf(actual === expected.text), actual };
}

/** Reads `7, 'a b', format: 'json'` as values and, if there are any, a record of options. */
function readArguments(text: string): (string | Readonly<Record<string, string>>)[] | undefined {
  const values: string[] = [];
  const options = new Map<string, string>();
  const argument =
    /\s*(?:([\p{L}_][\p{L}\p{M}\p{Nd}_-]*)\s*(?::|=>)\s*)?(?:'([^']*)'|"([^"]*)"|([^\s,'"]+))\s*(?:,|$)/uy;
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
