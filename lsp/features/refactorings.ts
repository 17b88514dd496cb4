// Refactorings of a single declaration. They keep its meaning and change its notation, or add actions that `only` leaves out.

import type { Snapshot } from '../../src/analysis/snapshot.js';
import { targetNamedBy } from '../../src/interpreter/targets.js';
import {
  type Declaration,
  type Pair,
  pairsOf,
  positionalsOf,
  headSpan,
} from '../../src/language/declarations.js';
import { stringsOf } from '../../src/language/value-kinds.js';
import { keywordRow } from '../../src/language/vocabulary.js';
import { isRoute, isVerbKeyword, pairNamed } from '../../src/language/roles.js';
import {
  changedText,
  edit,
  indentOf,
  insertion,
  isAlone,
  lostComments,
  newlineOf,
  terminatorIn,
  type ActionEdit,
  type CodeAction,
} from './action-edits.js';
import type { ModuleHost } from './rename-in-modules.js';

/** The refactorings of the declaration at an offset, or of the one around it. */
export function refactorings(snapshot: Snapshot, offset: number, host: ModuleHost): readonly CodeAction[] {
  const { declaration, parents } = snapshot.cursor(offset);
  const here = declaration ?? parents.at(-1);
  if (!here || here.damaged) return [];
  const { problems } = snapshot.syntax;
  const tried = ({ edits }: CodeAction): Snapshot => snapshot.tried(changedText(snapshot, edits));
  const { length } = snapshot.analysis.routes;
  // With unpaired brackets, the parser may have ended the block at another one's end, or at text that is not part of the routes.
  const keepsRoutes = (action: CodeAction): boolean =>
    problems.length === 0 || tried(action).analysis.routes.length === length;
  return [
    ...targetNotations(snapshot, here),
    ...splitMatch(snapshot, here),
    ...optionNotations(snapshot, here),
    ...blockNotations(snapshot, here).filter(keepsRoutes),
    ...moreActions(snapshot, here, host),
  ].filter((action) => problems.length === 0 || tried(action).syntax.problems.length <= problems.length);
}

/** Writes `get '/a' => 'b#c'` with `to`, or writes out the target that the path implies. */
function targetNotations(snapshot: Snapshot, declaration: Declaration): CodeAction[] {
  if (!isRoute(declaration)) return [];
  const [first] = declaration.arguments;
  const actions: CodeAction[] = [];
  if (first?.kind === 'pair' && first.key.string && first.value) {
    actions.push(rewrite('Write the target with `to`', [insertion(snapshot, first.key.span.end, ', to')]));
  }
  const target = impliedTarget(snapshot, declaration);
  if (target)
    actions.push(
      rewrite('Write the target that the path implies', [
        insertion(snapshot, target.end, `, to => '${target.text}'`),
      ]),
    );
  return actions;
}

/** The target that a route's path implies, and where to write it. Undefined if an option names the target. */
export function impliedTarget(
  snapshot: Snapshot,
  declaration: Declaration,
): { readonly text: string; readonly end: number } | undefined {
  const [path, ...others] = positionalsOf(declaration);
  if (path?.kind !== 'string' || others.length > 0) return undefined;
  if (pairNamed(declaration, 'to') || pairNamed(declaration, 'action')) return undefined;
  const [route] = snapshot.analysis.routesOf(declaration);
  if (route?.definition.target.kind !== 'controller') return undefined;
  // The controller comes from a scope or an option, or from the path too.
  const isAround = route.controllerPlace !== route.targetPlace;
  const named = isAround ? undefined : targetNamedBy(path.value);
  const { action } = route.definition.target;
  return { text: named ? `${named.controller}#${action}` : action, end: path.span.end };
}

/** Splits `match … via => <get post>` into one declaration for each verb. */
function splitMatch(snapshot: Snapshot, declaration: Declaration): CodeAction[] {
  if (!keywordRow(declaration.keyword.text)?.required?.includes('via') || declaration.parentheses) return [];
  const args = declaration.arguments;
  const via = pairNamed(declaration, 'via');
  const verbs = via?.value ? stringsOf(via.value).map(({ value }) => value.toLowerCase()) : [];
  const asked = [...new Set(verbs)];
  if (
    args[0] === via ||
    asked.length < 2 ||
    !asked.every(isVerbKeyword) ||
    !isAlone(snapshot, declaration.span)
  )
    return [];
  const kept = args.filter((argument) => argument !== via);
  // Routes may share a name only if they share a pattern, as these do.
  const rest = kept.map(({ span }) => snapshot.source.textOf(span)).join(', ');
  const head = headSpan(declaration);
  const between = newlineOf(snapshot) + indentOf(snapshot.source, declaration.span.start);
  const written = asked.map((verb) => `${verb} ${rest}`);
  const comments = lostComments(snapshot, [head], written.join('\n'));
  return [
    rewrite('Split into one declaration a verb', [
      edit(snapshot, head, [...comments, written.join(terminatorIn(snapshot) + between)].join(between)),
    ]),
  ];
}

/** Writes options with arrows as labels, or labels as arrows. */
function optionNotations(snapshot: Snapshot, declaration: Declaration): CodeAction[] {
  const words = pairsOf(declaration).filter(
    ({ key, value, notation }) => value !== undefined && key.notation === 'word' && notation !== 'adverb',
  );
  const arrows = words.filter(({ notation }) => notation === 'arrow');
  const labels = words.filter(({ notation }) => notation === 'label');
  const { text } = snapshot.source;
  const respelled = (title: string, pairs: readonly Pair[], mark: string): CodeAction[] => {
    const edits = pairs.flatMap(({ key, span }) => {
      // A list with one word is parsed as that word, and the value's span does not include the bracket.
      const start = key.span.start + key.text.length;
      const [written] = /^\s*(?:=>|:)[ \t]*/.exec(text.slice(start, span.end)) ?? [];
      // There is a comment in between.
      if (written === undefined) return [];
      const end = start + written.length;
      return edit(snapshot, { start, end }, /[\r\n]/.test(text.charAt(end)) ? mark.trimEnd() : mark);
    });
    return pairs.length > 0 && edits.length === pairs.length ? [rewrite(title, edits)] : [];
  };
  const isBeforeSymbol = arrows.some(({ value }) => value?.kind === 'star');
  return [
    ...(isBeforeSymbol ? [] : respelled('Write the options as labels: `to: …`', arrows, ': ')),
    ...respelled('Write the options with arrows: `to => …`', labels, ' => '),
  ];
}

/** Writes a block in braces with `do … end`, or the other way round. */
function blockNotations(snapshot: Snapshot, declaration: Declaration): CodeAction[] {
  const { block, parentheses } = declaration;
  const { text } = snapshot.source;
  if (!block || (parentheses && parentheses.end >= block.span.end)) return [];
  const closer = block.notation === 'braces' ? '}' : 'end';
  const opener = block.notation === 'braces' ? '{' : 'do';
  const written = snapshot.source.textOf(block.span);
  const isWhole = written.startsWith(opener) && written.endsWith(closer);
  if (!isWhole) return [];
  const head = headSpan(declaration);
  const between = text.slice(head.end, block.span.start);
  const isOnOneLine = !/[\r\n]/.test(written);
  if (!/^[\s,]*$/.test(between) || (isOnOneLine && block.notation === 'braces')) return [];
  const start = { start: head.end, end: block.span.start + opener.length };
  const end = { start: block.span.end - closer.length, end: block.span.end };
  return block.notation === 'braces'
    ? [rewrite('Write the block with `do … end`', [edit(snapshot, start, ' do'), edit(snapshot, end, 'end')])]
    : [
        rewrite('Write the block in braces', [
          edit(snapshot, start, declaration.arguments.length > 0 ? ', {' : ' {'),
          edit(snapshot, end, '}'),
        ]),
      ];
}

/** Adds actions that the controller has and `only` leaves out. */
function moreActions(
  snapshot: Snapshot,
  declaration: Declaration,
  { application }: ModuleHost,
): CodeAction[] {
  const only = pairNamed(declaration, 'only')?.value;
  const route = snapshot.analysis
    .routesOf(declaration)
    .find(({ definition: { target } }) => target.kind === 'controller');
  const words = only ? stringsOf(only) : [];
  const last = words.at(-1);
  if (last?.notation !== 'word' || route?.definition.target.kind !== 'controller') return [];
  const written = new Set(words.map(({ value }) => value));
  const rows = keywordRow(declaration.keyword.text)?.actions ?? [];
  const known = application?.controller(route.definition.target.controller);
  return rows
    .filter((action) => !written.has(action) && known?.byName.has(action))
    .map((action) =>
      rewrite(`Route the action '${action}' too`, [insertion(snapshot, last.span.end, ` ${action}`)]),
    );
}

function rewrite(title: string, edits: readonly ActionEdit[]): CodeAction {
  return { title, kind: 'refactor.rewrite', edits };
}
