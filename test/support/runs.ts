// How often a property is tried: less often where each case is compiled and bundled (`npm run test:compiled`).

const divisor = Number(process.env['RUNS_DIVISOR'] ?? 1);

export function runsOf(usual: number): number {
  return Math.ceil(usual / divisor);
}
