// Finds the routes whose requests are not known because of an error. If a constraint could not be read, its route may
// answer fewer requests than its definition says. Rules prove nothing from such a route.
//
//   get '/:id', to => 'a#b', constrains => { id => /\d+/ }     in doubt: the option is misspelt, its constraint unknown
//   namespace 'x', only => -> { }, { get '/y', … }             in doubt, with everything in the block
//   get '/z', to => 'missing#z'                                certain: the error is only about the target

import { declarationsAt } from '../analysis/cursor.js';
import type { Analysis } from '../analysis/analyze.js';
import { originsOf } from '../analysis/route-places.js';
import type { Declaration } from '../language/declarations.js';
import { aboutTargets, errorsIn } from '../language/diagnostics.js';
import type { Syntax } from '../language/syntax.js';

type Route = Analysis['routes'][number];

export class Doubt {
  /** The declarations with an error of any kind in their head or in their brackets. */
  readonly #mistaken = new Set<Declaration>();
  /** Those of them whose error is not only about a target. */
  readonly #doubted = new Set<Declaration>();
  readonly #parentsOf: (declaration: Declaration) => readonly Declaration[];

  constructor(
    { diagnostics, interpretation: { program } }: Analysis,
    parentsOf: (declaration: Declaration) => readonly Declaration[],
  ) {
    this.#parentsOf = parentsOf;
    const files = [...program.files.values()];
    for (const { code, file, range } of errorsIn(diagnostics)) {
      const syntax = files.find(({ source }) => source.file === file);
      if (syntax) this.#add(syntax, code, range.start.offset);
    }
    for (const syntax of files) for (const { code, start } of syntax.problems) this.#add(syntax, code, start);
  }

  #add(syntax: Syntax, code: string, offset: number): void {
    const { declaration, parents } = declarationsAt(syntax, offset);
    // An unmatched bracket leaves open what belongs to the block around it. Any other mistake concerns only its own statement.
    const around = code === 'unmatched-bracket' ? (parents.at(-1) ?? syntax.declarations[0]) : undefined;
    for (const mistaken of [declaration, around]) {
      if (!mistaken) continue;
      this.#mistaken.add(mistaken);
      if (!aboutTargets.has(code)) this.#doubted.add(mistaken);
    }
  }

  /** Whether no route is in doubt. */
  get isEmpty(): boolean {
    return this.#doubted.size === 0;
  }

  /** Whether it is known exactly which requests the route answers. */
  isCertain(route: Route): boolean {
    return this.#doubted.size === 0 || !this.#isAmong(this.#doubted, route);
  }

  /** Whether the route's declaration, or one around it, has an error of any kind. */
  hasError(route: Route): boolean {
    return this.#mistaken.size > 0 && this.#isAmong(this.#mistaken, route);
  }

  /** Whether a declaration, or one around it, has an error of any kind. */
  isMistaken(declaration: Declaration): boolean {
    return this.#mistaken.size > 0 && this.#isIn(this.#mistaken, declaration);
  }

  #isAmong(declarations: ReadonlySet<Declaration>, route: Route): boolean {
    return originsOf(route).some((each) => this.#isIn(declarations, each));
  }

  #isIn(declarations: ReadonlySet<Declaration>, declaration: Declaration): boolean {
    return (
      declarations.has(declaration) || this.#parentsOf(declaration).some((parent) => declarations.has(parent))
    );
  }
}
