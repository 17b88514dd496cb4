// The structure of a file: symbols, folding ranges, and growing selections.

import type { Snapshot } from '../../src/analysis/snapshot.js';
import { targetPartAt } from '../../src/analysis/cursor.js';
import { spanIn, type Declaration, headSpan } from '../../src/language/declarations.js';
import type { Source, Span } from '../../src/language/source.js';
import { keywordRow } from '../../src/language/vocabulary.js';
import { isDeprecated } from './semantic-tokens.js';
import { declares, positionalRole } from '../../src/language/roles.js';
import type { InterpretedRoute } from '../../src/interpreter/interpreted-route.js';
import { targetText } from '../../src/routing/patterns/route.js';

/** The texts of a symbol. They stay the same object as long as edits do not change them. */
export interface SymbolWords {
  readonly name: string;
  readonly detail: string;
  readonly kind: 'namespace' | 'resource' | 'route' | 'concern' | 'scope' | 'helper';
  /** Whether all of its routes are deprecated. */
  readonly isDeprecated?: true;
}

export interface OutlineSymbol {
  readonly words: SymbolWords;
  readonly span: Span;
  readonly nameSpan: Span;
  readonly children: readonly OutlineSymbol[];
}

/** In files with more routes, the outline shows only blocks and resources, so that editors can still draw it. */
const mostRoutes = 5_000;

/** Declarations as a tree. Resources have their routes as children. */
export function documentSymbols(snapshot: Snapshot): readonly OutlineSymbol[] {
  return symbolsOf(snapshot, snapshot.syntax.declarations, snapshot.analysis.routes.length <= mostRoutes);
}

function symbolsOf(
  snapshot: Snapshot,
  declarations: readonly Declaration[],
  withRoutes: boolean,
): OutlineSymbol[] {
  const symbols: OutlineSymbol[] = [];
  for (const declaration of declarations) {
    const { keyword, block } = declaration;
    if (!keywordRow(keyword.text) || (!withRoutes && !block && !isOutlined(declaration))) continue;
    const children: OutlineSymbol[] = block ? symbolsOf(snapshot, block.declarations, withRoutes) : [];
    const own = snapshot.analysis.routesOf(declaration);
    const words = wordsOf(declaration, own);
    if (words.kind === 'resource' && withRoutes) {
      // These children have no text of their own. With a place inside the declaration, editors find the resource there.
      const behind = { start: keyword.span.end, end: keyword.span.end };
      for (const route of own) children.push(routeSymbol(route, behind));
    }
    symbols.push({ words, span: declaration.span, nameSpan: headSpan(declaration), children });
  }
  return symbols;
}

/** Whether the outline shows a declaration without a block even if there are too many routes for it. */
function isOutlined(declaration: Declaration): boolean {
  const { kind } = kindOf(declaration, []);
  return kind === 'resource' || kind === 'namespace' || kind === 'concern' || kind === 'helper';
}

function kindOf(
  declaration: Declaration,
  routes: readonly InterpretedRoute[],
): Pick<SymbolWords, 'kind' | 'detail'> {
  const { block } = declaration;
  if (declares(declaration, 'concern')) return { kind: 'concern', detail: '' };
  switch (positionalRole(declaration)) {
    case 'resource':
      return { kind: 'resource', detail: routes.length === 1 ? '1 route' : `${routes.length} routes` };
    case 'namespace':
      return { kind: 'namespace', detail: '' };
    case 'helper':
    case 'class':
      return { kind: 'helper', detail: '' };
    default: {
      if (block) return { kind: routes.length > 0 ? 'route' : 'scope', detail: '' };
      const [route] = routes;
      return { kind: 'route', detail: route ? routeLabel(route) : '' };
    }
  }
}

/** The keyword with its first argument, on one line and without quotes: `resources photos`. */
function nameOf({ source, keyword, arguments: [first] }: Declaration): string {
  if (!first) return keyword.text;
  const written = source.textOf(first.span);
  const isQuoted = first.kind === 'string' && (first.notation === 'single' || first.notation === 'double');
  return `${keyword.text} ${oneLine(isQuoted ? written.slice(1, -1) : written)}`.trimEnd();
}

/** The texts of a declaration's symbol, kept as long as the declaration has the same routes. */
const declarationWords = new WeakMap<
  Declaration,
  { readonly routes: readonly InterpretedRoute[]; readonly words: SymbolWords }
>();

function wordsOf(declaration: Declaration, routes: readonly InterpretedRoute[]): SymbolWords {
  const known = declarationWords.get(declaration);
  if (known?.routes.length === routes.length && known.routes.every((route, at) => route === routes[at]))
    return known.words;
  const words: SymbolWords = {
    name: nameOf(declaration),
    ...kindOf(declaration, routes),
    ...(isDeprecated(routes) && { isDeprecated: true as const }),
  };
  declarationWords.set(declaration, { routes, words });
  return words;
}

const routeWords = new WeakMap<InterpretedRoute, SymbolWords>();

function routeSymbol(route: InterpretedRoute, span: Span): OutlineSymbol {
  let words = routeWords.get(route);
  if (!words) routeWords.set(route, (words = routeWordsOf(route)));
  return { words, span, nameSpan: span, children: none };
}

const none: readonly OutlineSymbol[] = [];

function routeWordsOf(route: InterpretedRoute): SymbolWords {
  const { target, verbs, pattern } = route.definition;
  return {
    name: target.kind === 'controller' ? target.action : targetText(target),
    detail: `${verbs.join('|')} ${pattern.text}`,
    kind: 'route',
    ...(isDeprecated([route]) && { isDeprecated: true as const }),
  };
}

/** A route as text: `GET /posts/:id → posts#show`. */
export function routeLabel({ definition }: InterpretedRoute): string {
  const verbs = definition.any ? 'any' : definition.verbs.join('|');
  return `${verbs} ${definition.pattern.text} → ${targetText(definition.target)}`;
}

export interface FoundSymbol {
  readonly name: string;
  readonly container: string;
  readonly source: Source;
  readonly span: Span;
}

/** Routes whose path, verb, name or target contains every word of the query. */
export function findRoutes(snapshot: Snapshot, query: string): readonly FoundSymbol[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return snapshot.analysis.routes.flatMap((route) => {
    const { definition, declaration } = route;
    const label = routeLabel(route);
    const text = `${label} ${definition.name ?? ''}`.toLowerCase();
    if (!words.every((word) => text.includes(word))) return [];
    return [
      {
        name: label,
        container: definition.name ?? '',
        source: declaration.source,
        span: headSpan(declaration),
      },
    ];
  });
}

export interface Fold {
  /** Lines count from 1. */
  readonly startLine: number;
  readonly endLine: number;
  readonly kind: 'block' | 'comment' | 'region';
}

export function foldingRanges(snapshot: Snapshot): readonly Fold[] {
  const { source, syntax } = snapshot;
  const folds: Fold[] = [];
  const line = (offset: number): number => source.positionAt(offset).line;
  const opened: { readonly close: string; readonly start: number }[] = [];
  const pairs = new Map([
    ['BlockOpen', 'BlockClose'],
    ['HashOpen', 'HashClose'],
    ['LeftParen', 'RightParen'],
    ['LeftBracket', 'RightBracket'],
  ]);
  for (const token of syntax.tokens) {
    const close = pairs.get(token.kind);
    const innermost = opened.at(-1);
    if (close !== undefined) opened.push({ close, start: token.start });
    else if (innermost?.close === token.kind) {
      opened.pop();
      const [from, to] = [line(innermost.start), line(token.start)];
      if (to - from > 1) folds.push({ startLine: from, endLine: to - 1, kind: 'block' });
    }
  }
  let run: { from: number; to: number } | undefined;
  const regions: number[] = [];
  const endRun = (): void => {
    if (run && run.to > run.from) folds.push({ startLine: run.from, endLine: run.to, kind: 'comment' });
    run = undefined;
  };
  for (const { span, text } of syntax.comments) {
    const at = line(span.start);
    if (/^#\s*region\b/.test(text)) regions.push(at);
    else if (/^#\s*endregion\b/.test(text)) {
      const from = regions.pop();
      if (from !== undefined) folds.push({ startLine: from, endLine: at, kind: 'region' });
    }
    const isAlone = source.lineText(at).trimStart().startsWith('#');
    if (isAlone && run?.to === at - 1) run.to = at;
    else {
      endRun();
      if (isAlone) run = { from: at, to: at };
    }
  }
  endRun();
  return folds;
}

/** Spans around an offset, the smallest first: one half of a target, string, argument, statement, block, file. */
export function selectionSpans(snapshot: Snapshot, offset: number): readonly Span[] {
  const { declaration, parents, argument, pair, value, before, after } = snapshot.cursor(offset);
  const spans: Span[] = [];
  if (value?.kind === 'string') {
    if (value.value.includes('#')) spans.push(targetPartAt(value, offset).span);
    spans.push(spanIn(value));
  }
  const token = before && before.end >= offset ? before : after && after.start <= offset ? after : undefined;
  spans.push(
    ...[token, value, pair, argument].flatMap((node) =>
      node ? ['span' in node ? node.span : { start: node.start, end: node.end }] : [],
    ),
  );
  if (declaration) spans.push(headSpan(declaration), declaration.span);
  for (const parent of parents.toReversed()) {
    if (!parent.block) continue;
    const { span } = parent.block;
    spans.push({ start: span.start + 1, end: Math.max(span.start + 1, span.end - 1) }, span, parent.span);
  }
  spans.push({ start: 0, end: snapshot.source.text.length });
  const growing: Span[] = [];
  for (const { start, end } of spans.sort((a, b) => a.end - a.start - (b.end - b.start))) {
    const last = growing.at(-1);
    const holds =
      start <= offset &&
      offset <= end &&
      (!last || (start <= last.start && last.end <= end && end - start > last.end - last.start));
    if (holds) growing.push({ start, end });
  }
  return growing;
}

function oneLine(text: string): string {
  return (/\s/.test(text) ? text.replace(/\s+/g, ' ') : text).slice(0, 80);
}
