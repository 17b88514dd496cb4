// Finds the helper names that an application's code adds to those of its routes file: with `direct`, with routes in a template
// or string, or by loading another routes file. A call of such a name is no mistake, and its values are not checked.
//
//   helpers.direct('docs', 'https://docs.example.com/')     docs
//   routes`get '/ping', to => ${ping}, as => 'ping'`        ping
//   loadRoutes('config/admin.routes')                       what that file has

import { dirname, resolve } from 'node:path';
import type TS from 'typescript/lib/tsserverlibrary.js';
import { analyze } from '../analysis/analyze.js';
import { canonicalName } from '../routing/patterns/route-name.js';
import { namesOf, type ProjectRoutes } from './project-routes.js';

interface Given {
  /** The names in canonical spelling. */
  readonly names: Set<string>;
  /** Paths that may be a loaded routes file. */
  readonly files: Set<string>;
}

export class NamesInCode {
  readonly #kept = new WeakMap<TS.SourceFile, Given>();

  constructor(
    readonly ts: typeof TS,
    readonly project: ProjectRoutes,
  ) {}

  /** The names that the files of a program add, without those of `routesFile`. */
  of(program: TS.Program, routesFile: string): ReadonlySet<string> {
    const all = new Set<string>();
    for (const file of program.getSourceFiles()) {
      if (file.isDeclarationFile || program.isSourceFileFromExternalLibrary(file)) continue;
      const { names, files } = this.#givenBy(file);
      for (const name of names) all.add(name);
      for (const path of files) {
        const found = path === routesFile ? undefined : this.project.in(path);
        for (const name of [...(found?.byName.keys() ?? []), ...(found?.direct ?? [])]) all.add(name);
      }
    }
    return all;
  }

  #givenBy(file: TS.SourceFile): Given {
    const kept = this.#kept.get(file);
    if (kept) return kept;
    const given: Given = { names: new Set(), files: new Set() };
    const visit = (node: TS.Node): void => {
      this.#add(node, file, given);
      this.ts.forEachChild(node, visit);
    };
    if (/\b(?:direct|routes|draw|parseRoutes|loadRoutes)\b/.test(file.text)) visit(file);
    this.#kept.set(file, given);
    return given;
  }

  #add(node: TS.Node, file: TS.SourceFile, given: Given): void {
    const { ts } = this;
    if (ts.isTaggedTemplateExpression(node)) {
      if (/^(?:routes|draw)$/.test(calledName(ts, node.tag))) addRoutes(rawTexts(ts, node.template), given);
      return;
    }
    if (!ts.isCallExpression(node)) return;
    const [first] = node.arguments;
    if (!first) return;
    const name = calledName(ts, node.expression);
    if (name === 'loadRoutes') this.#addFiles(first, file, given);
    else if (!ts.isStringLiteralLike(first)) return;
    else if (name === 'direct') given.names.add(canonicalName(first.text));
    else if (name === 'parseRoutes') addRoutes([first.text], given);
  }

  /** Adds every string in a node as a possible path, relative to the project's folder and to the file. */
  #addFiles(node: TS.Node, file: TS.SourceFile, { files }: Given): void {
    const visit = (part: TS.Node): void => {
      if (this.ts.isStringLiteralLike(part)) {
        for (const folder of [this.project.folder, dirname(file.fileName)])
          files.add(resolve(folder, part.text));
      }
      this.ts.forEachChild(part, visit);
    };
    visit(node);
  }
}

function calledName(ts: typeof TS, called: TS.Expression): string {
  if (ts.isPropertyAccessExpression(called)) return called.name.text;
  return ts.isIdentifier(called) ? called.text : '';
}

function rawTexts(ts: typeof TS, template: TS.TemplateLiteral): readonly string[] {
  if (ts.isNoSubstitutionTemplateLiteral(template)) return [template.rawText ?? template.text];
  return [template.head, ...template.templateSpans.map(({ literal }) => literal)].map(
    (part) => part.rawText ?? part.text,
  );
}

/** Adds the names of routes in a template. Each `${…}` is replaced by a callable. */
function addRoutes(texts: readonly string[], { names }: Given): void {
  const { byName, direct } = namesOf(analyze(texts.join('&code'), { wrapperIsOptional: true }));
  for (const name of [...byName.keys(), ...direct]) names.add(name);
}
