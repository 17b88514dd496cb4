// What is known of the place where a completion is asked for: the block and the call that the cursor is in, the words around
// it, and what there is to name – concerns, controllers, targets, segments.

import { closers, openers, roleOfKeys, type Cursor } from '../../src/analysis/cursor.js';
import { segmentsOf } from '../../src/analysis/name-spans.js';
import type { Snapshot } from '../../src/analysis/snapshot.js';
import type { Bindings } from '../../src/interpreter/bindings.js';
import { Inflection } from '../../src/interpreter/inflection.js';
import type { InterpretedRoute } from '../../src/interpreter/interpreted-route.js';
import { qualify } from '../../src/interpreter/targets.js';
import { placeIn, type Scope } from '../../src/interpreter/scope.js';
import { callParts } from '../../src/language/call-parts.js';
import type { Declaration, StringValue } from '../../src/language/declarations.js';
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
import {
  declares,
  hasKey,
  isResource,
  isWrapper,
  optionOf,
  optionRole,
  pairOption,
} from '../../src/language/roles.js';
import type { ApplicationKnowledge } from '../../src/lint/application.js';
import type { CompletionDocs } from './completion-items.js';
import {
  likelyControllers,
  mostFirst,
  namedElsewhere,
  routed,
  targetRank,
  type ControllerPurpose,
  type NamedElsewhere,
} from './completion-ranking.js';
import type { Finding } from './suppression-words.js';

export const inflection = new Inflection();

export interface CompletionHost {
  readonly application?: ApplicationKnowledge | undefined;
  /** What the exports of its modules are, as the linter knows it. */
  readonly bindings?: Bindings | undefined;
  /** Names of routes files that could be included. */
  routesFiles?(): readonly string[];
  /** What is known to be wrong in the file. */
  readonly findings?: readonly Finding[];
}

export class CompletionPlace {
  constructor(
    readonly snapshot: Snapshot,
    readonly cursor: Cursor,
    readonly host: CompletionHost,
    /** The text that is being written, where `snapshot` is only what is around the cursor of it. */
    readonly whole: Snapshot,
    /** Where the cursor is in that text. */
    readonly offset: number,
  ) {}

  /** The characters around the cursor that a choice takes the place of. */
  wordSpan(): Span {
    const { text } = this.snapshot.source;
    const { offset } = this.cursor;
    let start = offset;
    while (/[\p{L}\p{M}\p{Nd}_-]/u.test(text.charAt(start - 1))) start--;
    let end = offset;
    while (/[\p{L}\p{M}\p{Nd}_-]/u.test(text.charAt(end))) end++;
    return { start, end };
  }

  startsLine(offset: number): boolean {
    const { text } = this.snapshot.source;
    let at = offset;
    while (at > 0 && (text[at - 1] === ' ' || text[at - 1] === '\t')) at--;
    return at === 0 || text[at - 1] === '\n' || text[at - 1] === '\r';
  }

  tokenBefore(offset: number): SyntaxToken | undefined {
    return this.snapshot.syntax.tokens.findLast((token) => token.end <= offset);
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
      const scope = this.#scope();
      return [scope ? placeIn(scope) : 'scope'];
    }
    const { source, analysis } = this.snapshot;
    const scope = analysis.interpretation.fileScopes.get(source);
    // A file has one wrapper, and only one that is included can leave it out.
    const others = this.whole.syntax.declarations.filter((each) => !this.isAtHead(each));
    const wrapper = others.some((each) => isWrapper(each) && each.block) ? [] : (['file'] as const);
    return scope ? [...wrapper, placeIn(scope)] : wrapper;
  }

  #scope(): Scope | undefined {
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
    if (actions) return this.#likelyActions(actions, option, call);
    return optionRole(option) === 'level' && !this.hasLevels() ? [] : (optionRow(option)?.words ?? []);
  }

  hasLevels(): boolean {
    return this.places().includes('in-resource');
  }

  /** The actions that a resource's controller has come first in `only`, and last in `except`. */
  #likelyActions(actions: readonly string[], option: OptionName, call: Declaration): readonly string[] {
    const own = this.snapshot.analysis
      .routesOf(call)
      .find(({ definition }) => definition.target.kind === 'controller');
    const target = own?.definition.target;
    const controller = target?.kind === 'controller' ? target.controller : this.#controllerOfName(call);
    const known =
      controller === undefined ? undefined : this.host.application?.controller(controller)?.byName;
    if (!known) return actions;
    const leavesOut = optionRow(option)?.leavesOut ?? false;
    return mostFirst(actions, (action) => (known.has(action) === leavesOut ? 0 : 1));
  }

  /** The controller of a resource that cannot be read yet. */
  #controllerOfName({ arguments: [first], keyword }: Declaration): string | undefined {
    if (first?.kind !== 'string') return undefined;
    const name = hasKey({ keyword }) ? first.value : inflection.plural(first.value);
    return qualify(name, this.#modules());
  }

  concernNames(): readonly string[] {
    return [...this.whole.analysis.interpretation.program.concerns.keys()];
  }

  /** The modules around, and that of the call itself where it has one. */
  #modules(): readonly string[] {
    const own = this.#told('module');
    const around = this.#scope()?.modules ?? [];
    return own === undefined ? around : [...around, own];
  }

  /** The string that the call at the cursor has as its option of a role. */
  #told(role: Role): string | undefined {
    const call = this.call();
    const parts = call ? callParts(call, keywordRow(call.keyword.text)) : [];
    const told = parts.find((part) => part.kind === 'option' && part.row.role === role);
    const value = told?.kind === 'option' ? told.pair.value : undefined;
    return value?.kind === 'string' ? value.value : undefined;
  }

  /** Controllers as they are named here, without the modules around, the likeliest first. */
  controllerNames(purpose: ControllerPurpose): readonly string[] {
    const prefix = prefixOf(this.#modules());
    return likelyControllers(this.#namesBelow(prefix), prefix, purpose, this);
  }

  /** Resources that need an option to reach their controllers; none where the call has such an option. */
  namedElsewhere(): readonly NamedElsewhere[] {
    const options = this.call()?.arguments ?? [];
    const isTold = options.some(
      (each) =>
        each.kind === 'pair' &&
        /^(?:module|controller)$/.test(optionRole(canonicalOption(each.key.text)) ?? ''),
    );
    if (this.#isInConcern() || isTold) return [];
    const prefix = prefixOf(this.#modules());
    const [around] = this.cursor.parents.findLast(isResource)?.arguments ?? [];
    const parent =
      around?.kind === 'string'
        ? { name: around.value, singular: inflection.singular(around.value) }
        : undefined;
    return namedElsewhere(this.#namesBelow(prefix), prefix, parent, this);
  }

  #isInConcern(): boolean {
    return this.cursor.parents.some((parent) => declares(parent, 'concern'));
  }

  #namesBelow(prefix: string): readonly string[] {
    const names = this.host.application?.controllerNames() ?? [];
    // The modules around a concern are those of its uses.
    if (this.#isInConcern()) return [...new Set(names.map((name) => name.slice(name.lastIndexOf('/') + 1)))];
    return names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
  }

  /** Folders of controllers as a namespace or module may be named here, those without routes first. */
  folderNames(): readonly string[] {
    const prefix = prefixOf(this.#scope()?.modules ?? []);
    const { controllers } = routed(this);
    const routedFolders = [...controllers].filter((name) => name.startsWith(prefix));
    const folders = new Set(
      this.#namesBelow(prefix).flatMap((name) => {
        const parts = name.split('/').slice(0, -1);
        return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
      }),
    );
    return mostFirst([...folders], (folder) =>
      routedFolders.some((name) => name.startsWith(`${prefix}${folder}/`)) ? 0 : 1,
    );
  }

  /** What a target may be, or the action beside a known controller, the likeliest first. */
  targets(of: 'target' | 'action'): readonly { readonly target: string; readonly docs: CompletionDocs }[] {
    const { application } = this.host;
    if (!application) return [];
    const prefix = prefixOf(this.#modules());
    const own = this.#ownController();
    const { file } = this.snapshot.source;
    const known = routed(this);
    const call = this.call();
    const previous = controllerOf(this.routeBefore());
    const actions = (name: string, before: string): { target: string; docs: CompletionDocs }[] =>
      this.#wholeNames(name).flatMap((whole) =>
        [...(application.controller(whole)?.byName.keys() ?? [])].map((action) => ({
          target: before + action,
          docs: { of: 'action' as const, name: `${whole}#${action}`, file },
        })),
      );
    const rank = ({ docs }: { readonly docs: CompletionDocs }): number =>
      targetRank(docs.name, call, known, previous, docs.name.slice(prefix.length).includes('/'));
    const others = of === 'action' || this.takesActionAlone() ? [] : this.#namesBelow(prefix);
    const found = [
      ...(own === undefined ? [] : mostFirst(actions(own, ''), rank)),
      ...mostFirst(
        others.flatMap((name) => actions(name, `${name}#`)),
        rank,
      ),
    ];
    return [...new Map(found.map((each) => [each.target, each])).values()];
  }

  /** Whether a target may be nothing but an action, since an option names the controller. */
  takesActionAlone(): boolean {
    return this.#told('controller') !== undefined;
  }

  /** The controller that a route at the cursor is told by its own option, or by what is around it. */
  #ownController(): string | undefined {
    return this.#told('controller') ?? this.#scope()?.controller;
  }

  /** The controllers that a name may stand for here: one, but in a concern any of that name, whatever modules are around its uses. */
  #wholeNames(name: string): readonly string[] {
    if (!this.#isInConcern()) return [qualify(name, this.#modules())];
    const names = this.host.application?.controllerNames() ?? [];
    return names.filter((whole) => whole === name || whole.endsWith(`/${name}`));
  }

  /** Actions of the controller of the call that no route leads to: a verb's path may be one. */
  unroutedActions(): readonly string[] {
    const own = this.#ownController();
    if (own === undefined) return [];
    const { targets } = routed(this);
    const actions = this.#wholeNames(own).flatMap((name) =>
      [...(this.host.application?.controller(name)?.byName.keys() ?? [])].filter(
        (action) => !targets.has(`${name}#${action}`),
      ),
    );
    return [...new Set(actions)];
  }

  /**
   * The segments that a call may speak of: those of its own path and routes, of the paths around it, and of the routes in its block. Where
   * the block that it needs is not there yet, it may come around the statements behind.
   */
  segmentNames(call: Declaration): readonly string[] {
    const paths = call.arguments.filter((argument): argument is StringValue => argument.kind === 'string');
    const own = paths.flatMap((path) => segmentsOf(path).map(({ name }) => name));
    const scope = this.#scope();
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

/** The controller that a route leads to. */
function controllerOf(route: InterpretedRoute | undefined): string | undefined {
  const target = route?.definition.target;
  return target?.kind === 'controller' ? target.controller : undefined;
}

/** What modules put before the names of controllers. */
function prefixOf(modules: readonly string[]): string {
  return modules.length === 0 ? '' : `${modules.filter((part) => part !== '').join('/')}/`;
}
