// What can be done about a place: the linter's fixes and suggestions, a comment that silences a finding with a reason,
// a controller or action that is missing, and changes of the text that keep its meaning.

import type { Snapshot } from '../../src/analysis/snapshot.js';
import type { Declaration } from '../../src/language/declarations.js';
import { positionalsOf } from '../../src/language/declarations.js';
import type { Diagnostic } from '../../src/language/diagnostics.js';
import type { Range, Span } from '../../src/language/source.js';
import { headSpan } from '../../src/interpreter/route-set.js';
import { applyFixes } from '../../src/lint/fixes.js';
import { rules } from '../../src/lint/registry.js';
import { camelCaseName } from '../../src/routing/route-name.js';
import type { ApplicationKnowledge } from '../../src/lint/application.js';

export type ActionKind = 'quickfix' | 'refactor.extract' | 'refactor.rewrite' | 'source.fixAll';

export interface CodeAction {
  readonly title: string;
  readonly kind: ActionKind;
  readonly diagnostic?: Diagnostic;
  readonly isPreferred?: true;
  readonly edits: readonly ActionEdit[];
}

export type ActionEdit =
  | { readonly kind: 'edit'; readonly file: string; readonly range: Range; readonly text: string }
  /** A new file, or text at the end of one that exists. */
  | { readonly kind: 'file'; readonly file: string; readonly text: string; readonly isNew: boolean };

export interface CodeActionHost {
  readonly application?: ApplicationKnowledge | undefined;
  /** The path of a controller that does not exist yet. */
  controllerFile?(name: string): string | undefined;
}

/** The actions for a stretch of the file, given the diagnostics that are known. */
export function codeActions(snapshot: Snapshot, within: Span, diagnostics: readonly Diagnostic[], host: CodeActionHost = {}): readonly CodeAction[] {
  const { file } = snapshot.source;
  const here = diagnostics.filter(
    ({ file: of, range }) => of === file && range.start.offset <= within.end && within.start <= range.end.offset,
  );
  return [
    ...here.flatMap((diagnostic) => forDiagnostic(snapshot, diagnostic, host)),
    ...extractConcern(snapshot, within),
    ...otherNotation(snapshot, within),
    ...fixAll(snapshot, diagnostics),
  ];
}

function forDiagnostic(snapshot: Snapshot, diagnostic: Diagnostic, host: CodeActionHost): CodeAction[] {
  const { file, range, fix, suggestion, code } = diagnostic;
  const actions: CodeAction[] = [];
  if (fix) {
    const edits = fix.edits.map((edit): ActionEdit => ({ kind: 'edit', file: edit.file ?? file, range: edit.range, text: edit.text }));
    actions.push({ title: fix.title, kind: 'quickfix', diagnostic, isPreferred: true, edits });
  } else if (suggestion !== undefined) {
    const edit: ActionEdit = { kind: 'edit', file, ...replacement(snapshot, range, suggestion) };
    actions.push({ title: `Write '${suggestion}'`, kind: 'quickfix', diagnostic, isPreferred: true, edits: [edit] });
  }
  if (code === 'unreachable-route') actions.push(...moveUp(snapshot, diagnostic));
  if (code === 'unknown-controller' || code === 'unknown-action') actions.push(...stubs(snapshot, diagnostic, host));
  if (rules.has(code) && diagnostic.severity !== 'error') actions.push(silenced(snapshot, diagnostic));
  return actions;
}

/** A suggestion takes the place of the name alone: quotes and the other half of a target stay. */
function replacement(snapshot: Snapshot, range: Range, suggestion: string): { range: Range; text: string } {
  const { source } = snapshot;
  const written = source.text.slice(range.start.offset, range.end.offset);
  const quote = /^(['"])[^]*\1$/.exec(written)?.[1];
  const inner = quote ? written.slice(1, -1) : written;
  const start = range.start.offset + (quote ? 1 : 0);
  const hash = inner.indexOf('#');
  const isTarget = hash >= 0 && !suggestion.includes('#');
  const occurrence = isTarget ? snapshot.occurrences.all('controller').find(({ kind, source: of, span }) => of === source && kind === 'controller' && span.start === start) : undefined;
  const isController = isTarget && occurrence !== undefined && /controller/.test(occurrence.kind);
  const end = isTarget && isController ? start + hash : start + inner.length;
  return { range: source.rangeOf({ start, end }), text: suggestion };
}

/** Moves the declaration in front of the one that hides it, where both stand in one block. */
function moveUp(snapshot: Snapshot, diagnostic: Diagnostic): CodeAction[] {
  const related = diagnostic.related?.[0];
  const { source } = snapshot;
  const hidden = snapshot.cursor(diagnostic.range.start.offset);
  if (!related || related.file !== source.file || !hidden.declaration) return [];
  const hiding = snapshot.cursor(related.range.start.offset);
  if (!hiding.declaration || hiding.block !== hidden.block || hiding.declaration.span.start >= hidden.declaration.span.start) return [];
  const moved = lineSpan(snapshot, hidden.declaration.span);
  const target = lineSpan(snapshot, hiding.declaration.span).start;
  return [
    {
      title: 'Move this route in front of the one that hides it',
      kind: 'quickfix',
      diagnostic,
      edits: [
        { kind: 'edit', file: source.file, range: source.rangeOf({ start: target, end: target }), text: source.text.slice(moved.start, moved.end) },
        { kind: 'edit', file: source.file, range: source.rangeOf(moved), text: '' },
      ],
    },
  ];
}

function stubs(snapshot: Snapshot, diagnostic: Diagnostic, host: CodeActionHost): CodeAction[] {
  const routes = snapshot.analysis.routes.filter(({ targetPlace }) => targetPlace.span.start === diagnostic.range.start.offset || spanHolds(diagnostic.range, targetPlace.span));
  const targets = routes.flatMap(({ definition }) => (definition.target.kind === 'controller' ? [definition.target] : []));
  const [first] = targets;
  if (!first) return [];
  const controller = host.application?.controller(first.controller);
  const missing = [...new Set(targets.map(({ action }) => action))].filter((action) => !controller?.byName.has(camelCaseName(action)) && !controller?.byName.has(action));
  const code = missing.map((action) => actionStub(action)).join('\n');
  if (controller) {
    const title = missing.length === 1 ? `Add the action '${missing[0]}' to the controller` : `Add ${missing.length} actions to the controller`;
    return [{ title, kind: 'quickfix', diagnostic, edits: [{ kind: 'file', file: controller.file, text: `\n${code}`, isNew: false }] }];
  }
  const file = host.controllerFile?.(first.controller);
  if (file === undefined) return [];
  const text = `import { Response, type Request } from 'waypost';\n\n${code}`;
  return [{ title: `Create the controller '${first.controller}'`, kind: 'quickfix', diagnostic, edits: [{ kind: 'file', file, text, isNew: true }] }];
}

function actionStub(action: string): string {
  const name = camelCaseName(action);
  if (name === 'new') return "function newForm(request: Request): Response {\n  return new Response({ body: 'new' });\n}\nexport { newForm as new };\n";
  return `export function ${name}(request: Request): Response {\n  return new Response({ body: '${name}' });\n}\n`;
}

function spanHolds(range: Range, span: Span): boolean {
  return span.start <= range.start.offset && range.end.offset <= span.end;
}

function silenced(snapshot: Snapshot, diagnostic: Diagnostic): CodeAction {
  const { source } = snapshot;
  const start = source.lineStarts[diagnostic.range.start.line - 1]!;
  const indent = /^[ \t]*/.exec(source.lineText(diagnostic.range.start.line))![0];
  return {
    title: `Silence ${diagnostic.code} here, with a reason`,
    kind: 'quickfix',
    diagnostic,
    edits: [{ kind: 'edit', file: source.file, range: source.rangeOf({ start, end: start }), text: `${indent}# waypost-ignore ${diagnostic.code}: say why\n` }],
  };
}

function fixAll(snapshot: Snapshot, diagnostics: readonly Diagnostic[]): CodeAction[] {
  const { source } = snapshot;
  const { text, fixed } = applyFixes(source.file, source.text, diagnostics);
  if (fixed.length === 0) return [];
  return [
    {
      title: fixed.length === 1 ? 'Fix what can be fixed' : `Fix all ${fixed.length} that can be fixed`,
      kind: 'source.fixAll',
      edits: [{ kind: 'edit', file: source.file, range: source.rangeOf({ start: 0, end: source.text.length }), text }],
    },
  ];
}

/** The statements that a selection holds whole become a concern, in front of the resource around them. */
function extractConcern(snapshot: Snapshot, within: Span): CodeAction[] {
  if (within.end <= within.start) return [];
  const { source } = snapshot;
  const { block, parents } = snapshot.cursor(within.start);
  const parent = parents.at(-1);
  if (!block || !parent || (parent.keyword.text !== 'resources' && parent.keyword.text !== 'resource')) return [];
  const chosen = block.declarations.filter(({ span }) => span.start < within.end && within.start < span.end);
  const [first] = chosen;
  const last = chosen.at(-1);
  if (!first || !last) return [];
  const taken = lineSpan(snapshot, { start: first.span.start, end: last.span.end });
  const outer = lineSpan(snapshot, { start: parent.span.start, end: parent.span.start });
  const indent = /^[ \t]*/.exec(source.text.slice(outer.start))![0];
  const inner = /^[ \t]*/.exec(source.text.slice(taken.start))![0];
  const body = source.text.slice(taken.start, taken.end).replace(/\n?$/, '\n').split('\n').map((line) => (line.startsWith(inner) ? `${indent}  ${line.slice(inner.length)}` : line)).join('\n');
  const names = new Set(snapshot.analysis.interpretation.program.concerns.keys());
  let name = 'shared';
  for (let i = 2; names.has(name); i++) name = `shared-${i}`;
  return [
    {
      title: 'Extract into a concern',
      kind: 'refactor.extract',
      edits: [
        { kind: 'edit', file: source.file, range: source.rangeOf({ start: outer.start, end: outer.start }), text: `${indent}concern '${name}' {\n${body}${indent}}\n` },
        { kind: 'edit', file: source.file, range: source.rangeOf(taken), text: `${inner}concerns '${name}'\n` },
      ],
    },
  ];
}

/** `match … via one verb` as the verb; `=>` options as labels and the other way round are the formatter's. */
function otherNotation(snapshot: Snapshot, within: Span): CodeAction[] {
  const { declaration } = snapshot.cursor(within.start);
  if (!declaration) return [];
  const { source } = snapshot;
  const actions: CodeAction[] = [];
  const pair = declaration.arguments.find((argument) => argument.kind === 'pair' && argument.key.string !== undefined);
  if (pair?.kind === 'pair' && pair.value && isVerb(declaration) && pair === declaration.arguments[0]) {
    const text = `${slice(snapshot, pair.key.span)}, to => ${slice(snapshot, pair.value.span)}`;
    actions.push(rewrite(snapshot, 'Write the target with `to`', pair.span, text));
  }
  if (isVerb(declaration) && positionalsOf(declaration).length === 1 && !declaration.arguments.some((argument) => argument.kind === 'pair')) {
    const [route] = snapshot.analysis.routesOf(declaration);
    const { target } = route?.definition ?? {};
    if (target?.kind === 'controller') {
      const head = headSpan(declaration);
      actions.push(rewrite(snapshot, 'Write the target that the path implies', { start: head.end, end: head.end }, `, to => '${target.action}'`));
    }
  }
  return actions.filter(({ edits }) => edits.length > 0 && source.text !== '');
}

function isVerb({ keyword }: Declaration): boolean {
  return ['get', 'post', 'put', 'patch', 'delete', 'options', 'match'].includes(keyword.text);
}

function rewrite({ source }: Snapshot, title: string, span: Span, text: string): CodeAction {
  return { title, kind: 'refactor.rewrite', edits: [{ kind: 'edit', file: source.file, range: source.rangeOf(span), text }] };
}

function slice({ source }: Snapshot, span: Span): string {
  return source.text.slice(span.start, span.end);
}

/** The whole lines of a span, with the line end after them. */
function lineSpan({ source }: Snapshot, span: Span): Span {
  const first = source.positionAt(span.start).line;
  const last = source.positionAt(span.end).line;
  return { start: source.lineStarts[first - 1]!, end: source.lineStarts[last] ?? source.text.length };
}
