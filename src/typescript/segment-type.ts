// The TypeScript type of the values that a segment accepts, derived from its constraints.
//
//   <en de>, /en|de/   'en' | 'de'          /\d+/   number | bigint | string | ParamRecord
//   /1|2/              '1' | 1 | '2' | 2    none    SegmentValue

import { escapeJson } from '../http/printable.js';
import type { SegmentConstraint } from '../routing/patterns/constraints.js';

/** What is known from a constraint: all possible values, that values are digits, or nothing. */
type Knowledge = ReadonlySet<string> | 'digits' | 'anything';

const mostLiterals = 100;

/** The type of one value that meets all constraints, as text, using types that the package exports. */
export function segmentType(constraints: readonly SegmentConstraint[], isGlob: boolean): string {
  const values = paramValues(constraints);
  if (values) return [...values].flatMap(literalTypes).join(' | ') || 'never';
  if (constraints.some((each) => knowledgeOf(each) === 'digits'))
    return 'number | bigint | string | ParamRecord';
  return isGlob ? 'SegmentValue | readonly SegmentValue[]' : 'SegmentValue';
}

/** The texts that meet all constraints, if a constraint lists them; otherwise undefined. */
export function paramValues(constraints: readonly SegmentConstraint[]): ReadonlySet<string> | undefined {
  const [first, ...others] = constraints.map(knowledgeOf).filter((each) => typeof each !== 'string');
  return first && new Set([...first].filter((value) => others.every((other) => other.has(value))));
}

/** The type of a segment in the params of a request: a union of texts, or `string`. */
export function paramType(constraints: readonly SegmentConstraint[]): string {
  const values = paramValues(constraints);
  return values ? textType(values) : 'string';
}

/** The union type of some texts. */
export function textType(texts: Iterable<string>): string {
  return [...texts].map(quotedText).join(' | ') || 'never';
}

/** The types of a listed value. For a whole number, `'7' | 7`: it can be given as a number too. */
function literalTypes(value: string): string[] {
  const literal = quotedText(value);
  return /^(?:0|[1-9]\d{0,14})$/.test(value) ? [literal, value] : [literal];
}

function knowledgeOf(constraint: SegmentConstraint): Knowledge {
  switch (constraint.kind) {
    case 'string':
      return new Set([constraint.value]);
    case 'regex':
      return knowledgeOfRegex(constraint.regex);
    case 'list': {
      const members = constraint.values.map((value) =>
        typeof value === 'string' ? new Set([value]) : knowledgeOfRegex(value),
      );
      if (members.every((member) => typeof member !== 'string'))
        return limited(new Set(members.flatMap((member) => [...member])));
      return members.every((member) => member === 'digits') ? 'digits' : 'anything';
    }
    case 'callable':
      return 'anything';
    default:
      return constraint satisfies never;
  }
}

const digits = /^(?:\\d|\[0-9\]|\[1-9\](?:\\d|\[0-9\]))(?:[+*]|\{\d+(?:,\d*)?\})?$/;
const word = /^(?:[\w ~@!%&=,;:'"<>-]|\\[.\-/*+?^$|(){}[\]\\])+$/;

/** Understands regexes that are a list of words or only digits, also in one pair of parentheses and with anchors. */
function knowledgeOfRegex({ source, flags }: RegExp): Knowledge {
  let body = source.replace(/^\^/, '').replace(/(?<!\\)\$$/, '');
  const inParentheses = /^\((?:\?:)?([^()]*)\)$/.exec(body);
  if (inParentheses) body = inParentheses[1] ?? '';
  if (digits.test(body)) return 'digits';
  if (flags.includes('i')) return 'anything';
  const words = body.split(/(?<!\\)\|/);
  return words.every((each) => word.test(each))
    ? limited(new Set(words.map((each) => each.replace(/\\(.)/g, '$1'))))
    : 'anything';
}

function limited(values: ReadonlySet<string>): Knowledge {
  return values.size <= mostLiterals ? values : 'anything';
}

/** Any text as a TypeScript string literal. */
export function quotedText(text: string): string {
  const json = escapeJson(JSON.stringify(text)).slice(1, -1);
  return `'${json.replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
