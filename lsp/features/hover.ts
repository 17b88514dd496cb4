// Explains the text at a place: the routes of a declaration, the purpose of an option, a target's code, what a regex matches.

import { callableName } from '../../src/analysis/callables.js';
import type { Occurrence } from '../../src/analysis/occurrences.js';
import type { Snapshot } from '../../src/analysis/snapshot.js';
import { roleOfKeys, targetPartAt, type Cursor } from '../../src/analysis/cursor.js';
import { segmentsOf } from '../../src/analysis/name-spans.js';
import { callParts } from '../../src/language/call-parts.js';
import type { InterpretedRoute } from '../../src/interpreter/interpreted-route.js';
import type { CallableValue, Declaration, Pair, StringValue } from '../../src/language/declarations.js';
import type { Span } from '../../src/language/source.js';
import { declares, isResource, optionRole, positionalRole } from '../../src/language/roles.js';
import {
  canonicalOption,
  isRequestAttribute,
  keywordRow,
  options,
  redirectRow,
  requestAttributes,
  type OptionName,
  type Role,
} from '../../src/language/vocabulary.js';
import { actionOf, type ApplicationKnowledge, type KnownMember } from '../../src/lint/application.js';
import type { SegmentConstraint } from '../../src/routing/patterns/constraints.js';
import { camelCaseName, canonicalName } from '../../src/routing/patterns/route-name.js';
import { noFacts } from '../../src/routing/patterns/facts.js';
import { targetText } from '../../src/routing/patterns/route.js';
import { helperUseAt } from './helper-uses.js';
import { asWritten, code, fence, placeText, type FileName } from './markdown.js';
import { actionsAt } from './navigation.js';
import { routeLabel } from './outline.js';
import { explainRegex } from './regex-words.js';

export interface Hover {
  /** Markdown. */
  readonly text: string;
  readonly span: Span;
}

/** The application, if it is known, and how to name a file. */
interface Known {
  readonly application: ApplicationKnowledge | undefined;
  readonly fileName: FileName;
}

/** How many routes a table lists. The others are only counted. */
const mostRows = 24;

export function hover(
  snapshot: Snapshot,
  offset: number,
  application: ApplicationKnowledge | undefined,
  fileName: FileName = asWritten,
): Hover | undefined {
  const known = { application, fileName };
  const cursor = snapshot.cursor(offset);
  const { declaration, pair, value } = cursor;
  if (cursor.comment) return expectedHover(snapshot, offset, known);
  if (!declaration) return undefined;
  const { keyword } = declaration;
  if (keyword.span.start <= offset && offset <= keyword.span.end) {
    const row = keywordRow(keyword.text);
    if (!row) return undefined;
    return {
      span: keyword.span,
      text: joined(routesText(snapshot, declaration), row.doc + '.', fence(row.example)),
    };
  }
  if (pair && cursor.isOnKey) return keyHover(snapshot, declaration, pair, cursor, known);
  switch (value?.kind) {
    case 'regex':
      return {
        span: value.span,
        text: joined(code(`/${value.pattern}/${value.flags}`), explainRegex(value.pattern, value.flags)),
      };
    case 'callable':
      return callableHover(value, value.span, snapshot, known);
    case 'redirect':
      return {
        span: offset <= value.call.keyword.span.end ? value.call.keyword.span : value.span,
        text: joined(`${redirectRow.doc}.`, fence(redirectRow.example)),
      };
    case 'string': {
      const option = flagOf(declaration, value);
      if (option) return optionHover(option, value.span);
      const role = pair ? optionRole(cursor.option) : 'path';
      return stringHover(snapshot, declaration, value, role, offset, known);
    }
    default:
      return undefined;
  }
}

/** The option that a single word means: `:shallow`. */
function flagOf(declaration: Declaration, word: StringValue): OptionName | undefined {
  const parts = callParts(declaration, keywordRow(declaration.keyword.text));
  const part = parts.find((each) => 'word' in each && each.word === word);
  return part && 'name' in part ? part.name : undefined;
}

function optionHover(name: OptionName, span: Span): Hover {
  const { doc, example } = options[name];
  return { span, text: joined(`**${name}** — ${doc}.`, fence(example)) };
}

/** Explains a key: it is an option, a segment, or an attribute of the request. */
function keyHover(
  snapshot: Snapshot,
  declaration: Declaration,
  pair: Pair,
  cursor: Cursor,
  known: Known,
): Hover | undefined {
  const { text, span, string, callable } = pair.key;
  if (cursor.option && cursor.option !== canonicalOption(text)) {
    // The path or app that is written as the key of its target or path.
    if (callable) return callableHover(callable, span, snapshot, known);
    return string && stringHover(snapshot, declaration, string, 'path', cursor.offset, known);
  }
  if (cursor.option) return optionHover(cursor.option, span);
  const isShort = pair === cursor.argument && keywordRow(declaration.keyword.text)?.hasPath;
  if (roleOfKeys(cursor, declaration) !== 'constraints' && !isShort) return undefined;
  const routes = snapshot.analysis.routesWithin(declaration);
  const isSegment = routes.some(({ definition }) => definition.pattern.names.includes(text));
  if (isRequestAttribute(text) && !isSegment)
    return { span, text: `**${text}** — ${requestAttributes[text]}.` };
  if (pair.value?.kind !== 'regex') return undefined;
  const words = explainRegex(pair.value.pattern, pair.value.flags);
  return { span, text: joined(`The segment ${code(`:${text}`)} has to match the regex.`, words) };
}

/** Explains a place in a module or view: the route of a helper, or the requests that reach an action. */
export function moduleHover(
  routes: Snapshot,
  file: string,
  text: string,
  offset: number,
  application: ApplicationKnowledge,
): Hover | undefined {
  const use = helperUseAt(text, offset);
  const named = use && namedText(routes, canonicalName(use.written));
  if (use && named !== undefined) return { span: use.span, text: named };
  const actions = actionsAt(routes, file, offset, application);
  const [first] = actions;
  if (!first) return undefined;
  const keys = new Set(actions.map(({ key }) => key));
  const reaching = routes.analysis.routes.filter(
    ({ definition: { target } }) => target.kind === 'controller' && keys.has(targetText(target)),
  );
  return { span: { start: first.range.start.offset, end: first.range.end.offset }, text: tableOf(reaching) };
}

/** Explains the layer, target or helper in an expectation. */
function expectedHover(snapshot: Snapshot, offset: number, known: Known): Hover | undefined {
  const occurrence = snapshot.occurrences.at(snapshot.source, offset);
  if (!occurrence) return undefined;
  const { kind, key, name: written, span } = occurrence;
  if (kind === 'callable') return callableHover(callableName(written), span, snapshot, known);
  if (kind === 'controller' || kind === 'action') return namedHover(occurrence, snapshot, known);
  const named = kind === 'route' ? namedText(snapshot, key) : undefined;
  return named === undefined ? undefined : { span, text: named };
}

/** Describes what has a name (in canonical spelling): routes, or a custom helper. */
function namedText({ analysis, occurrences }: Snapshot, key: string): string | undefined {
  const routes = analysis.routes.filter(
    ({ definition: { name } }) => name !== undefined && canonicalName(name) === key,
  );
  if (routes.length > 0) return tableOf(routes);
  const { name, declaration } = occurrences.of({ kind: 'route', key }).find(isCustomHelper) ?? {};
  return name === undefined || !declaration
    ? undefined
    : joined(
        fence(declaration.source.textOf(declaration.span)),
        `Named **${name}**: \`helpers.${camelCaseName(name)}Path(…)\``,
      );
}

function isCustomHelper({ role, declaration }: Occurrence): boolean {
  return role === 'definition' && declaration !== undefined && declares(declaration, 'helper');
}

/** Explains a controller or action in a reference, with all routes that lead there. */
function namedHover({ key, span }: Occurrence, snapshot: Snapshot, known: Known): Hover {
  const [controller = '', action] = key.split('#');
  const routes = snapshot.analysis.routes.filter(
    ({ definition: { target } }) =>
      target.kind === 'controller' &&
      target.controller === controller &&
      (action === undefined || target.action === action),
  );
  const table = routes.length === 0 ? undefined : tableOf(routes);
  return { span, text: targetDoc({ controller, action }, table, known) };
}

function callableHover(
  value: Pick<CallableValue, 'module' | 'export'>,
  span: Span,
  snapshot: Snapshot,
  known: Known,
): Hover {
  const module = known.application?.module(value.module, snapshot.source.file);
  const member = module?.byName.get(value.export ?? 'default');
  const what = value.export === undefined ? 'The default export' : `The export ${code(value.export)}`;
  return {
    span,
    text: joined(
      `${what} of the module ${code(value.module)}${member ? kindsOfMembers[member.kind] : ''}.`,
      member?.doc,
      member && placeText(member, known.fileName),
    ),
  };
}

const kindsOfMembers: Readonly<Record<KnownMember['kind'], string>> = {
  function: ', a function',
  class: ', a class',
  object: ', an object',
  value: ', a value',
  unknown: '',
};

/** Describes a name that the file itself defines: a concern or a custom helper. */
function ownNameText(occurrence: Occurrence, snapshot: Snapshot): string | undefined {
  const { kind, key, name } = occurrence;
  if (kind === 'route' && isCustomHelper(occurrence)) return namedText(snapshot, key);
  if (kind !== 'concern') return undefined;
  const uses = snapshot.occurrences.of(occurrence).filter(({ role }) => role === 'reference').length;
  return `The concern **${name}**, used ${uses === 1 ? 'once' : `${uses} times`}.`;
}

function stringHover(
  snapshot: Snapshot,
  declaration: Declaration,
  value: StringValue,
  role: Role | undefined,
  offset: number,
  known: Known,
): Hover | undefined {
  const occurrence = snapshot.occurrences.at(snapshot.source, offset);
  const own = occurrence && ownNameText(occurrence, snapshot);
  if (own !== undefined) return { span: value.span, text: own };
  if (occurrence?.kind === 'file') return fileHover(snapshot, declaration, value, known);
  const isController = role === 'controller' || positionalRole(declaration) === 'controller';
  if (occurrence && (role === 'actions' || (isController && occurrence.kind === 'controller')))
    return namedHover(occurrence, snapshot, known);
  const segment =
    role === 'path'
      ? segmentsOf(value).find(({ span }) => span.start - 1 <= offset && offset <= span.end)
      : undefined;
  if (segment) return segmentHover(snapshot, declaration, segment);
  const target = targetHover(snapshot, declaration, value, offset, known);
  if (target) return target;
  const text = role === 'path' || role === 'helper' ? routesText(snapshot, declaration) : undefined;
  return text === undefined ? undefined : { span: value.span, text };
}

/** Explains the controller or action in a target, with the documentation from the application's code. */
function targetHover(
  snapshot: Snapshot,
  declaration: Declaration,
  value: StringValue,
  offset: number,
  known: Known,
): Hover | undefined {
  if (isResource(declaration)) return undefined;
  const target = snapshot.analysis
    .routesOf(declaration)
    .find(({ targetPlace }) => targetPlace.span.start === value.span.start)?.definition.target;
  if (target?.kind !== 'controller') return undefined;
  const isController = targetPartAt(value, offset).part === 'controller';
  const named = isController ? { controller: target.controller } : target;
  return { span: value.span, text: targetDoc(named, routesText(snapshot, declaration), known) };
}

/** Describes a controller or action, with the documentation from its code and the routes that lead there. */
function targetDoc(
  { controller, action }: { readonly controller: string; readonly action?: string | undefined },
  routes: string | undefined,
  known: Known,
): string {
  const members = known.application?.controller(controller);
  if (action === undefined)
    return joined(
      `The controller ${code(controller)}.`,
      members && code(known.fileName(members.file)),
      routes,
    );
  const member = members?.byName.get(actionOf(members, action) ?? '');
  return joined(
    `The action ${code(action)} of the controller ${code(controller)}.`,
    member?.doc,
    member && placeText(member, known.fileName),
    routes,
  );
}

function fileHover(
  snapshot: Snapshot,
  declaration: Declaration,
  value: StringValue,
  known: Known,
): Hover | undefined {
  const file = snapshot.analysis.interpretation.program.includedFile(declaration)?.source.file;
  return file === undefined
    ? undefined
    : {
        span: value.span,
        text: joined(`The routes file ${code(known.fileName(file))}.`, routesText(snapshot, declaration)),
      };
}

/** Explains a segment: what it captures, its constraints, and the routes that have it. */
function segmentHover(
  snapshot: Snapshot,
  declaration: Declaration,
  { name, isGlob, span }: ReturnType<typeof segmentsOf>[number],
): Hover {
  const constraints =
    snapshot.analysis.routesOf(declaration)[0]?.definition.segmentConstraints.get(name) ?? [];
  const demand =
    constraints.length === 0
      ? isGlob
        ? 'takes the rest of the path, slashes included'
        : 'takes one piece of the path, up to a `/` or `.`'
      : constraints.map(demandOf).join(', and ');
  const words = constraints.flatMap((constraint) =>
    constraint.kind === 'regex' ? [explainRegex(constraint.regex.source, constraint.regex.flags)] : [],
  );
  return {
    span: { start: span.start - 1, end: span.end },
    text: joined(
      `The segment ${code(`${isGlob ? '*' : ':'}${name}`)} ${demand}.`,
      ...words,
      routesText(snapshot, declaration),
    ),
  };
}

/** A table of the routes of a declaration and its block. */
function routesText(snapshot: Snapshot, declaration: Declaration): string | undefined {
  const routes = snapshot.analysis.routesWithin(declaration);
  return routes.length === 0 ? undefined : tableOf(routes);
}

function tableOf(routes: readonly InterpretedRoute[]): string {
  const [only, ...others] = routes;
  if (only && others.length === 0) return routeText(only);
  const rows = routes.slice(0, mostRows).map(({ definition }) => {
    const cells = [
      definition.any ? 'any' : definition.verbs.join(' '),
      definition.pattern.text,
      targetText(definition.target),
      definition.name ?? '',
    ];
    return `| ${cells.map((cell) => (cell === '' ? '' : code(cell.replaceAll('|', '\\|')))).join(' | ')} |`;
  });
  const more = routes.length > mostRows ? `\n\n… and ${routes.length - mostRows} more` : '';
  return `| Verbs | Path | Target | Name |\n|---|---|---|---|\n${rows.join('\n')}${more}`;
}

function routeText(route: InterpretedRoute): string {
  const { definition } = route;
  const { name, pattern } = definition;
  const lines = [fence(routeLabel(route))];
  if (name !== undefined) {
    const segments = pattern.names.filter((segment) => !pattern.optionalNames.has(segment));
    const values = segments.length === 0 ? '' : segments.join(', ');
    lines.push(`Named **${name}**: \`helpers.${camelCaseName(name)}Path(${values})\``);
  }
  for (const [segment, constraints] of definition.segmentConstraints)
    lines.push(`${code(`:${segment}`)} ${constraints.map(demandOf).join(', and ')}`);
  if (definition.requestConstraints.length > 0) {
    const asked = definition.requestConstraints.map((constraint) =>
      code(constraint.kind === 'attribute' ? constraint.attribute : constraint.label),
    );
    lines.push(`Asks the request: ${asked.join(', ')}`);
  }
  if (definition.defaults.size > 0)
    lines.push(
      `Defaults: ${[...definition.defaults].map(([key, text]) => code(`${key} = ${text}`)).join(', ')}`,
    );
  const { layers, meta, deprecated, sunset } = definition.facts ?? noFacts;
  if (layers.length > 0) lines.push(`Through ${layers.map(({ label }) => code(label)).join(' → ')}`);
  const facts = Object.entries(meta).map(([key, fact]) => code(`${key} = ${JSON.stringify(fact)}`));
  if (facts.length > 0) lines.push(`Facts: ${facts.join(', ')}`);
  if (deprecated) lines.push(`Deprecated since ${deprecated.date}`);
  if (sunset) lines.push(`Gone after ${sunset.date}`);
  return lines.join('\n\n');
}

/** A constraint of a segment in words. */
function demandOf(constraint: SegmentConstraint): string {
  switch (constraint.kind) {
    case 'regex':
      return `matches ${code(String(constraint.regex))}`;
    case 'string':
      return `is ${code(constraint.value)}`;
    case 'list':
      return `is one of ${constraint.values.map((value) => code(String(value))).join(', ')}`;
    case 'callable':
      return `is asked of ${code(constraint.label)}`;
  }
}

function joined(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part): part is string => part !== undefined && part !== '').join('\n\n');
}
