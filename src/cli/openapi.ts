// `waypost openapi`: prints an OpenAPI skeleton of the routes, or compares a document with them.
//
//   waypost openapi > openapi.json            paths, methods and path parameters; the user fills in the rest
//   waypost openapi --check openapi.yaml      exit with 1 if one has something that the other lacks

import { resolve } from 'node:path';
import type { Command } from 'commander';
import { differences, openApiSkeleton, pathsElsewhere, type OpenApiDifference } from '../manifest/openapi.js';
import { messageOf } from '../http/http-error.js';
import { escapeControls, escapeJson } from '../http/printable.js';
import { readRegularFile } from '../node/files/regular-file.js';
import { placeText, targetText, type RouteDefinition } from '../routing/patterns/route.js';
import { hasErrors } from './diagnostics.js';
import { trustConfigOption } from './project-configuration.js';
import { analyzeRoutesFile, routesFileArgument } from './routes-file.js';
import { exitStatus } from './exit-status.js';
import { Misuse, orMisuse, type Terminal } from './terminal.js';

interface OpenApiOptions {
  readonly check?: string;
  readonly title: string;
  readonly apiVersion: string;
  readonly trustConfig?: true;
}

export function addOpenApiCommand(program: Command, terminal: Terminal): void {
  program
    .command('openapi')
    .description('Print an OpenAPI 3.1 skeleton of the routes, or compare a document with them.')
    .addArgument(routesFileArgument())
    .option('--check <spec>', 'compare paths and params with this document (JSON or YAML), both ways')
    .option('--title <title>', 'the title of the document', 'API')
    .option('--api-version <version>', 'its version', '1.0.0')
    .addOption(trustConfigOption())
    .action((file: string | undefined, options: OpenApiOptions) => runOpenApi(file, options, terminal));
}

async function runOpenApi(
  file: string | undefined,
  { check, title, apiVersion, trustConfig }: OpenApiOptions,
  terminal: Terminal,
): Promise<void> {
  const { analysis } = await analyzeRoutesFile(file, terminal, { trustConfig });
  if (hasErrors(analysis, terminal)) return;
  if (check === undefined) {
    const document = openApiSkeleton(analysis, { title, version: apiVersion });
    return terminal.print(escapeJson(JSON.stringify(document, null, 2)));
  }
  const found = differences(analysis, await readDocument(check, terminal));
  if (found.length === 0) return terminal.print(escapeControls(`${check} and the routes agree`));
  for (const difference of found) terminal.print(escapeControls(differenceText(difference, check)));
  terminal.exitCode = exitStatus.findings;
}

async function readDocument(file: string, { cwd }: Terminal): Promise<unknown> {
  const text = orMisuse(file, 'read', () => readRegularFile(resolve(cwd, file)).toString());
  let document: unknown;
  try {
    document = await parsedDocument(text);
  } catch (error) {
    // The parser's message ends in `:` where it goes on with the lines around the place.
    const [first = ''] = (messageOf(error) ?? String(error)).split(/:?\n/, 1);
    throw new Misuse(`${file} is neither JSON nor YAML: ${first}`);
  }
  if (typeof document !== 'object' || document === null || !('paths' in document))
    throw new Misuse(`${file} is no OpenAPI document: it has no 'paths'`);
  const [path] = pathsElsewhere(document);
  if (path !== undefined)
    throw new Misuse(`${file} describes ${path} in another file; put its files together into one first`);
  return document;
}

/** The content of a document in YAML or JSON, which is YAML too. */
async function parsedDocument(text: string): Promise<unknown> {
  const { isMap, isScalar, parseDocument, visit } = await import('yaml');
  // By default the parser prints warnings itself, and compares each key with every other.
  const parsed = parseDocument(text, { logLevel: 'error', uniqueKeys: false });
  const [mistake] = parsed.errors;
  if (mistake) throw mistake;
  visit(parsed, (_, node) => {
    if (!isMap(node)) return;
    const keys = new Set<unknown>();
    for (const { key } of node.items) {
      const value = isScalar(key) ? key.value : key;
      if (keys.has(value)) throw new Error(`the key ${String(value)} stands twice in one place`);
      keys.add(value);
    }
  });
  return parsed.toJS();
}

function differenceText(difference: OpenApiDifference, file: string): string {
  const { method, path } = difference;
  switch (difference.kind) {
    case 'not-documented':
      return `${method} ${path}${sourceText(difference.route)} is not in ${file}`;
    case 'not-routed':
      return `${method} ${path} of ${file} has no route`;
    case 'other-params': {
      const { documented, routed, route } = difference;
      return `${method} ${path}: ${file} has the params ${documented.join(', ')}, the route has ${routed.join(', ')}${sourceText(route)}`;
    }
    default:
      return difference satisfies never;
  }
}

const sourceText = (route: RouteDefinition): string => ` (${targetText(route.target)}, ${placeText(route)})`;
