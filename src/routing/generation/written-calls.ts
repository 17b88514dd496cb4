// Functions that are written for calls of one shape, once it has come again and again.

import { type CallPlan, quickQueryText, recordText, writeCallsBy } from './call-plan.js';
import { quickSegment } from './generation-slot.js';
import { WrittenFunctions } from '../patterns/written-functions.js';

const functions = /* @__PURE__ */ new WrittenFunctions();

/** From now on calls that come again and again get functions, where texts may be run. */
export function writeCalls(): void {
  writeCallsBy(functionFor);
}

/**
 * `writtenCall` with the steps of one plan in a row. Of what users wrote only keys that are identifiers are in the text: it has the plan.
 *
 *   if (count !== 2 || typeof b !== 'object' || …) return;
 *   const options = b;
 *   const t0 = quickSegment(a) ?? recordText(v0, a); if (t0 === undefined) return;
 *   const q0 = quickQueryText(options.page); if (q0 === undefined) return;
 *   return start + t0 + p0.before + q0;
 */
function functionFor(plan: CallPlan): Pick<CallPlan, 'written' | 'writtenIfAlike'> | undefined {
  const { count } = plan;
  const names: string[] = [];
  const steps: string[] = [];
  let sum = 'start';
  const isIdentifier = (key: string): boolean => /^[a-z_]\w*$/i.test(key);
  const read = (key: string, otherwise: string): string =>
    isIdentifier(key) ? `options.${key}` : `options[${otherwise}]`;
  plan.values.forEach(({ slot, key, place, after, quick, standing }, k) => {
    names.push(`v${k} = plan.values[${k}]`);
    steps.push(
      `x = ${key === undefined ? valueAt(place) : read(key, `v${k}.key`)};`,
      `const t${k} = ${quick === quickSegment ? 'quickSegment' : `v${k}.quick`}(x) ?? recordText(v${k}, x);`,
      `if (t${k} === undefined) return;`,
    );
    if (key !== undefined && key !== slot.name) {
      const name = isIdentifier(slot.name) ? `'${slot.name}'` : `v${k}.slot.name`;
      steps.push(`if (typeof x === 'object' || ${name} in options) return;`);
    }
    if (standing !== undefined)
      steps.push(`if (t${k} === v${k}.standing) return v${k}.withDefault(options, a, b, c, d, all);`);
    sum += ` + t${k}`;
    if (after !== '') sum += ` + v${k}.after`;
  });
  plan.tail.forEach(({ key, before, quick }, k) => {
    names.push(`p${k} = plan.tail[${k}]`);
    const write = quick === quickQueryText ? 'quickQueryText' : `p${k}.quick`;
    steps.push(`const q${k} = ${write}(${read(key, `p${k}.key`)}); if (q${k} === undefined) return;`);
    sum += before === '' ? ` + q${k}` : ` + p${k}.before + q${k}`;
  });
  const last = valueAt(count - 1);
  // The engine knows the prototype of an object that it has looked at. What somebody has given all objects is listed with an object's own keys.
  const check = plan.hasOptions
    ? `if (count !== ${count} || typeof ${last} !== 'object' || ${last} === null || ${last}.toParam !== undefined) return;
      const options = ${last};
      if (Object.getPrototypeOf(options) !== Object.prototype) return;
      let n = 0;
      for (const key in options) if (key !== keys[n++] || !hasOwnProperty.call(options, key)) return;
      if (n !== ${plan.keys.length}) return;`
    : `if (count !== ${count}${last && ` || typeof ${last} === 'object'`}) return; const options = undefined;`;
  const body = `let x; ${steps.join(' ')} return ${sum};`;
  return functions.write(
    { plan, quickSegment, quickQueryText, recordText },
    `const { start, keys } = plan, { hasOwnProperty } = Object.prototype${names.map((name) => `, ${name}`).join('')}; return {
      written: (options, a, b, c, d, all) => { ${body} },
      writtenIfAlike: (count, a, b, c, d, all) => { ${check} ${body} },
    };`,
  ) as ReturnType<typeof functionFor>;
}

/** The name of a value, '' before the first. */
function valueAt(place: number): string {
  return place < 4 ? 'abcd'.charAt(place) : `all[${place}]`;
}
