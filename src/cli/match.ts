// `waypost match`: shows which route answers a request, and why.

import { InvalidArgumentError, Option, type Command } from 'commander';
import { escapeControls, escapeJson } from '../http/printable.js';
import { defaultPort, formatOf, parseAuthority, splitUrl, subdomainOf } from '../http/request-context.js';
import type { RequestContext } from '../routing/patterns/constraints.js';
import { canonicalPath } from '../routing/patterns/request-path.js';
import type { Explanation } from '../routing/recognition/explain.js';
import type { Match } from '../routing/recognition/match.js';
import { placeText, targetText, type Route } from '../routing/patterns/route.js';
import { isTooLong, type Router, usualPathLimit, usualSegmentLimit } from '../routing/router/router.js';
import { routesFileArgument, unloadedRouter } from './routes-file.js';
import { trustConfigOption } from './project-configuration.js';
import { factLines } from './table.js';
import { exitStatus } from './exit-status.js';
import { type Terminal, wholeNumber } from './terminal.js';

interface MatchOptions {
  readonly explain?: true;
  readonly json?: true;
  readonly host?: string;
  readonly subdomain?: string;
  readonly protocol?: string;
  readonly port?: number;
  readonly format?: string;
  readonly trustConfig?: true;
}

export function addMatchCommand(program: Command, terminal: Terminal): void {
  program
    .command('match')
    .description('Say which route answers a request, with its params; PATH may be a whole URL.')
    .argument('<METHOD>', 'the HTTP method', methodWord)
    .argument('<PATH>', 'the path, or a URL, whose host, port and protocol then count for constraints')
    .addArgument(routesFileArgument())
    .option('--explain', 'list every route that was tried and why it did or did not match')
    .option('--json', 'print JSON')
    .option('--host <host>', 'the host that request constraints see')
    .option('--subdomain <subdomain>', 'the subdomain (default: that of the host)')
    .addOption(new Option('--protocol <protocol>', 'the protocol').choices(['http', 'https']))
    .option('--port <port>', 'the port', wholeNumber(0, 65_535))
    .option('--format <format>', 'the format (default: that of the path)')
    .addOption(trustConfigOption())
    .action(async (method: string, path: string, file: string | undefined, options: MatchOptions) => {
      printMatch(
        await unloadedRouter(file, terminal, options),
        method.toUpperCase(),
        path,
        options,
        terminal,
      );
    });
}

function methodWord(text: string): string {
  if (text === '' || /[/:]/.test(text))
    throw new InvalidArgumentError('It is a word such as GET, and stands before the path.');
  return text;
}

function printMatch(
  router: Router,
  method: string,
  address: string,
  options: MatchOptions,
  terminal: Terminal,
): void {
  const { path, context, host } = requestOf(address, options);
  const refused = refusalOf(path, host);
  const { match, status, tried, allowed } = refused ? nothingFound : ask(router, method, path, context);
  if (!match) terminal.exitCode = exitStatus.findings;
  const unasked = match ? unaskedCallables(match.route) : [];
  if (options.json) {
    const answer = {
      method,
      path,
      status,
      match: match ? matchJson(match, unasked) : null,
      refused,
      allowed,
      tried: options.explain && tried.map(explanationJson),
    };
    terminal.print(escapeJson(JSON.stringify(answer, null, 2)));
    return;
  }
  const { bold, dim, green, red } = terminal.colors;
  const asked = escapeControls(`${method} ${path}`);
  if (match) {
    terminal.print(`${green('✓')} ${asked} → ${bold(escapeControls(targetText(match.target)))}`);
    for (const [name, value] of Object.entries(match.params))
      terminal.print(`  ${escapeControls(name)} = ${escapeJson(JSON.stringify(value))}`);
    terminal.print(`  ${dim(routeLine(match.route))}`);
    for (const [heading, text] of factLines(match.route)) terminal.print(`  ${dim(`${heading}: ${text}`)}`);
    if (unasked.length > 0)
      terminal.print(
        `  if ${escapeControls(unasked.join(' and '))} let it through: nothing of the application is run here`,
      );
  } else if (status === 'method-not-allowed') {
    terminal.print(`${red('✗')} ${asked} → 405: this path answers ${allowed.join(', ')}`);
  } else if (refused)
    terminal.print(`${red('✗')} ${asked} → ${refused.status}: ${escapeControls(refused.reason)}`);
  else terminal.print(`${red('✗')} ${asked} → 404: no route answers`);
  if (refused) return;
  if (options.explain) {
    terminal.print('');
    const ordered = match ? tried : tried.toSorted((a, b) => b.nearness - a.nearness);
    terminal.print(ordered.map((entry) => explanationText(entry, terminal)).join('\n'));
  } else if (!match) {
    const near = tried
      .filter(({ nearness }) => nearness > 0.3)
      .sort((a, b) => b.nearness - a.nearness)
      .slice(0, 3);
    if (near.length > 0)
      terminal.print(
        `  nearest:\n${near.map((entry) => `  ${explanationText(entry, terminal)}`).join('\n')}`,
      );
  }
}

const nothingFound = { match: undefined, status: 'not-found', tried: [], allowed: [] } as const;

function ask(router: Router, method: string, path: string, context: RequestContext) {
  return {
    match: router.recognize(method, path, { context }),
    status: router.recognitionStatus(method, path, { context }),
    tried: router.explain(method, path, { context }),
    allowed: router.allowedMethods(path, { context }),
  };
}

function matchJson({ route, params }: Match, unasked: readonly string[]): object {
  return {
    ...route.tableRow(),
    params,
    ...carried(route),
    location: placeText(route),
    ...(unasked.length > 0 && { unasked }),
  };
}

function explanationJson({ route, matched, reason, message }: Explanation): object {
  return { ...route.tableRow(), matched, reason, message, ...carried(route), location: placeText(route) };
}

/** The status and reason if a server would refuse the request before recognition. */
function refusalOf(
  path: string,
  host: string | undefined,
): { readonly status: number; readonly reason: string } | undefined {
  if (host !== undefined && parseAuthority(host).host === undefined)
    return { status: 400, reason: `'${host}' is no host` };
  const bare = path.replace(/\?.*$/s, '');
  if (isTooLong(bare, usualPathLimit, usualSegmentLimit))
    return {
      status: 414,
      reason: `the path has ${bare.length} characters, and a server answers one of at most 8,192, with segments of at most 4,096, unless its loader says otherwise`,
    };
  if (canonicalPath(path) === undefined)
    return { status: 400, reason: "the path cannot be decoded; escape '%' as '%25'" };
  return undefined;
}

function explanationText({ route, matched, message }: Explanation, { colors }: Terminal): string {
  const lines = [
    escapeControls(message),
    ...factLines(route).map(([heading, text]) => `${heading}: ${text}`),
  ];
  const mark = matched ? colors.green('✓') : colors.dim('·');
  return [`${mark} ${routeLine(route)}`, ...lines.map((line) => `    ${colors.dim(line)}`)].join('\n');
}

/** The layers and facts of a route, as in the manifest. */
function carried({ layers, meta, deprecated, sunset }: Route): object {
  return { layers, meta, deprecated, sunset };
}

function routeLine(route: Route): string {
  return escapeControls(
    `${route.verbs.join('|')} ${route.pattern} → ${targetText(route.target)}  ${placeText(route)}`,
  );
}

/** The callables among a route's constraints. They are code of the application and are not called: the command assumes that they pass. */
function unaskedCallables({ definition }: Route): string[] {
  const requests = definition.requestConstraints.map((constraint) =>
    constraint.kind === 'attribute' ? constraint.test : constraint,
  );
  const labels = [...[...definition.segmentConstraints.values()].flat(), ...requests].flatMap((demand) =>
    demand.kind === 'callable' ? [demand.label] : [],
  );
  return [...new Set(labels)];
}

/** Splits a path or URL, as in a browser, into the path and the context for request constraints. A fragment is never sent. */
function requestOf(
  address: string,
  { host, subdomain, protocol, port, format }: MatchOptions,
): { path: string; context: RequestContext; host: string | undefined } {
  const url = splitUrl(address);
  const named = host ?? url?.authority;
  const authority = parseAuthority(named);
  const path = (url?.path ?? address).replace(/#.*$/s, '');
  return {
    path,
    host: named,
    context: {
      host: authority.host,
      subdomain: subdomain ?? subdomainOf(authority.host, 1),
      protocol: protocol ?? url?.protocol,
      port: port ?? authority.port ?? (url && defaultPort(url.protocol)),
      format: format ?? formatOf(path.replace(/\?.*$/s, '')),
    },
  };
}
