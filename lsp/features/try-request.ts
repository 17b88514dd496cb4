// Trying a route: the request that the code lens above it sends to the running development server, and the text that describes the answer.
//
//   get '/about', to => …        ▷ GET /about         is sent at once
//   get '/posts/:id', to => …    ▷ GET /posts/7 …     is asked first: the path is made up

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
  /** Whether it may be sent without asking: nothing in the path is made up, and it only reads. */
  readonly isCertain: boolean;
  readonly layers: readonly string[];
}

export interface Answer {
  readonly status: number;
  readonly statusText: string;
  readonly milliseconds: number;
  /** What the server measured itself: the `Server-Timing` of development. */
  readonly timing: string | undefined;
}

/** A lens for each declaration of one route, with the request that it sends. */
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

/** `200 OK in 12 ms · through &auth#signedIn · app;dur=8.1`. */
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

/** A path of a route, its optional groups left out and its segments made up. */
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
