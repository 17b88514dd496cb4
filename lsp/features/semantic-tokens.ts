// Semantic tokens: keywords, options, the pieces of paths and targets, names, callables.

import { type ExpectedCallable, readExpectation } from '../../src/analysis/expectation.js';
import type { Snapshot } from '../../src/analysis/snapshot.js';
import { segmentsOf } from '../../src/analysis/name-spans.js';
import type { Comment, Declaration, Pair, StringValue, Value } from '../../src/language/declarations.js';
import { pairedOption } from '../../src/language/call-parts.js';
import { spanIn, walkDeclarations } from '../../src/language/declarations.js';
import type { InterpretedRoute } from '../../src/interpreter/interpreted-route.js';
import type { Span } from '../../src/language/source.js';
import { declares, optionRole, positionalRole } from '../../src/language/roles.js';
import { interpolationsIn } from '../../src/routing/patterns/interpolation.js';
import { keywordRow, redirectRow, type Role } from '../../src/language/vocabulary.js';

export const tokenTypes = [
  'keyword',
  'property',
  'string',
  'parameter',
  'class',
  'method',
  'function',
  'namespace',
  'regexp',
  'number',
  'comment',
  'macro',
  'enumMember',
  'operator',
] as const;
export const tokenModifiers = ['declaration', 'defaultLibrary', 'deprecated'] as const;

export type TokenType = (typeof tokenTypes)[number];

export interface SemanticToken {
  readonly span: Span;
  readonly type: TokenType;
  readonly modifiers: number;
}

const declared = 1;
/** Editors strike such tokens through. */
const deprecated = 4;

/** The tokens of a file, or of a span of it, in source order. No token overlaps another or contains a line end. */
export function semanticTokens(snapshot: Snapshot, within?: Span): readonly SemanticToken[] {
  const tokens: SemanticToken[] = [];
  const { text } = snapshot.source;
  const add = (span: Span, type: TokenType, modifiers = 0): void => {
    if (span.end <= span.start || (within && (span.end <= within.start || span.start >= within.end))) return;
    for (let start = span.start; start < span.end;) {
      let end = start;
      while (end < span.end && text[end] !== '\n' && text[end] !== '\r') end++;
      if (end > start) tokens.push({ span: { start, end }, type, modifiers });
      start = end + 1;
    }
  };
  for (const comment of snapshot.syntax.comments) paintComment(comment, add);
  // Only if this word occurs, the text must be analysed.
  const mayBeDeprecated = text.includes('deprecated');
  walkDeclarations(snapshot.syntax.declarations, (declaration) => {
    if (within && (declaration.span.end <= within.start || declaration.span.start >= within.end)) return;
    const isStruck = mayBeDeprecated && isDeprecated(snapshot.analysis.routesOf(declaration));
    const struck: Add = (span, type, modifiers = 0) => add(span, type, modifiers | deprecated);
    new Painter(declaration, isStruck ? struck : add).paint();
  });
  return withoutOverlaps(tokens);
}

type Add = (span: Span, type: TokenType, modifiers?: number) => void;

/** Whether a declaration makes routes and all of them are deprecated. */
export function isDeprecated(routes: readonly InterpretedRoute[]): boolean {
  return routes.length > 0 && routes.every(({ definition }) => definition.facts?.deprecated);
}

/** The tokens of a comment, and of an expectation in it. */
function paintComment(comment: Comment, add: Add): void {
  const expected = readExpectation(comment);
  if (!expected || expected.kind === 'none') return add(comment.span, 'comment');
  const { start } = comment.span;
  add({ start, end: start + 2 }, 'comment');
  switch (expected.kind) {
    case 'path':
      add({ start: expected.name.span.start, end: expected.suffix.span.end }, 'function');
      add(expected.said.span, 'operator');
      return add(expected.expected.span, 'string');
    case 'facts': {
      const { verb, shape, said, wanted } = expected;
      if (verb) add(verb.span, 'enumMember');
      add(shape.span, 'string');
      if (wanted.kind === 'layer') {
        add(said.span, 'keyword');
        return paintExpectedCallable(wanted.callable, add);
      }
      add(said.span, 'property');
      return wanted.value && add(wanted.value.span, 'string');
    }
    case 'answer': {
      add(expected.verb.span, 'enumMember');
      add(expected.address.span, 'string');
      add(expected.said.span, 'operator');
      const { callable, controller, action, params } = expected;
      if (callable) paintExpectedCallable(callable, add);
      else if (controller && action) {
        add(controller.span, 'class');
        add({ start: controller.span.end, end: action.span.start }, 'operator');
        add(action.span, 'method');
      } else return add(expected.expected.span, /^\d/.test(expected.target) ? 'number' : 'string');
      for (const { name, value } of params) {
        add(name.span, 'parameter');
        add(value.span, 'string');
      }
      return;
    }
    default:
      return expected satisfies never;
  }
}

function paintExpectedCallable({ span, module }: ExpectedCallable, add: Add): void {
  const hash = span.start + 1 + module.length;
  add({ start: span.start, end: hash }, 'namespace');
  add({ start: hash, end: span.end }, 'function');
}

class Painter {
  constructor(
    readonly declaration: Declaration,
    readonly add: Add,
  ) {}

  paint(): void {
    const { keyword, arguments: args } = this.declaration;
    if (keywordRow(keyword.text)) this.add(keyword.span, 'keyword');
    for (const argument of args) {
      if (argument.kind === 'pair') this.#pair(argument);
      else this.#value(argument, positionalRole(this.declaration));
    }
  }

  #pair(pair: Pair): void {
    const { key, value } = pair;
    const row = keywordRow(this.declaration.keyword.text);
    const option = pairedOption(pair, this.declaration, row);
    const isPath = key.string !== undefined && row?.pairFor === 'to';
    if (isPath) this.#value(key.string, positionalRole(this.declaration));
    else if (key.callable) this.#value(key.callable, undefined);
    else this.add(key.span, option ? 'property' : 'parameter');
    if (value) this.#value(value, optionRole(option));
  }

  #value(value: Value, role: Role | undefined, isListed = false): void {
    switch (value.kind) {
      case 'string':
        return this.#string(value, role, isListed);
      case 'regex':
        return this.add(value.span, 'regexp');
      case 'number':
        return this.add(value.span, 'number');
      case 'boolean':
      case 'star':
        return this.add(value.span, 'keyword');
      case 'list':
        for (const item of value.items) this.#value(item, role, true);
        return;
      case 'hash':
        for (const pair of value.pairs) {
          this.add(pair.key.span, 'parameter');
          if (pair.value) this.#value(pair.value, undefined);
        }
        return;
      case 'callable':
        this.add({ start: value.span.start, end: value.moduleSpan.end }, 'namespace');
        if (value.exportSpan)
          this.add({ start: value.moduleSpan.end, end: value.exportSpan.end }, 'function');
        return;
      case 'redirect':
        this.add(value.call.keyword.span, 'macro');
        for (const argument of value.call.arguments) {
          if (argument.kind === 'pair') {
            this.add(argument.key.span, 'property');
            if (argument.value) this.#value(argument.value, undefined);
          } else this.#value(argument, redirectRow.positionals[0]?.role);
        }
        return;
    }
  }

  #string(value: StringValue, role: Role | undefined, isListed: boolean): void {
    if (role === 'target' && value.value.includes('#')) {
      const hash = value.value.indexOf('#');
      this.add(spanIn(value, 0, hash), 'class');
      this.add(spanIn(value, hash, hash + 1), 'operator');
      return this.add(spanIn(value, hash + 1), 'method');
    }
    if (role === 'path' || role === 'location') {
      let at = value.span.start;
      const pieces =
        role === 'path'
          ? segmentsOf(value).map(({ span }) => ({ start: span.start - 1, end: span.end }))
          : interpolationsIn(value.value).map(({ start, end }) => spanIn(value, start, end));
      for (const span of pieces) {
        this.add({ start: at, end: span.start }, 'string');
        this.add(span, 'parameter', role === 'path' ? declared : 0);
        at = span.end;
      }
      return this.add({ start: at, end: value.span.end }, 'string');
    }
    const type = (role && typeOfRole[role]) ?? (isListed ? 'enumMember' : 'string');
    this.add(value.span, type, role && declares(this.declaration, role) && type !== 'string' ? declared : 0);
  }
}

const typeOfRole: Partial<Record<Role, TokenType>> = {
  target: 'method',
  controller: 'class',
  resource: 'class',
  namespace: 'class',
  concern: 'macro',
  verbs: 'enumMember',
  actions: 'enumMember',
  level: 'enumMember',
};

function withoutOverlaps(tokens: readonly SemanticToken[]): readonly SemanticToken[] {
  const ordered = tokens.toSorted((a, b) => a.span.start - b.span.start || b.span.end - a.span.end);
  let end = 0;
  return ordered.filter(({ span }) => {
    if (span.start < end) return false;
    end = span.end;
    return true;
  });
}
