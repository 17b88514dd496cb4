// Random route tables and paths, with everything that a pattern can have. There are few words, so that routes overlap.

import type {
  RequestConstraint,
  RequestContext,
  SegmentConstraint,
} from '../../src/routing/patterns/constraints.js';
import { parsePattern } from '../../src/routing/patterns/pattern.js';
import type { PatternPart } from '../../src/routing/patterns/pattern-parts.js';
import type { RouteDefinition, Target } from '../../src/routing/patterns/route.js';
import { anyVerbs } from './definition.js';
import { chance, pick, type Random } from './random.js';

const words = [
  'a',
  'b',
  'ab',
  'abc',
  'posts',
  'post',
  'new',
  'x-y',
  'a.b',
  'robots.txt',
  'é',
  '日本',
  '100%',
  'a-very-long-literal-word',
  'a-literal-word/of-more-than-36/characters',
];
const names = ['id', 'slug', 'year', 'locale', 'post_id', 'x', 'y', '__proto__', 'constructor'];
const values = [
  '1',
  '23',
  'a',
  'b',
  'ab',
  'abc',
  'a.b',
  'a-b',
  'a-b-c',
  'posts',
  'new',
  'json',
  'é',
  '日本',
  '😀😀',
  'f81d4fae-7dec-11d0-a765-00a0c91e6bf6',
  'a-long-value.with-dots-and-so.on',
  'a b',
  '%',
  '..',
  '.',
  'x-y',
  'v1',
  'en',
];
const segmentConstraints: readonly SegmentConstraint[] = [
  { kind: 'regex', regex: /\d+/ },
  { kind: 'regex', regex: /[a-z]+/ },
  { kind: 'regex', regex: /[^/]+/ },
  { kind: 'regex', regex: /.+/ },
  { kind: 'regex', regex: /a|ab|b/g },
  { kind: 'regex', regex: /[a-z]\.[a-z]/i },
  { kind: 'string', value: 'a' },
  { kind: 'string', value: 'a.b' },
  { kind: 'list', values: ['en', 'a', /\d+/] },
  { kind: 'list', values: ['json', 'a.b'] },
  { kind: 'list', values: ["json', 'a.b"] },
  { kind: 'callable', callable: (value: string) => value.length % 2, label: '&guards#odd' },
  { kind: 'callable', callable: { matches: (value: string) => value !== 'a' }, label: '&guards#notA' },
];
const requestConstraints: readonly RequestConstraint[] = [
  { kind: 'attribute', attribute: 'subdomain', test: { kind: 'string', value: 'api' } },
  { kind: 'attribute', attribute: 'subdomain', test: { kind: 'presence', present: false } },
  { kind: 'attribute', attribute: 'host', test: { kind: 'regex', regex: /example/g } },
  { kind: 'attribute', attribute: 'protocol', test: { kind: 'list', values: ['https://', /^ws/] } },
  { kind: 'attribute', attribute: 'port', test: { kind: 'string', value: '8080' } },
  { kind: 'attribute', attribute: 'format', test: { kind: 'string', value: 'json' } },
  { kind: 'attribute', attribute: 'method', test: { kind: 'string', value: 'GET' } },
  {
    kind: 'callable',
    callable: (context: RequestContext) => context.host !== 'bad.org',
    label: '&guards#good',
  },
  {
    kind: 'callable',
    callable: { matches: (context: RequestContext) => context.port === 8080 },
    label: '&guards#port',
  },
];
export const contexts: readonly RequestContext[] = [
  {},
  { subdomain: 'api', host: 'api.example.com', protocol: 'https', port: 8080, method: 'GET' },
  { host: 'bad.org', protocol: 'ws:', port: 80, format: 'json' },
  { subdomain: '', host: 'example.com' },
];
export const methods = ['GET', 'POST', 'HEAD', 'DELETE', 'PUT', 'get', 'PURGE'];
const verbs = [['GET'], ['GET'], ['GET'], ['POST'], ['PATCH', 'PUT'], ['DELETE'], ['HEAD'], ['POST', 'GET']];

export interface TableOptions {
  readonly size: number;
  /** Whether the table has no constraints, no globs and no text around names. */
  readonly isPlain?: boolean;
}

export function randomTable(random: Random, { size, isPlain = false }: TableOptions): RouteDefinition[] {
  return Array.from({ length: size }, (_, index) => randomRoute(random, index, isPlain));
}

function randomRoute(random: Random, index: number, isPlain: boolean): RouteDefinition {
  const { pattern, problems } = parsePattern(
    chance(random, 20) ? `/${pick(random, words)}(/*mounted_path)` : patternText(random, isPlain),
  );
  if (problems.length > 0) return randomRoute(random, index, isPlain);
  const any = chance(random, 10);
  const demands = new Map<string, SegmentConstraint[]>();
  if (!isPlain) {
    for (const name of pattern.names) {
      if (chance(random, 3))
        demands.set(
          name,
          Array.from({ length: chance(random, 5) ? 2 : 1 }, () => pick(random, segmentConstraints)),
        );
    }
  }
  const requests =
    isPlain || !chance(random, 5)
      ? []
      : Array.from({ length: 1 + random(2) }, () => pick(random, requestConstraints));
  const defaults = new Map<string, string>();
  if (chance(random, 6)) defaults.set(pick(random, [...names, 'format']), pick(random, values));
  const target: Target = { kind: 'controller', controller: 'c', action: `a${index}` };
  return {
    verbs: any ? anyVerbs : pick(random, verbs),
    any,
    pattern,
    target,
    segmentConstraints: demands,
    requestConstraints: requests,
    defaults,
  };
}

function patternText(random: Random, isPlain: boolean): string {
  const unused = [...names].sort(() => random(3) - 1);
  const name = (): string => unused.pop() ?? `n${random(1000)}`;
  const piece = (): string => {
    if (isPlain) return chance(random, 2) ? pick(random, words) : `:${name()}`;
    switch (random(12)) {
      case 0:
        return `:${name()}-:${name()}`;
      case 1:
        return `:${name()}.:${name()}`;
      case 2:
        return `v:${name()}`;
      case 3:
        return `:${name()}(-:${name()})`;
      case 4:
        return `*${name()}`;
      case 5:
        return pick(random, [
          `:${name()}.json`,
          `:${name()}:${name()}`,
          `*${name()}(.:format)`,
          `*${name()}-x`,
          `(a-):${name()}`,
          `x(:${name()})`,
        ]);
      case 6:
      case 7:
      case 8:
        return `:${name()}`;
      default:
        return pick(random, words);
    }
  };
  let text = '';
  const count = random(4);
  for (let k = 0; k < count; k++) {
    const next = `/${piece()}`;
    text += chance(random, 4) ? (chance(random, 4) ? `(${next}(/${piece()}))` : `(${next})`) : next;
  }
  return chance(random, 4) ? `${text}(.:format)` : text;
}

/** A path that one of the routes answers, or nearly. */
export function randomPath(random: Random, routes: readonly RouteDefinition[]): string {
  const route = pick(random, routes);
  let path = chance(random, 12) ? '/' : pathOf(random, route.pattern.parts);
  if (!path.startsWith('/')) path = `/${path}`;
  const count = chance(random, 2) ? 0 : 1 + random(2);
  for (let k = 0; k < count; k++) path = mutated(random, path);
  return path;
}

function pathOf(random: Random, parts: readonly PatternPart[]): string {
  let path = '';
  for (const part of parts) {
    switch (part.kind) {
      case 'literal':
        path += chance(random, 8) ? encodeSome(random, part.text) : part.text.replaceAll('%', '%25');
        break;
      case 'segment':
        path += value(random);
        break;
      case 'glob':
        path += Array.from({ length: 1 + random(3) }, () => value(random)).join('/');
        break;
      case 'group':
        if (chance(random, 2)) path += pathOf(random, part.parts);
        break;
    }
  }
  return path;
}

function value(random: Random): string {
  const text = pick(random, values);
  return chance(random, 6) ? encodeSome(random, text) : text.replaceAll('%', '%25');
}

/** Percent-encodes some characters of a text. */
function encodeSome(random: Random, text: string): string {
  return Array.from(text, (character) => {
    if (character === '%' || (character !== '/' && chance(random, 2))) {
      return Array.from(
        new TextEncoder().encode(character),
        (byte) => `%${byte.toString(16).padStart(2, '0')}`,
      ).join('');
    }
    return character;
  }).join('');
}

function mutated(random: Random, path: string): string {
  const at = random(path.length + 1);
  const inserted = (text: string): string => path.slice(0, at) + text + path.slice(at);
  switch (random(17)) {
    case 0:
      return inserted('/');
    case 1:
      return `${path}/`;
    case 2:
      return `${path}${pick(random, ['?', '?a=/b', '//?x', '/?%'])}`;
    case 3:
      return path.slice(1);
    case 4:
      return inserted('.');
    case 5:
      return inserted(pick(random, ['%2F', '%2e', '%25', '%3F', '%C3%A9', '%61']));
    case 6:
      return inserted(pick(random, ['%', '%2', '%zz', '%ff', '%c3', '%ed%a0%80']));
    case 7:
      return inserted(pick(random, ['😀', 'é', '\ud83d', '-', 'a', '%00', '\0']));
    case 8:
      return path.slice(0, at) + path.slice(at + 1);
    case 9:
      return `${path}.json`;
    case 10:
      return `${path}/${value(random)}`;
    case 11:
      return path.slice(0, path.lastIndexOf('/'));
    case 12:
      return `//${path}//`;
    case 13:
      return inserted(pick(random, ['?', '?b=/%zz', '/?']));
    case 14:
      return path.replace(/[^/]+$/, (piece) => encodeSome(random, piece));
    case 15:
      return path.replace(/[^/]+/, (piece) => encodeSome(random, piece));
    default:
      return path.replace(/[^/]+$/, pick(random, values));
  }
}

/** Variants of a path: with each of some signs inserted at each place, and cut off at each place. */
export function distorted(path: string): string[] {
  const signs = ['/', '//', '?', '?a=/b', '.', '%', '%2F', '%70', 'x', 'é', '/x/y'];
  return Array.from({ length: path.length + 1 }, (_, at) =>
    signs.flatMap((sign) => [
      path.slice(0, at) + sign + path.slice(at),
      path.slice(0, at) + sign,
      path.slice(at),
    ]),
  ).flat();
}
