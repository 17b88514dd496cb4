// How mistakes are put right whose mend nobody but the reader of a diagnostic can choose: the linter does not do it by itself, and
// the editor offers each way. What would make something else wrong is not offered.
//
//   get 'preview' in a resource      on => 'member', or on => 'collection'

import type { Snapshot } from '../../src/analysis/snapshot.js';
import { segmentsOf } from '../../src/analysis/occurrences.js';
import type { Declaration, Pair } from '../../src/language/declarations.js';
import { pairsOf, positionalsOf } from '../../src/language/declarations.js';
import type { Diagnostic } from '../../src/language/diagnostics.js';
import { isResource, isRoute, isVerbKeyword, positionalRole } from '../../src/language/roles.js';
import type { Span } from '../../src/language/source.js';
import { canonicalOption } from '../../src/language/vocabulary.js';
import { resolvePath } from '../../src/interpreter/program.js';
import { headSpan, type InterpretedRoute } from '../../src/interpreter/interpreted-route.js';
import { canonicalName } from '../../src/routing/patterns/route-name.js';
import {
  changedText,
  edit,
  isAlone,
  lineSpan,
  type ActionEdit,
  type CodeAction,
  type CodeActionHost,
} from './action-edits.js';
import { argumentsEnd } from './rename-files.js';
import { rename } from './rename.js';

interface Mistake {
  readonly snapshot: Snapshot;
  readonly diagnostic: Diagnostic;
  readonly declaration: Declaration;
  /** The pair that the diagnostic is about, if it is one. */
  readonly pair: Pair | undefined;
  readonly routes: readonly InterpretedRoute[];
  readonly host: CodeActionHost;
}

interface Mend {
  readonly title: string;
  readonly edits: readonly ActionEdit[];
}

/** The ways to put a diagnostic right. */
export function mends(snapshot: Snapshot, diagnostic: Diagnostic, host: CodeActionHost): CodeAction[] {
  const ways = byCode.get(diagnostic.code);
  const { declaration, pair } = snapshot.cursor(diagnostic.range.start.offset);
  if (!ways || !declaration) return [];
  const routes = snapshot.analysis.routesOf(declaration);
  return ways({ snapshot, diagnostic, declaration, pair, routes, host })
    .filter(({ edits }) => edits.length > 0 && isHarmless(snapshot, diagnostic, edits))
    .map((mend) => ({ ...mend, kind: 'quickfix', diagnostic }));
}

const byCode: ReadonlyMap<string, (mistake: Mistake) => readonly Mend[]> = new Map([
  ['any-verb', verbsAlone],
  ['bare-verb-in-resources', levels],
  ['constraint-never-matches', asGlob],
  ['cyclic-concern', withoutUse],
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
  ['missing-file', newFile],
  ['past-sunset', withoutRoutes],
  ['redundant-only', withoutRoutes],
  ['repeated-layer', withoutLayer],
  ['shadowed-name', otherName],
  ['unexpected-argument', twoDeclarations],
  ['unsafe-get', safeVerb],
  ['unused-concern', withoutConcern],
]);

/** Whether the mistake is gone and no other has come; what is no error is looked for by the linter alone. */
function isHarmless(
  snapshot: Snapshot,
  { code, severity, file }: Diagnostic,
  edits: readonly ActionEdit[],
): boolean {
  if (edits.some((each) => each.file !== file)) return true;
  const text = changedText(snapshot, edits);
  const after = snapshot.analysisOf(text).diagnostics.filter((each) => each.severity === 'error');
  const before = snapshot.analysis.diagnostics.filter((each) => each.severity === 'error');
  const count = (of: readonly Diagnostic[]): number => of.filter((each) => each.code === code).length;
  return severity === 'error'
    ? after.length < before.length && count(after) < count(before)
    : after.length <= before.length;
}

// ── What is left out ────────────────────────────────────────────────────────────────────────────────────────────────────

/** An argument with the comma before it, or, of the first, the one behind it. */
function without(snapshot: Snapshot, declaration: Declaration, { start, end }: Span): ActionEdit {
  const index = declaration.arguments.findIndex(({ span }) => span.start === start && span.end === end);
  const before = declaration.arguments[index - 1]?.span.end;
  const after = declaration.arguments[index + 1]?.span.start;
  if (before !== undefined) return edit(snapshot, { start: before, end }, '');
  return edit(snapshot, { start, end: after ?? end }, '');
}

function statement(snapshot: Snapshot, declaration: Declaration, title: string): readonly Mend[] {
  if (!isAlone(snapshot, declaration.span)) return [];
  return [{ title, edits: [edit(snapshot, lineSpan(snapshot, declaration.span), '')] }];
}

function withoutRoutes({ snapshot, declaration, diagnostic, routes }: Mistake): readonly Mend[] {
  const isOwn = diagnostic.code !== 'past-sunset' || optionOf(declaration, 'sunset') !== undefined;
  const isEmpty = routes.length === 0 && !declaration.block;
  if (!isOwn || (diagnostic.code === 'redundant-only' && !isEmpty)) return [];
  return statement(snapshot, declaration, 'Take these routes out');
}

function withoutConcern({ snapshot, declaration }: Mistake): readonly Mend[] {
  return statement(snapshot, declaration, 'Take the concern out');
}

/** Of two concerns that say the same, the second. */
function withoutTwin({ snapshot, declaration, diagnostic }: Mistake): readonly Mend[] {
  const first = diagnostic.related?.[0];
  const twin = first?.file === snapshot.source.file && snapshot.cursor(first.range.start.offset).declaration;
  const said = (of: Declaration): string => slice(snapshot, of.span).replace(/\s+/g, ' ');
  return twin && said(twin) === said(declaration) ? withoutConcern({ snapshot, declaration } as Mistake) : [];
}

function withoutOption({ snapshot, declaration, pair }: Mistake): readonly Mend[] {
  if (!pair || !declaration.arguments.includes(pair)) return [];
  return [{ title: `Leave '${pair.key.text}' out`, edits: [without(snapshot, declaration, pair.span)] }];
}

function withoutUse({ snapshot, declaration, diagnostic, pair }: Mistake): readonly Mend[] {
  const title = 'Take this use out';
  if (pair?.value?.kind === 'string') return [{ title, edits: [without(snapshot, declaration, pair.span)] }];
  if (pair?.value?.kind === 'list') return fromList(snapshot, pair, diagnostic, title);
  const [first, second] = positionalsOf(declaration);
  return first && !second && positionalRole(declaration) === 'concern'
    ? statement(snapshot, declaration, title)
    : [];
}

function withoutLayer({ snapshot, declaration, diagnostic, pair }: Mistake): readonly Mend[] {
  const title = 'Name the layer once';
  if (!pair) return [];
  if (pair.value?.kind === 'list' && pair.value.items.length > 1)
    return fromList(snapshot, pair, diagnostic, title);
  return [{ title, edits: [without(snapshot, declaration, pair.span)] }];
}

/** Without one item of a list, and the comma or blank that parts it from its neighbour. */
function fromList(snapshot: Snapshot, pair: Pair, { range }: Diagnostic, title: string): readonly Mend[] {
  const items = pair.value?.kind === 'list' ? pair.value.items : [];
  const index = items.findIndex(({ span }) => span.start === range.start.offset);
  const item = items[index];
  if (!item || items.length < 2) return [];
  const before = items[index - 1];
  const span = before
    ? { start: before.span.end, end: item.span.end }
    : { start: item.span.start, end: items[1]!.span.start };
  return [{ title, edits: [edit(snapshot, span, '')] }];
}

/** The second of two where both say the same; otherwise either. */
function oneOfTwo({ snapshot, declaration, pair }: Mistake): readonly Mend[] {
  const name = pair && canonicalOption(pair.key.text);
  const [first, second] = pairsOf(declaration).filter(({ key }) => canonicalOption(key.text) === name);
  if (!first?.value || !second?.value) return [];
  const [kept, other] = [slice(snapshot, first.value.span), slice(snapshot, second.value.span)];
  const withoutSecond = without(snapshot, declaration, second.span);
  if (kept === other) return [{ title: `Leave the second '${name}' out`, edits: [withoutSecond] }];
  return [
    { title: `Keep ${shown(kept)}`, edits: [withoutSecond] },
    { title: `Keep ${shown(other)}`, edits: [without(snapshot, declaration, first.span)] },
  ];
}

// ── What is added ───────────────────────────────────────────────────────────────────────────────────────────────────────

function added(snapshot: Snapshot, declaration: Declaration, option: string): ActionEdit {
  const end = argumentsEnd(declaration);
  return edit(snapshot, { start: end, end }, `${declaration.arguments.length > 0 ? ',' : ''} ${option}`);
}

function levels({ snapshot, declaration }: Mistake): readonly Mend[] {
  return ['member', 'collection'].map((level) => ({
    title: `Put the route on the ${level}`,
    edits: [added(snapshot, declaration, `on => '${level}'`)],
  }));
}

/** `get '/:id/zoom'` inside a resource is meant as `get 'zoom', on => 'member'`. */
function onMember({ snapshot, declaration, diagnostic }: Mistake): readonly Mend[] {
  const [path] = positionalsOf(declaration);
  if (path?.kind !== 'string') return [];
  const before = slice(snapshot, { start: path.offsetOf(0), end: diagnostic.range.start.offset });
  const rest = snapshot.source.text[diagnostic.range.end.offset];
  if (!/^\/?$/.test(before) || rest !== '/') return [];
  return [
    {
      title: 'Put the route on the member',
      edits: [
        edit(snapshot, { start: path.offsetOf(0), end: diagnostic.range.end.offset + 1 }, ''),
        added(snapshot, declaration, "on => 'member'"),
      ],
    },
  ];
}

function someVerbs({ snapshot, declaration, pair }: Mistake): readonly Mend[] {
  if (pair?.value)
    return [{ title: 'Answer GET and POST', edits: [edit(snapshot, pair.value.span, '<get post>')] }];
  return [
    { title: 'Answer GET alone', edits: [edit(snapshot, declaration.keyword.span, 'get')] },
    { title: 'Answer GET and POST', edits: [added(snapshot, declaration, 'via => <get post>')] },
  ];
}

function verbsAlone({ snapshot, declaration }: Mistake): readonly Mend[] {
  const via = optionOf(declaration, 'via')?.value;
  return via ? [{ title: 'Answer GET and POST alone', edits: [edit(snapshot, via.span, '<get post>')] }] : [];
}

function newFile({ snapshot, declaration }: Mistake): readonly Mend[] {
  const [name] = positionalsOf(declaration);
  if (name?.kind !== 'string' || !/^[\w./-]+$/.test(name.value)) return [];
  const path = name.value.endsWith('.routes') ? name.value : `${name.value}.routes`;
  const file = resolvePath(snapshot.source.file, path);
  return [
    {
      title: `Create the routes file '${path}'`,
      edits: [{ kind: 'file', file, text: 'routes {\n}\n', isNew: true }],
    },
  ];
}

// ── What is written otherwise ───────────────────────────────────────────────────────────────────────────────────────────

function safeVerb({ snapshot, declaration, routes }: Mistake): readonly Mend[] {
  const target = routes[0]?.definition.target;
  if (target?.kind !== 'controller' || !isVerbKeyword(declaration.keyword.text)) return [];
  const verb = { create: 'post', update: 'patch' }[target.action] ?? 'delete';
  return [{ title: `Use '${verb}'`, edits: [edit(snapshot, declaration.keyword.span, verb)] }];
}

/** A segment whose constraint asks for a slash is meant as a glob. */
function asGlob({ snapshot, declaration, pair }: Mistake): readonly Mend[] {
  const [path] = positionalsOf(declaration);
  const isSlashed = pair?.value && slice(snapshot, pair.value.span).slice(1, -1).includes('/');
  if (!isSlashed || path?.kind !== 'string') return [];
  const segment = segmentsOf(path).find(({ name, isGlob }) => name === pair.key.text && !isGlob);
  if (!segment) return [];
  const mark = { start: segment.span.start - 1, end: segment.span.start };
  return [{ title: `Write '*${segment.name}'`, edits: [edit(snapshot, mark, '*')] }];
}

/** A name made of the words of the path, which no other route has. */
function otherName({ snapshot, declaration, routes }: Mistake): readonly Mend[] {
  const pattern = routes[0]?.definition.pattern.text;
  const words = pattern?.replace(/\([^]*\)|[:*][\p{L}\p{N}_]+/gu, '/').match(/[\p{L}\p{N}_]+/gu);
  if (!words) return [];
  const taken = new Set(
    snapshot.analysis.routes.flatMap(({ definition: { name } }) =>
      name === undefined ? [] : [canonicalName(name)],
    ),
  );
  const base = words.join('-');
  let name = base;
  for (let count = 2; taken.has(canonicalName(name)); count++) name = `${base}-${count}`;
  const given = optionOf(declaration, 'as')?.value;
  const change = given
    ? edit(snapshot, given.span, `'${name}'`)
    : added(snapshot, declaration, `as => '${name}'`);
  return isRoute(declaration) || isResource(declaration)
    ? [{ title: `Name it '${name}'`, edits: [change] }]
    : [];
}

function otherSegment({ snapshot, diagnostic }: Mistake): readonly Mend[] {
  const { start, end } = diagnostic.range;
  const written = snapshot.source.text.slice(start.offset, end.offset);
  const name = /^[:*]([\p{L}_][\p{L}\p{N}_]*)$/u.exec(written)?.[1];
  if (name === undefined) return [];
  const at = { start: start.offset + 1, end: end.offset };
  return [{ title: `Call it '${written}_2'`, edits: [edit(snapshot, at, `${name}_2`)] }];
}

/** The segment that another route calls otherwise, with everything that speaks of it. */
function sameName({ snapshot, declaration, routes, diagnostic, host }: Mistake): readonly Mend[] {
  const related = diagnostic.related?.[0];
  const other = related && snapshot.cursor(related.range.start.offset).declaration;
  const [path] = positionalsOf(declaration);
  if (!other || related.file !== snapshot.source.file || path?.kind !== 'string') return [];
  for (const own of routes) {
    const theirs = snapshot.analysis.routesOf(other)[0]?.definition.pattern.names ?? [];
    const index = own.definition.pattern.names.findIndex((name, at) => name !== theirs[at]);
    const [from, to] = [own.definition.pattern.names[index], theirs[index]];
    const segment = segmentsOf(path).find(({ name }) => name === from);
    if (to === undefined || !segment) continue;
    const answer = rename(snapshot, segment.span.start, to, host);
    if (!answer || 'refused' in answer) continue;
    const edits = answer.edits.map(({ file, range, text }): ActionEdit => ({
      kind: 'edit',
      file,
      range,
      text,
    }));
    return [{ title: `Call it ':${to}'`, edits }];
  }
  return [];
}

/** `get '/a', '/b', to => …` as two declarations. */
function twoDeclarations({ snapshot, declaration, diagnostic }: Mistake): readonly Mend[] {
  const [first, second, third] = positionalsOf(declaration);
  const isSecond = second?.kind === 'string' && second.span.start === diagnostic.range.start.offset;
  if (!isSecond || !first || third || !isRoute(declaration) || declaration.block) return [];
  const head = headSpan(declaration);
  const text = slice(snapshot, head);
  const cut = (from: number, to: number): string =>
    text.slice(0, from - head.start) + text.slice(to - head.start);
  const indent = /^[ \t]*/.exec(snapshot.source.lineText(snapshot.source.positionAt(head.start).line))![0];
  const both = `${cut(first.span.end, second.span.end)}\n${indent}${cut(first.span.start, second.span.start)}`;
  return isAlone(snapshot, declaration.span)
    ? [{ title: 'Write two declarations', edits: [edit(snapshot, head, both)] }]
    : [];
}

/** A glob moves behind the last of the routes that are meant for what it takes. */
function behindOthers({ snapshot, declaration, diagnostic }: Mistake): readonly Mend[] {
  const { block } = snapshot.cursor(declaration.span.start);
  const others = (diagnostic.related ?? []).map(
    ({ range, file }) => (file === snapshot.source.file && snapshot.cursor(range.start.offset)) || undefined,
  );
  const last = others.at(-1)?.declaration;
  const isBeside = others.every((other) => other?.block === block && other?.declaration);
  if (!last || !isBeside || !isAlone(snapshot, declaration.span) || !isAlone(snapshot, last.span)) return [];
  const moved = lineSpan(snapshot, declaration.span);
  const { end } = lineSpan(snapshot, last.span);
  const text = snapshot.source.text.slice(moved.start, moved.end);
  return [
    {
      title: 'Move it behind the routes that it takes paths of',
      edits: [edit(snapshot, moved, ''), edit(snapshot, { start: end, end }, text)],
    },
  ];
}

function optionOf(declaration: Declaration, name: string): Pair | undefined {
  return pairsOf(declaration).find(({ key }) => canonicalOption(key.text) === name);
}

function slice({ source }: Snapshot, { start, end }: Span): string {
  return source.text.slice(start, end);
}

function shown(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 40 ? `${line.slice(0, 39)}…` : line;
}
