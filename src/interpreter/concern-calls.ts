// Interprets declarations that are read where they are used: concerns and included files.

import type { CallOf } from '../language/read-call.js';
import type { Declaration, StringValue } from '../language/declarations.js';
import type { Place } from '../language/diagnostics.js';
import { resourcesActions } from '../language/vocabulary.js';
import { actionFilter } from './call-options.js';
import { cyclicConcern, unknownConcern } from './concern-uses.js';
import type { Context } from './context.js';
import { maximalDepth } from './program.js';
import type { Scope, Use } from './scope.js';

export function readConcerns(context: Context, call: CallOf<'concerns'>, scope: Scope): void {
  const filter = actionFilter(context, call, resourcesActions);
  for (const name of call.positionals)
    useConcern(context, name, call.declaration, filter ? { ...scope, concernActions: filter } : scope);
}

export function useConcern(
  context: Context,
  name: StringValue,
  declaration: Declaration,
  scope: Scope,
): void {
  const place: Place = { source: declaration.source, span: name.span };
  const concern = context.program.concerns.get(name.value);
  if (!concern) {
    context.outcome.isRepeatable = false;
    return unknownConcern(context.program, name.value, place);
  }
  context.outcome.dependOn(name.value, concern.declaration);
  context.record({ kind: 'concern', name: name.value, place });
  const circle = scope.uses.findIndex((use) => use.kind === 'concern' && use.name === name.value);
  if (circle >= 0) {
    const chain = scope.uses.slice(circle).map((use) => use.name);
    if (!scope.isDoubtful) cyclicConcern(context.program, name.value, chain, place);
    return;
  }
  const block = concern.declaration.block;
  if (!block || !context.hasRoomFor(concern, place)) return;
  const use: Use = { kind: 'concern', name: name.value, declaration, place };
  context.program.diagnostics.during(use, () =>
    context.block(block, {
      ...scope,
      uses: [...scope.uses, use],
      isDoubtful:
        scope.isDoubtful || concern.declaration.damaged || context.program.isUnclosed(concern.declaration),
    }),
  );
}

export function readInclude(context: Context, call: CallOf<'include'>, scope: Scope): void {
  context.outcome.isRepeatable = false;
  const file = context.program.includedFile(call.declaration);
  const [name] = call.positionals;
  if (!file || !name) return;
  const place: Place = { source: call.declaration.source, span: name.span };
  const chain = [
    context.program.main.source,
    ...scope.uses.flatMap((use) => context.program.includedFile(use.declaration)?.source ?? []),
  ];
  if (chain.includes(file.source)) {
    const shown = [...chain.slice(chain.indexOf(file.source)), file.source]
      .map((source) => source.file)
      .join(' → ');
    context.program.diagnostics.error(
      'cyclic-include',
      place,
      `the file includes itself: ${shown}; take one of these includes out`,
    );
    return;
  }
  if (context.depth >= maximalDepth) {
    context.program.diagnostics.error(
      'too-deep',
      place,
      `files include one another more than ${maximalDepth} deep here`,
    );
    return;
  }
  const use: Use = { kind: 'include', name: file.source.file, declaration: call.declaration, place };
  const inside = { ...scope, uses: [...scope.uses, use] };
  context.record({ kind: 'file', source: file.source, scope: inside });
  context.file(file.declarations, inside);
}
