// Options that are a number of bytes or milliseconds. A text such as '1mb' would compare as no number, and set no limit at all.

/** Timers that are told to wait longer do not wait at all. */
const longestWait = 2 ** 31 - 1;

/** The number that an option gives, or the one that stands unless it does. Throws a `TypeError` for what is none from 0 on. */
export function amountOf(
  option: string,
  given: number | undefined,
  fallback: number,
  unit: 'bytes' | 'milliseconds' = 'bytes',
): number {
  const amount: unknown = given ?? fallback;
  if (typeof amount === 'number' && amount >= 0)
    return unit === 'bytes' ? amount : Math.min(amount, longestWait);
  throw new TypeError(
    `${option} is a number of ${unit}, not ${typeof amount === 'string' ? `'${amount}'` : String(amount)}`,
  );
}
