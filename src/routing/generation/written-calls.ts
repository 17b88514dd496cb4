// Functions that are written for calls of one shape, once it has come again and again.

import { type CallPlan, quickQueryText, recordText, writeCallsBy } from './call-plans.js';
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
  const read = (key: string, otherwise: string): string =>
    /^[a-z_]\w*$/i.test(key) ? `options.${key}` : `options[${otherwise}]`;
  plan.values.forEach(({ slot, key, place, after }, k) => {
    const value = key === undefined ? 'abcd'.charAt(place) : read(key, `v${k}.key`);
    const quick = slot.isFree ? 'quickSegment' : `v${k}.slot.quick`;
    names.push(`v${k} = plan.values[${k}]`);
    steps.push(
      `x = ${value}; const t${k} = ${quick}(x) ?? recordText(v${k}, x); if (t${k} === undefined) return;`,
    );
    sum += ` + t${k}`;
    if (after !== '') sum += ` + v${k}.after`;
  });
  plan.query.forEach(({ key }, k) => {
    names.push(`p${k} = plan.query[${k}]`);
    steps.push(`const q${k} = quickQueryText(${read(key, `p${k}.key`)}); if (q${k} === undefined) return;`);
    sum += ` + p${k}.before + q${k}`;
  });
  const last = 'abcd'.charAt(count - 1);
  // The engine knows the prototype of an object that it has looked at. What somebody has given all objects is listed with an object's own keys.
  const check = plan.hasOptions
    ? `if (count !== ${count} || typeof ${last} !== 'object' || ${last} === null || ${last}.toParam !== undefined) return;
      const options = ${last};
      if (Object.getPrototypeOf(options) !== Object.prototype) return;
      let n = 0;
      for (const key in options) if (key !== keys[n++] || !hasOwnProperty.call(options, key)) return;
      if (n !== ${plan.keys.length}) return;`
    : `if (count !== ${count}${last && ` || typeof ${last} === 'object'`}) return;`;
  const body = `let x; ${steps.join(' ')} return ${sum};`;
  return functions.write(
    { plan, quickSegment, quickQueryText, recordText },
    `const { start, keys } = plan, { hasOwnProperty } = Object.prototype${names.map((name) => `, ${name}`).join('')}; return {
      written: (options, a, b, c, d) => { ${body} },
      writtenIfAlike: (count, a, b, c, d) => { ${check} ${body} },
    };`,
  ) as ReturnType<typeof functionFor>;
}
