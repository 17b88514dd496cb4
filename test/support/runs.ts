// The number of runs of a property: fewer if each case is compiled and bundled (`npm run test:compiled`).

const divisor = Number(process.env['RUNS_DIVISOR'] ?? 1);

export function runsOf(usual: number): number {
  return Math.ceil(usual / divisor);
}
