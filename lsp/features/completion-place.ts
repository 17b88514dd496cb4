// The place of a completion: the block and call around the cursor, the words beside it, and the concerns and segments in reach.
// `application-names.ts` adds the names from the application.

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
  /** Knows what the exports of modules are, like the linter. */
  readonly bindings?: Bindings | undefined;
  /** Names of all modules of the application, the likeliest first. */
  modules?(): readonly string[];
  /** Names of routes files that can be included. */
  routesFiles?(): readonly string[];
  /** The known problems in the file. */
  readonly findings?: readonly Finding[];
}

/** Modules that a callable can name: those beside and below the routes file, then all others of the application. */
export function modulesAround({ application, modules }: CompletionHost, file: string): readonly string[] {
  return application ? [...new Set([...application.moduleNames(file), ...(modules?.() ?? [])])] : [];
}

/** The keys that a call has. Options that a positional before the offset replaces count too. */
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
  /** The names from the application that fit here. */
  readonly names: ApplicationNames;

  constructor(
    readonly snapshot: Snapshot,
    readonly cursor: Cursor,
    readonly host: CompletionHost,
    /** The text being written. `snapshot` may be a completed part of it around the cursor. */
    readonly whole: Snapshot,
    /** The offset of the cursor in that text. */
    readonly offset: number,
  ) {
    this.names = new ApplicationNames(this);
  }

  /** The word around the cursor, which the chosen item replaces. `letter` matches its characters. */
  wordSpan(letter = /[\p{L}\p{M}\p{Nd}_-]/u): Span {
    const { text } = this.snapshot.source;
    const { offset } = this.cursor;
    let start = offset;
    while (letter.test(text.charAt(start - 1))) start--;
    let end = offset;
    while (letter.test(text.charAt(end))) end++;
    return { start, end };
  }

  /** The other words in the list around the cursor, or the other positionals of the call. */
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

  /** Whether a token is the parenthesis after a keyword, so that the first argument follows. */
  isBehindKeyword({ kind, start }: SyntaxToken): boolean {
    return kind === 'LeftParen' && this.tokenBefore(start)?.kind === 'Keyword';
  }

  /** Whether a token is the parenthesis after an option, so that the option's value follows: `:only(│)`. */
  isBehindAdverb({ kind, start }: SyntaxToken): boolean {
    return kind === 'LeftParen' && this.tokenBefore(start)?.kind === 'AdverbName';
  }

  /** The start of the bracketed list directly around the cursor. Very long lists are not found. */
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

  /** Whether the cursor comes after a block within the same parentheses, where nothing can follow: `constraints(…, { … }│)`. */
  isBehindOnlyBlock(): boolean {
    const { block, parentheses, source } = this.cursor.declaration ?? {};
    if (!block || !parentheses || source?.text[parentheses.end - 1] !== ')') return false;
    return block.span.end <= this.cursor.offset && this.cursor.offset < parentheses.end;
  }

  /** The kinds of place at the cursor. A concern may be used inside resources and outside. */
  places(): readonly KeywordPlace[] {
    const around = this.cursor.parents.at(-1);
    if (around !== undefined && declares(around, 'concern')) return ['scope', 'in-resource'];
    if (around !== undefined) {
      const scope = this.scope();
      return [scope ? placeIn(scope) : 'scope'];
    }
    const { source, analysis } = this.snapshot;
    const scope = analysis.interpretation.fileScopes.get(source);
    // A file has at most one wrapper, and only an included file may leave it out.
    const others = this.whole.syntax.declarations.filter((each) => !this.isAtHead(each));
    const wrapper = others.some((each) => isWrapper(each) && each.block) ? [] : (['file'] as const);
    return scope ? [...wrapper, placeIn(scope)] : wrapper;
  }

  /** The scope around the cursor: paths, modules, a controller. */
  scope(): Scope | undefined {
    const { block } = this.cursor;
    const { scopes, fileScopes } = this.snapshot.analysis.interpretation;
    return block ? scopes.get(block) : fileScopes.get(this.snapshot.source);
  }

  /** The call to whose arguments the cursor belongs: the one around it, or the last one that began before it. */
  call(): Declaration | undefined {
    const { declaration, offset } = this.cursor;
    if (declaration) return declaration;
    return this.#list().findLast((candidate) => candidate.span.start < offset);
  }

  /** Whether the cursor is in a statement of the text but not in its block. */
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

  /** The last route declared before the statement at the cursor. */
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

  /** The row of the call to whose arguments the cursor belongs. */
  row(): KeywordRow | undefined {
    return this.cursor.redirect ? redirectRow : keywordRow(this.call()?.keyword.text ?? '');
  }

  /** The options that a call can still get at an offset, in the order of its row. */
  unusedOptions(call: Declaration, row: KeywordRow, offset: number): readonly OptionName[] {
    const used = keysGiven(call, row, offset);
    const excluded = rolesBesideTarget(call);
    return row.options.filter((name) => {
      const role = optionRole(name);
      return !used.has(name) && !excluded.includes(role) && (role !== 'level' || this.hasLevels());
    });
  }

  /** The option whose value begins at an offset. Undefined if the key belongs to a hash, or is not an option of the call. */
  optionBefore(offset: number): OptionName | undefined {
    const key = this.keyBefore(offset);
    const row = this.row();
    if (key === undefined || !row || this.cursor.hash) return undefined;
    const [first] = this.call()?.arguments ?? [];
    // A path may look like an option: `get 'status' => 'pages#status'`.
    const isPath = first?.kind === 'pair' && pairOption(row, first.key) && first.key.span.start === key.start;
    return isPath ? row.pairFor : optionOf(row, key.name)?.name;
  }

  /** The key whose value begins at an offset, in its canonical spelling. */
  keyBefore(offset: number): { readonly name: string; readonly start: number } | undefined {
    const before = this.tokenBefore(offset);
    if (!before) return undefined;
    const isBehindKey = before.kind === 'Arrow' || this.isBehindAdverb(before);
    const key = before.kind === 'Label' ? before : isBehindKey ? this.tokenBefore(before.start) : undefined;
    if (!key) return undefined;
    const written = this.snapshot.source.textOf(key).replace(/^[:'"]|['":]$/g, '');
    return { name: canonicalOption(written), start: key.start };
  }

  /** Common values of an option as they are written, with their meaning. */
  usualValues(option: OptionName): readonly (readonly [value: string, meaning: string])[] {
    return Object.entries(optionRow(option)?.usual ?? {});
  }

  /** Common values of a request attribute, if it is constrained here. */
  usualOfAttribute(key: string): readonly (readonly [value: string, meaning: string])[] {
    const isAsked = isRequestAttribute(key) && this.roleOfKeys() === 'constraints';
    return isAsked ? Object.entries(optionRow(key)?.usual ?? {}) : [];
  }

  /** The role of the keys around the cursor. */
  roleOfKeys(): Role | undefined {
    const call = this.call();
    return call && roleOfKeys(this.cursor, call);
  }

  /** The words that an option can have here. Levels are available only directly in a resource. */
  optionWords(option: OptionName): readonly string[] {
    const call = this.call();
    const actions = call && optionRole(option) === 'actions' && keywordRow(call.keyword.text)?.actions;
    if (actions) return this.names.likelyActions(actions, option, call);
    return optionRole(option) === 'level' && !this.hasLevels() ? [] : (optionRow(option)?.words ?? []);
  }

  hasLevels(): boolean {
    return this.places().includes('in-resource');
  }

  /** The concerns that can be used here: neither those around the cursor, nor those that lead back to one of them. */
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
   * The segments that a call can refer to: those of its own path and routes, of the surrounding paths, and of the routes in its block. If
   * the call needs a block but has none yet, the statements after it may become its block.
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

  /** The segments of the routes in the block of a call that needs one, or after the call if the block is missing. */
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
