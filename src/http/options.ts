// Checks options when an application starts. A mistake in them is reported then, and not by the first request that meets it.
//
//     toFetchHandler(router, { basePath: '/shop' })   →   toFetchHandler has no option 'basePath'; its options are bodyLimit, … (docs/embedding.md)

import { kindOf } from './object-shape.js';

/** The names of all options of a type. A missing name does not compile. A `flag` is true or false. */
export type OptionNames<Options extends object> = {
  readonly [name in keyof Options]-?: [Exclude<Options[name], undefined>] extends [boolean] ? 'flag' : true;
};

/**
 * Throws a `TypeError` if the options are not an object, if one is unknown, or if a flag is not a boolean ('false' as text would count as
 * true). `page` is the page that describes them.
 */
export function checkOptions<Options extends object>(
  caller: string,
  given: Options,
  names: OptionNames<Options>,
  page: string,
): void {
  const options: unknown = given;
  if (typeof options !== 'object' || options === null)
    throw new TypeError(`the options of ${caller} are an object, not ${kindOf(options)} (${page})`);
  for (const name of Object.keys(options)) {
    const value: unknown = Reflect.get(options, name);
    if (value === undefined) continue;
    const kind: unknown = Object.hasOwn(names, name) ? Reflect.get(names, name) : undefined;
    if (kind === 'flag' && value !== null && typeof value !== 'boolean')
      throw new TypeError(`${name} is true or false, not ${kindOf(value)} (${page})`);
    if (kind !== undefined) continue;
    const known = Object.keys(names).sort().join(', ');
    throw new TypeError(`${caller} has no option '${name}'; its options are ${known} (${page})`);
  }
}

/** Throws a `TypeError` if an option is given but is not a function. */
export function checkFunction(option: string, value: unknown): void {
  if (value !== undefined && typeof value !== 'function')
    throw new TypeError(`${option} is a function, not ${kindOf(value)}`);
}

/** Timers with a longer delay would fire at once. */
const longestWait = 0x7fff_ffff;

/** The number given for an option, or its default. Throws a `TypeError` unless it is a number from 0 on. */
export function amountOf(
  option: string,
  given: number | undefined,
  fallback: number,
  unit: 'bytes' | 'milliseconds' | 'labels' = 'bytes',
): number {
  const amount: unknown = given ?? fallback;
  if (typeof amount === 'number' && amount >= 0)
    return unit === 'milliseconds' ? Math.min(amount, longestWait) : amount;
  throw new TypeError(
    `${option} is a number of ${unit}, not ${typeof amount === 'string' ? `'${amount}'` : String(amount)}`,
  );
}
