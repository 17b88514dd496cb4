// Writes functions for calls of one shape, once that shape has been used often. The host has to allow running texts as code.

import { type CallPlan, type LearntCalls, quickQueryText, recordText, withOther } from './call-plan.js';
import { quickText } from './generation-slot.js';
import { isIdentifier, worthWriting, WrittenFunctions } from '../patterns/written-functions.js';

const functions = /* @__PURE__ */ new WrittenFunctions();

/** What is known about a plan's calls, after counting one more. A plan gets its functions at its `worthWriting`th call. */
export function learntOf(plan: CallPlan): LearntCalls {
  const learnt = (plan.learnt ??= { uses: 0 });
  if (++learnt.uses === worthWriting) Object.assign(learnt, functionFor(plan));
  return learnt;
}

/**
 * The functions for a plan: `writtenCall` with the steps of the plan in a row. Of what users wrote, the text contains only keys that are
 * identifiers; everything else is read from the plan.
 *
 *   if (count !== 2 || typeof b !== 'object' || …) return;
 *   const options = b;
 *   const t0 = quickText(a, false) ?? recordText(v0, a); if (t0 === undefined) return;
 *   const q0 = quickQueryText(options.page); if (q0 === undefined) return;
 *   return start + t0 + p0.before + q0;
 */
function functionFor(plan: CallPlan): Pick<LearntCalls, 'written' | 'writtenIfAlike'> | undefined {
  const { count } = plan;
  const names: string[] = [];
  const steps: string[] = [];
  let sum = 'start';
  const read = (key: string, otherwise: string): string =>
    isIdentifier(key) ? `options.${key}` : `options[${otherwise}]`;
  const [only, ...others] = plan.values;
  const isOneName = others.length === 0 && plan.keys.length === (only?.key === undefined ? 0 : 1);
  plan.values.forEach(({ slot, key, place, after, own, hasDots, standing }, k) => {
    // If nothing but this value is given, the path for the default is a constant.
    const withDefault = isOneName ? 'without;' : `v${k}.withDefault(options, a, b, c, d, all);`;
    names.push(`v${k} = plan.values[${k}]`);
    if (isOneName && standing !== undefined) names.push('without = v0.withDefault({})');
    steps.push(`x = ${key === undefined ? valueAt(place) : read(key, `v${k}.key`)};`);
    if (isNumber(standing)) {
      // Comparing numbers is faster than comparing texts.
      names.push(`n${k} = Number(v${k}.standing)`);
      steps.push(`if (x === n${k}) return ${withDefault}`);
    }
    steps.push(
      `const t${k} = ${own === undefined ? `quickText(x, ${hasDots})` : `v${k}.own(x)`} ?? recordText(v${k}, x);`,
      `if (t${k} === undefined) return;`,
    );
    if (key !== undefined && key !== slot.name) {
      const name = isIdentifier(slot.name) ? `'${slot.name}'` : `v${k}.slot.name`;
      steps.push(`if (typeof x === 'object' || ${name} in options) return;`);
    }
    if (standing !== undefined) steps.push(`if (t${k} === v${k}.standing) return ${withDefault}`);
    sum += ` + t${k}`;
    if (after !== '') sum += ` + v${k}.after`;
  });
  if (plan.slash !== '') sum += ` + (options.trailingSlash ? '/' : '')`;
  const end =
    (plan.query === undefined ? '' : ' + plan.query(options)') +
    (plan.anchor === undefined ? '' : ' + anchorOf(options.anchor)');
  if (plan.anchor !== undefined) names.push('anchorOf = plan.anchor');
  let query = '';
  let quickly = '';
  plan.params.forEach(({ key }, k) => {
    const value = read(key, `p${k}.key`);
    names.push(`p${k} = plan.params[${k}]`);
    steps.push(`const q${k} = quickQueryText(${value});`);
    quickly += ` + p${k}.${k === 0 ? 'first' : 'next'} + q${k}`;
    query += `path = q${k} === undefined ? withOther(path, path === asked, p${k}, ${value}) : path + (path === asked ? p${k}.first : p${k}.next) + q${k}; `;
  });
  if (plan.params.length > 0) {
    const isSlow = plan.params.map((_, k) => `q${k} === undefined`).join(' || ');
    steps.push(`if (${isSlow}) { let path = ${sum}; const asked = path; ${query}return path${end}; }`);
  }
  sum += quickly + end;
  const last = valueAt(count - 1);
  const lastKey = plan.keys.at(-1) ?? '';
  const lastName = isIdentifier(lastKey) ? `'${lastKey}'` : `keys[${plan.keys.length - 1}]`;
  // V8 knows the prototype of an object whose property it has read. Properties that somebody has added to `Object.prototype` are listed
  // after an object's own keys, so it is enough to check that the last key is not one of them. Without options, every value belongs to the
  // path.
  const check =
    plan.values.filter(({ place }) => place >= 0).length < count
      ? `if (count !== ${count} || typeof ${last} !== 'object' || ${last} === null || ${last}.toParam !== undefined) return;
      const options = ${last};
      if (Object.getPrototypeOf(options) !== every) return;
      let n = 0;
      for (const key in options) if (key !== keys[n++]) return;
      if (n !== ${plan.keys.length}${plan.keys.length === 0 ? '' : ` || ${lastName} in every`}) return;`
      : `if (count !== ${count}${last && ` || typeof ${last} === 'object'`}) return; const options = undefined;`;
  const body = `let x; ${steps.join(' ')} return ${sum};`;
  return functions.write(
    { plan, quickText, quickQueryText, recordText, withOther },
    `const { start, keys } = plan, every = Object.prototype${names.map((name) => `, ${name}`).join('')}; return {
      written: (options, a, b, c, d, all) => { ${body} },
      writtenIfAlike: (count, a, b, c, d, all) => { ${check} ${body} },
    };`,
  ) as ReturnType<typeof functionFor>;
}

/** Whether a text is a whole number as `String` writes it. */
function isNumber(text: string | undefined): boolean {
  return Number.isSafeInteger(Number(text)) && String(Number(text)) === text;
}

/** The expression for the value at an index; '' for index -1. */
function valueAt(place: number): string {
  return place < 4 ? 'abcd'.charAt(place) : `all[${place}]`;
}
