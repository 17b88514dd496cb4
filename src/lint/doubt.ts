// What a file's errors leave unknown. A constraint that could not be read is not an absent one: its route may answer less
// than its definition says, so that nothing can be proved from it and nothing is said of others because of it.
//
//   get '/:id', to => 'a#b', constrains => { id => /\d+/ }     in doubt: the option is misspelt, its demand not known
//   namespace 'x', only => -> { }, { get '/y', … }             in doubt, with all that is in the block
//   get '/z', to => 'missing#z'                                certain: what is unknown is not which requests it answers

import { declarationsAt } from '../analysis/cursor.js';
import type { Analysis } from '../analysis/analyze.js';
import { originsOf } from '../analysis/route-places.js';
import type { Declaration } from '../language/declarations.js';
import { aboutTargets, errorsIn } from '../language/diagnostics.js';
import type { Syntax } from '../language/syntax.js';

type Route = Analysis['routes'][number];

export class Doubt {
  /** The declarations that have an error in their head, or in brackets that belong to them. */
  readonly #mistaken = new Set<Declaration>();
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
    // Where a bracket has no partner, nobody knows what belongs to the block around it; any other mistake is about its own statement.
    const around = code === 'unmatched-bracket' ? (parents.at(-1) ?? syntax.declarations[0]) : undefined;
    for (const mistaken of [declaration, around]) {
      if (!mistaken) continue;
      this.#mistaken.add(mistaken);
      if (!aboutTargets.has(code)) this.#doubted.add(mistaken);
    }
  }

  /** Whether all requests are known that the routes answer. */
  get isEmpty(): boolean {
    return this.#doubted.size === 0;
  }

  /** Whether everything that says which requests the route answers could be read. */
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
