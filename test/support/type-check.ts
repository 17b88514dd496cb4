// Compiles TypeScript from memory: `typeErrors({ 'use.ts': 'const n: number = "x"' })` → ['use.ts:1 …'].

import ts from 'typescript';

const root = new URL('../..', import.meta.url).pathname;
const folder = `${root}test/in-memory/`;

const compilerOptions: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  lib: ['lib.es2023.d.ts'],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noUnusedLocals: true,
  noEmit: true,
  skipLibCheck: false,
  types: ['node'],
};

const sources = new Map<string, ts.SourceFile>();

/** One line for each error in these files, with file name and line. `waypost` is the project's own source. */
export function typeErrors(files: Readonly<Record<string, string>>): string[] {
  return checked(files).errors;
}

/** The number of type instantiations that the compiler makes for these files, as `tsc --extendedDiagnostics` reports it. */
export function instantiations(files: Readonly<Record<string, string>>): number {
  const { errors, program } = checked(files);
  if (errors.length > 0) throw new Error(errors.join('\n'));
  return program.getInstantiationCount();
}

function checked(files: Readonly<Record<string, string>>): {
  readonly errors: string[];
  readonly program: ts.Program;
} {
  const texts = new Map(Object.entries(files).map(([name, text]) => [`${folder}${name}`, text]));
  const host = ts.createCompilerHost(compilerOptions, true);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (name) => texts.has(name) || fileExists(name);
  host.readFile = (name) => texts.get(name) ?? readFile(name);
  host.directoryExists = () => true;
  host.getSourceFile = (name, languageVersion, ...rest) => {
    const text = texts.get(name);
    if (text !== undefined) return ts.createSourceFile(name, text, languageVersion, true);
    const known = sources.get(name) ?? getSourceFile(name, languageVersion, ...rest);
    if (known) sources.set(name, known);
    return known;
  };
  const options = {
    ...compilerOptions,
    paths: {
      waypost: [`${root}src/index.ts`],
      'waypost/router': [`${root}src/router.ts`],
      'waypost/testing': [`${root}src/node/testing.ts`],
    },
  };
  const program = ts.createProgram([...texts.keys()], options, host);
  const errors = [...texts.keys()].flatMap((name) => {
    const file = program.getSourceFile(name)!;
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
      (diagnostic) => {
        const { line } = file.getLineAndCharacterOfPosition(diagnostic.start ?? 0);
        return `${name.slice(folder.length)}:${line + 1} ${ts.flattenDiagnosticMessageText(diagnostic.messageText, ' ')}`;
      },
    );
  });
  return { errors, program };
}

/** The lines that do not compile after the code `before`. */
export function linesWithErrors(
  before: string,
  lines: readonly string[],
  files: Readonly<Record<string, string>>,
): string[] {
  const start = before.split('\n').length;
  const errors = typeErrors({ ...files, 'use.ts': [before, ...lines].join('\n') });
  const wrong = errors.filter((error) => !error.startsWith('use.ts:'));
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
  const numbers = new Set(errors.map((error) => Number(/:(\d+) /.exec(error)?.[1])));
  const outside = [...numbers].filter((number) => number <= start);
  if (outside.length > 0) throw new Error(errors.join('\n'));
  return lines.filter((_, index) => numbers.has(start + index + 1));
}
