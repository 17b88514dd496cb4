// Completes expectations, which are comments that begin with `#>`:
//
//   #> GET /admin/** through &guards#isStaff     a verb, a shape of paths, a layer
//   #> * meta.auth 'staff'                       a fact, and a value that some route has for it
//   #> GET /about => pages#about                 a target, first the one that the request reaches
//   #> photo-path(7) => /photos/7                a helper, and what it gives
//
// All items come from the routes of the file. The shapes are beginnings of their paths.

import type { Snapshot } from '../../src/analysis/snapshot.js';
import { withoutGroups } from '../../src/routing/patterns/pattern.js';
import { noFacts, type FactValue } from '../../src/routing/patterns/facts.js';
import { targetText, type RouteDefinition } from '../../src/routing/patterns/route.js';
import type { Span } from '../../src/language/source.js';
import { readRequest } from '../../src/lint/expectations.js';
import { routerOf } from './ask-url.js';
import { nameItems, type CompletionItem, type CompletionKind } from './completion-items.js';
import { modulesAround, type CompletionHost } from './completion-place.js';

type Definitions = readonly RouteDefinition[];

/** Matches the start of a helper call: `photo-path(7, tab: 'sizes'`. If the call is closed, the arrow or a part of it may follow. */
const helperCall = /^[\p{L}_][\p{L}\p{M}\p{Nd}_-]*\((?:.*\)\s+(=?)$)?/u;

/** The items for an offset in a comment; empty if the comment is not an expectation. */
export function expectationItems(
  snapshot: Snapshot,
  offset: number,
  host: CompletionHost,
): readonly CompletionItem[] {
  const { source, analysis } = snapshot;
  const { comment } = snapshot.cursor(offset);
  if (!comment?.text.startsWith('#>') || offset < comment.span.start + 2) return [];
  const written = source.text.slice(comment.span.start + 2, offset).trimStart();
  const words = written.split(/\s+/);
  const typed = words.pop() ?? '';
  const definitions = analysis.routes.map(({ definition }) => definition);
  // The rest of the word after the cursor is replaced too.
  const behind = /^\S*/.exec(source.text.slice(offset, comment.span.end))?.[0] ?? '';
  const span = { start: offset - typed.length, end: offset + behind.length };
  const items = (names: Iterable<string>, kind: CompletionKind, start = ''): readonly CompletionItem[] =>
    nameItems([...new Set(names)], kind, { start: span.start + start.length, end: span.end });
  const asked: Asked = { snapshot, definitions, typed, span, items };
  const call = helperCall.exec(written);
  if (call) return items(call[1] === undefined ? [] : ['=>'], 'keyword');
  const verb = /^[A-Za-z]/.test(words[0] ?? '') ? words.shift() : undefined;
  const [path, said, ...more] = words;
  if (path === undefined) return beginnings(asked, verb !== undefined);
  return more.length > 0 ? [] : behindPath(asked, verb, path, said, host);
}

/** Items after a path or shape: what it may be expected to have, and the values for that. */
function behindPath(
  asked: Asked,
  verb: string | undefined,
  path: string,
  said: string | undefined,
  host: CompletionHost,
): readonly CompletionItem[] {
  const { snapshot, definitions, typed, items } = asked;
  const answers = verb !== undefined && !path.includes('*');
  if (said === undefined)
    return typed.startsWith('meta.')
      ? items(factsOf(definitions).keys(), 'value', 'meta.')
      : items(['through', 'meta.', ...(answers ? ['=>'] : [])], 'keyword');
  const { file } = snapshot.source;
  if (said === 'through') return items(layersOf(definitions, typed, file, host), 'callable');
  if (said.startsWith('meta.')) return items(factsOf(definitions).get(said.slice(5)) ?? [], 'value');
  return answers && said === '=>' ? answersOf(asked, verb, path) : [];
}

/** What is being written, and a function that makes items for it. */
interface Asked {
  readonly snapshot: Snapshot;
  readonly definitions: Definitions;
  readonly typed: string;
  readonly span: Span;
  items(names: Iterable<string>, kind: CompletionKind, start?: string): readonly CompletionItem[];
}

/** Items for the start of an expectation: verbs, shapes of paths, and helpers if there is no verb yet. */
function beginnings({ definitions, span, items }: Asked, hasVerb: boolean): readonly CompletionItem[] {
  const verbs = hasVerb ? [] : ['*', ...definitions.flatMap((definition) => definition.verbs)];
  const paths = items([...verbs, ...definitions.flatMap(shapesOf)], 'value');
  return hasVerb ? paths : [...paths, ...helperItems(definitions, span, paths.length)];
}

/** Targets. The one that the request reaches comes first. */
function answersOf(
  { snapshot, definitions, items }: Asked,
  verb: string,
  path: string,
): readonly CompletionItem[] {
  const asked = readRequest(path);
  const match = asked && routerOf(snapshot.analysis).recognize(verb, asked.path, { context: asked.context });
  const targets = [...(match ? [match] : []), ...definitions].map(({ target }) => targetText(target));
  return items(targets, 'action');
}

/** Calls of helpers of named routes, with their results: `photo-path(id) => /photos/id`. */
function helperItems(definitions: Definitions, span: Span, order: number): readonly CompletionItem[] {
  const named = new Map(definitions.map((each) => [each.name, each.pattern]));
  return [...named].flatMap(([name, pattern], index): CompletionItem[] => {
    if (name === undefined || pattern.text.includes('$')) return [];
    const values: string[] = [];
    let path = '';
    for (const part of withoutGroups(pattern).parts) {
      if (part.kind === 'literal') path += part.text;
      if (part.kind === 'literal' || part.kind === 'group') continue;
      const value = `\${${values.length + 1}:${part.name}}`;
      values.push(value);
      path += value;
    }
    const label = `${name}-path`;
    const insert = `${label}(${values.join(', ')}) => ${path}`;
    const isSnippet = values.length > 0;
    return [{ label, kind: 'value', insert, isSnippet, span, detail: pattern.text, order: order + index }];
  });
}

/** The shapes of a path: `/admin/**` and `/admin/users/**` for `/admin/users/:id`. A path without segments is a shape itself too. */
function shapesOf({ pattern }: RouteDefinition): string[] {
  const pieces = pattern.text.split('/').filter((piece) => piece !== '');
  const named = pieces.findIndex((piece) => /[:*()]/.test(piece));
  const literal = named < 0 ? pieces : pieces.slice(0, named);
  const shapes = literal.map((_, index) => `/${literal.slice(0, index + 1).join('/')}/**`);
  return named < 0 ? [pattern.text, ...shapes] : shapes;
}

/** Layers of the file's routes, then modules of the application, or the exports of the module that is typed. */
function layersOf(definitions: Definitions, typed: string, file: string, host: CompletionHost): string[] {
  const used = definitions.flatMap(({ facts }) => facts?.layers.map(({ label }) => label) ?? []);
  const module = /^&([^#]*)#/.exec(typed)?.[1];
  const known =
    module === undefined
      ? modulesAround(host, file).map((name) => `&${name}`)
      : [...(host.application?.module(module, file)?.byName.keys() ?? [])].map(
          (name) => `&${module}#${name}`,
        );
  return [...used.filter((label) => label.startsWith('&')), ...known];
}

/**
 * The facts of routes by key, most frequent first, each with its values as they are written. Facts in hashes have keys such as
 * `cache.ttl`.
 */
export function factsOf(definitions: Definitions): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, { count: number; readonly values: Set<string> }>();
  const add = (key: string, value: FactValue): void => {
    if (typeof value === 'object' && !Array.isArray(value)) {
      for (const [inner, each] of Object.entries(value)) add(`${key}.${inner}`, each);
      return;
    }
    const known = found.get(key) ?? { count: 0, values: new Set<string>() };
    found.set(key, known);
    known.count++;
    for (const each of Array.isArray(value) ? value : [value])
      known.values.add(typeof each === 'string' ? `'${each}'` : String(each));
  };
  for (const { facts } of definitions)
    for (const [key, value] of Object.entries((facts ?? noFacts).meta)) add(key, value);
  const sorted = [...found].toSorted(([, a], [, b]) => b.count - a.count);
  return new Map(sorted.map(([key, { values }]) => [key, values]));
}
