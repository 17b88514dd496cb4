// `waypost path`: prints the path of a named route, or which values are missing.
//
//   waypost path edit-user 5                 /users/5/edit
//   waypost path post 5 locale=fr page=2     /fr/posts/5?page=2
//   waypost path post 5 host=example.com --url

import type { Command } from 'commander';
import type { CustomHelpers, DirectHelper } from '../routing/generation/custom-helpers.js';
import { UnknownRouteError, UrlGenerationError } from '../routing/generation/generation-errors.js';
import type { UrlOptions } from '../routing/generation/helper-signatures.js';
import type { Router } from '../routing/router/router.js';
import { unloadedRouter } from './routes-file.js';
import { bareRecord } from '../routing/patterns/route.js';
import { canonicalName } from '../routing/patterns/route-name.js';
import { trustConfigOption } from './project-configuration.js';
import { exitStatus } from './exit-status.js';
import { printFailure, type Terminal } from './terminal.js';

interface PathOptions {
  readonly file?: string;
  readonly url?: true;
  readonly trustConfig?: true;
}

export function addPathCommand(program: Command, terminal: Terminal): void {
  program
    .command('path')
    .description('Print the path of a named route.')
    .argument('<NAME>', "the route's name or its helper's, in any spelling")
    .argument(
      '[VALUES...]',
      'values of its segments, then KEY=VALUE for segments by name, the query, anchor and trailingSlash',
    )
    .option('--file <file>', 'the routes file (default: config/routes, then routes)')
    .option('--url', 'print an absolute URL; host=, protocol= and port= say where')
    .addOption(trustConfigOption())
    .addHelpText(
      'after',
      '\nExamples:\n  waypost path edit-user 5\n  waypost path post 5 locale=fr tags[]=a tags[]=b anchor=top',
    )
    .action(async (called: string, values: readonly string[], { file, url, trustConfig }: PathOptions) => {
      const router = await unloadedRouter(file, terminal, { trustConfig });
      const { helpers, customHelpers } = router;
      const name = nameOf(called, router);
      const direct = directNamed(customHelpers, name);
      if (direct && direct.target === undefined) {
        printFailure(
          `the helper '${name}' is the application's own code, which is not run here; name a route`,
          terminal,
        );
        terminal.exitCode = exitStatus.findings;
        return;
      }
      const { positional, options } = readValues(values);
      try {
        terminal.print(
          url ? helpers.urlFor(name, ...positional, options) : helpers.pathFor(name, ...positional, options),
        );
      } catch (error) {
        if (!(error instanceof UnknownRouteError) && !(error instanceof UrlGenerationError)) throw error;
        printFailure(asArguments(error.message), terminal);
        terminal.exitCode = exitStatus.findings;
      }
    });
}

/** Rewrites the message of a helper into the notation of this command's arguments. */
function asArguments(message: string): string {
  return message
    .replace(/ as a segment value or as \{ (.+): … \}$/, ' behind the name or as $1=…')
    .replace(/ as \{ host: '(.+)' \} or in defaultUrlOptions$/, ' as host=$1');
}

/** The name of a route or `direct` helper. It may be given as the helper is called: `edit-user` for `editUserPath`. */
function nameOf(called: string, router: Router): string {
  const name = canonicalName(called).replace(/-(?:path|url)$/, '');
  const isKnown = directNamed(router.customHelpers, name) || router.routeNamed(name);
  return router.routeNamed(called) === undefined && isKnown ? name : called;
}

/** The `direct` helper of a name. Its target is undefined if only the application's code knows it. */
function directNamed(helpers: CustomHelpers | undefined, name: string): DirectHelper | undefined {
  const wanted = canonicalName(name);
  return [...(helpers?.direct ?? [])].find(([own]) => canonicalName(own) === wanted)?.[1];
}

/** `5 locale=fr tags[]=a` → the value 5 and the options { locale: 'fr', tags: ['a'] }. */
export function readValues(values: readonly string[]): {
  readonly positional: readonly string[];
  readonly options: UrlOptions;
} {
  const positional: string[] = [];
  const entries = new Map<string, Nested>();
  for (const value of values) {
    const [, key, brackets = '', text = ''] =
      /^([\p{L}_][\p{L}\p{M}\p{Nd}_-]*)((?:\[[^[\]]*\])*)=(.*)$/su.exec(value) ?? [];
    if (key === undefined) positional.push(value);
    else {
      const path = [...brackets.matchAll(/\[([^[\]]*)\]/g)].map(([, inner = '']) => inner);
      entries.set(key, withValue(entries.get(key), path, text));
    }
  }
  const given = Array.from(entries, ([key, nested]): [string, Plain] =>
    key === 'trailingSlash' ? [key, nested !== 'false'] : [key, plain(nested)],
  );
  return { positional, options: bareRecord(given) };
}

type Nested = string | Nested[] | Map<string, Nested>;
type Plain = string | boolean | readonly Plain[] | { readonly [key: string]: Plain };

/** The value of a key after one more argument for it: a text replaces an earlier one, a list is extended. */
function withValue(before: Nested | undefined, [inner, ...rest]: readonly string[], text: string): Nested {
  if (inner === undefined) return text;
  if (inner === '') return [...(Array.isArray(before) ? before : []), withValue(undefined, rest, text)];
  const map = before instanceof Map ? before : new Map<string, Nested>();
  return map.set(inner, withValue(map.get(inner), rest, text));
}

function plain(nested: Nested): Plain {
  if (typeof nested === 'string') return nested;
  if (Array.isArray(nested)) return nested.map(plain);
  return Object.fromEntries([...nested].map(([key, value]) => [key, plain(value)]));
}
