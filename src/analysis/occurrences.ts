// Finds every named thing in a routes file, and every place where its name occurs.
//
//   concern 'commentable', { … }           concern commentable, defined
//   resources 'photos', :concerns<commentable>   concern commentable, used · controller photos, used
//   #> GET /photos => photos#index               controller photos and action photos#index, used
//   #> photos-path() => /photos                  route photos, used
//
// Go to definition, references, highlights and rename each are one look-up here.

import type { ReadCall } from '../language/read-call.js';
import {
  callableLabel,
  type CallableValue,
  type Comment,
  type Declaration,
  type StringValue,
  type Value,
  spanIn,
  walkDeclarations,
  walkValues,
  headSpan,
} from '../language/declarations.js';
import { declares, isResource, optionRole, positionalRole } from '../language/roles.js';
import type { Source, Span } from '../language/source.js';
import { constraintsOf, pairsUnder } from '../language/call-pairs.js';
import { interpolationsIn } from '../routing/patterns/interpolation.js';
import { canonicalName } from '../routing/patterns/route-name.js';
import { sameKey } from '../interpreter/demands.js';
import { concernsUsed } from '../interpreter/concern-uses.js';
import type { Analysis } from './analyze.js';
import { callableIdentity, type CallableName, type KnownModules } from './callables.js';
import { declarationsAt } from './cursor.js';
import { controllerNameIn, firstString, keySpan, segmentsOf, stringAt, targetSpans } from './name-spans.js';
import { readExpectation, type Words } from './expectation.js';
import type { InterpretedRoute } from '../interpreter/interpreted-route.js';

export type SymbolKind = 'concern' | 'route' | 'segment' | 'controller' | 'action' | 'callable' | 'file';

export interface Occurrence {
  readonly kind: SymbolKind;
  /** Occurrences with the same kind and key name the same thing. */
  readonly key: string;
  /** The name as shown; for a callable `&module#export`. */
  readonly name: string;
  readonly role: 'definition' | 'reference';
  readonly source: Source;
  /** The span of the name alone. */
  readonly span: Span;
  /** Undefined if the name is in an expectation (a `#>` comment). */
  readonly declaration: Declaration | undefined;
}

/** The occurrences to collect; an absent part allows any. */
interface Wanted {
  readonly kinds?: readonly SymbolKind[];
  readonly key?: string;
}

/** Looks names up. Nothing is indexed, because there is an edit before nearly every question. */
export class Occurrences {
  /** Known results of `keyOf`, which may read the disk to find a module's file. */
  readonly #keys = new Map<string, string>();

  /** @param modules knows which callables name the same module */
  constructor(
    readonly analysis: Analysis,
    readonly modules?: KnownModules,
  ) {}

  /** The key of a callable in a routes file. */
  keyOf(callable: CallableName, routesFile: string): string {
    const written = `${routesFile}\0${callable.module}#${callable.export ?? ''}`;
    const known = this.#keys.get(written) ?? callableIdentity(callable, routesFile, this.modules);
    this.#keys.set(written, known);
    return known;
  }

  /** All occurrences of the given kinds, or of every kind if none is given, in source order. */
  all(...kinds: readonly SymbolKind[]): readonly Occurrence[] {
    return new Collector(this, kinds.length > 0 ? { kinds } : {}).collect();
  }

  /** The narrowest occurrence at an offset of a source. */
  at(source: Source, offset: number): Occurrence | undefined {
    return this.everyAt(source, offset)[0];
  }

  /** All occurrences at an offset, narrowest first. The name of a resource, for example, is also that of a route and a controller. */
  everyAt(source: Source, offset: number): readonly Occurrence[] {
    const syntax = this.analysis.interpretation.program.fileOf(source);
    const collector = new Collector(this);
    const comment = syntax?.comments.find(({ span }) => span.start <= offset && offset <= span.end);
    const declaration = syntax && declarationsAt(syntax, offset).declaration;
    if (comment) collector.expectation(source, comment);
    else if (declaration) collector.head(declaration);
    return collector.found
      .filter(({ span }) => span.start <= offset && offset <= span.end)
      .sort((a, b) => a.span.end - a.span.start - (b.span.end - b.span.start));
  }

  /** All occurrences of one thing, in source order. */
  of({ kind, key }: Pick<Occurrence, 'kind' | 'key'>): readonly Occurrence[] {
    return new Collector(this, { kinds: [kind], key }).collect();
  }
}

class Collector {
  #found: Occurrence[] = [];
  /** The occurrences by their start, to find duplicates. */
  readonly #byStart = new Map<number, Occurrence[]>();
  /** Known results of `#controllerOwner`, by the span of the controller's name; null for undefined. */
  readonly #owners = new Map<Span, { readonly span: Span; readonly declaration: Declaration } | null>();

  constructor(
    readonly occurrences: Occurrences,
    readonly wanted: Wanted = {},
  ) {}

  get analysis(): Analysis {
    return this.occurrences.analysis;
  }

  collect(): readonly Occurrence[] {
    const { program } = this.analysis.interpretation;
    if (this.#wants('concern', 'file', 'route', 'segment', 'callable')) {
      for (const file of program.files.values())
        walkDeclarations(file.declarations, (declaration) => this.#declaration(declaration));
    }
    if (this.#wants('route', 'controller', 'action', 'callable'))
      for (const { source, comments } of program.files.values())
        for (const comment of comments) this.expectation(source, comment);
    if (this.#wants('route', 'controller', 'action'))
      for (const route of this.analysis.routes) this.#route(route);
    return this.found;
  }

  /** Collects the occurrences in the head of one declaration. */
  head(declaration: Declaration): void {
    this.#declaration(declaration);
    const named = controllerNameIn(this.analysis.interpretation.program.call(declaration));
    const { start, end } = headSpan(declaration);
    if (!named) for (const route of this.analysis.routesOf(declaration)) this.#route(route);
    if (!named && !isResource(declaration)) return;
    for (const route of this.analysis.routesWithin(declaration)) this.#route(route);
    this.#found = this.#found.filter(
      ({ source, span }) => source === declaration.source && start <= span.start && span.end <= end,
    );
  }

  /** Collects the names in an expectation. Any other comment is ignored. */
  expectation(source: Source, comment: Comment): void {
    const expected = readExpectation(comment);
    const add = (kind: SymbolKind, { text, span }: Words, key = text): void =>
      this.#addAt(source, kind, text, span, { key });
    if (expected?.kind === 'path') add('route', expected.name, canonicalName(expected.name.text));
    const addCallable = (callable: Words & CallableName): void =>
      add('callable', callable, this.occurrences.keyOf(callable, source.file));
    if (expected?.kind === 'facts' && expected.wanted.kind === 'layer') addCallable(expected.wanted.callable);
    if (expected?.kind !== 'answer') return;
    const { callable, controller, action } = expected;
    if (callable) addCallable(callable);
    if (!controller || !action) return;
    add('controller', controller);
    add('action', action, `${controller.text}#${action.text}`);
  }

  #wants(...kinds: readonly SymbolKind[]): boolean {
    const wanted = this.wanted.kinds;
    return !wanted || kinds.some((kind) => wanted.includes(kind));
  }

  /** The collected occurrences in source order. */
  get found(): readonly Occurrence[] {
    return this.#found.sort((a, b) => a.span.start - b.span.start);
  }

  #declaration(declaration: Declaration): void {
    const call = this.analysis.interpretation.program.call(declaration);
    if (call && this.#wants('concern', 'file', 'route')) this.#names(declaration, call);
    if (call && this.#wants('segment')) this.#segments(declaration, call);
    if (!this.#wants('callable')) return;
    walkValues(declaration, (value) => {
      if (value.kind === 'callable' && value.inline === undefined) this.#callable(value, declaration);
    });
  }

  #names(declaration: Declaration, call: ReadCall): void {
    const [first] = call.positionals;
    for (const name of concernsUsed(call)) this.#string('concern', name, 'reference', declaration);
    if (first?.kind !== 'string') return;
    if (declares(declaration, 'concern')) this.#string('concern', first, 'definition', declaration);
    else if (declares(declaration, 'helper')) this.#routeName(first.value, spanIn(first), declaration);
    else if (positionalRole(declaration) === 'file') this.#string('file', first, 'reference', declaration);
  }

  #string(kind: SymbolKind, value: StringValue, role: Occurrence['role'], declaration: Declaration): void {
    this.#add(kind, value.value, spanIn(value), declaration, { role });
  }

  #routeName(name: string, span: Span, declaration: Declaration): void {
    this.#add('route', name, span, declaration, { key: canonicalName(name), role: 'definition' });
  }

  /** Collects the segments of the declaration's own path, and their uses in its options. */
  #segments(declaration: Declaration, call: ReadCall): void {
    if (!call.row.hasPath) return;
    const owner = `${declaration.source.file}:${declaration.span.start}`;
    if (this.wanted.key !== undefined && !this.wanted.key.startsWith(`${owner} `)) return;
    const add = ({ name, span }: NamedSpan, role: Occurrence['role']): void =>
      this.#add('segment', name, span, declaration, { key: `${owner} ${name}`, role });
    const defined = segmentsDefined(call);
    for (const each of defined) add(each, 'definition');
    for (const each of segmentsUsed(call, new Set(defined.map(({ name }) => name)))) add(each, 'reference');
  }

  #callable(value: CallableValue, declaration: Declaration): void {
    const key = this.occurrences.keyOf(value, declaration.source.file);
    this.#add('callable', callableLabel(value), value.span, declaration, { key });
  }

  /** Collects the name and the target of an interpreted route. */
  #route(route: InterpretedRoute): void {
    const { definition, declaration, nameIsGiven } = route;
    const call = this.analysis.interpretation.program.call(declaration);
    if (definition.name !== undefined && this.#wants('route')) {
      const as = call?.options.get('as')?.value;
      const given = nameIsGiven && as?.kind === 'string' ? spanIn(as) : undefined;
      const span = given ?? firstString(call) ?? declaration.keyword.span;
      this.#routeName(definition.name, span, declaration);
    }
    if (definition.target.kind !== 'controller' || !this.#wants('controller', 'action')) return;
    const { controller, action } = definition.target;
    const { key } = this.wanted;
    if (key !== undefined && key !== controller && key !== `${controller}#${action}`) return;
    const spans = targetSpans(route, action, call);
    const owner = spans.controller ? undefined : this.#controllerOwner(route);
    if (spans.controller) this.#add('controller', controller, spans.controller, declaration);
    else if (owner) this.#add('controller', controller, owner.span, owner.declaration);
    this.#add('action', `${controller}#${action}`, spans.action, declaration);
  }

  /** The declaration that names the controller of a route whose own target does not, with the name's span. */
  #controllerOwner({
    declaration: own,
    controllerPlace: { source, span },
    targetPlace,
  }: InterpretedRoute): { readonly span: Span; readonly declaration: Declaration } | undefined {
    if (span === targetPlace.span) return undefined;
    const known = this.#owners.get(span);
    if (known !== undefined) return known ?? undefined;
    const isOwn = own.source === source && own.span.start <= span.start && span.end <= own.span.end;
    const { program } = this.analysis.interpretation;
    const syntax = isOwn ? undefined : program.fileOf(source);
    const declaration = isOwn ? own : syntax && declarationsAt(syntax, span.start).declaration;
    const call = declaration && program.call(declaration);
    const written = stringAt(call, span);
    const owner = declaration && written ? { span: spanIn(written), declaration } : undefined;
    this.#owners.set(span, owner ?? null);
    return owner;
  }

  #add(
    kind: SymbolKind,
    name: string,
    span: Span,
    declaration: Declaration,
    more?: Partial<Occurrence>,
  ): void {
    this.#addAt(declaration.source, kind, name, span, { declaration, ...more });
  }

  #addAt(
    source: Source,
    kind: SymbolKind,
    name: string,
    span: Span,
    { key = name, role = 'reference', declaration }: Partial<Occurrence>,
  ): void {
    if (!this.#wants(kind) || (this.wanted.key !== undefined && this.wanted.key !== key)) return;
    const beside = this.#byStart.get(span.start);
    if (
      beside?.some(
        (each) =>
          each.kind === kind &&
          each.key === key &&
          each.span.end === span.end &&
          each.source.file === source.file,
      )
    )
      return;
    const occurrence: Occurrence = { kind, key, name, role, source, span, declaration };
    if (beside) beside.push(occurrence);
    else this.#byStart.set(span.start, [occurrence]);
    this.#found.push(occurrence);
  }
}

/** A name and its span. */
interface NamedSpan {
  readonly name: string;
  readonly span: Span;
}

/** The segments in the paths of a call, and the key that its option `param` names. */
function segmentsDefined({ values, options }: ReadCall): readonly NamedSpan[] {
  const inOptions = [...options].flatMap(([option, { value }]) =>
    optionRole(option) === 'path' ? [value] : [],
  );
  const ofPaths = [...values, ...inOptions].flatMap((path) =>
    path.kind === 'string' ? segmentsOf(path) : [],
  );
  const param = options.get('param')?.value;
  return param ? [...ofPaths, { name: param.value, span: spanIn(param) }] : ofPaths;
}

/** The uses of these segments in a call: in constraints, in defaults and in the location of a redirect. */
function segmentsUsed(call: ReadCall, names: ReadonlySet<string>): readonly NamedSpan[] {
  return [
    ...constraintsOf(call).flatMap((pair) => {
      if (pair.kind !== 'pair') return [];
      const name = [...names].find((each) => sameKey(each, pair.key.text));
      return name === undefined ? [] : { name, span: keySpan(pair) };
    }),
    ...pairsUnder(call, 'defaults').flatMap((pair) =>
      names.has(pair.key.text) ? { name: pair.key.text, span: keySpan(pair) } : [],
    ),
    ...insertedSegments(call.options.get('to')?.value, names),
  ];
}

/** The uses of these names in the location of a redirect: `%{id}`. */
function insertedSegments(target: Value | undefined, names: ReadonlySet<string>): readonly NamedSpan[] {
  if (target?.kind !== 'redirect') return [];
  return target.call.arguments.flatMap((argument) => {
    const value = argument.kind === 'pair' ? argument.value : argument;
    if (value?.kind !== 'string') return [];
    return interpolationsIn(value.value).flatMap(({ name, start, end }) =>
      names.has(name) ? { name, span: spanIn(value, start + 2, end - 1) } : [],
    );
  });
}
