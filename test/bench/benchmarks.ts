// The benchmarks and the tables that each prints, by the ids under which docs/performance.md has them.

export interface Benchmark {
  readonly file: string;
  readonly tables: readonly string[];
}

export const benchmarks = {
  generation: { file: 'generation.ts', tables: ['generation'] },
  middleware: { file: 'middleware.ts', tables: ['middleware'] },
} as const satisfies Record<string, Benchmark>;
