// Everything that a snapshot knows, with every place, as texts. Snapshots with the same knowledge give equal texts, so they
// can be compared by comparing strings.

import { Snapshot } from '../../src/analysis/snapshot.js';
import type { Occurrence } from '../../src/analysis/occurrences.js';
import type { Scope } from '../../src/interpreter/scope.js';
import { walkDeclarations, walkValues, type Declaration } from '../../src/language/declarations.js';
import type { Place } from '../../src/language/diagnostics.js';
import { formatRoutes } from '../../src/format/format.js';
import { lint } from '../../src/lint/lint.js';
import { Route } from '../../src/routing/patterns/route.js';
import { complete } from '../../lsp/features/completion.js';
import { codeLenses, inlayHints } from '../../lsp/features/hints.js';
import { hover } from '../../lsp/features/hover.js';
import { definition, documentLinks, references } from '../../lsp/features/navigation.js';
import { documentSymbols, foldingRanges, selectionSpans } from '../../lsp/features/outline.js';
import { semanticTokens } from '../../lsp/features/semantic-tokens.js';
import { signatureHelp } from '../../lsp/features/signature-help.js';
import { fakeApplication } from './fake-application.js';

type Section = readonly [name: string, told: string];

/** Everything about the syntax. */
export function toldSyntax({ source, syntax }: Snapshot): readonly Section[] {
  const strings: unknown[] = [];
  const sources: unknown[] = [];
  walkDeclarations(syntax.declarations, (declaration) => {
    if (declaration.source !== source)
      sources.push(`a declaration at ${declaration.span.start} is of another source`);
    walkValues(declaration, (value) => {
      if (value.kind === 'string')
        strings.push(Array.from({ length: value.value.length + 1 }, (_, index) => value.offsetOf(index)));
    });
  });
  return [
    ['text', source.text],
    ['line starts', plain([...source.lineStarts])],
    ['declarations', plain(syntax.declarations)],
    ['sources', plain(sources)],
    ['string offsets', plain(strings)],
    ['comments', plain(syntax.comments)],
    ['tokens', plain(syntax.tokens)],
    ['syntax diagnostics', plain(syntax.diagnostics)],
  ];
}

/** Everything about the meaning: routes with all their places, names, scopes, diagnostics. */
export function toldMeaning(snapshot: Snapshot): readonly Section[] {
  const { analysis, occurrences, syntax } = snapshot;
  const { interpretation } = analysis;
  const { program, scopes, concernUses, customHelpers } = interpretation;
  const ofDeclarations: unknown[] = [];
  walkDeclarations(syntax.declarations, (declaration) => {
    ofDeclarations.push([
      declaration.span.start,
      analysis.routesOf(declaration).map((route) => analysis.routes.indexOf(route)),
      analysis.routesWithin(declaration).map((route) => analysis.routes.indexOf(route)),
      program.call(declaration) !== undefined,
      declaration.block && toldScope(scopes.get(declaration.block)),
    ]);
  });
  return [
    ['diagnostics', plain(analysis.diagnostics)],
    ['routes', plain(analysis.routes.map((route, index) => toldRoute(route, index)))],
    ['route table', plain(analysis.routeTable())],
    ['declarations and their routes', plain(ofDeclarations)],
    ['concerns', plain([...program.concerns].map(([name, { declaration }]) => [name, placeOf(declaration)]))],
    [
      'concern uses',
      plain([...concernUses].map(([{ declaration }, uses]) => [placeOf(declaration), uses.map(toldPlace)])),
    ],
    ['custom helpers', plain([[...customHelpers.direct.keys()], [...customHelpers.resolve.keys()]])],
    ['files', plain([...program.files].map(([file, { source }]) => [file, source.text.length]))],
    ['occurrences', plain(occurrences.all().map(toldOccurrence))],
  ];
}

/** The linter's findings, quick and full. */
export async function toldFindings(
  snapshot: Snapshot,
  efforts: readonly ('quick' | 'full')[],
): Promise<readonly Section[]> {
  const sections: Section[] = [];
  for (const effort of efforts) {
    const { diagnostics, suppressed } = await lint(snapshot.analysis, {
      application: fakeApplication,
      effort,
    });
    sections.push([`${effort} findings`, plain([diagnostics, suppressed])]);
  }
  return sections;
}

/** The formatted text and its edits, or the reason why there are none. */
function toldFormatting({ source, syntax }: Snapshot): string {
  const formatting = formatRoutes(source.text, { syntax });
  return plain(formatting.refused ?? [formatting.text, formatting.edits]);
}

/** The answers of the editor's features for the whole file and for some offsets. */
export function toldFeatures(snapshot: Snapshot, offsets: readonly number[]): readonly Section[] {
  const whole = { start: 0, end: snapshot.source.text.length };
  const shape: readonly Section[] = [
    ['symbols', plain(documentSymbols(snapshot))],
    ['semantic tokens', plain(semanticTokens(snapshot))],
    ['folds', plain(foldingRanges(snapshot))],
    ['hints', plain(inlayHints(snapshot, whole))],
    ['lenses', plain(codeLenses(snapshot))],
    ['links', plain(documentLinks(snapshot, fakeApplication))],
    ['formatting', toldFormatting(snapshot)],
  ];
  return shape.concat(
    offsets.map((offset): Section => [
      `answers at ${offset}`,
      plain([
        complete(snapshot, offset, { application: fakeApplication }),
        hover(snapshot, offset, fakeApplication),
        signatureHelp(snapshot, offset),
        definition(snapshot, offset, fakeApplication),
        references(snapshot, offset, true, fakeApplication),
        selectionSpans(snapshot, offset),
      ]),
    ]),
  );
}

function toldRoute(route: Snapshot['analysis']['routes'][number], index: number): unknown {
  const { definition, declaration, uses, targetPlace, controllerPlace, nameIsGiven, droppedName } = route;
  const { verbs, any, pattern, segmentConstraints, requestConstraints, defaults, location, name, target } =
    definition;
  return {
    row: new Route(definition, index).tableRow(),
    ...{ name, verbs, any, pattern: pattern.text, target, location, defaults: [...defaults] },
    segmentConstraints: [...segmentConstraints],
    requestConstraints,
    ...{ declaration: placeOf(declaration), nameIsGiven, droppedName },
    uses: uses.map((use) => placeOf(use.declaration)),
    ...{ targetPlace: toldPlace(targetPlace), controllerPlace: toldPlace(controllerPlace) },
  };
}

/** The content of a scope, with demands as the places of their keys. */
function toldScope(scope: Scope | undefined): unknown {
  if (!scope) return undefined;
  const { uses, controllerPlace, defaults, pathNames, ...rest } = scope;
  return {
    ...rest,
    ...{ defaults: [...defaults], pathNames: [...pathNames] },
    controllerPlace: controllerPlace && toldPlace(controllerPlace),
    uses: uses.map((use) => placeOf(use.declaration)),
  };
}

function toldOccurrence({ kind, key, name, role, source, span, declaration }: Occurrence): unknown {
  return [kind, key, name, role, source.file, span, declaration && placeOf(declaration)];
}

function placeOf({ source, span }: Declaration): string {
  return `${source.file}:${span.start}-${span.end}`;
}

function toldPlace({ source, span }: Place): string {
  return `${source.file}:${span.start}-${span.end}`;
}

/** JSON that also has regexes, maps and functions. The source of a declaration is written as its file. */
function plain(value: unknown): string {
  return JSON.stringify(
    value,
    (key, each: unknown) => {
      if (key === 'source' && each !== null && typeof each === 'object' && 'file' in each) return each.file;
      if (each instanceof RegExp) return String(each);
      if (each instanceof Map) return [...(each as Map<unknown, unknown>)];
      if (typeof each === 'function') return `function ${each.name}`;
      // Sort properties: their order depends on how the object was made.
      if (each !== null && typeof each === 'object' && !Array.isArray(each))
        return Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)));
      return each;
    },
    1,
  );
}
