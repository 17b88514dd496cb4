// Arguments after parentheses that close too early. If words on either side of the closing parenthesis lack their quotes, both are
// reported as one mistake with one fix.
//
//   get(/about), to => pages#about    →    get('/about', to => 'pages#about')

import type { ArgumentCstNode, CallCstNode } from '../../grammar/cst.js';
import { afterParentheses } from '../../grammar/bracket-messages.js';
import { endOf } from '../../grammar/inline-code.js';
import { quote, type Problem, type WrittenEdit } from '../../grammar/problem.js';
import type { ArgumentBuilder } from './argument-builder.js';
import { ArgumentSequence, type BegunCall } from './argument-sequence.js';
import { placeOf } from './cst-places.js';
import type { Span } from './source.js';

/** Reports arguments after the parentheses. `told` is the number of problems found before this call. */
export function tellBehindParentheses(
  { Keyword: [keyword], parentheses }: CallCstNode['children'],
  behind: readonly ArgumentCstNode[],
  call: BegunCall,
  told: number,
  builder: ArgumentBuilder,
): void {
  const { reading } = call;
  const [first, last] = [behind[0], behind.at(-1)];
  if (!first || !last || !parentheses) return;
  const start = placeOf(first).start;
  const text = reading.text({ start, end: placeOf(last).end }).replace(/\s*,$/, '');
  const place = { start, end: start + text.length };
  const close = endOf(parentheses[0].children.RightParen[0]);
  const inside = reading.problems.splice(told);
  const outside = problemsOf(behind, place, call, builder);
  const all = [...inside, ...outside];
  const areUnquoted = all.every((each) => each.suggestion === `'${reading.text(each)}'`);
  if (!areUnquoted) reading.problems.push(...inside);
  const mends = (areUnquoted ? all : outside).flatMap(({ fix }) => fix?.edits ?? []);
  const isMended = outside.every(({ fix }) => fix);
  const edits = isMended ? moving(place, text, close, mends, reading) : undefined;
  const whole = { start: keyword.startOffset, end: place.end };
  const advice =
    !isMended || mends.length === 0
      ? '; move it inside them'
      : areUnquoted && edits
        ? `, and quotes are missing; write ${quote(reading.edited(whole, edits))}`
        : `; move it inside them, as ${quote(reading.edited(place, mends))}`;
  reading.report(afterParentheses(place, text, advice, edits));
  reading.end = close;
}

/** The problems in the arguments after the parentheses. */
function problemsOf(
  behind: readonly ArgumentCstNode[],
  place: Span,
  { list, row, reading }: BegunCall,
  builder: ArgumentBuilder,
): readonly Problem[] {
  const sequence = new ArgumentSequence(reading, 'call', row);
  sequence.list.push(...list);
  // A value for an argument inside the parentheses begins with `=>`.
  sequence.pass(place, undefined, true);
  const before = reading.problems.length;
  for (const node of behind) builder.argument(node, sequence);
  return reading.problems.splice(before);
}

/** The edits that move arguments into the parentheses before them. Undefined if more than a comma is between. */
function moving(
  place: Span,
  text: string,
  close: number,
  mends: readonly WrittenEdit[],
  reading: BegunCall['reading'],
): readonly WrittenEdit[] | undefined {
  const between = reading.text({ start: close, end: place.start });
  if (!/^(?:\s*,)?\s*$/.test(between)) return undefined;
  const [comma = ''] = /,\s*$/.exec(reading.text({ start: Math.max(0, close - 100), end: close - 1 })) ?? [];
  return [
    {
      start: close - 1 - comma.length,
      end: close + between.trimEnd().length,
      text: text.startsWith('=>') ? '' : ',',
    },
    ...mends,
    { start: place.end, end: place.end, text: ')' },
  ];
}
