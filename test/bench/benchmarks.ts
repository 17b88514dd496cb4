// The benchmarks and the tables that each prints, by the ids under which docs/performance.md has them.

export interface Benchmark {
  readonly file: string;
  readonly tables: readonly string[];
}

export const benchmarks = {
  recognition: { file: 'recognition.ts', tables: ['recognition'] },
  scale: { file: 'scale.ts', tables: ['scale'] },
  generation: { file: 'generation.ts', tables: ['generation'] },
  middleware: { file: 'middleware.ts', tables: ['middleware'] },
  http: { file: 'http.ts', tables: ['servers', 'layers', 'logs'] },
  breakdown: { file: 'http-breakdown.ts', tables: ['breakdown'] },
  files: { file: 'files.ts', tables: ['files'] },
  start: { file: 'start.ts', tables: ['start'] },
  lsp: { file: 'lsp.ts', tables: ['lsp', 'lsp-peer', 'lsp-states'] },
  commands: { file: 'commands.ts', tables: ['commands'] },
} as const satisfies Record<string, Benchmark>;
