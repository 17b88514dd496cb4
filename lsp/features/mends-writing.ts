// Quick fixes that add or change something: a verb, a level, a name, the position.

import { segmentsOf } from '../../src/analysis/name-spans.js';
import type { Snapshot } from '../../src/analysis/snapshot.js';
import { type Declaration, positionalsOf, headSpan } from '../../src/language/declarations.js';
import { errorsIn } from '../../src/language/diagnostics.js';
import { isResource, isRoute, isVerbKeyword, pairNamed } from '../../src/language/roles.js';
import { resolvePath, spanOf, type Span } from '../../src/language/source.js';
import { canonicalName } from '../../src/routing/patterns/route-name.js';
import {
  changedText,
  edit,
  indentOf,
  insertion,
  isAlone,
  lineSpan,
  mayBeFile,
  newlineOf,
  withCommentLines,
  type ActionEdit,
} from './action-edits.js';
import { rename } from './rename.js';
import { added, type Mend, type Mistake } from './mend.js';

export function levels({ snapshot, declaration }: Mistake): readonly Mend[] {
  return ['member', 'collection'].map((level) => ({
    title: `Put the route on the ${level}`,
    edits: [added(snapshot, declaration, `on => '${level}'`)],
  }));
}

/** `get '/:id/zoom'` inside a resource probably means `get 'zoom', on => 'member'`. */
export function onMember({ snapshot, declaration, diagnostic }: Mistake): readonly Mend[] {
  const [path] = positionalsOf(declaration);
  if (path?.kind !== 'string') return [];
  const before = snapshot.source.textOf({ start: path.offsetOf(0), end: diagnostic.range.start.offset });
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

export function someVerbs({ snapshot, declaration, pair }: Mistake): readonly Mend[] {
  if (pair?.value)
    return [{ title: 'Answer GET and POST', edits: [edit(snapshot, pair.value.span, '<get post>')] }];
  return [
    { title: 'Answer GET alone', edits: [edit(snapshot, declaration.keyword.span, 'get')] },
    { title: 'Answer GET and POST', edits: [added(snapshot, declaration, 'via => <get post>')] },
  ];
}

export function verbsAlone({ snapshot, declaration }: Mistake): readonly Mend[] {
  const via = pairNamed(declaration, 'via')?.value;
  return via ? [{ title: 'Answer GET and POST alone', edits: [edit(snapshot, via.span, '<get post>')] }] : [];
}

export function newFile({ snapshot, declaration }: Mistake): readonly Mend[] {
  const [name] = positionalsOf(declaration);
  if (name?.kind !== 'string' || !mayBeFile(name.value)) return [];
  const path = name.value.endsWith('.routes') ? name.value : `${name.value}.routes`;
  const file = resolvePath(snapshot.source.file, path);
  return [
    {
      title: `Create the routes file '${path}'`,
      edits: [{ file, text: ['routes {', '}', ''].join(newlineOf(snapshot)), isNew: true }],
    },
  ];
}

export function safeVerb({ snapshot, declaration, routes }: Mistake): readonly Mend[] {
  const target = routes[0]?.definition.target;
  if (target?.kind !== 'controller' || !isVerbKeyword(declaration.keyword.text)) return [];
  const verb = { create: 'post', update: 'patch' }[target.action] ?? 'delete';
  return [{ title: `Use '${verb}'`, edits: [edit(snapshot, declaration.keyword.span, verb)] }];
}

/** Makes the parent of a deeply nested resource shallow, so that paths of members do not contain the parent's path. */
export function shallowParent({ snapshot, declaration }: Mistake): readonly Mend[] {
  const around = snapshot.cursor(declaration.span.start).parents.findLast(isResource);
  const name = around && positionalsOf(around)[0];
  if (!around || name?.kind !== 'string' || pairNamed(around, 'shallow')) return [];
  return [{ title: `Make '${name.value}' shallow`, edits: [added(snapshot, around, ':shallow')] }];
}

/** A segment whose constraint contains a slash is probably meant as a glob. */
export function asGlob({ snapshot, declaration, pair }: Mistake): readonly Mend[] {
  const [path] = positionalsOf(declaration);
  const isSlashed = pair?.value && snapshot.source.textOf(pair.value.span).slice(1, -1).includes('/');
  if (!isSlashed || path?.kind !== 'string') return [];
  const segment = segmentsOf(path).find(({ name, isGlob }) => name === pair.key.text && !isGlob);
  if (!segment) return [];
  const mark = { start: segment.span.start - 1, end: segment.span.start };
  return [{ title: `Write '*${segment.name}'`, edits: [edit(snapshot, mark, '*')] }];
}

/** How many names with a number at the end are tried. */
const mostNames = 20;

/** Gives the route a name from the words of its path that no other route has. */
export function otherName({ snapshot, declaration, routes }: Mistake): readonly Mend[] {
  const pattern = routes[0]?.definition.pattern.text ?? '';
  const [open, close] = [pattern.indexOf('('), pattern.lastIndexOf(')')];
  const required =
    open >= 0 && open < close ? `${pattern.slice(0, open)}/${pattern.slice(close + 1)}` : pattern;
  const words = required.replace(/[:*][\p{L}\p{M}\p{Nd}_]+/gu, '/').match(/[\p{L}\p{M}\p{Nd}_]+/gu);
  if (!words || !(isRoute(declaration) || isResource(declaration))) return [];
  const taken = new Set(
    snapshot.analysis.routes.flatMap(({ definition: { name } }) =>
      name === undefined ? [] : [canonicalName(name)],
    ),
  );
  const given = pairNamed(declaration, 'as')?.value;
  const naming = (name: string): ActionEdit =>
    given ? edit(snapshot, given.span, `'${name}'`) : added(snapshot, declaration, `as => '${name}'`);
  // A resource also uses the singular of its name.
  const isFree = (name: string): boolean => {
    if (taken.has(canonicalName(name))) return false;
    const after = snapshot.analysisOf(changedText(snapshot, [naming(name)]));
    const own = after.routes.filter((route) => route.declaration.span.start === declaration.span.start);
    const mistakes = errorsIn(after.diagnostics).length - errorsIn(snapshot.analysis.diagnostics).length;
    return mistakes <= 0 && own.every(({ droppedName }) => droppedName === undefined);
  };
  const base = words.join('-');
  const names = [base, ...Array.from({ length: mostNames }, (_, index) => `${base}-${index + 2}`)];
  const name = names.find(isFree);
  return name === undefined ? [] : [{ title: `Name it '${name}'`, edits: [naming(name)] }];
}

export function otherSegment({ snapshot, diagnostic }: Mistake): readonly Mend[] {
  const { start, end } = spanOf(diagnostic.range);
  const written = snapshot.source.textOf({ start, end });
  const name = /^[:*]([\p{L}_][\p{L}\p{M}\p{Nd}_]*)$/u.exec(written)?.[1];
  if (name === undefined) return [];
  const at = { start: start + 1, end };
  return [{ title: `Call it '${written}_2'`, edits: [edit(snapshot, at, `${name}_2`)] }];
}

/** Renames a segment as another route calls it, together with everything that refers to it. */
export function sameName({ snapshot, declaration, routes, diagnostic, host }: Mistake): readonly Mend[] {
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
    return [{ title: `Call it ':${to}'`, edits: answer.edits }];
  }
  return [];
}

/** Splits `get '/a', '/b', to => …` into two declarations. */
export function twoDeclarations({ snapshot, declaration, diagnostic }: Mistake): readonly Mend[] {
  const [first, second, third] = positionalsOf(declaration);
  const isSecond = second?.kind === 'string' && second.span.start === diagnostic.range.start.offset;
  if (!isSecond || !first || third || !isRoute(declaration) || declaration.block) return [];
  const head = headSpan(declaration);
  const text = snapshot.source.textOf(head);
  const cut = (from: number, to: number): string =>
    text.slice(0, from - head.start) + text.slice(to - head.start);
  const between = newlineOf(snapshot) + indentOf(snapshot.source, head.start);
  const both = cut(first.span.end, second.span.end) + between + cut(first.span.start, second.span.start);
  return isAlone(snapshot, declaration.span)
    ? [{ title: 'Write two declarations', edits: [edit(snapshot, head, both)] }]
    : [];
}

/** Moves a glob after the last of the routes whose paths it takes. */
export function behindOthers({ snapshot, declaration, diagnostic }: Mistake): readonly Mend[] {
  const { block } = snapshot.cursor(declaration.span.start);
  const others = (diagnostic.related ?? []).map(
    ({ range, file }) => (file === snapshot.source.file && snapshot.cursor(range.start.offset)) || undefined,
  );
  const last = others.at(-1)?.declaration;
  const isBeside = others.every((other) => other?.block === block && other?.declaration);
  return last && isBeside
    ? moved(snapshot, declaration, last, 'Move it behind the routes that it takes paths of')
    : [];
}

/** Moves a declaration before the one that hides it, if both are in the same block. */
export function inFront({ snapshot, declaration, diagnostic }: Mistake): readonly Mend[] {
  const related = diagnostic.related?.[0];
  const hiding = related?.file === snapshot.source.file && snapshot.cursor(related.range.start.offset);
  const { block } = snapshot.cursor(declaration.span.start);
  if (!hiding || !hiding.declaration || hiding.block !== block) return [];
  return hiding.declaration.span.start < declaration.span.start
    ? moved(snapshot, declaration, hiding.declaration, 'Move this route in front of the one that hides it')
    : [];
}

/** Moves the lines of a declaration before or after another one. Comments directly above move along. */
function moved(
  snapshot: Snapshot,
  declaration: Declaration,
  other: Declaration,
  title: string,
): readonly Mend[] {
  if (!isAlone(snapshot, declaration.span) || !isAlone(snapshot, other.span)) return [];
  const linesOf = ({ span }: Declaration): Span =>
    withCommentLines(snapshot, lineSpan(snapshot, span), 'above');
  const lines = linesOf(declaration);
  const { start, end } = linesOf(other);
  const { source } = snapshot;
  const text = source.textOf(lines).replace(/\r?\n$/, '');
  const newline = newlineOf(snapshot);
  const isUp = other.span.start < declaration.span.start;
  // The last line of an included file may have no line end.
  const written = isUp || source.text[end - 1] === '\n' ? text + newline : newline + text;
  return [{ title, edits: [edit(snapshot, lines, ''), insertion(snapshot, isUp ? start : end, written)] }];
}
