// The benchmarks and the tables that each prints, by the ids under which docs/performance.md has them.

export interface Benchmark {
  readonly file: string;
  readonly tables: readonly string[];
  /** Node's own. */
  readonly flags?: readonly string[];
}

export const benchmarks = {
  recognition: { file: 'recognition.ts', tables: ['recognition', 'recognition-refused'] },
  scale: { file: 'scale.ts', tables: ['scale'] },
  generation: { file: 'generation.ts', tables: ['generation'] },
  middleware: { file: 'middleware.ts', tables: ['middleware'] },
  http: { file: 'http.ts', tables: ['servers', 'fresh-servers', 'layers', 'logs'] },
  breakdown: { file: 'http-breakdown.ts', tables: ['breakdown'] },
  files: { file: 'files.ts', tables: ['files'] },
  start: { file: 'start.ts', tables: ['start'] },
  lsp: { file: 'lsp.ts', tables: ['lsp', 'lsp-peer', 'lsp-states'] },
  commands: { file: 'commands.ts', tables: ['commands'] },
  lint: { file: 'lint.ts', tables: ['unreachable', 'lint-edit', 'lint-cold'] },
  format: { file: 'format.ts', tables: ['format'] },
  memory: { file: 'memory.ts', tables: ['memory'], flags: ['--expose-gc'] },
} as const satisfies Record<string, Benchmark>;
