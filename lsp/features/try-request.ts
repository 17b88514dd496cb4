// Trying a route: the request that a code lens sends to the running development server, and the text that describes the response.
//
//   get '/about', to => …        ▷ GET /about         is sent at once
//   get '/posts/:id', to => …    ▷ GET /posts/7 …     the user is asked first: the path is made up

import type { Snapshot } from '../../src/analysis/snapshot.js';
import type { Declaration } from '../../src/language/declarations.js';
import { callableLabel, walkDeclarations } from '../../src/language/declarations.js';
import { isRoute } from '../../src/language/roles.js';
import type { Span } from '../../src/language/source.js';
import type { InterpretedRoute } from '../../src/interpreter/interpreted-route.js';
import { sampleValue } from '../../src/proofs/value-samples.js';

export interface TryRequest {
  readonly verb: string;
  readonly path: string;
  /** Whether it can be sent without asking: no part of the path is made up, and the request only reads. */
  readonly isCertain: boolean;
  readonly layers: readonly string[];
}

export interface Answer {
  readonly status: number;
  readonly statusText: string;
  readonly milliseconds: number;
  /** The server's own measurement: its `Server-Timing` header in development. */
  readonly timing: string | undefined;
}

/** A lens for each declaration with one route, with the request that it sends. */
export function tryLenses(
  snapshot: Snapshot,
): readonly { readonly span: Span; readonly title: string; readonly request: TryRequest }[] {
  const lenses: { span: Span; title: string; request: TryRequest }[] = [];
  walkDeclarations(snapshot.syntax.declarations, (declaration) => {
    const request = requestOf(snapshot, declaration);
    if (!request) return;
    const title = `▷ ${request.verb} ${request.path}${request.isCertain ? '' : ' …'}`;
    lenses.push({ span: declaration.keyword.span, title, request });
  });
  return lenses;
}

/** Describes a response: `GET /about → 200 OK in 12 ms · through &auth#signedIn · app;dur=8.1`. */
export function answerText({ verb, path, layers }: TryRequest, answer: Answer): string {
  const { status, statusText, milliseconds, timing } = answer;
  return [
    `${verb} ${path} → ${status} ${statusText}`.trimEnd() + ` in ${Math.round(milliseconds)} ms`,
    ...(layers.length > 0 ? [`through ${layers.join(', ')}`] : []),
    ...(timing === undefined ? [] : [timing]),
  ].join(' · ');
}

function requestOf(snapshot: Snapshot, declaration: Declaration): TryRequest | undefined {
  const [route] = isRoute(declaration) ? snapshot.analysis.routesOf(declaration) : [];
  const path = route && samplePath(route);
  const [verb] = route?.definition.verbs ?? [];
  if (!route || path === undefined || verb === undefined || route.definition.any) return undefined;
  const isCertain = (verb === 'GET' || verb === 'HEAD') && path === route.definition.pattern.text;
  return { verb, path, isCertain, layers: route.layers.map(({ value }) => callableLabel(value)) };
}

/** A possible path of a route, without optional groups and with made-up segments. Undefined if no value for a segment can be found. */
export function samplePath({
  definition: { pattern, segmentConstraints },
}: InterpretedRoute): string | undefined {
  let path = '';
  for (const part of pattern.parts) {
    if (part.kind === 'group') continue;
    if (part.kind === 'literal') {
      path += part.text;
      continue;
    }
    const sample = sampleValue(part.kind, segmentConstraints.get(part.name) ?? []);
    if (typeof sample === 'string') return undefined;
    const value = String.fromCodePoint(...sample);
    path += part.kind === 'glob' ? encodeURI(value) : encodeURIComponent(value);
  }
  return path === '' ? '/' : path;
}
