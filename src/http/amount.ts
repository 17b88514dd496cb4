// Options that are a number of bytes, milliseconds or labels. A text such as '1mb' would compare as no number, and set no limit at all.

/** Timers that are told to wait longer do not wait at all. */
const longestWait = 0x7fff_ffff;

/** The number that an option gives, or the one that stands unless it does. Throws a `TypeError` for what is none from 0 on. */
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
