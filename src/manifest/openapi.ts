// Makes an OpenAPI 3.1 document from a table: its paths, methods and path parameters. Requests and responses are left for the application
// to describe.
//
//   get '/posts/:id', id => /\d+/   →   /posts/{id}: { get: { operationId: posts#show, parameters: [{ name: id, in: path, … }] } }
//
// `differences` compares a document with a table in both directions.

import { attempt } from '../http/http-error.js';
import type { SegmentConstraint } from '../routing/patterns/constraints.js';
import { wholeRegex } from '../routing/patterns/regex-test.js';
import { targetText, type RouteDefinition } from '../routing/patterns/route.js';
import type { Routes } from './manifest.js';
import { formText, pathForms } from './path-forms.js';

/** The methods of OpenAPI. */
const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;
/** A method of OpenAPI. */
export type Method = (typeof methods)[number];

/** A name in a path, as a parameter. */
export interface OpenApiParameter {
  /** Without the `:` or the `*`. */
  readonly name: string;
  /** Every parameter of a route is in its path. */
  readonly in: 'path';
  /** OpenAPI requires this for a parameter in the path. */
  readonly required: true;
  /** Present if the name can contain slashes, which OpenAPI cannot express. */
  readonly description?: string;
  /** The texts that are allowed. */
  readonly schema: { readonly type: 'string'; readonly enum?: readonly string[]; readonly pattern?: string };
}

/** A route under one of its methods. */
export interface OpenApiOperation {
  /** Made from the method and the route's name or path; unique in the document. */
  readonly operationId: string;
  /** The controller, if one answers. */
  readonly tags?: readonly string[];
  /** Present if the route is deprecated. */
  readonly deprecated?: true;
  /** The names in its path. */
  readonly parameters?: readonly OpenApiParameter[];
  /** OpenAPI requires a response, so there is one without details. */
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
}

/** A skeleton of an OpenAPI document: paths, methods and parameters, without bodies. */
export interface OpenApiDocument {
  /** The version of OpenAPI. */
  readonly openapi: '3.1.0';
  /** The title and version of the application. */
  readonly info: { readonly title: string; readonly version: string };
  /** The operations by path and method. */
  readonly paths: Readonly<Record<string, Readonly<Partial<Record<Method, OpenApiOperation>>>>>;
}

/** A path and method of the table that OpenAPI can describe. */
interface Operation {
  /** `/posts/{id}` */
  readonly path: string;
  /** The path with all parameters as `{}`. For OpenAPI, paths with the same key are the same path. */
  readonly key: string;
  readonly method: Method;
  /** The parameter names in the document, which the first route with this path determines. */
  readonly names: readonly string[];
  /** The names that the route itself has in these places. */
  readonly ownNames: readonly string[];
  readonly route: RouteDefinition;
}

/**
 * The skeleton of an OpenAPI document for these routes. The first route of a path and method counts. Left out are mounted apps, whose
 * routes are not known, and methods that OpenAPI does not have (docs/router.md, "The manifest").
 */
export function openApiSkeleton({ routes }: Routes, info: OpenApiDocument['info']): OpenApiDocument {
  const paths = new Map<string, Map<Method, OpenApiOperation>>();
  const ids = new Map<string, number>();
  for (const operation of operationsOf(routes)) {
    const ofPath = paths.get(operation.path) ?? new Map<Method, OpenApiOperation>();
    paths.set(operation.path, ofPath);
    ofPath.set(operation.method, skeletonOf(operation, ids));
  }
  return {
    openapi: '3.1.0',
    info,
    paths: Object.fromEntries([...paths].map(([path, ofPath]) => [path, Object.fromEntries(ofPath)])),
  };
}

/** A difference between a document and the table. */
export type OpenApiDifference = {
  /** In upper case. */
  readonly method: string;
  /** As written in the document or the table, whichever has it. */
  readonly path: string;
} & (
  | {
      readonly kind: 'not-documented';
      readonly route: RouteDefinition;
      readonly documented?: undefined;
      readonly routed?: undefined;
    }
  | {
      readonly kind: 'not-routed';
      readonly route?: undefined;
      readonly documented?: undefined;
      readonly routed?: undefined;
    }
  | {
      readonly kind: 'other-params';
      readonly route: RouteDefinition;
      /** The names in the document. */
      readonly documented: readonly string[];
      /** The names of the route. */
      readonly routed: readonly string[];
    }
);

/**
 * The differences between an OpenAPI document and these routes in paths, methods and names of path parameters. Of a pattern with optional
 * groups, the document must have one form and may have others (docs/router.md, "The manifest").
 */
export function differences({ routes }: Routes, document: unknown): OpenApiDifference[] {
  const documented = documentedOperations(document);
  const routed = new Map<string, Operation>();
  const byRoute = new Map<string, { readonly first: Operation; readonly keys: string[] }>();
  for (const operation of operationsOf(routes)) {
    const key = `${operation.method} ${operation.key}`;
    routed.set(key, operation);
    const ofRoute = `${operation.method} ${operation.route.pattern.text}`;
    const known = byRoute.get(ofRoute);
    if (known) known.keys.push(key);
    else byRoute.set(ofRoute, { first: operation, keys: [key] });
  }
  const found: OpenApiDifference[] = [];
  for (const { first, keys } of byRoute.values()) {
    if (keys.some((key) => documented.has(key))) continue;
    found.push({
      kind: 'not-documented',
      method: first.method.toUpperCase(),
      path: first.path,
      route: first.route,
    });
  }
  for (const [key, { method, path, names }] of documented) {
    const operation = routed.get(key) ?? answeringImplicitly(method, key, routed);
    const asked = { method: method.toUpperCase(), path };
    if (!operation) found.push({ kind: 'not-routed', ...asked });
    else if (names.join() !== operation.names.join())
      found.push({
        kind: 'other-params',
        ...asked,
        route: operation.route,
        documented: names,
        routed: operation.names,
      });
  }
  return found;
}

/** The operation that answers a method which a document need not list: HEAD for GET, TRACE for a route of any method. */
function answeringImplicitly(
  method: Method,
  key: string,
  routed: ReadonlyMap<string, Operation>,
): Operation | undefined {
  const get = routed.get(`get${key.slice(method.length)}`);
  return method === 'head' || (method === 'trace' && get?.route.any) ? get : undefined;
}

function operationsOf(routes: Routes['routes']): Operation[] {
  const operations = new Map<string, Operation>();
  /** The first route with a path gives its parameter names. */
  const paths = new Map<string, Pick<Operation, 'path' | 'names'>>();
  for (const { definition: route } of routes) {
    if (route.target.kind === 'mount') continue;
    for (const form of pathForms(route.pattern)) {
      const names = form.flatMap((part) => (typeof part === 'string' ? [] : [part.name]));
      const key = formText(form, () => '{}', withoutBraces);
      const known = paths.get(key) ?? { path: formText(form, (name) => `{${name}}`, withoutBraces), names };
      paths.set(key, known);
      for (const method of methodsOf(route)) {
        if (!operations.has(`${method} ${key}`))
          operations.set(`${method} ${key}`, { ...known, ownNames: names, key, method, route });
      }
    }
  }
  return [...operations.values()];
}

/** Escapes braces, which would be parameters in a document, and percent signs, which would begin escapes. */
function withoutBraces(text: string): string {
  return text.replace(/[{}%]/g, encodeURIComponent);
}

function methodsOf({ verbs, any }: RouteDefinition): readonly Method[] {
  return methods.filter((method) =>
    any ? method !== 'head' && method !== 'trace' : verbs.includes(method.toUpperCase()),
  );
}

function skeletonOf(
  { route, method, names, ownNames, path }: Operation,
  ids: Map<string, number>,
): OpenApiOperation {
  const { target, facts } = route;
  const parameters = names.map((name, index) => parameterOf(name, ownNames[index] ?? name, route));
  return {
    operationId: freeId(route.name === undefined ? `${method} ${path}` : `${method} ${route.name}`, ids),
    ...(target.kind === 'controller' && { tags: [target.controller] }),
    ...(facts?.deprecated && { deprecated: true }),
    ...(parameters.length > 0 && { parameters }),
    responses:
      target.kind === 'redirect'
        ? { [String(target.status)]: { description: `redirect to ${target.label}` } }
        : { default: { description: targetText(target) } },
  };
}

/** A unique id for an operation: the words of `wanted` in camelCase, with a number if it is taken. */
function freeId(wanted: string, ids: Map<string, number>): string {
  const words = wanted.replace(/[^\p{L}\p{N}]+(\p{L}|\p{N})?/gu, (_, next: string | undefined) =>
    (next ?? '').toUpperCase(),
  );
  const count = (ids.get(words) ?? 0) + 1;
  ids.set(words, count);
  return count === 1 ? words : freeId(`${words}${count}`, ids);
}

/** The description of a parameter. `own` is its name in the route. */
function parameterOf(
  name: string,
  own: string,
  { pattern, segmentConstraints }: RouteDefinition,
): OpenApiParameter {
  const isGlob = pattern.globNames.has(own);
  return {
    name,
    in: 'path',
    required: true,
    ...(isGlob && { description: 'the rest of the path, slashes included' }),
    schema: { type: 'string', ...valuesOf(segmentConstraints.get(own) ?? []) },
  };
}

/** The schema from the first constraint that JSON Schema can express. */
function valuesOf(
  constraints: readonly SegmentConstraint[],
): Pick<OpenApiParameter['schema'], 'enum' | 'pattern'> {
  for (const constraint of constraints) {
    if (constraint.kind === 'string') return { enum: [constraint.value] };
    if (constraint.kind === 'regex' && /^u?$/.test(constraint.regex.flags)) {
      const { source } = wholeRegex(constraint.regex);
      // Readers of a schema compile its patterns with the flag `u`, which allows fewer escapes.
      if (attempt(() => new RegExp(source, 'u'))) return { pattern: source };
    }
    if (constraint.kind === 'list' && constraint.values.every((value) => typeof value === 'string'))
      return { enum: constraint.values };
  }
  return {};
}

interface DocumentedOperation {
  readonly method: Method;
  readonly path: string;
  /** In the order of the path. If the document declares names that differ from those in its path, the declared ones. */
  readonly names: readonly string[];
}

/** The paths that the document describes in other files. */
export function pathsElsewhere(document: unknown): string[] {
  return Object.entries(recordOf(recordOf(document)['paths'])).flatMap(([path, item]) => {
    const { $ref: reference } = recordOf(item);
    return typeof reference === 'string' && !reference.startsWith('#') ? [path] : [];
  });
}

/** The operations of a document. The path of its first server is put before each path. */
function documentedOperations(document: unknown): Map<string, DocumentedOperation> {
  const operations = new Map<string, DocumentedOperation>();
  const prefix = serverPath(document);
  for (const [path, written] of Object.entries(recordOf(recordOf(document)['paths']))) {
    const item = referredTo(written, document);
    const whole = `${prefix}${path === '/' && prefix !== '' ? '' : path}`;
    const names = [...whole.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
    const key = whole.replace(/\{[^{}]*\}/g, '{}').replace(/(.)\/$/, '$1');
    for (const method of methods) {
      if (!Object.hasOwn(recordOf(item), method)) continue;
      const declared = declaredNames(item, recordOf(item)[method]);
      const isSame = declared === undefined || names.toSorted().join() === declared.toSorted().join();
      operations.set(`${method} ${key}`, { method, path: whole, names: isSame ? names : declared });
    }
  }
  return operations;
}

/** A part of a document. A reference such as `{ $ref: '#/components/pathItems/post' }` is followed. */
function referredTo(part: unknown, document: unknown): unknown {
  const { $ref: reference } = recordOf(part);
  if (typeof reference !== 'string' || !reference.startsWith('#/')) return part;
  const keys = reference.slice(2).split('/');
  return keys.reduce<unknown>(
    (within, key) => recordOf(within)[key.replaceAll('~1', '/').replaceAll('~0', '~')],
    document,
  );
}

/** The path parameters declared for an operation; undefined if it declares none, or some by reference. */
function declaredNames(...owners: readonly unknown[]): string[] | undefined {
  const names = new Set<string>();
  for (const owner of owners) {
    const { parameters } = recordOf(owner);
    for (const parameter of Array.isArray(parameters) ? parameters.map(recordOf) : []) {
      if ('$ref' in parameter) return undefined;
      if (parameter['in'] === 'path' && typeof parameter['name'] === 'string') names.add(parameter['name']);
    }
  }
  return names.size === 0 ? undefined : [...names];
}

function serverPath(document: unknown): string {
  const servers = recordOf(document)['servers'];
  const first: unknown = Array.isArray(servers) ? servers[0] : undefined;
  const { url, variables } = recordOf(first);
  if (typeof url !== 'string') return '';
  const filled = url.replace(/\{([^{}]*)\}/g, (variable, name: string) => {
    const value = recordOf(recordOf(variables)[name])['default'];
    return typeof value === 'string' ? value : variable;
  });
  return filled.replace(/^[a-z][a-z\d+.-]*:\/\/[^/]*/i, '').replace(/(?<!\/)\/+$/, '');
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
