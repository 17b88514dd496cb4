// Reads expectations: comments that begin with `#>`.
//
//   #> GET /photos/7 => photos#show id=7      a request, and what answers it
//   #> photo-path(7) => /photos/7             a call of a helper, and what it gives
//   #> /admin/** through &guards#isStaff      a shape of paths, and a layer of every route that answers one
//   #> GET /reports/** meta.auth 'staff'      or a fact of every such route; `*` is every route
//
// The linter checks expectations, and the editor finds, renames and colours the names in them.

import type { Comment } from '../language/declarations.js';
import type { Span } from '../language/source.js';
import { callableName, type CallableName } from './callables.js';

/** A part of a comment, with its place in the source. */
export interface Words {
  readonly text: string;
  readonly span: Span;
}

/** A callable such as `&guards#isStaff`. */
export interface ExpectedCallable extends Words, CallableName {}

export interface ExpectedAnswer {
  readonly kind: 'answer';
  readonly verb: Words;
  /** A path or a whole URL. */
  readonly address: Words;
  /** The arrow. */
  readonly said: Words;
  /** Everything after the arrow: a target with params, or a status. */
  readonly expected: Words;
  /** `expected` without its params. */
  readonly target: string;
  readonly callable: ExpectedCallable | undefined;
  readonly controller: Words | undefined;
  readonly action: Words | undefined;
  readonly params: readonly { readonly name: Words; readonly value: Words }[];
}

export interface ExpectedPath {
  readonly kind: 'path';
  /** The name of the route or helper. */
  readonly name: Words;
  /** `path` or `url`, or with a capital letter. */
  readonly suffix: Words;
  /** The text between the parentheses. */
  readonly values: string;
  /** The keys of the named values. */
  readonly keys: readonly Words[];
  /** The arrow. */
  readonly said: Words;
  readonly expected: Words;
}

export interface ExpectedFacts {
  readonly kind: 'facts';
  /** Undefined for any verb. */
  readonly verb: Words | undefined;
  /** `/admin/**`, or `*` for every route. */
  readonly shape: Words;
  /** `through`, or the name of the fact, such as `meta.auth`. */
  readonly said: Words;
  readonly wanted:
    | { readonly kind: 'layer'; readonly callable: ExpectedCallable }
    | { readonly kind: 'fact'; readonly path: readonly string[]; readonly value: Words | undefined };
}

/** A comment that cannot be checked. `asked` is the text before the arrow; undefined if there is no arrow with text on both sides. */
export interface NoExpectation {
  readonly kind: 'none';
  readonly asked: string | undefined;
}

export type Expectation = ExpectedAnswer | ExpectedPath | ExpectedFacts | NoExpectation;

// Each of these takes time linear in the comment. The arrow is an escape, because a character beyond Latin-1 in a bundle makes the engine
// use two bytes for every character of the bundle.
const arrowShape = /=>|\u2192/d;
const closedCall = /\)\s*(=>|\u2192)/dg;
const callShape = /^#>\s*([\p{L}_][\p{L}\p{M}\p{Nd}_-]*?)[-_]?(path|url|Path|Url)\(/du;
const factsShape =
  /^#>\s*(?:([A-Za-z-]+)\s+)?(\*|\/\S*)\s+(?:(through)\s+(&\S+)|(meta\.([^\s'"=]+))(?:\s+(?:'([^']*)'|"([^"]*)"|(\S+)))?)\s*$/d;
const requestShape = /^([A-Za-z]+)\s+(\S+)$/d;
const targetShape =
  /^(?:mount\()?(?:(&[^\s#)]+(?:#[\w$]+)?)|([\p{L}_][\p{L}\p{M}\p{Nd}_/-]*)#([\p{L}\p{M}\p{Nd}_-]+))/du;
const paramShape = /(?<!\s)\s+([\p{L}_][\p{L}\p{M}\p{Nd}_]*)=(?:'([^']*)'|"([^"]*)"|(\S*))/dgu;
const keyShape = /(?:^|,)\s*([\p{L}_][\p{L}\p{M}\p{Nd}_-]*)\s*(?::|=>)/dgu;

/** A shape of paths: `**` is allowed only as a whole piece. */
const pathShape = /^(?:\/(?:\*\*|(?:[^\s/*()]|\*(?!\*))*))+$/;

/** Reads a comment; undefined if it does not begin with `#>`. */
export function readExpectation({ text, span }: Comment): Expectation | undefined {
  if (!text.startsWith('#>')) return undefined;
  const { start } = span;
  return expectedPath(text, start) ?? expectedFacts(text.trimEnd(), start) ?? expectedAnswer(text, start);
}

function expectedPath(text: string, start: number): ExpectedPath | undefined {
  const [head, name, suffix] = wordsOf(callShape.exec(text), start) ?? [];
  if (!head || !name || !suffix) return undefined;
  closedCall.lastIndex = head.text.length;
  const [closed, said] = wordsOf(closedCall.exec(text), start) ?? [];
  if (!closed || !said) return undefined;
  const expected = trimmed(text, said.span.end - start, text.length, start);
  if (expected.text === '') return undefined;
  const values = text.slice(head.text.length, closed.span.start - start);
  const unquoted = values.replace(/'[^']*'|"[^"]*"/g, (quoted) => ' '.repeat(quoted.length));
  const keys = [...unquoted.matchAll(keyShape)].flatMap((found) => {
    const [, key] = wordsOf(found, start + head.text.length) ?? [];
    return key ? [key] : [];
  });
  return { kind: 'path', name, suffix, values, keys, said, expected };
}

function expectedFacts(text: string, start: number): ExpectedFacts | undefined {
  const found = wordsOf(factsShape.exec(text), start);
  const [, verb, shape, through, label, fact, path, single, double, bare] = found ?? [];
  if (!shape || (shape.text !== '*' && !pathShape.test(shape.text))) return undefined;
  const about = { kind: 'facts', verb, shape } as const;
  if (through && label)
    return { ...about, said: through, wanted: { kind: 'layer', callable: expectedCallable(label) } };
  if (!fact || !path) return undefined;
  const value = single ?? double ?? bare;
  return { ...about, said: fact, wanted: { kind: 'fact', path: path.text.split('.'), value } };
}

function expectedAnswer(text: string, start: number): ExpectedAnswer | NoExpectation {
  const [said] = wordsOf(arrowShape.exec(text), start) ?? [];
  if (!said) return { kind: 'none', asked: undefined };
  const asked = trimmed(text, 2, said.span.start - start, start);
  const expected = trimmed(text, said.span.end - start, text.length, start);
  if (asked.text === '' || expected.text === '') return { kind: 'none', asked: undefined };
  const [, verb, address] = wordsOf(requestShape.exec(asked.text), asked.span.start) ?? [];
  if (!verb || !address) return { kind: 'none', asked: asked.text };
  const [, label, controller, action] = wordsOf(targetShape.exec(expected.text), expected.span.start) ?? [];
  const params = [...expected.text.matchAll(paramShape)].flatMap((found) => {
    const [, name, single, double, bare] = wordsOf(found, expected.span.start) ?? [];
    const value = single ?? double ?? bare;
    return name && value ? [{ name, value }] : [];
  });
  return {
    kind: 'answer',
    verb,
    address,
    said,
    expected,
    target: expected.text.replace(paramShape, '').trim(),
    callable: label && expectedCallable(label),
    controller,
    action,
    params,
  };
}

function expectedCallable(label: Words): ExpectedCallable {
  return { ...label, ...callableName(label.text) };
}

/** The text between two offsets, without the white space around it. */
function trimmed(text: string, from: number, to: number, start: number): Words {
  const words = text.slice(from, to).trim();
  const at = start + from + (to - from - text.slice(from, to).trimStart().length);
  return { text: words, span: { start: at, end: at + words.length } };
}

/** The groups of a match, with their places in the source. */
function wordsOf(found: RegExpExecArray | null, start: number): (Words | undefined)[] | undefined {
  return found?.indices?.map(
    (place, group) =>
      place && { text: found[group] ?? '', span: { start: start + place[0], end: start + place[1] } },
  );
}
