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
 *   const t0 = quickSegment(a) || recordText(values[0], a);
 *   const q0 = quickQueryText(options.page);
 *   return t0 === '' || q0 === undefined ? undefined : start + t0 + query[0].before + q0;
 */
function functionFor(plan: CallPlan): Pick<CallPlan, 'written' | 'writtenIfPlain'> | undefined {
  const names: string[] = [];
  const steps: string[] = [];
  let sum = 'start';
  const read = (key: string, otherwise: string): string =>
    /^[a-z_]\w*$/i.test(key) ? `options.${key}` : `options[${otherwise}]`;
  plan.values.forEach(({ slot, key, place, after }, k) => {
    const value = key === undefined ? 'abcd'.charAt(place) : read(key, `v${k}.key`);
    const quick = slot.isFree ? 'quickSegment' : `v${k}.slot.quick`;
    names.push(`v${k} = plan.values[${k}]`);
    steps.push(`x = ${value}; const t${k} = ${quick}(x) || recordText(v${k}, x); if (t${k} === '') return;`);
    sum += ` + t${k}`;
    if (after !== '') sum += ` + v${k}.after`;
  });
  plan.query.forEach(({ key }, k) => {
    names.push(`p${k} = plan.query[${k}]`);
    steps.push(`const q${k} = quickQueryText(${read(key, `p${k}.key`)}); if (q${k} === undefined) return;`);
    sum += ` + p${k}.before + q${k}`;
  });
  // The engine knows the prototype of an object that it has looked at.
  const check =
    'if (options.toParam !== undefined || Object.getPrototypeOf(options) !== Object.prototype) return;';
  const body = `let x; ${steps.join(' ')} return ${sum};`;
  return functions.write(
    { plan, quickSegment, quickQueryText, recordText },
    `const ${[...names, 'start = plan.start'].join(', ')}; return {
      written: (options, a, b, c, d) => { ${body} },
      writtenIfPlain: (options, a, b, c, d) => { ${check} ${body} },
    };`,
  ) as ReturnType<typeof functionFor>;
}
