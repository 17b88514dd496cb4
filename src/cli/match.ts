// `waypost match`: what answers a request, and why.

import { Option, type Command } from 'commander';
import { parseAuthority, subdomainOf } from '../http/request-context.js';
import type { RequestContext } from '../routing/patterns/constraints.js';
import { canonicalPath } from '../routing/patterns/request-path.js';
import type { Explanation } from '../routing/recognition/explain.js';
import { targetText, type Route } from '../routing/patterns/route.js';
import type { Router } from '../routing/router/router.js';
import { loadRoutesFile } from './routes-file.js';
import { factLines } from './table.js';
import { exitStatus, type Terminal } from './terminal.js';

interface MatchOptions {
  readonly file?: string;
  readonly explain?: true;
  readonly json?: true;
  readonly host?: string;
  readonly subdomain?: string;
  readonly protocol?: string;
  readonly port?: string;
  readonly format?: string;
}

export function addMatchCommand(program: Command, terminal: Terminal): void {
  program
    .command('match')
    .description('Say which route answers a request, with its params; PATH may be a whole URL.')
    .argument('<METHOD>', 'the HTTP method')
    .argument('<PATH>', 'the path, or a URL, whose host, port and protocol then count for constraints')
    .argument('[FILE]', 'the routes file (default: config/routes, then routes)')
    .option('--explain', 'list every route that was tried and why it did or did not match')
    .option('--json', 'print JSON')
    .option('--host <host>', 'the host that request constraints see')
    .option('--subdomain <subdomain>', 'the subdomain (default: that of the host)')
    .addOption(new Option('--protocol <protocol>', 'the protocol').choices(['http', 'https']))
    .option('--port <port>', 'the port')
    .option('--format <format>', 'the format')
    .action(async (method: string, path: string, file: string | undefined, options: MatchOptions) => {
      printMatch(await loadRoutesFile(file, terminal), method.toUpperCase(), path, options, terminal);
    });
}

function printMatch(
  router: Router,
  method: string,
  address: string,
  options: MatchOptions,
  terminal: Terminal,
): void {
  const { path, context } = requestOf(address, options);
  const match = router.recognize(method, path, { context });
  const status = router.recognitionStatus(method, path, { context });
  const tried = router.explain(method, path, { context });
  if (!match) terminal.exitCode = exitStatus.findings;
  if (options.json) {
    const allowed = router.allowedMethods(path, { context });
    const answer = match && { ...match.route.tableRow(), params: match.params, location: place(match.route) };
    const explained = tried.map((entry) => ({
      ...entry.route.tableRow(),
      matched: entry.matched,
      reason: entry.reason,
      message: entry.message,
      location: place(entry.route),
    }));
    terminal.print(
      JSON.stringify(
        {
          method,
          path,
          status,
          match: answer ?? null,
          allowed,
          ...(options.explain && { tried: explained }),
        },
        null,
        2,
      ),
    );
    return;
  }
  const { bold, dim, green, red } = terminal.colors;
  if (match) {
    terminal.print(`${green('✓')} ${method} ${path} → ${bold(targetText(match.target))}`);
    for (const [name, value] of Object.entries(match.params))
      terminal.print(`  ${name} = ${JSON.stringify(value)}`);
    terminal.print(`  ${dim(routeLine(match.route))}`);
    for (const [heading, text] of factLines(match.route)) terminal.print(`  ${dim(`${heading}: ${text}`)}`);
  } else if (status === 'method-not-allowed') {
    terminal.print(
      `${red('✗')} ${method} ${path} → 405: this path answers ${router.allowedMethods(path, { context }).join(', ')}`,
    );
  } else if (canonicalPath(path) === undefined)
    terminal.print(`${red('✗')} ${method} ${path} → 400: the path cannot be decoded; escape '%' as '%25'`);
  else terminal.print(`${red('✗')} ${method} ${path} → 404: no route answers`);
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

function explanationText({ route, matched, message }: Explanation, { colors }: Terminal): string {
  return `${matched ? colors.green('✓') : colors.dim('·')} ${routeLine(route)}\n    ${colors.dim(message)}`;
}

function routeLine(route: Route): string {
  return `${route.verbs.join('|')} ${route.pattern} → ${targetText(route.target)}  ${place(route)}`;
}

function place({ location }: Route): string {
  return location ? `${location.file}:${location.range.start.line}` : '';
}

/** A path or URL as a path, and what request constraints see of it. */
function requestOf(
  address: string,
  { host, subdomain, protocol, port, format }: MatchOptions,
): { path: string; context: RequestContext } {
  const url = /^(https?):\/\/([^/?#]*)(.*)$/i.exec(address);
  const authority = parseAuthority(url?.[2] ?? host);
  const seen = subdomain ?? subdomainOf(authority.host, 1);
  const ports = port ?? authority.port;
  return {
    path: url ? url[3] || '/' : address,
    context: {
      ...(authority.host !== undefined && { host: authority.host }),
      ...(seen !== undefined && { subdomain: seen }),
      ...((protocol ?? url?.[1]) !== undefined && { protocol: (protocol ?? url![1]!).toLowerCase() }),
      ...(ports !== undefined && { port: ports }),
      ...(format !== undefined && { format }),
    },
  };
}
