// What is known of the place where a completion is asked for: the block and the call that the cursor is in, the words around
// it, concerns and segments. What of the application may be named there is for `application-names.ts` to say.

import { closers, openers, roleOfKeys, type Cursor } from '../../src/analysis/cursor.js';
import { segmentsOf } from '../../src/analysis/name-spans.js';
import type { Snapshot } from '../../src/analysis/snapshot.js';
import type { Bindings } from '../../src/interpreter/bindings.js';
import { usesIn } from '../../src/interpreter/concern-uses.js';
import type { InterpretedRoute } from '../../src/interpreter/interpreted-route.js';
import type { Concern } from '../../src/interpreter/program.js';
import { placeIn, type Scope } from '../../src/interpreter/scope.js';
import { callParts } from '../../src/language/call-parts.js';
import { positionalsOf, type Declaration, type StringValue } from '../../src/language/declarations.js';
import { firstIndex } from '../../src/language/first-index.js';
import type { Span } from '../../src/language/source.js';
import type { SyntaxToken } from '../../src/language/syntax.js';
import { namesIn } from '../../src/routing/patterns/pattern-parts.js';
import {
  canonicalOption,
  isRequestAttribute,
  keywordRow,
  optionRow,
  redirectRow,
  type KeywordPlace,
  type KeywordRow,
  type OptionName,
  type Role,
} from '../../src/language/vocabulary.js';
import { declares, isWrapper, optionOf, optionRole, pairOption } from '../../src/language/roles.js';
import type { ApplicationKnowledge } from '../../src/lint/application.js';
import { ApplicationNames, type NamingPlace } from './application-names.js';
import { rolesBesideTarget } from './completion-ranking.js';
import type { Finding } from './suppression-words.js';

export interface CompletionHost {
  readonly application?: ApplicationKnowledge | undefined;
  /** What the exports of its modules are, as the linter knows it. */
  readonly bindings?: Bindings | undefined;
  /** Names of modules anywhere in the application, the likeliest first. */
  modules?(): readonly string[];
  /** Names of routes files that could be included. */
  routesFiles?(): readonly string[];
  /** What is known to be wrong in the file. */
  readonly findings?: readonly Finding[];
}

/** Modules that a callable of a routes file may name: those beside the file and below it, then those elsewhere in the application. */
export function modulesAround({ application, modules }: CompletionHost, file: string): readonly string[] {
  return application ? [...new Set([...application.moduleNames(file), ...(modules?.() ?? [])])] : [];
}

/** The keys that a call has, and the options in whose place a positional stands before an offset. */
export function keysGiven(call: Declaration, row: KeywordRow, offset: number): ReadonlySet<string> {
  const before = positionalsOf(call).filter(({ span }) => span.end < offset);
  const keys = callParts(call, row).flatMap((part) => {
    if (part.kind === 'key') return canonicalOption(part.pair.key.text);
    return 'name' in part ? part.name : [];
  });
  return new Set([
    ...keys,
    ...row.positionals.slice(0, before.length).flatMap(({ orOption }) => orOption ?? []),
  ]);
}

export class CompletionPlace implements NamingPlace {
  /** What of the application may be named here. */
  readonly names: ApplicationNames;

  constructor(
    readonly snapshot: Snapshot,
    readonly cursor: Cursor,
    readonly host: CompletionHost,
    /** The text that is being written, where `snapshot` is only what is around the cursor of it. */
    readonly whole: Snapshot,
    /** Where the cursor is in that text. */
    readonly offset: number,
  ) {
    this.names = new ApplicationNames(this);
  }

  /** The characters around the cursor that a choice takes the place of, of those that a word may have. */
  wordSpan(letter = /[\p{L}\p{M}\p{Nd}_-]/u): Span {
    const { text } = this.snapshot.source;
    const { offset } = this.cursor;
    let start = offset;
    while (letter.test(text.charAt(start - 1))) start--;
    let end = offset;
    while (letter.test(text.charAt(end))) end++;
    return { start, end };
  }

  /** The words beside the one at the cursor: of the list that it stands in, or as further positionals of the call. */
  wordsBeside(call: Declaration | undefined): ReadonlySet<string> {
    const { pair, offset } = this.cursor;
    const values = pair ? [pair.value] : call ? positionalsOf(call) : [];
    const words = values.flatMap((value) => (value?.kind === 'list' ? value.items : (value ?? [])));
    const others = words.filter(({ span }) => offset < span.start || span.end < offset);
    return new Set(others.flatMap((word) => (word.kind === 'string' ? word.value : [])));
  }

  startsLine(offset: number): boolean {
    const { source } = this.snapshot;
    return source.text.slice(source.lineStart(source.lineAt(offset)), offset).trim() === '';
  }

  tokenBefore(offset: number): SyntaxToken | undefined {
    const { tokens } = this.snapshot.syntax;
    return tokens[firstIndex(tokens, ({ end }) => end > offset) - 1];
  }

  /** Whether a token is the parenthesis behind a keyword: what follows it is the first argument. */
  isBehindKeyword({ kind, start }: SyntaxToken): boolean {
    return kind === 'LeftParen' && this.tokenBefore(start)?.kind === 'Keyword';
  }

  /** Whether a token is the parenthesis behind an option: what follows it is the option's value, as in `:only(│)`. */
  isBehindAdverb({ kind, start }: SyntaxToken): boolean {
    return kind === 'LeftParen' && this.tokenBefore(start)?.kind === 'AdverbName';
  }

  /** Where the list in brackets begins that the cursor is directly in; none where it is a very long one. */
  listStart(): number | undefined {
    const { tokens } = this.snapshot.syntax;
    const behind = firstIndex(tokens, ({ end }) => end > this.cursor.offset);
    let closed = 0;
    const opener = tokens.slice(Math.max(0, behind - 200), behind).findLast(({ kind }) => {
      if (closers.has(kind)) closed++;
      return kind === 'Keyword' || (openers.has(kind) && closed-- === 0);
    });
    return opener?.kind === 'LeftBracket' ? opener.start : undefined;
  }

  /** Whether the parentheses around the cursor hold a block before it, which is the last that they hold: `constraints(…, { … }│)`. */
  isBehindOnlyBlock(): boolean {
    const { block, parentheses, source } = this.cursor.declaration ?? {};
    if (!block || !parentheses || source?.text[parentheses.end - 1] !== ')') return false;
    return block.span.end <= this.cursor.offset && this.cursor.offset < parentheses.end;
  }

  /** Where the cursor is; a concern may be used in a resource as well as outside of one. */
  places(): readonly KeywordPlace[] {
    const around = this.cursor.parents.at(-1);
    if (around !== undefined && declares(around, 'concern')) return ['scope', 'in-resource'];
    if (around !== undefined) {
      const scope = this.scope();
      return [scope ? placeIn(scope) : 'scope'];
    }
    const { source, analysis } = this.snapshot;
    const scope = analysis.interpretation.fileScopes.get(source);
    // A file has one wrapper, and only one that is included can leave it out.
    const others = this.whole.syntax.declarations.filter((each) => !this.isAtHead(each));
    const wrapper = others.some((each) => isWrapper(each) && each.block) ? [] : (['file'] as const);
    return scope ? [...wrapper, placeIn(scope)] : wrapper;
  }

  /** What is around the cursor: paths, modules, a controller. */
  scope(): Scope | undefined {
    const { block } = this.cursor;
    const { scopes, fileScopes } = this.snapshot.analysis.interpretation;
    return block ? scopes.get(block) : fileScopes.get(this.snapshot.source);
  }

  /** The call whose arguments the cursor stands among: the one that it is in, or that began last before it. */
  call(): Declaration | undefined {
    const { declaration, offset } = this.cursor;
    if (declaration) return declaration;
    return this.#list().findLast((candidate) => candidate.span.start < offset);
  }

  /** Whether the cursor is in a statement of the text, and not in the block of it. */
  isAtHead({ source, span, block }: Declaration): boolean {
    return (
      source.file === this.whole.source.file &&
      span.start <= this.offset &&
      this.offset <= (block?.span.start ?? span.end)
    );
  }

  /** The statement before the one at the cursor, in the same block. */
  siblingBefore(): Declaration | undefined {
    return this.#list().findLast(({ span }) => span.end < this.cursor.offset);
  }

  /** The route declared last before the statement at the cursor. */
  routeBefore(): InterpretedRoute | undefined {
    let last: InterpretedRoute | undefined;
    for (const route of this.whole.analysis.routes) {
      const { source, span } = route.declaration;
      const isBefore = source.file === this.whole.source.file && span.end < this.offset;
      if (isBefore && span.start >= (last?.declaration.span.start ?? 0) && !this.isAtHead(route.declaration))
        last = route;
    }
    return last;
  }

  siblings(): readonly Declaration[] {
    const { offset } = this.cursor;
    return this.#list().filter(({ span }) => span.end < offset || offset < span.start);
  }

  #list(): readonly Declaration[] {
    const { block } = this.cursor;
    return block ? block.declarations : this.snapshot.syntax.declarations;
  }

  /** The row of the call whose arguments the cursor stands among. */
  row(): KeywordRow | undefined {
    return this.cursor.redirect ? redirectRow : keywordRow(this.call()?.keyword.text ?? '');
  }

  /** The options that a call may be given at an offset beside those that it has, in the order of its row. */
  unusedOptions(call: Declaration, row: KeywordRow, offset: number): readonly OptionName[] {
    const used = keysGiven(call, row, offset);
    const excluded = rolesBesideTarget(call);
    return row.options.filter((name) => {
      const role = optionRole(name);
      return !used.has(name) && !excluded.includes(role) && (role !== 'level' || this.hasLevels());
    });
  }

  /** The option whose value stands behind an offset; undefined where its key is one of a hash, or no option of the call. */
  optionBefore(offset: number): OptionName | undefined {
    const key = this.keyBefore(offset);
    const row = this.row();
    if (key === undefined || !row || this.cursor.hash) return undefined;
    const [first] = this.call()?.arguments ?? [];
    // A path may be called as an option is: `get 'status' => 'pages#status'`.
    const isPath = first?.kind === 'pair' && pairOption(row, first.key) && first.key.span.start === key.start;
    return isPath ? row.pairFor : optionOf(row, key.name)?.name;
  }

  /** The key that what stands behind an offset is the value of, in its canonical spelling. */
  keyBefore(offset: number): { readonly name: string; readonly start: number } | undefined {
    const before = this.tokenBefore(offset);
    if (!before) return undefined;
    const isBehindKey = before.kind === 'Arrow' || this.isBehindAdverb(before);
    const key = before.kind === 'Label' ? before : isBehindKey ? this.tokenBefore(before.start) : undefined;
    if (!key) return undefined;
    const written = this.snapshot.source.textOf(key).replace(/^[:'"]|['":]$/g, '');
    return { name: canonicalOption(written), start: key.start };
  }

  /** Values that are usual for an option, as they are written, with what each means. */
  usualValues(option: OptionName): readonly (readonly [value: string, meaning: string])[] {
    return Object.entries(optionRow(option)?.usual ?? {});
  }

  /** The same for an attribute of the request that is constrained here. */
  usualOfAttribute(key: string): readonly (readonly [value: string, meaning: string])[] {
    const isAsked = isRequestAttribute(key) && this.roleOfKeys() === 'constraints';
    return isAsked ? Object.entries(optionRow(key)?.usual ?? {}) : [];
  }

  /** What the keys are about that the cursor is among. */
  roleOfKeys(): Role | undefined {
    const call = this.call();
    return call && roleOfKeys(this.cursor, call);
  }

  /** The words that an option may have here: a level is only of the resource that the cursor is directly in. */
  optionWords(option: OptionName): readonly string[] {
    const call = this.call();
    const actions = call && optionRole(option) === 'actions' && keywordRow(call.keyword.text)?.actions;
    if (actions) return this.names.likelyActions(actions, option, call);
    return optionRole(option) === 'level' && !this.hasLevels() ? [] : (optionRow(option)?.words ?? []);
  }

  hasLevels(): boolean {
    return this.places().includes('in-resource');
  }

  /** The concerns that may be used here: none that the cursor is in, and none that leads to one of those. */
  concernNames(): readonly string[] {
    const { program } = this.whole.analysis.interpretation;
    const around = this.cursor.parents.filter((parent) => declares(parent, 'concern'));
    const circular = new Set(
      around.map(({ arguments: [name] }) => (name?.kind === 'string' ? name.value : '')),
    );
    const concerns = [...program.concerns.values()];
    const leadsBack = (concern: Concern): boolean =>
      !circular.has(concern.name) && usesIn(concern, program).some(({ name }) => circular.has(name.value));
    while (circular.size > 0) {
      const found = concerns.filter(leadsBack);
      if (found.length === 0) break;
      for (const { name } of found) circular.add(name);
    }
    return concerns.flatMap(({ name }) => (circular.has(name) ? [] : name));
  }

  /**
   * The segments that a call may speak of: those of its own path and routes, of the paths around it, and of the routes in its block. Where
   * the block that it needs is not there yet, it may come around the statements behind.
   */
  segmentNames(call: Declaration): readonly string[] {
    const paths = call.arguments.filter((argument): argument is StringValue => argument.kind === 'string');
    const own = paths.flatMap((path) => segmentsOf(path).map(({ name }) => name));
    const scope = this.scope();
    const around = scope ? namesIn(scope.nest.path).map(({ name }) => name) : [];
    const made = this.snapshot.analysis.routesWithin(call);
    const names = made.flatMap(({ definition }) => definition.pattern.names);
    const isFinal = own.length + made.length > 0 && keywordRow(call.keyword.text)?.block !== 'required';
    return [...new Set([...own, ...names, ...(isFinal ? [] : around), ...this.#namesBehind(call)])];
  }

  /** The segments of the routes in the block of a call that needs one, or behind it where there is none. */
  #namesBehind(call: Declaration): readonly string[] {
    if (keywordRow(call.keyword.text)?.block !== 'required') return [];
    const { declaration, block } = this.whole.cursor(this.offset);
    const { file } = this.whole.source;
    const routes = declaration?.block
      ? this.whole.analysis.routesWithin(declaration)
      : this.whole.analysis.routes.filter(
          ({ declaration: { source, span } }) =>
            source.file === file && span.start > this.offset && span.end <= (block?.span.end ?? Infinity),
        );
    return routes.flatMap(({ definition }) => definition.pattern.names);
  }
}
