// `waypost/typescript-plugin`: checks calls of URL helpers against the routes file while the user writes TypeScript, in every
// editor that runs TypeScript's own server.
//
//   { "compilerOptions": { "plugins": [{ "name": "waypost/typescript-plugin" }] } }
//
// If TypeScript itself finds a mistake in a call, as with the types of `waypost types`, the plugin reports nothing there.

import type TS from 'typescript/lib/tsserverlibrary.js';
import { helperMistakes, nameAt, type HelperMistake } from './helper-calls.js';
import { NamesInCode } from './names-in-code.js';
import { ProjectRoutes, type KnownRoutes } from './project-routes.js';

/** The codes of the plugin's diagnostics, which TypeScript does not use. */
const codes: Readonly<Record<HelperMistake['kind'], number>> = {
  'unknown-route': 930_001,
  'wrong-values': 930_002,
};

/** The entry of the plugin. TypeScript's server calls it with its own copy of TypeScript. */
export default function init({ typescript: ts }: { readonly typescript: typeof TS }): TS.server.PluginModule {
  return { create: (info) => decorated(ts, info) };
}

function decorated(ts: typeof TS, info: TS.server.PluginCreateInfo): TS.LanguageService {
  const { languageService: service, project } = info;
  const { routes } = info.config as { readonly routes?: unknown };
  const known = new ProjectRoutes(
    project.getCurrentDirectory(),
    typeof routes === 'string' ? routes : undefined,
  );
  const inCode = new NamesInCode(ts, known);
  /** Runs `ask` for a file. If anything throws, the result is `nothing`, so TypeScript works on without the plugin. */
  const about = <Result>(
    fileName: string,
    nothing: Result,
    ask: (file: TS.SourceFile, program: TS.Program, routes: KnownRoutes) => Result,
  ): Result => {
    try {
      const program = service.getProgram();
      const file = program?.getSourceFile(fileName);
      const routesFile = file && !file.isDeclarationFile ? known.fileFor(fileName) : undefined;
      if (!program || !file || routesFile === undefined) return nothing;
      const found = known.in(routesFile);
      const isKnown = found?.isWhole && found.byName.size + found.direct.size > 0;
      return isKnown ? ask(file, program, found) : nothing;
    } catch (error) {
      project.projectService.logger.info(`waypost: ${error instanceof Error ? error.stack : String(error)}`);
      return nothing;
    }
  };
  const mistakesOf = (fileName: string): readonly HelperMistake[] =>
    about(fileName, [], (file, program, found) => {
      const mistakes = helperMistakes(ts, file, program.getTypeChecker(), found);
      if (mistakes.length === 0) return mistakes;
      const elsewhere = inCode.of(program, found.file);
      return mistakes.filter(({ name, start }) => !elsewhere.has(name) && !isSilenced(file.text, start));
    });

  return {
    ...service,
    getSemanticDiagnostics(fileName) {
      const own = service.getSemanticDiagnostics(fileName);
      const file = service.getProgram()?.getSourceFile(fileName);
      const isTold = ({ start, end }: HelperMistake): boolean =>
        own.some(
          (each) =>
            each.category === ts.DiagnosticCategory.Error &&
            each.start !== undefined &&
            each.start <= end &&
            start <= each.start + (each.length ?? 0),
        );
      const ours = mistakesOf(fileName)
        .filter((mistake) => !isTold(mistake))
        .map(({ kind, start, length, message }): TS.Diagnostic => ({
          file,
          start,
          length,
          messageText: message,
          code: codes[kind],
          category: ts.DiagnosticCategory.Error,
          source: 'waypost',
        }));
      return [...own, ...ours];
    },
    // Editors ask for fixes of these codes only. VS Code uses TypeScript's own list, to which no plugin can add.
    getSupportedCodeFixes(fileName) {
      return [...service.getSupportedCodeFixes(fileName), String(codes['unknown-route'])];
    },
    getCodeFixesAtPosition(fileName, start, end, errorCodes, ...rest) {
      const own = service.getCodeFixesAtPosition(fileName, start, end, errorCodes, ...rest);
      if (!errorCodes.includes(codes['unknown-route'])) return own;
      const ours = mistakesOf(fileName).flatMap((mistake): TS.CodeFixAction[] => {
        const { suggestion, length } = mistake;
        if (suggestion === undefined || mistake.start > end || start > mistake.start + length) return [];
        return [
          {
            fixName: 'waypost-nearest-route',
            description: `Write '${suggestion}'`,
            changes: [
              { fileName, textChanges: [{ span: { start: mistake.start, length }, newText: suggestion }] },
            ],
          },
        ];
      });
      return [...ours, ...own];
    },
    getCompletionsAtPosition(fileName, position, ...rest) {
      const own = service.getCompletionsAtPosition(fileName, position, ...rest);
      const named = about(fileName, undefined, (file, program, found) => {
        const span = nameAt(ts, file, program.getTypeChecker(), found, position);
        return span && { span, names: [...found.byName.keys(), ...found.direct] };
      });
      if (!named) return own;
      const told = new Set(own?.entries.map(({ name }) => name));
      const entries = named.names
        .filter((name) => !told.has(name))
        .map((name) => ({
          name,
          kind: ts.ScriptElementKind.string,
          sortText: '0',
          replacementSpan: named.span,
        }));
      return {
        isGlobalCompletion: false,
        isMemberCompletion: false,
        isNewIdentifierLocation: false,
        ...own,
        entries: [...entries, ...(own?.entries ?? [])],
      };
    },
  };
}

/** Whether `@ts-nocheck` or `@ts-ignore` silences TypeScript at an offset. */
function isSilenced(text: string, offset: number): boolean {
  const above = text.slice(0, offset).split(/\r?\n/).slice(0, -1);
  if (above.some((line) => /^\s*\/\/+\s*@ts-nocheck\b/.test(line))) return true;
  const isTold = (line: string): boolean => /^\s*(?:\/\/+|\{?\s*\/\*+|\*)\s*@ts-ignore\b/.test(line);
  const last = above.findLast((line) => isTold(line) || !/^\s*(?:\/\/.*)?$/.test(line));
  return last !== undefined && isTold(last);
}
