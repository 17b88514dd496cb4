// Writes the URL helpers of a routes file as a TypeScript module without imports, for example for a front end that has neither the
// package nor the routes file.
//
//   import { editUserPath } from './routes.js';
//   editUserPath(5)   →  /users/5/edit
//
// The module contains a bundle of the package's generation, and the routes as data. Constraints that are callables stay on the server: a
// helper also makes paths that such a constraint would refuse.

import * as runtimes from '#standalone-runtime';
import { isReadAsWritten } from '../routing/generation/path-reading.js';
import { hasHardPaths } from '../routing/patterns/reachability.js';
import type { RouteDefinition } from '../routing/patterns/route.js';
import { generatedHeading } from '../typescript/generated-heading.js';
import {
  helperComment,
  helperForms,
  namedRoutes,
  type NamedRoute,
  ownTypes,
} from '../typescript/helper-forms.js';
import { literal } from './literal.js';
import { generationData, PartCall } from './route-data.js';

/** Types that the package exports under the same names. */
const types = `
/** A record of an application: it stands for its toParam(), or for its id. */
export type ParamRecord = { toParam(): string | number | bigint } | { readonly id: string | number | bigint };
/** What may stand for a segment of a path. */
export type SegmentValue = string | number | bigint | boolean | ParamRecord;
/** What may stand in a query. */
export type QueryValue =
  | string | number | bigint | boolean | null | undefined | Date | ParamRecord
  | readonly QueryValue[] | { readonly [key: string]: QueryValue };
/** Where absolute URLs lead. */
export interface OriginOptions {
  readonly host?: string | undefined;
  readonly protocol?: string | undefined;
  readonly port?: number | string | null | undefined;
}
/** The options that say how a URL is made. */
export interface HelperOptions extends OriginOptions {
  readonly anchor?: string | number | undefined;
  readonly trailingSlash?: boolean | undefined;
  readonly currentParams?: Readonly<Record<string, string | undefined>> | undefined;
  readonly query?: { readonly [param: string]: QueryValue } | undefined;
}
/** The options of a call: those of the URL, values of segments by name, and params of the query. */
export type UrlOptions = HelperOptions & { readonly [param: string]: QueryValue };
${[...ownTypes.values()].join('\n')}
/** A record that has the value of a segment under the segment's own name. */
export type RecordBy<Name extends string> = { readonly [key in Name]: string | number | bigint };

/** A URL that cannot be made from what was given. */
export interface UrlGenerationError extends Error {
  /** The route's name, its pattern, and the name of the segment at fault. */
  readonly route: string | undefined;
  readonly pattern: string | undefined;
  readonly segment: string | undefined;
}
export const UrlGenerationError: new (message: string) => UrlGenerationError = runtime.UrlGenerationError;

/** Where absolute URLs lead, for calls that do not say so. */
export const defaultUrlOptions: { host?: string; protocol?: string; port?: number | string | null } = runtime.defaultUrlOptions;
`.trim();

/**
 * The text of a `.ts` file with two functions for each named route, its path and its URL (docs/url-helpers.md, "Without the package").
 * The same routes always give the same text.
 */
export function standaloneHelpers(
  definitions: readonly RouteDefinition[],
  { file }: { readonly file?: string } = {},
): string {
  const exported = new Set<string>();
  let isGuarded = false;
  const dataText = (definition: RouteDefinition): string =>
    literal(generationData(definition), (value) => {
      if (!(value instanceof PartCall)) return undefined;
      isGuarded = true;
      return `runtime.${value.part}(${value.values.map(String).join(', ')})`;
    });
  const named = namedRoutes(definitions);
  const isBounded = named.some(({ definition }) => hasHardPaths(definition));
  const routes = named.flatMap((route, index) =>
    helperText(route, index, dataText(route.definition), exported),
  );
  return [
    generatedHeading('The URL helpers', file, 'waypost types --runtime'),
    '',
    '// The runtime is JavaScript. What the helpers are called with is checked all the same.',
    '// @ts-nocheck',
    '/* eslint-disable */',
    runtimes[isGuarded || isBounded ? 'guarded' : runtimeFor(named)],
    ...(isBounded ? ['runtime.boundMatching();'] : []),
    '',
    types,
    '',
    ...routes,
  ].join('\n');
}

/** The smallest runtime that is enough for these routes. */
function runtimeFor(named: readonly NamedRoute[]): 'plain' | 'constrained' | 'whole' {
  if (!named.every(({ definition }) => isReadAsWritten(definition))) return 'whole';
  const isFree = named.every(({ definition }) => generationData(definition).where === undefined);
  return isFree ? 'plain' : 'constrained';
}

function helperText(
  { camelCase, definition }: NamedRoute,
  index: number,
  text: string,
  exported: Set<string>,
): string[] {
  const data = `route${index}`;
  const type = `Values${index}`;
  const comment = `/** ${helperComment(definition)} */`;
  const lines = [
    `const ${data} = ${text};`,
    `type ${type} =\n${helperForms(definition)
      .map((form) => `  | ${form}`)
      .join('\n')};`,
  ];
  for (const [suffix, function_] of [
    ['Path', 'pathHelper'],
    ['Url', 'urlHelper'],
  ] as const) {
    const helper = `${camelCase}${suffix}`;
    if (exported.has(helper)) continue;
    exported.add(helper);
    lines.push(
      comment,
      `export const ${helper}: (...values: ${type}) => string = /* @__PURE__ */ runtime.${function_}(${data});`,
    );
  }
  return [...lines, ''];
}
