// What may be written at a place: keywords that are legal in the block, options of the call that are not there yet,
// actions, controllers, exports, concerns, segments, verbs – and nothing that would be an error.

import type { Snapshot } from '../../src/analysis/snapshot.js';
import { segmentsOf } from '../../src/analysis/occurrences.js';
import type { Cursor } from '../../src/analysis/cursor.js';
import type { Scope } from '../../src/interpreter/scope.js';
import type { Declaration, StringValue } from '../../src/language/declarations.js';
import type { Span } from '../../src/language/source.js';
import {
  canonicalOption,
  keywordRow,
  keywords,
  options as optionTable,
  optionRow,
  redirectRow,
  resourceActions,
  resourcesActions,
  type KeywordRow,
  type OptionName,
  type OptionRow,
  type Place,
} from '../../src/language/vocabulary.js';
import type { ApplicationKnowledge } from '../../src/lint/application.js';
import { requestAttributes } from '../../src/routing/constraints.js';

export type CompletionKind = 'keyword' | 'option' | 'value' | 'controller' | 'action' | 'callable' | 'concern' | 'segment' | 'file';

/** What tells an item's documentation: a keyword, an option, or an action (`home#about`) or callable (`handlers#health`) as a file knows it. */
export interface CompletionDocs {
  readonly of: 'keyword' | 'option' | 'action' | 'callable';
  readonly name: string;
  readonly file?: string;
}

export interface CompletionItem {
  readonly label: string;
  readonly kind: CompletionKind;
  /** What takes the place of `span`; with `isSnippet`, `$1` and `${1:text}` are where to type on. */
  readonly insert: string;
  readonly isSnippet: boolean;
  readonly span: Span;
  readonly detail?: string;
  /** What tells the item's documentation when it is asked for. */
  readonly docs?: CompletionDocs;
  readonly order: number;
}

export interface CompletionHost {
  readonly application?: ApplicationKnowledge | undefined;
  /** Names of routes files that could be included. */
  routesFiles?(): readonly string[];
}

/** The items for an offset, best first; empty where nothing is known to fit. */
export function complete(snapshot: Snapshot, offset: number, host: CompletionHost = {}): readonly CompletionItem[] {
  const cursor = snapshot.cursor(offset);
  if (cursor.isInComment) return [];
  return new Completion(snapshot, cursor, host).items();
}

/** The documentation of an item, as Markdown; empty where there is none. */
export function completionDocs({ of, name, file }: CompletionDocs, application?: ApplicationKnowledge): string {
  if (of === 'keyword' || of === 'option') {
    const row = of === 'keyword' ? keywordRow(name) : optionRow(name);
    return row ? `${row.doc}.\n\n\`\`\`routes\n${row.example}\n\`\`\`` : '';
  }
  const [owner = '', member = ''] = name.split('#');
  const members = of === 'action' ? application?.controller(owner) : application?.module(owner, file ?? '');
  const known = members?.byName.get(member);
  return known ? [known.doc, `${known.file}:${known.range.start.line}`].filter((part) => part !== undefined).join('\n\n') : '';
}

const closers = new Set(['BlockClose', 'RightBrace', 'Semicolon', 'BlockOpen']);
const argumentStarts = new Set(['Comma', 'LeftParen', 'HashOpen']);

class Completion {
  constructor(
    readonly snapshot: Snapshot,
    readonly cursor: Cursor,
    readonly host: CompletionHost,
  ) {}

  items(): readonly CompletionItem[] {
    const { before, offset } = this.cursor;
    const word = this.#wordSpan();
    const isTouched = before !== undefined && before.end === offset;
    if (before && before.start < offset && (before.end > offset || (isTouched && isOpenText(before.kind)))) {
      const inside = this.#insideToken(before.kind);
      if (inside) return inside;
    }
    const previous = isTouched && /Word|Keyword|Key|Label|Symbol|Adverb|BooleanWord/.test(before.kind) ? this.#tokenBefore(before.start) : before;
    if (!previous || closers.has(previous.kind)) return this.#keywords(word);
    if (previous.kind === 'Arrow' || previous.kind === 'Label') return this.#values(word);
    if (argumentStarts.has(previous.kind)) return this.#arguments(word);
    if (previous.kind === 'LeftBracket') return this.#listWords(word);
    return this.#startsLine(word.start) ? this.#keywords(word) : this.#keywordOrArgument(previous.kind, word);
  }

  #keywordOrArgument(previous: string, word: Span): readonly CompletionItem[] {
    return previous === 'Keyword' ? this.#firstArgument(word) : [];
  }

  #startsLine(offset: number): boolean {
    const { text } = this.snapshot.source;
    let at = offset;
    while (at > 0 && (text[at - 1] === ' ' || text[at - 1] === '\t')) at--;
    return at === 0 || text[at - 1] === '\n' || text[at - 1] === '\r';
  }

  #tokenBefore(offset: number): { readonly kind: string; readonly start: number; readonly end: number } | undefined {
    return this.snapshot.syntax.tokens.findLast((token) => token.end <= offset);
  }

  /** The characters around the cursor that a choice takes the place of. */
  #wordSpan(): Span {
    const { text } = this.snapshot.source;
    const { offset } = this.cursor;
    let start = offset;
    while (start > 0 && /[\p{L}\p{N}_-]/u.test(text[start - 1]!)) start--;
    if (text[start - 1] === ':' && !/[\p{L}\p{N}_]/u.test(text[start - 2] ?? ' ')) start--;
    let end = offset;
    while (end < text.length && /[\p{L}\p{N}_-]/u.test(text[end]!)) end++;
    return { start, end };
  }

  // ── Keywords ──────────────────────────────────────────────────────────────────────────────────────────────────────

  #keywords(span: Span): readonly CompletionItem[] {
    const places = this.#places();
    return Object.entries(keywords as Record<string, KeywordRow>)
      .filter(([, row]) => (row.places as readonly Place[]).some((place) => places.includes(place)))
      .map(([name, row], order) => ({
        label: name,
        kind: 'keyword',
        insert: keywordSnippet(name, row),
        isSnippet: true,
        span,
        detail: row.doc,
        docs: { of: 'keyword', name },
        order,
      }));
  }

  /** Where the cursor is; a concern may be used in a resource as well as outside of one. */
  #places(): readonly Place[] {
    const isInConcern = this.cursor.parents.at(-1)?.keyword.text === 'concern';
    return isInConcern ? ['scope', 'in-resource'] : [this.#place()];
  }

  #place(): Place {
    const scope = this.#scope();
    if (!scope) return this.cursor.parents.length === 0 ? 'file' : 'scope';
    if (scope.resource) return scope.resource.isDirect ? 'in-resource' : 'resource';
    return scope.isTop ? 'routes' : 'scope';
  }

  #scope(): Scope | undefined {
    const { block } = this.cursor;
    return block && this.snapshot.analysis.interpretation.scopes.get(block);
  }

  // ── Arguments ─────────────────────────────────────────────────────────────────────────────────────────────────────

  /** The call whose arguments the cursor stands among: the one that it is in, or that began last before it. */
  #call(): Declaration | undefined {
    const { declaration, block, offset } = this.cursor;
    if (declaration) return declaration;
    const list = block ? block.declarations : this.snapshot.syntax.declarations;
    return list.findLast((candidate) => candidate.span.start < offset);
  }

  #arguments(span: Span): readonly CompletionItem[] {
    const call = this.#call();
    if (!call) return [];
    const hashOption = this.#hashOption();
    if (hashOption) return this.#hashKeys(hashOption, call, span);
    const redirect = this.cursor.value?.kind === 'redirect' ? this.cursor.value : undefined;
    const row: KeywordRow | undefined = redirect ? redirectRow : keywordRow(call.keyword.text);
    if (!row) return [];
    const used = new Set((redirect?.call ?? call).arguments.flatMap((argument) => (argument.kind === 'pair' ? [canonicalOption(argument.key.text)] : [])));
    const hasLevels = this.#places().includes('in-resource');
    const items: CompletionItem[] = row.options
      .filter((name) => !used.has(name) && (name !== 'on' || hasLevels))
      .map((name, order) => ({
        label: name,
        kind: 'option',
        insert: optionSnippet(name),
        isSnippet: true,
        span,
        detail: (optionTable as Record<OptionName, OptionRow>)[name].doc,
        docs: { of: 'option', name },
        order,
      }));
    if (call.keyword.text === 'constraints') items.push(...this.#keys([...requestAttributes], span, 'value'));
    if (row.hasPath && !redirect) items.push(...this.#keys(this.#segmentNames(call).filter((name) => !used.has(name)), span, 'segment', ' => /$1/'));
    return items;
  }

  #firstArgument(span: Span): readonly CompletionItem[] {
    const call = this.#call();
    switch (call?.keyword.text) {
      case 'concerns':
        return this.#names(this.#concernNames(), 'concern', span, true);
      case 'resources':
      case 'resource':
      case 'controller':
        return this.#names(this.#controllerNames(), 'controller', span, true);
      case 'root':
        return this.#keys(['to'], span, 'option', " => '$1'");
      default:
        return call ? this.#arguments(span) : [];
    }
  }

  /** The option whose hash the cursor is in. */
  #hashOption(): string | undefined {
    const { argument, value, pair } = this.cursor;
    if (argument?.kind === 'pair' && argument.value?.kind === 'hash' && (value?.kind === 'hash' || pair !== argument)) return canonicalOption(argument.key.text);
    return undefined;
  }

  #hashKeys(option: string, call: Declaration, span: Span): readonly CompletionItem[] {
    if (option === 'path-names') return this.#keys(['new', 'edit'], span, 'value', " => '$1'");
    if (option === 'defaults') return this.#keys([...this.#segmentNames(call), 'format'], span, 'segment', " => '$1'");
    if (option !== 'constraints') return [];
    return [...this.#keys(this.#segmentNames(call), span, 'segment', ' => /$1/'), ...this.#keys([...requestAttributes], span, 'value', " => '$1'")];
  }

  #keys(names: readonly string[], span: Span, kind: CompletionKind, after = " => '$1'"): CompletionItem[] {
    return [...new Set(names)].map((name, order) => ({ label: name, kind, insert: `${name}${after}`, isSnippet: true, span, order: order + 100 }));
  }

  // ── Values ────────────────────────────────────────────────────────────────────────────────────────────────────────

  #values(span: Span): readonly CompletionItem[] {
    const option = this.#optionBefore(span.start);
    if (option === undefined) return [];
    const wordList = this.#optionWords(option);
    if (wordList.length > 0) {
      const takesList = option === 'only' || option === 'except' || option === 'via';
      return wordList.map((word, order) => ({
        label: word,
        kind: 'value',
        insert: takesList ? `<${word}$1>` : `'${word}'`,
        isSnippet: takesList,
        span,
        order,
      }));
    }
    if (option === 'to') {
      return [
        ...this.#targets().map(({ target, docs }, order): CompletionItem => ({ label: target, kind: 'action', insert: `'${target}'`, isSnippet: false, span, docs, order })),
        { label: 'redirect(…)', kind: 'keyword', insert: "redirect('$1')", isSnippet: true, span, detail: redirectRow.doc, order: 1000 },
      ];
    }
    if (option === 'concerns') return this.#names(this.#concernNames(), 'concern', span, true);
    if (option === 'controller') return this.#names(this.#controllerNames(), 'controller', span, true);
    const row = optionRow(option);
    return row?.accepts.includes('boolean') ? this.#names(['true', 'false'], 'value', span, false) : [];
  }

  #optionBefore(offset: number): string | undefined {
    const before = this.#tokenBefore(offset);
    if (before?.kind === 'Label') return canonicalOption(this.snapshot.source.text.slice(before.start, before.end - 1));
    const key = before && this.#tokenBefore(before.start);
    return key && canonicalOption(this.snapshot.source.text.slice(key.start, key.end).replace(/^[:'"]|['"]$/g, ''));
  }

  #optionWords(option: string): readonly string[] {
    const call = this.#call();
    if (option === 'only' || option === 'except') return call?.keyword.text === 'resource' ? resourceActions : resourcesActions;
    return optionRow(option)?.words ?? [];
  }

  #names(names: readonly string[], kind: CompletionKind, span: Span, isQuoted: boolean): readonly CompletionItem[] {
    return names.map((name, order) => ({ label: name, kind, insert: isQuoted ? `'${name}'` : name, isSnippet: false, span, order }));
  }

  // ── Inside strings, lists and callables ───────────────────────────────────────────────────────────────────────────

  #insideToken(kind: string): readonly CompletionItem[] | undefined {
    if (kind === 'Callable') return this.#callables();
    if (/AngleList|PercentList/.test(kind)) return this.#listWords(this.#wordSpan());
    if (!/String|BareTarget/.test(kind)) return undefined;
    if (kind === 'SymbolString') return undefined;
    return this.#insideString();
  }

  #insideString(): readonly CompletionItem[] {
    const { pair, value, offset, declaration } = this.cursor;
    const token = this.cursor.before!;
    const quote = /^['"]/.test(token.text) ? 1 : 0;
    const isClosed = quote === 1 && token.text.length > 1 && token.text.endsWith(token.text[0]!);
    const whole: Span = { start: token.start + quote, end: isClosed ? token.end - 1 : token.end };
    const written = this.snapshot.source.text.slice(whole.start, offset);
    const option = pair?.key && !this.cursor.isOnKey ? canonicalOption(pair.key.text) : undefined;
    const plain = (names: readonly string[], kind: CompletionKind): readonly CompletionItem[] =>
      names.map((name, order) => ({ label: name, kind, insert: name, isSnippet: false, span: whole, order }));
    const interpolated = /%\{([^}]*)$/.exec(written);
    if (interpolated && declaration) {
      const span = { start: offset - interpolated[1]!.length, end: offset };
      return this.#segmentNames(declaration).map((name, order) => ({ label: name, kind: 'segment', insert: name, isSnippet: false, span, order }));
    }
    if (option === 'only' || option === 'except' || option === 'on' || option === 'via') {
      const list = pair?.value?.kind === 'list' ? pair.value.items : [];
      const used = new Set(list.flatMap((item) => (item.kind === 'string' && item !== value ? [item.value] : [])));
      return plain(this.#optionWords(option).filter((word) => !used.has(word)), 'value');
    }
    if (option === 'concerns') return plain(this.#concernNames(), 'concern');
    if (option === 'controller') return plain(this.#controllerNames(), 'controller');
    const keyword = declaration?.keyword.text;
    const isTarget = option === 'to' || (keyword === 'root' && option === undefined) || (pair?.key.notation === 'string' && value !== undefined);
    if (isTarget) {
      return this.#targets().map(({ target, docs }, order) => ({ label: target, kind: 'action', insert: target, isSnippet: false, span: whole, docs, order }));
    }
    if (keyword === 'concerns') return plain(this.#concernNames(), 'concern');
    if (keyword === 'controller' || keyword === 'resources' || keyword === 'resource') return option === undefined ? plain(this.#controllerNames(), 'controller') : [];
    if (keyword === 'include') return plain(this.host.routesFiles?.() ?? [], 'file');
    return [];
  }

  #listWords(span: Span): readonly CompletionItem[] {
    const { pair, declaration } = this.cursor;
    const option = pair ? canonicalOption(pair.key.text) : this.#optionBefore(this.cursor.before?.start ?? 0);
    const words = option === undefined ? [] : option === 'concerns' ? this.#concernNames() : this.#optionWords(option);
    const list = this.cursor.before?.text ?? '';
    const used = new Set(list.match(/[\p{L}_][\p{L}\p{N}_-]*/gu));
    const current = this.snapshot.source.text.slice(span.start, span.end);
    const names = words.length === 0 && declaration?.keyword.text === 'concerns' ? this.#concernNames() : words;
    return names
      .filter((word) => word === current || !used.has(word))
      .map((word, order) => ({ label: word, kind: option === 'concerns' ? 'concern' : 'value', insert: word, isSnippet: false, span, order }));
  }

  #callables(): readonly CompletionItem[] {
    const { application } = this.host;
    const token = this.cursor.before!;
    const file = this.snapshot.source.file;
    const hash = token.text.indexOf('#');
    if (!application) return [];
    if (hash >= 0 && this.cursor.offset > token.start + hash) {
      const moduleName = token.text.slice(1, hash);
      const module = application.module(moduleName, file);
      const span = { start: token.start + hash + 1, end: token.end };
      return [...(module?.byName.values() ?? [])].map(({ name, doc }, order) => ({
        label: name,
        kind: 'callable',
        insert: name,
        isSnippet: false,
        span,
        ...(doc !== undefined && { detail: firstLine(doc) }),
        docs: { of: 'callable', name: `${moduleName}#${name}`, file },
        order,
      }));
    }
    const span = { start: token.start + 1, end: hash < 0 ? token.end : token.start + hash };
    return application.moduleNames(file).map((name, order) => ({ label: name, kind: 'callable', insert: name, isSnippet: false, span, order }));
  }

  // ── What there is ─────────────────────────────────────────────────────────────────────────────────────────────────

  #concernNames(): readonly string[] {
    return [...this.snapshot.analysis.interpretation.program.concerns.keys()];
  }

  #modulePrefix(): string {
    const modules = this.#scope()?.modules ?? [];
    return modules.length === 0 ? '' : `${modules.filter((part) => part !== '').join('/')}/`;
  }

  /** Controllers as they are named here: without the modules around. */
  #controllerNames(): readonly string[] {
    const prefix = this.#modulePrefix();
    const names = this.host.application?.controllerNames() ?? [];
    return names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
  }

  /** What a target may be, actions of the controller around first. */
  #targets(): readonly { readonly target: string; readonly docs: CompletionDocs }[] {
    const { application } = this.host;
    if (!application) return [];
    const prefix = this.#modulePrefix();
    const own = this.#scope()?.controller;
    const { file } = this.snapshot.source;
    const actions = (name: string, before: string): { target: string; docs: CompletionDocs }[] =>
      [...(application.controller(name)?.byName.keys() ?? [])].map((action) => ({ target: before + action, docs: { of: 'action', name: `${name}#${action}`, file } }));
    return [...(own === undefined ? [] : actions(prefix + own, '')), ...this.#controllerNames().flatMap((name) => actions(prefix + name, `${name}#`))];
  }

  #segmentNames(call: Declaration): readonly string[] {
    const paths = call.arguments.filter((argument): argument is StringValue => argument.kind === 'string');
    const own = paths.flatMap((path) => segmentsOf(path).map(({ name }) => name));
    const made = this.snapshot.analysis.routesOf(call).flatMap(({ definition }) => definition.pattern.names);
    return [...new Set([...own, ...made])];
  }
}

/** Tokens that text can still be typed into at their end. */
function isOpenText(kind: string): boolean {
  return kind === 'Callable' || kind === 'BareTarget' || kind.startsWith('Unclosed');
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0]!;
}

function keywordSnippet(name: string, row: KeywordRow): string {
  const positional = row.positionals[0];
  if (name === 'root') return "root to => '$1'";
  if (name === 'match') return "match '/$1', to => '$2', via => <${3:get post}>";
  if (name === 'mount') return "mount &$1, at => '/$2'";
  if (name === 'constraints') return 'constraints($1) {\n  $0\n}';
  if (name === 'defaults') return 'defaults($1) {\n  $0\n}';
  if (row.pairFor === 'to') return `${name} '/$1', to => '$2'`;
  const first = positional?.presence === 'required' ? ` '$1'` : '';
  return row.block === 'required' ? `${name}${first} {\n  $0\n}` : `${name}${first}`;
}

function optionSnippet(name: OptionName): string {
  const { accepts } = (optionTable as Record<OptionName, OptionRow>)[name];
  if (accepts.includes('strings')) return `${name} => <$1>`;
  if (accepts.includes('hash')) return `${name} => { $1 }`;
  if (accepts.includes('boolean')) return `${name} => \${1:true}`;
  return accepts.includes('string') ? `${name} => '$1'` : `${name} => $1`;
}
