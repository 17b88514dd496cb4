// Validation before a route's target is called: a layer that checks params, query and body with schemas of the application.
//
//     export const post = validated({ body: z.object({ title: z.string() }) })      through &schemas#post
//     request.valid.body.title                                                      422 for everything else
//
// Schemas come from any library with Standard Schema (zod, valibot, arktype …). A wrong request is answered with problem details (RFC
// 9457) that locate each mistake: `{ "in": "body", "pointer": "#/title", "detail": "…" }`.

import type { StandardSchemaV1 } from '@standard-schema/spec';
import { HttpError, reasonPhrase } from '../http/http-error.js';
import { isPlainObject } from '../http/object-shape.js';
import type { Request } from '../http/request.js';
import { Response, isDeclined } from '../http/response.js';
import type { Next } from './middleware.js';

/** The schemas for the parts of a request. The body is read only if it has one. */
export interface Schemas {
  /** For the params from the path; their values are text. */
  readonly params?: StandardSchemaV1;
  /** For the query: a text for each name, or a list of texts if a name occurs several times. */
  readonly query?: StandardSchemaV1;
  /** For the body: the value of JSON, or the fields of a form; undefined if there is none. */
  readonly body?: StandardSchemaV1;
}

/** The types of the values that schemas make. */
export type ValidatedBy<Held extends Schemas> = {
  readonly [Part in keyof Held]: Held[Part] extends StandardSchemaV1<unknown, infer Output> ? Output : never;
};

/** A layer that lets only valid requests through. */
export interface ValidatedLayer<Held extends Schemas = Schemas> {
  /** The schemas of the layer. */
  readonly schemas: Held;
  /** Answers 422 with the mistakes, or calls `next` after it has set `request.valid` to the values that the schemas made. */
  call(request: Request, next: Next): Promise<Response>;
}

/** The type of `request.valid` inside a layer: `ValidOf<typeof post>`. Layers without validation add nothing. */
export type ValidOf<Layer> =
  Layer extends ValidatedLayer<infer Held>
    ? ValidatedBy<Held>
    : Layer extends StandardSchemaV1<unknown, infer Output>
      ? { readonly body: Output }
      : object;

type Part = keyof Schemas;

interface Mistake {
  readonly in: Part;
  /** The place of the mistake in that part, as a JSON pointer in a URL's fragment (RFC 6901). */
  readonly pointer: string;
  readonly detail: string;
}

/**
 * A layer that checks params, query and body with schemas of Zod, Valibot or any other library with Standard Schema, and puts their
 * results into `request.valid`. A wrong request is answered with 422 and the places of at most a hundred mistakes. A body that cannot be
 * read throws an `HttpError`, such as 415 for another type (docs/middleware.md, "Validation"). Throws a `TypeError` if `schemas` has an
 * unknown part or a value that is not a schema.
 */
export function validated<const Held extends Schemas>(schemas: Held): ValidatedLayer<Held> {
  checkSchemas(schemas);
  return {
    schemas,
    async call(request, next) {
      const valid: Partial<Record<Part, unknown>> = { ...request.valid };
      const mistakes: Mistake[] = [];
      let count = 0;
      for (const part of parts) {
        const schema = schemas[part];
        if (!schema) continue;
        const result = await schema['~standard'].validate(await inputOf(request, part));
        if (result.issues) {
          const listed = result.issues.slice(0, mostListed - mistakes.length);
          mistakes.push(...listed.map((issue) => mistakeOf(part, issue)));
          count += result.issues.length;
        } else valid[part] = merged(valid[part], result.value);
      }
      if (count > 0) return refusal(mistakes, count);
      const before = request.valid;
      request.valid = Object.freeze(valid);
      const response = await next(request);
      // The next route must validate the request itself.
      if (isDeclined(response)) request.valid = before;
      return response;
    },
  };
}

/** Merges the results of two layers for one part. If a name occurs in both, the inner layer's value counts. */
function merged(outer: unknown, inner: unknown): unknown {
  return isNamesAndValues(outer) && isNamesAndValues(inner) ? { ...outer, ...inner } : inner;
}

function isNamesAndValues(value: unknown): value is object {
  return typeof value === 'object' && value !== null && isPlainObject(value);
}

const parts = ['params', 'query', 'body'] as const;

/** A misspelt name would let every request through. */
function checkSchemas(schemas: unknown): void {
  const form =
    'validated takes an object of params, query and body, each a schema that speaks Standard Schema';
  if (typeof schemas !== 'object' || schemas === null || isSchema(schemas)) throw new TypeError(form);
  for (const [name, schema] of Object.entries(schemas)) {
    if (!parts.some((part) => part === name)) throw new TypeError(`${form}; '${name}' is none of these`);
    if (schema !== undefined && !isSchema(schema))
      throw new TypeError(`${form}; that of the ${name} does not`);
  }
}

/** Whether a value is a schema. A schema alone is for the body. */
export function isSchema(value: unknown): value is StandardSchemaV1 {
  return (
    ((typeof value === 'object' && value !== null) || typeof value === 'function') &&
    '~standard' in value &&
    typeof value['~standard'] === 'object' &&
    value['~standard'] !== null &&
    'validate' in value['~standard']
  );
}

function inputOf(request: Request, part: Part): unknown {
  switch (part) {
    case 'params':
      return { ...request.params };
    case 'query':
      return fieldsOf(request.query);
    case 'body':
      return bodyOf(request);
    default:
      return part satisfies never;
  }
}

async function bodyOf(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  const isJson = /^application\/(?:[^/]+\+)?json$/.test(type);
  // Some clients send a content type without a body.
  if ((isJson || type === '') && (await request.bytes()).length === 0) return undefined;
  if (isJson) return request.json();
  if (type === 'application/x-www-form-urlencoded' || type === 'multipart/form-data')
    return fieldsOf(await request.formData());
  throw new HttpError(415, 'the body has to be JSON or a form');
}

/** The value of each name, or a list if the name occurs several times. */
function fieldsOf(fields: Iterable<[string, unknown]>): Record<string, unknown> {
  const values = new Map<string, unknown[]>();
  for (const [name, value] of fields) {
    const all = values.get(name);
    if (all === undefined) values.set(name, [value]);
    else all.push(value);
  }
  // `fromEntries` defines a property `__proto__`. An assignment would set the prototype.
  return Object.fromEntries([...values].map(([name, all]) => [name, all.length === 1 ? all[0] : all]));
}

function mistakeOf(part: Part, { message, path = [] }: StandardSchemaV1.Issue): Mistake {
  // The path of some libraries is not an array.
  const keys = Array.from(path, (key) => String(typeof key === 'object' ? key.key : key).toWellFormed());
  const pointer = keys.map(
    (key) => `/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`,
  );
  return { in: part, pointer: `#${pointer.join('')}`, detail: message };
}

/** A body may have half a million mistakes, and nobody reads them all. */
const mostListed = 100;

function refusal(errors: readonly Mistake[], count: number): Response {
  const title = reasonPhrase(422);
  const left = count - errors.length;
  const detail = `the request is not as this route needs it${left > 0 ? `; errors that are not listed: ${left}` : ''}`;
  return Response.json(
    { title, status: 422, detail, errors },
    { status: 422, headers: { 'content-type': 'application/problem+json' } },
  );
}
