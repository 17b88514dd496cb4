// `waypost routes`: prints the route table of a file, without running the application.

import { relative, resolve } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { escapeJson } from '../http/printable.js';
import type { Analysis } from '../analysis/analyze.js';
import type { Bindings } from '../interpreter/bindings.js';
import type { InterpretedRoute } from '../interpreter/interpreted-route.js';
import { canonicalName } from '../routing/patterns/route-name.js';
import { answersMethod, Route } from '../routing/patterns/route.js';
import { aboutModules } from '../language/diagnostics.js';
import { didYouMean, nearest } from '../language/nearest.js';
import { httpVerbs } from '../language/vocabulary.js';
import { analyzeRoutesFile, routesFileArgument } from './routes-file.js';
import { trustConfigOption } from './project-configuration.js';
import { hasErrors } from './diagnostics.js';
import { manifestOf } from '../manifest/manifest.js';
import { httpFile, sitemap } from '../manifest/request-lists.js';
import { expandedText, manifestText, tableText } from './table.js';
import { exitStatus } from './exit-status.js';
import { type Terminal } from './terminal.js';

interface RoutesOptions {
  readonly json?: true;
  readonly http?: string;
  readonly sitemap?: string;
  readonly expanded?: true;
  readonly unused?: true;
  readonly trustConfig?: true;
  readonly grep?: string;
  readonly controller?: string;
  readonly name?: string;
  readonly verb?: string;
}

export function addRoutesCommand(program: Command, terminal: Terminal): void {
  program
    .command('routes')
    .description('Print the route table: the name, verbs, pattern and target of every route, in order.')
    .addArgument(routesFileArgument())
    .addOption(
      new Option(
        '--json',
        'print the manifest: everything known of each route, as JSON (docs/manifest.schema.json)',
      ).conflicts(['http', 'sitemap', 'expanded']),
    )
    .addOption(
      new Option(
        '--http <host>',
        'print an .http file: a request for each route and verb, to send from an editor',
      )
        .argParser(requestHost)
        .conflicts(['sitemap', 'expanded']),
    )
    .addOption(
      new Option('--sitemap <origin>', 'print a sitemap of the GET routes without params')
        .argParser(siteOrigin)
        .conflicts('expanded'),
    )
    .option('--expanded', 'print a block of lines for each route, with the place of its declaration')
    .option('--grep <text>', 'only routes with this text in name, verbs, pattern or target')
    .option('--controller <name>', 'only routes to this controller')
    .option('--name <name>', 'only routes whose name has this text')
    .addOption(new Option('--verb <verb>', 'only routes that answer this verb').argParser(knownVerb))
    .option('--unused', 'only routes whose controller or action does not exist; exits with 1 if there is any')
    .addOption(trustConfigOption())
    .action((file: string | undefined, options: RoutesOptions) => printRoutes(file, options, terminal));
}

function knownVerb(text: string): string {
  const verb = text.toUpperCase();
  if (httpVerbs.has(verb)) return verb;
  const words = [...httpVerbs].map((each) => each.toLowerCase());
  throw new InvalidArgumentError(
    `'${text}' is no HTTP verb${didYouMean(nearest(text.toLowerCase(), words)) || '.'}`,
  );
}

function requestHost(text: string): string {
  if (/^\S*[^\s:/]\/*$/.test(text)) return text;
  throw new InvalidArgumentError(`'${text}' is no host; write one such as http://localhost:3000.`);
}

function siteOrigin(text: string): string {
  if (/^https?:\/\/[^\s?#]+$/i.test(text) && URL.canParse(text)) return text;
  throw new InvalidArgumentError(`'${text}' is no address of a site; write one such as https://example.com.`);
}

async function printRoutes(
  file: string | undefined,
  options: RoutesOptions,
  terminal: Terminal,
): Promise<void> {
  const { analysis, controllers } = await analyzeRoutesFile(file, terminal, {
    withControllers: options.unused ?? false,
    trustConfig: options.trustConfig,
  });
  if (hasErrors(analysis, terminal, options.unused && aboutModules)) return;
  const unused = options.unused ? unusedRoutes(analysis, controllers) : undefined;
  const wanted = analysis.routes.flatMap((route, index) =>
    isWanted(route, options) && (!unused || unused.has(index))
      ? [{ route, row: new Route(route.definition, index) }]
      : [],
  );
  const rows = wanted.map(({ row }) => row);
  if (unused && rows.length > 0) terminal.exitCode = exitStatus.findings;
  const shown = { routes: rows };
  if (options.json) terminal.print(escapeJson(manifestText(manifestOf(shown, analysis.source.file))));
  else if (options.http !== undefined) terminal.write(httpFile(shown, options.http));
  else if (options.sitemap !== undefined) terminal.write(sitemap(shown, options.sitemap));
  else if (rows.length === 0) terminal.print(emptyText(analysis, unused));
  else if (options.expanded) {
    const placed = wanted.map(({ route, row }) => ({ row, place: placeText(route, terminal.cwd) }));
    terminal.print(expandedText(placed, terminal.colors));
  } else terminal.print(tableText(rows, terminal.colors, terminal.columns));
}

/** The text that is printed instead of a table without rows. */
function emptyText({ routes }: Analysis, unused: ReadonlySet<number> | undefined): string {
  if (routes.length === 0) return 'no routes';
  return unused?.size === 0 ? 'no unused routes' : 'no route fits';
}

function isWanted(
  { definition }: InterpretedRoute,
  { grep, controller, name, verb }: RoutesOptions,
): boolean {
  const target = definition.target;
  const has = (text: string, part: string): boolean => text.toLowerCase().includes(part.toLowerCase());
  const label = target.kind === 'controller' ? `${target.controller}#${target.action}` : target.label;
  return (
    (grep === undefined ||
      [definition.name ?? '', definition.verbs.join(' '), definition.pattern.text, label].some((text) =>
        has(text, grep),
      )) &&
    (controller === undefined || (target.kind === 'controller' && target.controller === controller)) &&
    (name === undefined || has(canonicalName(definition.name ?? ''), canonicalName(name))) &&
    (verb === undefined || answersMethod(definition, verb))
  );
}

function placeText({ definition, uses }: InterpretedRoute, cwd: string): string {
  const { location } = definition;
  const own = location ? `${relative(cwd, resolve(cwd, location.file))}:${location.range.start.line}` : '';
  const ways = uses.map(
    (use) =>
      `${use.kind} '${use.name}' used at line ${use.place.source.positionAt(use.place.span.start).line}`,
  );
  return [own, ...ways].join(', ');
}

/** The indexes of the routes whose controller or action does not exist in the application. */
function unusedRoutes({ routes }: Analysis, controllers: Bindings['controllers']): ReadonlySet<number> {
  const unused = new Set<number>();
  routes.forEach(({ definition }, index) => {
    if (definition.target.kind !== 'controller') return;
    const { controller, action } = definition.target;
    if (controllers?.find(controller)?.hasAction(action) !== true) unused.add(index);
  });
  return unused;
}
