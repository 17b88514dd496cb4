// Quick fixes for mistakes that can be fixed in several ways. The linter cannot choose, so the editor offers all. A fix that causes
// another mistake is not offered.
//
//   get 'preview' in a resource      on => 'member', or on => 'collection'

import type { Snapshot } from '../../src/analysis/snapshot.js';
import { errorsIn, type Diagnostic } from '../../src/language/diagnostics.js';
import { changedText, type ActionEdit, type CodeAction } from './action-edits.js';
import type { Mend, Mistake } from './mend.js';
import {
  withoutRoutes,
  withoutConcern,
  withoutInclude,
  withoutTwin,
  withoutOption,
  withoutUse,
  withoutLayer,
  oneOfTwo,
} from './mends-leaving-out.js';
import { closedBracket, expectation, linearRegex, missingBlock, missingTarget } from './mends-completing.js';
import {
  levels,
  onMember,
  someVerbs,
  verbsAlone,
  newFile,
  safeVerb,
  asGlob,
  otherName,
  otherSegment,
  sameName,
  shallowParent,
  twoDeclarations,
  behindOthers,
  inFront,
} from './mends-writing.js';
import type { ModuleHost } from './rename-in-modules.js';
import { missingExport, missingAction } from './stubs.js';

/** The fixes for a diagnostic. */
export function mends(snapshot: Snapshot, diagnostic: Diagnostic, host: ModuleHost): CodeAction[] {
  return waysOf(snapshot, diagnostic, host)
    .filter(({ edits }) => edits.length > 0 && isHarmless(snapshot, diagnostic, edits))
    .map((mend) => ({ ...mend, kind: 'quickfix', diagnostic }));
}

function waysOf(snapshot: Snapshot, diagnostic: Diagnostic, host: ModuleHost): readonly Mend[] {
  const inText = inAnyText.get(diagnostic.code);
  if (inText) return inText(snapshot, diagnostic);
  const ways = byCode.get(diagnostic.code);
  const { declaration, pair } = snapshot.cursor(diagnostic.range.start.offset);
  if (!ways || !declaration) return [];
  const routes = snapshot.analysis.routesOf(declaration);
  return ways({ snapshot, diagnostic, declaration, pair, routes, host });
}

/** Fixes for mistakes outside declarations, or at the end of one. */
const inAnyText: ReadonlyMap<string, (snapshot: Snapshot, diagnostic: Diagnostic) => readonly Mend[]> =
  new Map([
    ['invalid-expectation', expectation],
    ['unmatched-bracket', closedBracket],
  ]);

const byCode: ReadonlyMap<string, (mistake: Mistake) => readonly Mend[]> = new Map([
  ['any-verb', verbsAlone],
  ['bare-verb-in-resources', levels],
  ['constraint-never-matches', asGlob],
  ['cyclic-concern', withoutUse],
  ['cyclic-include', withoutInclude],
  ['deep-nesting', shallowParent],
  ['duplicate-concern', withoutTwin],
  ['duplicate-name', otherName],
  ['duplicate-option', oneOfTwo],
  ['duplicate-param', otherSegment],
  ['glob-before-others', behindOthers],
  ['helper-name-taken', otherName],
  ['id-shadowed', onMember],
  ['inconsistent-param-name', sameName],
  ['match-without-via', someVerbs],
  ['misplaced-declaration', withoutOption],
  ['missing-argument', missingBlock],
  ['missing-export', missingExport],
  ['missing-file', newFile],
  ['missing-target', missingTarget],
  ['mount-hides-routes', inFront],
  ['past-sunset', withoutRoutes],
  ['redundant-only', withoutRoutes],
  ['repeated-layer', withoutLayer],
  ['round-trip', inFront],
  ['shadowed-name', otherName],
  ['unexpected-argument', twoDeclarations],
  ['unknown-action', missingAction],
  ['unknown-controller', missingAction],
  ['unreachable-route', inFront],
  ['unsafe-get', safeVerb],
  ['unsafe-regex', linearRegex],
  ['unused-concern', withoutConcern],
]);

/** Whether a fix removes the mistake and causes no new error. The mistakes that only the linter finds are not checked for again. */
function isHarmless(snapshot: Snapshot, diagnostic: Diagnostic, edits: readonly ActionEdit[]): boolean {
  const { code, file } = diagnostic;
  if (edits.some((each) => each.file !== file)) return true;
  const after = errorsIn(snapshot.analysisOf(changedText(snapshot, edits)).diagnostics);
  const before = errorsIn(snapshot.analysis.diagnostics);
  const count = (of: readonly Diagnostic[]): number => of.filter((each) => each.code === code).length;
  return isOfLanguage(snapshot, diagnostic)
    ? after.length < before.length && count(after) < count(before)
    : after.length <= before.length;
}

/**
 * Whether a diagnostic is an error of the language, which neither comments nor the configuration can silence. Some share their code with
 * a rule.
 */
export function isOfLanguage({ analysis }: Snapshot, { code, range }: Diagnostic): boolean {
  return analysis.diagnostics.some(
    (each) => each.code === code && each.range.start.offset === range.start.offset,
  );
}
