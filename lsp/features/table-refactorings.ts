// Refactorings that write the same routes differently: verbs as a resource and back, statements as a concern and back, a namespace around
// statements, and moving statements to their own file. Each is tried first. It is offered only if the new table equals the old one in
// each route's names, targets, constraints, defaults, layers and facts. No comment is lost.

import type { Snapshot } from '../../src/analysis/snapshot.js';
import { formatRoutes } from '../../src/format/format.js';
import {
  type Declaration,
  type Pair,
  pairsOf,
  positionalsOf,
  spanIn,
  argumentsEnd,
} from '../../src/language/declarations.js';
import { declares, isResource, isRoute, optionRole, positionalRole } from '../../src/language/roles.js';
import { applyEdits, resolvePath, spanOf, type Span, type SpanEdit } from '../../src/language/source.js';
import {
  changedText,
  edit,
  indentOf,
  insertion,
  isAlone,
  lineSpan,
  lostComments,
  newlineOf,
  terminatorIn,
  withCommentLines,
  type ActionEdit,
  type CodeAction,
} from './action-edits.js';
import { prefixOf } from './application-names.js';
import { isLaidOut } from './laid-out.js';
import { without } from './mend.js';
import { keepsTable } from './table-changes.js';
import type { ModuleHost } from './rename-in-modules.js';

/** Adjacent statements in a selection. */
interface Chosen {
  readonly declarations: readonly Declaration[];
  readonly lines: Span;
  readonly indent: string;
}

/** The refactorings of the statements in a selection, or of the statement at its start. */
export function tableRefactorings(snapshot: Snapshot, within: Span, host: ModuleHost): readonly CodeAction[] {
  const { declaration } = snapshot.cursor(within.start);
  const chosen = chosenIn(snapshot, within);
  const own =
    declaration && isAlone(snapshot, declaration.span) ? chosenOf(snapshot, [declaration]) : undefined;
  return [
    ...(own ? [...expandedResource(snapshot, own), ...inlinedConcern(snapshot, own)] : []),
    ...(chosen
      ? [...asResource(snapshot, chosen), ...inNamespace(snapshot, chosen), ...inFile(snapshot, chosen, host)]
      : []),
  ];
}

/** Replaces whole lines by a text. Comments that the text lacks are put above it. Offered only if the table stays the same. */
function offered(
  snapshot: Snapshot,
  title: string,
  { lines, indent }: Chosen,
  written: readonly string[],
  more: readonly ActionEdit[] = [],
  reread?: Snapshot,
): CodeAction[] {
  const newline = newlineOf(snapshot);
  const isLast = !snapshot.source.textOf(lines).endsWith('\n');
  const taken = [lines, ...more.flatMap((each) => ('range' in each ? [spanOf(each.range)] : []))];
  const elsewhere = more.map((each) => each.text);
  const comments = lostComments(snapshot, taken, [...written, ...elsewhere].join('\n'));
  const code = indented([...comments, ...written], indent).join(newline) + (isLast ? '' : newline);
  return ifKept(snapshot, title, [edit(snapshot, lines, code), ...more], reread);
}

function ifKept(
  snapshot: Snapshot,
  title: string,
  edits: readonly ActionEdit[],
  reread: Snapshot = snapshot,
): CodeAction[] {
  const isKept = keepsTable(snapshot.analysis, reread.analysisOf(changedText(snapshot, edits)));
  return isKept ? [{ title, kind: 'refactor.rewrite', edits }] : [];
}

function chosenIn(snapshot: Snapshot, within: Span): Chosen | undefined {
  if (within.end <= within.start) return undefined;
  const all = snapshot.cursor(within.start).block?.declarations ?? snapshot.syntax.declarations;
  return chosenOf(
    snapshot,
    all.filter(({ span }) => span.start < within.end && within.start < span.end),
  );
}

function chosenOf(snapshot: Snapshot, declarations: readonly Declaration[]): Chosen | undefined {
  const [first] = declarations;
  const last = declarations.at(-1);
  if (!first || !last || declarations.some(({ damaged }) => damaged)) return undefined;
  const whole = { start: first.span.start, end: last.span.end };
  if (!isAlone(snapshot, whole)) return undefined;
  const lines = lineSpan(snapshot, whole);
  return { declarations, lines, indent: indentOf(snapshot.source, lines.start) };
}

// ── Resources and verbs ─────────────────────────────────────────────────────────────────────────────────────────────────

/** Writes `resources 'photos', only => <index>` as `get '/photos', to => 'photos#index', as => 'photos'`. */
function expandedResource(snapshot: Snapshot, chosen: Chosen): CodeAction[] {
  const [declaration] = chosen.declarations;
  const routes = declaration && isResource(declaration) ? snapshot.analysis.routesOf(declaration) : [];
  const parent = declaration && snapshot.cursor(declaration.span.start).block;
  if (!declaration || declaration.block || routes.length === 0) return [];
  const scope = parent && snapshot.analysis.interpretation.scopes.get(parent);
  const modules = prefixOf(scope?.modules ?? []);
  const prefix = scope && !scope.isTop ? `/${scope.nest.path.replace(/^\//, '')}`.replace(/\/$/, '') : '';
  const names = scope && !scope.isTop ? scope.nest.names.map((name) => `${name}-`).join('') : '';
  const written = routes.flatMap(({ definition: { verbs, pattern, target, name } }) => {
    if (target.kind !== 'controller') return [];
    const path = pattern.text.startsWith(prefix) ? pattern.text.slice(prefix.length) : pattern.text;
    const controller = target.controller.startsWith(modules)
      ? target.controller.slice(modules.length)
      : `/${target.controller}`;
    const [verb = ''] = verbs;
    const words = verbs.map((each) => each.toLowerCase());
    const head = words.length === 1 ? verb.toLowerCase() : 'match';
    const via = words.length === 1 ? '' : `, via => <${words.join(' ')}>`;
    const as =
      name === undefined ? '' : `, as => '${name.startsWith(names) ? name.slice(names.length) : name}'`;
    return [
      `${head} '${path || '/'}', to => '${controller}#${target.action}'${via}${as}${terminatorIn(snapshot)}`,
    ];
  });
  return written.length < routes.length
    ? []
    : offered(snapshot, 'Write the resource as verbs', chosen, written);
}

/** Writes verbs of one controller as a resource. */
function asResource(snapshot: Snapshot, chosen: Chosen): CodeAction[] {
  const { declarations } = chosen;
  if (declarations.length < 2 || !declarations.every((each) => isRoute(each) && !each.block)) return [];
  const targets = declarations
    .flatMap((each) => snapshot.analysis.routesOf(each))
    .map(({ definition }) => definition.target);
  const [first] = targets;
  if (first?.kind !== 'controller') return [];
  const isOne = targets.every(
    (target) => target.kind === 'controller' && target.controller === first.controller,
  );
  const name = first.controller.replace(/^.*\//, '');
  if (!isOne) return [];
  const actions = new Set(targets.flatMap((target) => (target.kind === 'controller' ? [target.action] : [])));
  const only = [...actions].join(' ');
  const piece = firstPiece(declarations[0]) ?? name;
  const options = piece === name ? '' : `, path => '${piece}'`;
  for (const [keyword, count] of [
    ['resources', 7],
    ['resource', 6],
  ] as const) {
    const list = actions.size === count ? '' : `, only => <${only}>`;
    const action = offered(snapshot, `Write these verbs as \`${keyword}\``, chosen, [
      `${keyword} '${name}'${options}${list}${terminatorIn(snapshot)}`,
    ]);
    if (action.length > 0) return action;
  }
  return [];
}

// ── Concerns, namespaces, files ─────────────────────────────────────────────────────────────────────────────────────────

/** Moves selected statements of a resource into a concern before it. */
export function extractedConcern(snapshot: Snapshot, within: Span): readonly CodeAction[] {
  const parent = snapshot.cursor(within.start).parents.at(-1);
  const chosen = chosenIn(snapshot, within);
  if (!chosen || !parent || !isResource(parent)) return [];
  const { source, analysis } = snapshot;
  const start = source.lineStart(source.lineAt(parent.span.start));
  const indent = indentOf(source, start);
  const { concerns } = analysis.interpretation.program;
  let name = 'shared';
  for (let count = 2; concerns.has(name); count++) name = `shared-${count}`;
  const body = indented(dedented(snapshot, chosen), `${indent}  `);
  const concern = [`${indent}concern '${name}', {`, ...body, `${indent}}`, ''].join(newlineOf(snapshot));
  const before = [insertion(snapshot, start, concern)];
  return offered(
    snapshot,
    'Extract into a concern',
    chosen,
    [`concerns '${name}'${terminatorIn(snapshot)}`],
    before,
  ).map((action) => ({ ...action, kind: 'refactor.extract' }));
}

/** Writes the statements of a concern in place of its use. If it has no other use, the concern is removed. */
function inlinedConcern(snapshot: Snapshot, chosen: Chosen): CodeAction[] {
  const [use] = chosen.declarations;
  if (!use) return [];
  const option = concernsOption(use);
  const name = concernName(use, option);
  if (name === undefined) return [];
  const { program, concernUses } = snapshot.analysis.interpretation;
  const concern = program.concerns.get(name);
  const declaration = concern?.declaration;
  const body = declaration?.block?.declarations ?? [];
  if (!concern || !declaration || declaration.source !== snapshot.source || body.length === 0) return [];
  const statements = chosenOf(snapshot, body);
  if (!statements) return [];
  const inner = { ...statements, lines: withCommentLines(snapshot, statements.lines, 'both') };
  const isUsedOnce = (concernUses.get(concern)?.length ?? 0) === 1 && isAlone(snapshot, declaration.span);
  const gone = withCommentLines(snapshot, lineSpan(snapshot, declaration.span), 'above');
  const more = isUsedOnce ? [edit(snapshot, gone, '')] : [];
  const title = `Write the concern '${name}' in its place`;
  const lines = dedented(snapshot, inner);
  if (!option) return offered(snapshot, title, chosen, lines, more);
  const comments = isUsedOnce ? lostComments(snapshot, [gone], lines.join('\n')) : [];
  const inside = atEnd(snapshot, use, chosen.indent, [...comments, ...lines]);
  const edits = [without(snapshot, use, option.span), ...inside, ...more];
  return ifKept(snapshot, title, edits);
}

/** The option of a resource that names its concerns. */
function concernsOption(use: Declaration): Pair | undefined {
  if (!isResource(use)) return undefined;
  return pairsOf(use).find(({ key }) => optionRole(key.text) === 'concern');
}

/** Adds lines at the end of a declaration's block. If it has none, they become its block. */
function atEnd(
  snapshot: Snapshot,
  declaration: Declaration,
  indent: string,
  lines: readonly string[],
): readonly ActionEdit[] {
  const newline = newlineOf(snapshot);
  const inside = indented(lines, `${indent}  `).join(newline);
  const { block } = declaration;
  if (!block) {
    const start = argumentsEnd(declaration);
    const end = snapshot.source.text[start] === ';' ? start + 1 : start;
    return [edit(snapshot, { start, end }, `, {${newline}${inside}${newline}${indent}}`)];
  }
  const last = block.declarations.at(-1);
  if (!last || !isAlone(snapshot, last.span)) return [];
  const { end } = lineSpan(snapshot, last.span);
  return [insertion(snapshot, end, `${inside}${newline}`)];
}

/** The only concern of a use, which is either an option or a statement. */
function concernName(use: Declaration, option: Pair | undefined): string | undefined {
  return option?.value?.kind === 'string' ? option.value.value : onlyConcern(use);
}

/** The concern of a statement that only uses one concern: `concerns 'commentable';`. */
function onlyConcern(use: Declaration): string | undefined {
  if (positionalRole(use) !== 'concern' || declares(use, 'concern')) return undefined;
  const [name, second] = positionalsOf(use);
  return name?.kind === 'string' && !second && pairsOf(use).length === 0 ? name.value : undefined;
}

/** The first piece of a declaration's path. */
function firstPiece(declaration: Declaration | undefined): string | undefined {
  const [path] = declaration ? positionalsOf(declaration) : [];
  return path?.kind === 'string' ? path.value.replace(/^\//, '').replace(/\/.*$/s, '') : undefined;
}

/**
 * Puts statements whose paths begin with the same piece into a namespace or scope. All must make routes: otherwise comparing the tables
 * would show nothing.
 */
function inNamespace(snapshot: Snapshot, chosen: Chosen): CodeAction[] {
  if (chosen.declarations.some((each) => snapshot.analysis.routesOf(each).length === 0)) return [];
  const pieces = chosen.declarations.map(firstPiece);
  const [piece = ''] = pieces;
  if (!/^[\p{L}_][\p{L}\p{M}\p{Nd}_-]*$/u.test(piece) || pieces.some((each) => each !== piece)) return [];
  const wrapped = (title: string, head: string, isNamespace: boolean): CodeAction[] => {
    const lines = dedented(snapshot, chosen, (declaration) => shortened(declaration, piece, isNamespace));
    return offered(snapshot, title, chosen, [`${head}, {`, ...indented(lines, '  '), '}']);
  };
  const namespaced = wrapped(`Wrap in the namespace '${piece}'`, `namespace '${piece}'`, true);
  return namespaced.length > 0
    ? namespaced
    : wrapped(`Wrap in the scope '/${piece}'`, `scope '/${piece}'`, false);
}

/**
 * The cuts that a declaration allows inside a scope: the beginning of its path, and in a namespace also those of its controller and name.
 */
function shortened(declaration: Declaration, piece: string, isNamespace: boolean): readonly SpanEdit[] {
  const cuts: SpanEdit[] = [];
  const [path] = positionalsOf(declaration);
  if (path?.kind === 'string') {
    const slash = path.value.startsWith('/') ? 1 : 0;
    const rest = path.value.slice(slash + piece.length);
    const isWhole = rest === '';
    const end = path.offsetOf(slash + piece.length + (rest.startsWith('/') && slash === 0 ? 1 : 0));
    cuts.push({ span: { start: path.offsetOf(0), end }, text: isWhole ? '/' : '' });
  }
  if (!isNamespace) return cuts;
  for (const { key, value } of pairsOf(declaration)) {
    const role = optionRole(key.text);
    const isName = role === 'helper';
    if (value?.kind !== 'string' || !(isName || role === 'target' || role === 'controller')) continue;
    const isBefore = isName ? /^[-_]/ : /^\//;
    if (value.value.startsWith(piece) && isBefore.test(value.value.slice(piece.length)))
      cuts.push({ span: spanIn(value, 0, piece.length + 1), text: '' });
  }
  return cuts;
}

/** Moves statements to their own file, which is included in their place. */
function inFile(snapshot: Snapshot, chosen: Chosen, { textOf }: ModuleHost): CodeAction[] {
  const [first] = chosen.declarations;
  const [name] = first ? positionalsOf(first) : [];
  const piece = name?.kind === 'string' ? /[\p{L}_][\p{L}\p{M}\p{Nd}_-]*/u.exec(name.value)?.[0] : undefined;
  if (piece === undefined) return [];
  const { file } = snapshot.source;
  const path = resolvePath(file, `${piece}.routes`);
  if (path === file || textOf?.(path) !== undefined) return [];
  const moved = [...dedented(snapshot, chosen), ''].join(newlineOf(snapshot));
  const formatting = isLaidOut(snapshot, chosen.lines) ? formatRoutes(moved) : undefined;
  const text = formatting && 'text' in formatting ? formatting.text : moved;
  const created = { file: path, text, isNew: true };
  const reread = snapshot.withIncluded(path, text);
  const title = `Move to the file '${piece}.routes'`;
  return offered(snapshot, title, chosen, [`include '${piece}'${terminatorIn(snapshot)}`], [created], reread);
}

function indented(lines: readonly string[], indent: string): readonly string[] {
  return lines.map((line) => (line === '' ? '' : indent + line));
}

/** The lines of statements without their indentation, with some changes made. */
function dedented(
  { source }: Snapshot,
  { declarations, lines, indent }: Chosen,
  changes: (declaration: Declaration) => readonly SpanEdit[] = () => [],
): readonly string[] {
  const { start } = lines;
  const inside = declarations.flatMap(changes).map(({ span, text }) => ({
    span: { start: span.start - start, end: span.end - start },
    text,
  }));
  return applyEdits(source.textOf(lines), inside)
    .replace(/\r?\n?$/, '')
    .split(/\r?\n/)
    .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line.trimStart()));
}
