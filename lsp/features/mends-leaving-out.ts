// Quick fixes that remove something: a second option, a layer, a use, a whole declaration.

import type { Snapshot } from '../../src/analysis/snapshot.js';
import type { Declaration, Pair } from '../../src/language/declarations.js';
import { pairsOf, positionalsOf } from '../../src/language/declarations.js';
import { shortText, type Diagnostic } from '../../src/language/diagnostics.js';
import { positionalRole, pairNamed } from '../../src/language/roles.js';
import { canonicalOption } from '../../src/language/vocabulary.js';
import { withComma } from '../../src/lint/places.js';
import { takenOut, without, statement, type Mend, type Mistake } from './mend.js';

export function withoutRoutes({ snapshot, declaration, diagnostic, routes }: Mistake): readonly Mend[] {
  const isOwn = diagnostic.code !== 'past-sunset' || pairNamed(declaration, 'sunset') !== undefined;
  const isEmpty = routes.length === 0 && !declaration.block;
  if (!isOwn || (diagnostic.code === 'redundant-only' && !isEmpty)) return [];
  return statement(snapshot, declaration, 'Take these routes out');
}

export function withoutConcern({ snapshot, declaration }: Mistake): readonly Mend[] {
  return statement(snapshot, declaration, 'Take the concern out');
}

export function withoutInclude({ snapshot, declaration }: Mistake): readonly Mend[] {
  return statement(snapshot, declaration, 'Do not include it here');
}

/** Removes the second of two identical concerns. */
export function withoutTwin(mistake: Mistake): readonly Mend[] {
  const { snapshot, declaration, diagnostic } = mistake;
  const first = diagnostic.related?.[0];
  const twin = first?.file === snapshot.source.file && snapshot.cursor(first.range.start.offset).declaration;
  const said = (of: Declaration): string => snapshot.source.textOf(of.span).replace(/\s+/g, ' ');
  return twin && said(twin) === said(declaration) ? withoutConcern(mistake) : [];
}

export function withoutOption({ snapshot, declaration, pair }: Mistake): readonly Mend[] {
  if (!pair || !declaration.arguments.includes(pair)) return [];
  return [{ title: `Leave '${pair.key.text}' out`, edits: [without(snapshot, declaration, pair.span)] }];
}

export function withoutUse({ snapshot, declaration, diagnostic, pair }: Mistake): readonly Mend[] {
  const title = 'Take this use out';
  if (pair?.value?.kind === 'string') return [{ title, edits: [without(snapshot, declaration, pair.span)] }];
  if (pair?.value?.kind === 'list') return fromList(snapshot, pair, diagnostic, title);
  const [first, second] = positionalsOf(declaration);
  return first && !second && positionalRole(declaration) === 'concern'
    ? statement(snapshot, declaration, title)
    : [];
}

export function withoutLayer({ snapshot, declaration, diagnostic, pair }: Mistake): readonly Mend[] {
  const title = 'Name the layer once';
  if (!pair) return [];
  if (pair.value?.kind === 'list' && pair.value.items.length > 1)
    return fromList(snapshot, pair, diagnostic, title);
  return [{ title, edits: [without(snapshot, declaration, pair.span)] }];
}

/** Removes one item from a list, with the comma or space next to it. */
function fromList(snapshot: Snapshot, pair: Pair, { range }: Diagnostic, title: string): readonly Mend[] {
  const items = pair.value?.kind === 'list' ? pair.value.items : [];
  const index = items.findIndex(({ span }) => span.start === range.start.offset);
  const item = items[index];
  const span = item && withComma(items, index, item.span);
  return span ? [{ title, edits: [takenOut(snapshot, span)] }] : [];
}

/** If an option is given twice: removes the second if both are the same, otherwise offers to remove either. */
export function oneOfTwo({ snapshot, declaration, pair }: Mistake): readonly Mend[] {
  const name = pair && canonicalOption(pair.key.text);
  const [first, second] = pairsOf(declaration).filter(({ key }) => canonicalOption(key.text) === name);
  if (!first?.value || !second?.value) return [];
  const [kept, other] = [snapshot.source.textOf(first.value.span), snapshot.source.textOf(second.value.span)];
  const withoutSecond = without(snapshot, declaration, second.span);
  if (kept === other) return [{ title: `Leave the second '${name}' out`, edits: [withoutSecond] }];
  return [
    { title: `Keep ${shortText(snapshot.source, first.value.span)}`, edits: [withoutSecond] },
    {
      title: `Keep ${shortText(snapshot.source, second.value.span)}`,
      edits: [without(snapshot, declaration, first.span)],
    },
  ];
}
