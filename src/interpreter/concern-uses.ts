// Checks the uses of concerns. Unused concerns are never interpreted, but the concerns that they use have to exist and may not form a
// circle.

import type { ReadCall } from '../language/read-call.js';
import { stringsOf } from '../language/value-kinds.js';
import { walkDeclarations, type StringValue } from '../language/declarations.js';
import type { Place } from '../language/diagnostics.js';
import { declares, positionalRole } from '../language/roles.js';
import { didYouMean, nearest } from '../language/nearest.js';
import type { Concern, Program } from './program.js';

/** The names of the concerns that a call uses, by `concerns` as a statement or an option. */
export function concernsUsed({ declaration, values, options }: ReadCall): readonly StringValue[] {
  const isUse = positionalRole(declaration) === 'concern' && !declares(declaration, 'concern');
  const option = options.get('concerns')?.value;
  return [...(isUse ? values : []), ...(option ? [option] : [])].flatMap(stringsOf);
}

/** Reports the use of a concern that does not exist, unless it may be defined in what could not be read. */
export function unknownConcern(program: Program, name: string, place: Place): void {
  if (program.mayHaveConcern(name)) return;
  const suggestion = nearest(name, program.concerns.keys());
  const help =
    name === ''
      ? '; write the name of one'
      : suggestion === undefined
        ? `; define it with \`concern '${name}', { … }\``
        : didYouMean(suggestion);
  program.diagnostics.error('unknown-concern', place, `there is no concern '${name}'${help}`, { suggestion });
}

/** Reports a concern that uses itself. `chain` leads from the concern to the use that closes the circle. */
export function cyclicConcern(program: Program, name: string, chain: readonly string[], place: Place): void {
  const shown = [...chain, name].map((each) => `'${each}'`).join(' → ');
  program.diagnostics.error(
    'cyclic-concern',
    place,
    `the concern '${name}' uses itself: ${shown}; take one of these uses out`,
  );
}

/** Checks the concerns for which `wasRead` is false, and those that they use. */
export function checkUnreadConcerns(program: Program, wasRead: (concern: Concern) => boolean): void {
  const done = new Set<Concern>();
  const follow = (concern: Concern, chain: readonly string[]): void => {
    if (done.has(concern) || wasRead(concern)) return;
    done.add(concern);
    for (const { name, place } of usesIn(concern, program)) {
      const used = program.concerns.get(name.value);
      const circle = chain.indexOf(name.value);
      if (!used) unknownConcern(program, name.value, place);
      else if (circle >= 0) cyclicConcern(program, name.value, chain.slice(circle), place);
      else if (chain.length < 200) follow(used, [...chain, name.value]);
    }
  };
  for (const concern of program.concerns.values()) follow(concern, [concern.name]);
}

/** The uses of concerns anywhere inside a concern, with their places. */
export function usesIn(
  { declaration }: Concern,
  program: Program,
): { readonly name: StringValue; readonly place: Place }[] {
  const uses: { name: StringValue; place: Place }[] = [];
  walkDeclarations(declaration.block?.declarations ?? [], (inner) => {
    const call = program.call(inner);
    for (const name of call ? concernsUsed(call) : [])
      uses.push({ name, place: { source: inner.source, span: name.span } });
  });
  return uses;
}
