// Declarations → the route set.
//
// One method a keyword; each gives its declaration a meaning in the scope where it stands. Everything is understood that
// can be: a declaration with a mistake is reported and the rest goes on.

import { stringsOf, type ReadCall } from '../language/call-reader.js';
import type { Block, Declaration, Pair, StringValue, Value } from '../language/declarations.js';
import type { Diagnostic, Place } from '../language/diagnostics.js';
import { didYouMean, nearest } from '../language/nearest.js';
import type { Span } from '../language/source.js';
import type { Syntax } from '../language/syntax.js';
import { httpVerbs, resourceActions, resourcesActions, type Keyword, type OptionName } from '../language/vocabulary.js';
import type { CustomHelpers, DirectHelper, HelperCallable, ResolveTarget } from '../routing/custom-helpers.js';
import { CallableReader, callableLabel } from './callables.js';
import { checkUnreadConcerns, cyclicConcern, unknownConcern } from './concern-uses.js';
import { Demands, sameKey } from './demands.js';
import type { Inflection } from './inflection.js';
import { namePlace, Program, type Concern, type ProgramOptions } from './program.js';
import { implicitName, isName, isSlashedName, routeName } from './names.js';
import { plainData, type PlainData } from './plain-data.js';
import { resourceLevels, resourceRows, resourcesRows, type ResourceShape } from './resources.js';
import { Findings } from './findings.js';
import { gather, Outcome, type Effect } from './outcome.js';
import { maximalRoutes, RouteSet, type InterpretedRoute, type RouteDraft } from './route-set.js';
import {
  atLevel,
  demanding,
  joinPath,
  topScope,
  within,
  type ActionFilter,
  type Demand,
  type FormatSetting,
  type Scope,
  type Use,
} from './scope.js';
import { stringOption, Targets } from './targets.js';

export interface InterpretOptions extends ProgramOptions {
  readonly inflection: Inflection;
  /** Declarations may stand outside `routes { … }`: template literals. */
  readonly wrapperIsOptional?: boolean;
}

/** What a routes file means. */
export interface Interpretation {
  readonly program: Program;
  readonly routes: readonly InterpretedRoute[];
  readonly customHelpers: CustomHelpers;
  /** Uses of each concern: the string that names it. */
  readonly concernUses: ReadonlyMap<Concern, readonly Place[]>;
  /** The scope inside a block, as it was when the block was first read. */
  readonly scopes: ReadonlyMap<Block, Scope>;
  readonly diagnostics: readonly Diagnostic[];
}

const anyVerbs = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const maximalDepth = 400;
const maximalSteps = 1_000_000;

/** Gives a parsed file its meaning. Never throws, whatever the text. */
export function interpret(syntax: Syntax, options: InterpretOptions): Interpretation {
  return new Interpreter(new Program(syntax, options), options).run();
}

class Interpreter {
  readonly #program: Program;
  readonly #options: InterpretOptions;
  readonly #callables: CallableReader;
  readonly #demands: Demands;
  readonly #targets: Targets;
  readonly #set: RouteSet;
  /** Of the declaration that is being given its meaning. */
  #outcome: Outcome;
  #depth = 0;
  #saidOutside = false;
  /** Counted over the whole file. */
  #steps = 0;
  #routes = 0;

  constructor(program: Program, options: InterpretOptions) {
    this.#program = program;
    this.#options = options;
    this.#outcome = new Outcome(undefined, program.memory.version);
    this.#callables = new CallableReader(program);
    this.#demands = new Demands(program.diagnostics, this.#callables, (effect) => this.#record(effect));
    this.#targets = new Targets(program, this.#callables);
    this.#set = new RouteSet(program.diagnostics, this.#demands, options.bindings.controllers);
  }

  run(): Interpretation {
    const program = this.#program;
    this.#file(program.main.declarations, topScope, this.#options.wrapperIsOptional ?? false);
    const found = new Findings(program);
    gather(this.#outcome, (effect) => found.add(effect));
    checkUnreadConcerns(program, (concern) => found.concernUses.has(concern));
    this.#demands.finish(found.demands.values());
    this.#set.link(found.routes);
    this.#set.finish();
    return {
      program,
      routes: this.#set.routes,
      customHelpers: {
        direct: found.direct,
        resolve: found.resolve,
        plural: (singular) => this.#options.inflection.plural(singular),
      },
      concernUses: found.concernUses,
      scopes: found.scopes,
      diagnostics: program.diagnostics.list,
    };
  }

  #record(effect: Effect): void {
    this.#outcome.parts.push(effect);
  }

  #add(draft: RouteDraft): void {
    if (!this.#set.hasRoom(this.#routes, draft.declaration)) {
      this.#outcome.isRepeatable = false;
      return;
    }
    this.#routes++;
    this.#outcome.routes++;
    this.#record({ kind: 'route', route: this.#set.gather(draft) });
  }

  /** A file's own statements: the wrapper, or declarations where it may be left out. */
  #file(declarations: readonly Declaration[], scope: Scope, wrapperIsOptional: boolean): void {
    let wrapper: Declaration | undefined;
    for (const declaration of declarations) {
      const word = declaration.keyword.text;
      if (word === 'routes' || word === 'draw') {
        if (wrapper) this.#misplaced(declaration, 'a file has one `routes` block; put these declarations into the first', wrapper);
        wrapper ??= declaration;
        if (declaration.block) this.#block(declaration.block, scope);
        continue;
      }
      if (!wrapperIsOptional && !this.#saidOutside && !declaration.damaged && this.#program.call(declaration)) {
        this.#saidOutside = true;
        this.#misplaced(declaration, `'${word}' stands outside of \`routes { … }\`; put it inside`);
      }
      this.#declaration(declaration, scope);
    }
  }

  #block(block: Block, asked: Scope): void {
    const scope = asked.uses.length > 0 ? asked : this.#program.memory.scopeOf(block, asked);
    this.#record({ kind: 'block', block, scope });
    if (this.#depth >= maximalDepth) {
      this.#program.diagnostics.error(
        'too-deep',
        { source: block.declarations[0]?.source ?? this.#program.main.source, span: block.span },
        `concerns and blocks nest more than ${maximalDepth} deep here; use fewer inside one another`,
      );
      return;
    }
    this.#depth++;
    for (const declaration of block.declarations) {
      if (this.#set.isFull) break;
      this.#declaration(declaration, scope);
    }
    this.#depth--;
  }

  #inside(declaration: Declaration, scope: Scope): void {
    const isDoubtful = scope.isDoubtful || declaration.damaged || this.#program.isUnclosed(declaration);
    if (declaration.damaged) this.#demands.forgive(scope.demands);
    if (declaration.block) this.#block(declaration.block, { ...scope, concernActions: undefined, isTop: false, isDoubtful });
  }

  /** Gives a declaration its meaning, or the one that it had where nothing has changed. */
  #declaration(declaration: Declaration, scope: Scope): void {
    const { memory, diagnostics, concerns } = this.#program;
    const outer = this.#outcome;
    const isShared = scope.uses.length > 0;
    const known = isShared ? undefined : memory.outcomeOf(declaration, scope, (name) => concerns.get(name)?.declaration);
    if (known && this.#steps + known.steps <= maximalSteps && this.#routes + known.routes <= maximalRoutes) {
      this.#steps += known.steps;
      this.#routes += known.routes;
      outer.take(known);
      return;
    }
    const outcome = new Outcome(scope, memory.version);
    const before = diagnostics.count;
    this.#outcome = outcome;
    this.#meaning(declaration, scope);
    this.#outcome = outer;
    if (diagnostics.count > before) outcome.isRepeatable = false;
    if (!isShared) memory.remember(declaration, outcome);
    outer.take(outcome);
  }

  #meaning(declaration: Declaration, scope: Scope): void {
    const call = this.#program.call(declaration);
    if (!call) return this.#demands.forgive([...scope.demands, ...scope.route.demands]);
    this.#outcome.steps++;
    if (++this.#steps > maximalSteps) {
      this.#set.overflow(namePlace(declaration));
      return;
    }
    if (!this.#isInPlace(call, scope)) return;
    const keyword = declaration.keyword.text as Keyword;
    switch (keyword) {
      case 'get':
      case 'post':
      case 'put':
      case 'patch':
      case 'delete':
      case 'options':
        return this.#verb(call, scope, [keyword.toUpperCase()], false);
      case 'match':
        return this.#match(call, scope);
      case 'root':
        return this.#root(call, scope);
      case 'resources':
      case 'resource':
        return this.#resources(call, scope, keyword === 'resource');
      case 'member':
      case 'collection':
      case 'new':
        return this.#inside(declaration, atLevel(scope, scope.resource!, keyword));
      case 'shallow':
        return this.#inside(declaration, this.#framed(call, { ...scope, shallow: true }, '', []));
      case 'namespace':
        return this.#namespace(call, scope);
      case 'scope':
        return this.#scope(call, scope);
      case 'controller':
        return this.#inside(declaration, withController(scope, call, call.positionals[0], true));
      case 'concern':
        return;
      case 'concerns':
        return this.#concerns(call, scope);
      case 'constraints':
        return this.#inside(declaration, demanding(scope, this.#demands.ofBlock(call)));
      case 'defaults':
        return this.#inside(declaration, this.#withDefaults(scope, [...hashPairs(call.positionals[0]), ...call.extras], declaration));
      case 'mount':
        return this.#mount(call, scope);
      case 'direct':
        return this.#directHelper(call);
      case 'resolve':
        return this.#resolveClass(call);
      case 'include':
        return this.#include(call, scope);
      case 'routes':
      case 'draw':
        return this.#inside(declaration, scope);
      default:
        keyword satisfies never;
    }
  }

  // ── Places ────────────────────────────────────────────────────────────────────────────────────────────────────────

  #isInPlace(call: ReadCall, scope: Scope): boolean {
    const { declaration, row } = call;
    const word = declaration.keyword.text;
    if (row.places.includes('file')) {
      this.#misplaced(declaration, `\`${word}\` wraps a whole file and stands inside no block; take it out and leave its declarations here`);
      return true;
    }
    const place = scope.resource ? (scope.resource.isDirect ? 'in-resource' : 'resource') : scope.isTop ? 'routes' : 'scope';
    if (row.places.includes(place)) return true;
    if (scope.isDoubtful) return false;
    if (row.places.includes('in-resource')) {
      const between = scope.resource
        ? 'nothing but `constraints`, `defaults`, `controller` and `scope` with only `module` may stand between them'
        : 'put it into the block of a `resources`';
      this.#misplaced(declaration, `\`${word}\` belongs directly to a resource: ${between}`);
    } else if (word === 'root') {
      this.#misplaced(declaration, "`root` has no meaning inside a resource; write `get ''` in a `collection` block, or move it out");
    } else this.#misplaced(declaration, `\`${word}\` stands only at the top level of \`routes\`; move it out of this block`);
    return false;
  }

  #misplaced(declaration: Declaration, message: string, first?: Declaration): void {
    this.#program.diagnostics.error('misplaced-declaration', keywordPlace(declaration), message, {
      related: first && [{ message: 'the first one is here', place: keywordPlace(first) }],
    });
  }

  // ── Routes ────────────────────────────────────────────────────────────────────────────────────────────────────────

  #match(call: ReadCall, scope: Scope): void {
    const via = call.options.get('via')?.value;
    if (via?.kind === 'star') return this.#verb(call, scope, anyVerbs, true);
    const verbs = new Set<string>();
    for (const word of via ? stringsOf(via) : []) {
      const verb = word.value.toUpperCase();
      if (verb === 'ALL') return this.#verb(call, scope, anyVerbs, true);
      if (httpVerbs.has(verb)) verbs.add(verb);
      else {
        const suggestion = nearest(word.value, [...httpVerbs].map((known) => known.toLowerCase()));
        this.#error('invalid-value', call, word.span, `'${word.value}' is no HTTP verb${suggestion === undefined ? '; write one such as get, post, put, patch or delete' : didYouMean(suggestion)}`, suggestion);
      }
    }
    if (via && verbs.size === 0 && stringsOf(via).length === 0) {
      this.#error('match-without-via', call, via.span, '`via` names no verb: write `via => <get post>` or `via => *`');
    }
    this.#verb(call, scope, [...verbs], false);
  }

  #verb(call: ReadCall, outer: Scope, verbs: readonly string[], any: boolean): void {
    const path = call.positionals[0];
    const forgive = (): void => this.#demands.forgive([...outer.demands, ...outer.route.demands]);
    if (path?.kind !== 'string') return forgive();
    const level = this.#onLevel(call, outer);
    if (!level) return forgive();
    const scope = this.#withOptionDefaults(call, level);
    const pattern = this.#set.pattern(joinPath(scope.route.path, path.value), path, call.declaration, this.#format(call, scope));
    const found = this.#targets.of(call, scope, call.options.get('to')?.value, path.value, pattern.pattern);
    if (!found) return forgive();
    const isInResource = scope.resource !== undefined;
    const own = this.#ownName(call, isInResource ? implicitName(path.value) : undefined);
    this.#add({
      declaration: call.declaration,
      scope,
      verbs,
      any,
      pattern,
      found,
      name: own.name === undefined ? undefined : routeName(scope, own.name),
      nameIsGiven: own.isGiven,
      nameSpan: call.options.get('as')?.value.span,
      demands: [...scope.demands, ...scope.route.demands, ...this.#demands.ofCall(call, true)],
    });
  }

  /** The scope that `on` asks for. */
  #onLevel(call: ReadCall, scope: Scope): Scope | undefined {
    const on = call.options.get('on');
    if (on?.value.kind !== 'string') return scope;
    if (!scope.resource?.isDirect) {
      if (!scope.isDoubtful) this.#error('misplaced-declaration', call, on.nameSpan, "`on` belongs directly to a resource: leave it out, or move the route into the resource's own block");
      return undefined;
    }
    return atLevel(scope, scope.resource, on.value.value as 'member' | 'collection' | 'new');
  }

  /** A route's own part of the name: from `as`, or what its path implies. */
  #ownName(call: ReadCall, implied: string | undefined): { name: string | undefined; isGiven: boolean } {
    const as = call.options.get('as')?.value;
    if (as?.kind === 'boolean') return { name: undefined, isGiven: false };
    if (as?.kind !== 'string') return { name: implied, isGiven: false };
    return this.#checkName(as, call) ? { name: as.value, isGiven: true } : { name: undefined, isGiven: false };
  }

  #checkName(value: StringValue, call: ReadCall, isWhole = false): boolean {
    if ((value.value === '' && !isWhole) || isName(value.value)) return true;
    this.#error('invalid-value', call, value.span, `'${value.value}' is no name: it begins with a letter or '_' and goes on with letters, digits, '_' and '-'`);
    return false;
  }

  #root(call: ReadCall, outer: Scope): void {
    const scope = this.#withOptionDefaults(call, outer);
    const pattern = this.#set.pattern(scope.route.path, undefined, call.declaration, this.#format(call, scope));
    const written = call.positionals[0] ?? call.options.get('to')?.value;
    if (!written) return;
    const found = this.#targets.of(call, scope, written, '', pattern.pattern);
    if (!found) return;
    const own = this.#ownName(call, 'root');
    this.#add({
      declaration: call.declaration,
      scope,
      verbs: ['GET'],
      any: false,
      pattern,
      found,
      name: own.name === undefined ? undefined : routeName(scope, own.name),
      nameIsGiven: own.isGiven,
      nameSpan: call.options.get('as')?.value.span,
      demands: [...scope.demands, ...scope.route.demands, ...this.#demands.ofCall(call, true)],
    });
  }

  #mount(call: ReadCall, scope: Scope): void {
    const app = call.positionals[0];
    const at = call.options.get('at')?.value;
    if (app?.kind !== 'callable' || at?.kind !== 'string') return;
    const pattern = this.#set.pattern(joinPath(scope.route.path, at.value, '(/*mounted_path)'), at, call.declaration, undefined);
    const place: Place = { source: call.declaration.source, span: app.span };
    const own = this.#ownName(call, undefined);
    this.#add({
      declaration: call.declaration,
      scope: this.#withOptionDefaults(call, scope),
      verbs: anyVerbs,
      any: true,
      pattern,
      found: { target: { kind: 'mount', app: this.#callables.read(app, place, 'app'), label: callableLabel(app) }, place },
      name: own.name === undefined ? undefined : routeName(scope, own.name),
      nameIsGiven: own.isGiven,
      nameSpan: call.options.get('as')?.value.span,
      demands: [...scope.demands, ...scope.route.demands, ...this.#demands.ofCall(call, true)],
    });
  }

  #format(call: ReadCall, scope: Scope): FormatSetting | undefined {
    const own = call.options.get('format')?.value;
    return own ? formatOf(own) : scope.format;
  }

  // ── Resources ─────────────────────────────────────────────────────────────────────────────────────────────────────

  #resources(call: ReadCall, scope: Scope, isSingular: boolean): void {
    for (const name of call.positionals) {
      if (name.kind === 'string') this.#resource(call, scope, name, isSingular);
    }
  }

  #resource(call: ReadCall, outer: Scope, name: StringValue, isSingular: boolean): void {
    const { declaration } = call;
    const as = call.options.get('as')?.value;
    const isGood = as !== undefined || isSlashedName(name.value);
    if (!isGood && !declaration.damaged) {
      this.#error('invalid-value', call, name.span, `'${name.value}' cannot be the name of a resource: name it with letters, digits, '_' and '-', and give the piece of the path as \`path => '…'\``);
    }
    if (as?.kind === 'string') this.#checkName(as, call);
    const isNamed = as?.kind !== 'boolean';
    const inflection = this.#options.inflection;
    const base = as?.kind === 'string' ? as.value : name.value;
    const singular = isSingular || base === '' ? base : inflection.singular(base);
    const path = call.options.get('path')?.value;
    const piece = path?.kind === 'string' ? path : isGood ? name : undefined;
    const param = this.#param(call) ?? outer.param;
    const nestedParam = `${(singular || inflection.singular(name.value)).replace(/[^\p{L}\p{N}_]/gu, '_')}_${param}`;
    const filter = this.#actionFilter(call, isSingular ? resourceActions : resourcesActions) ?? outer.concernActions ?? outer.actions;
    const rows = (isSingular ? resourceRows : resourcesRows).filter(({ action }) => isAllowed(action, filter));
    const pathNames = this.#pathNames(call, outer);
    const shallow = booleanOption(call, 'shallow') ?? outer.shallow;
    const demands = this.#demands.ofCall(call, false);
    const isOwnKey = (demand: Demand): boolean => !isSingular && demand.kind === 'entry' && sameKey(param, demand.key);
    const shape: ResourceShape = {
      isSingular,
      segment: piece?.value ?? name.value.replace(/[^\p{L}\p{N}_/-]/gu, ''),
      plural: isNamed ? base : '',
      singular: isNamed ? singular : '',
      param,
      nestedParam,
      newSegment: pathNames.get('new') ?? 'new',
      isShallow: shallow,
      shallowPath: text(call.options.get('shallow-path')?.value),
      shallowPrefix: text(call.options.get('shallow-prefix')?.value),
      hasMemberRows: rows.some((row) => row.level === 'member'),
      ownDemands: demands.filter(isOwnKey),
      nestedDemands: demands.filter(isOwnKey).map((demand) => ({ ...demand, key: nestedParam }) as Demand),
    };
    const module = stringOption(call, 'module');
    const settings: Scope = {
      ...demanding(outer, demands.filter((demand) => !isOwnKey(demand))),
      modules: module === undefined ? outer.modules : [...outer.modules, module],
      controller: stringOption(call, 'controller') ?? (isSingular ? inflection.plural(name.value) : name.value),
      controllerPlace: { source: declaration.source, span: call.options.get('controller')?.value.span ?? name.span },
      format: this.#format(call, outer),
      pathNames,
      shallow,
      defaults: this.#withOptionDefaults(call, outer).defaults,
    };
    const { body, level } = resourceLevels({ ...settings, isDoubtful: settings.isDoubtful || declaration.damaged || this.#program.isUnclosed(declaration) }, shape);
    const hasLostParam = call.mentioned.has('param') && !call.options.has('param');
    if (declaration.damaged || hasLostParam) this.#demands.forgive([...demands, ...outer.demands]);
    if (shape.hasMemberRows) this.#set.checkPrefix(level.member.route.path, piece, declaration);
    if (declaration.block || call.options.has('concerns')) this.#set.checkPrefix(body.nest.path, piece, declaration);
    if (declaration.block) this.#block(declaration.block, body);
    const concerns = call.options.get('concerns')?.value;
    if (concerns) for (const concern of stringsOf(concerns)) this.#useConcern(concern, declaration, body);
    for (const row of rows) {
      const rowScope = atLevel(settings, level, row.level);
      const own = row.own ? (pathNames.get(row.own) ?? row.own) : '';
      this.#add({
        declaration,
        scope: { ...settings, resource: body.resource },
        verbs: row.verbs,
        any: false,
        pattern: this.#set.pattern(joinPath(rowScope.route.path, own), piece, declaration, settings.format),
        found: {
          target: { kind: 'controller', controller: qualifyResource(settings), action: row.action },
          place: { source: declaration.source, span: name.span },
          controllerPlace: settings.controllerPlace,
        },
        name: isNamed ? routeName(rowScope, row.own ?? '') : undefined,
        nameIsGiven: false,
        nameSpan: undefined,
        demands: [...settings.demands, ...rowScope.route.demands],
      });
    }
  }

  #param(call: ReadCall): string | undefined {
    const param = call.options.get('param')?.value;
    if (param?.kind !== 'string') return undefined;
    if (/^[\p{L}_][\p{L}\p{N}_]*$/u.test(param.value)) return param.value;
    this.#error('invalid-value', call, param.span, `'${param.value}' cannot be the name of a segment: it begins with a letter or '_' and goes on with letters, digits and '_'`);
    return undefined;
  }

  #actionFilter(call: ReadCall, known: readonly string[]): ActionFilter | undefined {
    const read = (name: 'only' | 'except'): ReadonlySet<string> | undefined => {
      const value = call.options.get(name)?.value;
      if (!value) return undefined;
      const words = stringsOf(value);
      for (const word of words) {
        if (known.includes(word.value)) continue;
        const suggestion = nearest(word.value, known);
        const help = suggestion === undefined ? `; the actions are ${known.join(', ')}` : didYouMean(suggestion);
        this.#error('invalid-only-except', call, word.span, `'${word.value}' is no action of a ${known === resourceActions ? 'singular ' : ''}resource${help}`, suggestion);
      }
      return new Set(words.map((word) => word.value));
    };
    const only = read('only');
    const except = read('except');
    return only || except ? { only, except } : undefined;
  }

  #pathNames(call: ReadCall, scope: Scope): ReadonlyMap<string, string> {
    const option = call.options.get('path-names')?.value;
    if (option?.kind !== 'hash') return scope.pathNames;
    const pathNames = new Map(scope.pathNames);
    for (const { key, value } of option.pairs) {
      if (key.text !== 'new' && key.text !== 'edit') {
        this.#error('invalid-value', call, key.span, `'path-names' has other words for 'new' and 'edit', not for '${key.text}'; leave it out`, nearest(key.text, ['new', 'edit']));
      } else if (value?.kind === 'string') pathNames.set(key.text, value.value);
      else if (value) this.#error('invalid-value', call, value.span, `the other word for '${key.text}' is a string, as \`${key.text} => '…'\``);
    }
    return pathNames;
  }

  // ── Scopes ────────────────────────────────────────────────────────────────────────────────────────────────────────

  #namespace(call: ReadCall, scope: Scope): void {
    const name = call.positionals[0];
    if (name?.kind !== 'string') return this.#inside(call.declaration, scope);
    const isGood = call.options.has('as') || isSlashedName(name.value);
    if (!isGood && !call.declaration.damaged) {
      this.#error('invalid-value', call, name.span, `'${name.value}' cannot be the name of a namespace: write \`scope '${name.value}'\`, or name it with letters, digits, '_' and '-' and give \`path => '${name.value}'\``);
    }
    const path = call.options.get('path')?.value;
    const piece = path?.kind === 'string' ? path : isGood ? name : undefined;
    this.#scopeBlock(call, scope, piece, stringOption(call, 'module') ?? name.value, name.value);
  }

  #scope(call: ReadCall, scope: Scope): void {
    const path = call.positionals[0] ?? call.options.get('path')?.value;
    this.#scopeBlock(call, scope, path?.kind === 'string' ? path : undefined, stringOption(call, 'module') ?? '', '');
  }

  #scopeBlock(call: ReadCall, scope: Scope, path: StringValue | undefined, module: string, name: string): void {
    const as = call.options.get('as')?.value;
    if (as?.kind === 'string') this.#checkName(as, call);
    const prefix = as?.kind === 'string' ? as.value : as?.kind === 'boolean' ? '' : name;
    const filter = this.#actionFilter(call, resourcesActions);
    const settled = withController(this.#withOptionDefaults(call, scope), call, call.options.get('controller')?.value, call.mentioned.has('controller'));
    const inner: Scope = {
      ...demanding(settled, this.#demands.ofCall(call, false)),
      modules: module === '' ? scope.modules : [...scope.modules, module],
      format: this.#format(call, scope),
      actions: filter ?? scope.actions,
      param: this.#param(call) ?? scope.param,
      pathNames: this.#pathNames(call, scope),
      shallow: booleanOption(call, 'shallow') ?? scope.shallow,
    };
    const framed = this.#framed(call, inner, path?.value ?? '', prefix === '' ? [] : [prefix]);
    const hasLostPath = path === undefined && (call.mentioned.has('path') || call.hasBadPositional);
    if (hasLostPath) this.#demands.forgive(framed.demands);
    for (const { path: whole } of [framed.nest, framed.route]) this.#set.checkPrefix(whole, path, call.declaration);
    this.#inside(call.declaration, framed);
  }

  /** A block that adds to path and names; `shallow-path` and `shallow-prefix` take their place for shallow members. */
  #framed(call: ReadCall, scope: Scope, path: string, names: readonly string[]): Scope {
    const shallowPath = text(call.options.get('shallow-path')?.value) ?? path;
    const shallowPrefix = text(call.options.get('shallow-prefix')?.value);
    const isPlain = path === '' && names.length === 0 && call.declaration.keyword.text !== 'shallow';
    const framed = within(scope, { path, names });
    return {
      ...framed,
      shallowBase: {
        ...scope.shallowBase,
        path: joinPath(scope.shallowBase.path, shallowPath),
        names: [...scope.shallowBase.names, ...(shallowPrefix === undefined ? names : [shallowPrefix])],
      },
      resource: scope.resource && { ...scope.resource, isDirect: scope.resource.isDirect && isPlain },
    };
  }

  #withOptionDefaults(call: ReadCall, scope: Scope): Scope {
    const defaults = call.options.get('defaults')?.value;
    return defaults ? this.#withDefaults(scope, hashPairs(defaults), call.declaration) : scope;
  }

  #withDefaults(scope: Scope, pairs: readonly Pair[], { source }: Declaration): Scope {
    if (pairs.length === 0) return scope;
    const defaults = new Map(scope.defaults);
    for (const { key, value } of pairs) {
      if (!value) continue;
      if (value.kind === 'string' || value.kind === 'number' || value.kind === 'boolean') defaults.set(key.text, String(value.value));
      else if (value.kind !== 'regex' || value.regex) this.#program.diagnostics.error('invalid-value', { source, span: value.span }, `the default of '${key.text}' is a string, a number, \`true\` or \`false\``);
    }
    return { ...scope, defaults };
  }

  // ── Concerns and includes ─────────────────────────────────────────────────────────────────────────────────────────

  #concerns(call: ReadCall, scope: Scope): void {
    const filter = this.#actionFilter(call, resourcesActions);
    for (const name of call.positionals) {
      if (name.kind === 'string') this.#useConcern(name, call.declaration, filter ? { ...scope, concernActions: filter } : scope);
    }
  }

  #useConcern(name: StringValue, declaration: Declaration, scope: Scope): void {
    const place: Place = { source: declaration.source, span: name.span };
    const concern = this.#program.concerns.get(name.value);
    if (!concern) {
      this.#outcome.isRepeatable = false;
      return unknownConcern(this.#program, name.value, place);
    }
    this.#outcome.dependOn(name.value, concern.declaration);
    this.#record({ kind: 'concern', name: name.value, place });
    const circle = scope.uses.findIndex((use) => use.kind === 'concern' && use.name === name.value);
    if (circle >= 0) {
      const chain = scope.uses.slice(circle).map((use) => use.name);
      if (!scope.isDoubtful) cyclicConcern(this.#program, name.value, chain, place);
      return;
    }
    const block = concern.declaration.block;
    if (!block) return;
    const use: Use = { kind: 'concern', name: name.value, declaration, place };
    this.#program.diagnostics.during(use, () => this.#block(block, { ...scope, uses: [...scope.uses, use], isDoubtful: scope.isDoubtful || concern.declaration.damaged || this.#program.isUnclosed(concern.declaration) }));
  }

  #include(call: ReadCall, scope: Scope): void {
    this.#outcome.isRepeatable = false;
    const file = this.#program.includedFile(call.declaration);
    if (!file) return;
    const name = call.positionals[0]!;
    const place: Place = { source: call.declaration.source, span: name.span };
    const chain = [this.#program.main.source, ...scope.uses.flatMap((use) => this.#program.includedFile(use.declaration)?.source ?? [])];
    if (chain.includes(file.source)) {
      const shown = [...chain.slice(chain.indexOf(file.source)), file.source].map((source) => source.file).join(' → ');
      this.#program.diagnostics.error('cyclic-include', place, `the file includes itself: ${shown}; take one of these includes out`);
      return;
    }
    if (this.#depth >= maximalDepth) {
      this.#program.diagnostics.error('too-deep', place, `files include one another more than ${maximalDepth} deep here`);
      return;
    }
    this.#depth++;
    const use: Use = { kind: 'include', name: file.source.file, declaration: call.declaration, place };
    this.#file(file.declarations, { ...scope, uses: [...scope.uses, use] }, true);
    this.#depth--;
  }

  // ── Helpers of the application's own ──────────────────────────────────────────────────────────────────────────────

  #directHelper(call: ReadCall): void {
    const [name, location] = call.positionals;
    if (name?.kind !== 'string' || !location || !this.#checkName(name, call, true)) return;
    const defaults: Record<string, PlainData> = Object.create(null);
    for (const { key, value } of call.extras) if (value) defaults[key.text] = plainData(value);
    const target =
      location.kind === 'callable'
        ? this.#callables.read(location, { source: call.declaration.source, span: location.span }, 'location')
        : text(location);
    const helper: DirectHelper = { target: target as HelperCallable | string | undefined, defaults };
    this.#record({ kind: 'direct', name: name.value, helper, place: { source: call.declaration.source, span: name.span } });
  }

  #resolveClass(call: ReadCall): void {
    const [name, route] = call.positionals;
    if (name?.kind !== 'string' || !route) return;
    const target =
      route.kind === 'callable'
        ? this.#callables.read(route, { source: call.declaration.source, span: route.span }, 'location')
        : stringsOf(route).map((part) => part.value);
    this.#record({ kind: 'resolve', name: name.value, target: target as ResolveTarget, place: { source: call.declaration.source, span: name.span } });
  }

  #error(code: 'invalid-value' | 'misplaced-declaration' | 'invalid-only-except' | 'match-without-via', call: ReadCall, span: Span, message: string, suggestion?: string): void {
    this.#program.diagnostics.error(code, { source: call.declaration.source, span }, message, { suggestion });
  }
}

function keywordPlace(declaration: Declaration): Place {
  return { source: declaration.source, span: declaration.keyword.span };
}

function text(value: Value | undefined): string | undefined {
  return value?.kind === 'string' ? value.value : undefined;
}

function booleanOption(call: ReadCall, name: OptionName): boolean | undefined {
  const value = call.options.get(name)?.value;
  return value?.kind === 'boolean' ? value.value : undefined;
}

function hashPairs(value: Value | undefined): readonly Pair[] {
  return value?.kind === 'hash' ? value.pairs : [];
}

function formatOf(value: Value): FormatSetting | undefined {
  if (value.kind === 'boolean') return value.value;
  return value.kind === 'string' || value.kind === 'regex' ? value : undefined;
}

function isAllowed(action: string, filter: ActionFilter | undefined): boolean {
  return (filter?.only?.has(action) ?? true) && !(filter?.except?.has(action) ?? false);
}

/** The scope with the controller that a value names; doubtful where one is due and could not be read. */
function withController(scope: Scope, call: ReadCall, value: Value | undefined, isDue: boolean): Scope {
  if (value?.kind !== 'string') return isDue ? { ...scope, isDoubtful: true } : scope;
  return { ...scope, controller: value.value, controllerPlace: { source: call.declaration.source, span: value.span } };
}

function qualifyResource({ controller = '', modules }: Scope): string {
  return controller.startsWith('/') ? controller.slice(1) : [...modules, controller].filter((part) => part !== '').join('/');
}
