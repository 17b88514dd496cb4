// The edits after a segment was renamed: in functions that read the param, calls that have it as a key, and expectations in comments.
// Comparing the routes before and after the rename shows where the param has which name.
//
//   resources 'posts', param => 'slug'      its name `slug` is `post_slug` in the routes nested below

import { readExpectation } from '../../src/analysis/expectation.js';
import type { Snapshot } from '../../src/analysis/snapshot.js';
import type { InterpretedRoute } from '../../src/interpreter/interpreted-route.js';
import { filePlace, type FilePlace } from '../../src/language/diagnostics.js';
import { Source } from '../../src/language/source.js';
import type { NewNames, RenamedParams } from '../../src/node/modules/param-keys.js';
import { targetText } from '../../src/routing/patterns/route.js';
import { canonicalName } from '../../src/routing/patterns/route-name.js';
import { changedText } from './action-edits.js';
import { helperUses } from './helper-uses.js';
import { actionPlaces, callablePlaces } from './navigation.js';
import { fileEdit, type FileEdit } from './rename-files.js';
import { inFile, type Edits, type ModuleHost } from './rename-in-modules.js';

/**
 * The edits after those in paths. Refused if a function reads the param and another route still gives it under the old name, since the
 * function cannot read both.
 */
export function renamedParams(snapshot: Snapshot, inPaths: readonly FileEdit[], host: ModuleHost): Edits {
  const { analysis } = snapshot;
  const after = snapshot.analysisOf(changedText(snapshot, inPaths)).routes;
  if (after.length !== analysis.routes.length) return { edits: [] };
  const targets = new Map<string, Map<string, string>>();
  const helpers = new Map<string, Map<string, string>>();
  const routeOf = new Map<string, InterpretedRoute>();
  for (const [index, route] of analysis.routes.entries()) {
    const names = after[index]?.definition.pattern.names ?? [];
    const { name, target, pattern } = route.definition;
    for (const [at, from] of pattern.names.entries()) {
      const to = names[at];
      if (to === undefined || to === from) continue;
      if (name !== undefined) renameIn(helpers, canonicalName(name), from, to);
      if (target.kind === 'redirect' || target.kind === 'mount') continue;
      renameIn(targets, targetText(target), from, to);
      routeOf.set(targetText(target), route);
    }
  }
  const edits: FileEdit[] = [];
  for (const [target, names] of targets) {
    const keepers = after.filter(({ definition }) => targetText(definition.target) === target);
    for (const [from, to] of names) {
      const keeper = keepers.find(({ definition }) => definition.pattern.names.includes(from));
      const reads = readsOf(placesOf(routeOf.get(target), host), from, to, host);
      if (keeper && reads.length > 0)
        return {
          refused: `the action '${target}' reads '${from}', which ${keeper.definition.pattern.text} gives it too; rename both, or read both there first`,
        };
      edits.push(...reads);
      // An expectation about this target may be about the other route.
      if (keeper) names.delete(from);
    }
  }
  const inCalls = keysOf({ helpers, targets }, host);
  return {
    edits: [...edits, ...expectationsOf(snapshot, { helpers, targets }), ...inCalls.edits],
    unsure: inCalls.unsure,
  };
}

function renameIn(all: Map<string, Map<string, string>>, key: string, from: string, to: string): void {
  const names = all.get(key) ?? new Map<string, string>();
  all.set(key, names.set(from, to));
}

// ── Functions ───────────────────────────────────────────────────────────────────────────────────────────────────────────

/** The place of the function to which a route leads. */
function placesOf(route: InterpretedRoute | undefined, { application }: ModuleHost): readonly FilePlace[] {
  const target = route?.definition.target;
  if (target?.kind === 'controller') return actionPlaces(targetText(target), application);
  return route && target?.kind === 'callable'
    ? callablePlaces(target.label, route.declaration.source.file, application)
    : [];
}

function readsOf(
  places: readonly FilePlace[],
  from: string,
  to: string,
  { modules, textOf }: ModuleHost,
): readonly FileEdit[] {
  return places.flatMap(({ file, range }) => {
    if (range.end.offset === 0 || !modules) return [];
    const text = textOf?.(file) ?? '';
    return inFile(file, text, modules.paramReads(file, text, range.start.offset, from, to));
  });
}

// ── Calls ───────────────────────────────────────────────────────────────────────────────────────────────────────────────

function keysOf(
  renamed: RenamedParams,
  { files = [], textOf, modules }: ModuleHost,
): { readonly edits: readonly FileEdit[]; readonly unsure: readonly FilePlace[] } {
  const edits: FileEdit[] = [];
  const unsure: FilePlace[] = [];
  for (const file of files) {
    const text = textOf?.(file) ?? '';
    const uses = helperUses(text).filter(({ written }) => renamed.helpers.has(canonicalName(written)));
    const isTest = [...renamed.targets.keys()].some((target) => text.includes(target));
    if (uses.length === 0 && !isTest) continue;
    const found = modules?.paramKeys(file, text, renamed);
    const source = new Source(file, text);
    edits.push(...inFile(file, text, found?.changes ?? []));
    // A view that is not a module can only be searched as text.
    const doubtful =
      found?.unsure ??
      uses.flatMap(({ span, written }) => {
        const names = renamed.helpers.get(canonicalName(written));
        return names && writes(valuesBehind(text, span.end), names) ? [span] : [];
      });
    unsure.push(...doubtful.map((span) => filePlace({ source, span })));
  }
  return { edits, unsure };
}

/** Whether a text contains one of the old names as a word. */
function writes(text: string, names: NewNames): boolean {
  const words = new Set(text.match(/[\p{L}\p{M}\p{Nd}_$]+/gu));
  return [...names.keys()].some((name) => words.has(name));
}

/** The text in the parentheses after a helper's name. If they do not close, about as much text as calls usually have. */
function valuesBehind(text: string, offset: number): string {
  const start = text.indexOf('(', offset);
  if (start < 0 || start - offset > 20) return text.slice(offset, text.indexOf('\n', offset));
  let depth = 0;
  for (let at = start; at < Math.min(text.length, start + 500); at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')' && --depth === 0) return text.slice(start, at);
  }
  return text.slice(start, start + 500);
}

// ── Comments ────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** `#> GET /photos/7 => photos#show id=7`, `#> photo-path(id: 7) => /photos/7` */
function expectationsOf({ analysis }: Snapshot, renamed: RenamedParams): readonly FileEdit[] {
  return [...analysis.interpretation.program.files.values()].flatMap(({ source, comments }) =>
    comments.flatMap((comment): readonly FileEdit[] => {
      const expected = readExpectation(comment);
      const isAnswer = expected?.kind === 'answer';
      if (!isAnswer && expected?.kind !== 'path') return [];
      const names = isAnswer
        ? renamed.targets.get(expected.target)
        : renamed.helpers.get(canonicalName(expected.name.text));
      if (!names) return [];
      const keys = isAnswer ? expected.params.map(({ name }) => name) : expected.keys;
      return keys.flatMap(({ text, span }) => {
        const to = names.get(text);
        return to === undefined ? [] : [fileEdit(source, span, to)];
      });
    }),
  );
}
