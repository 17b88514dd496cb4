// The routes of a file as they are gathered: patterns, names, and what holds for all of them together.

import {
  callableLabel,
  type Declaration,
  regexesIn,
  spanIn,
  type StringValue,
} from '../language/declarations.js';
import { foreignPieces, refusal, type ForeignPiece } from '../language/foreign-paths.js';
import { constraintsOf } from '../language/call-pairs.js';
import { change, type Place, namePlace } from '../language/diagnostics.js';
import {
  isPlainPath,
  isPlainPiece,
  type ParsedPattern,
  parsePattern,
  type Pattern,
  type PatternProblem,
} from '../routing/patterns/pattern.js';
import { interpolationsIn } from '../routing/patterns/interpolation.js';
import { noFacts, type RouteFacts } from '../routing/patterns/facts.js';
import { canonicalName } from '../routing/patterns/route-name.js';
import { bareRecord } from '../routing/patterns/route.js';
import { readCallable } from './callables.js';
import { sameKey, type Demands } from './demands.js';
import type { WrittenRegex } from './judged-regexes.js';
import type { Program } from './program.js';
import type { FormatSetting, ScopeFacts } from './scope.js';
import {
  DeclaredDefinition,
  DeclaredRoute,
  type BuiltPattern,
  type InterpretedRoute,
  type SaidRoute,
} from './interpreted-route.js';

const none = { constraint: undefined, default: undefined } as const;

/** What a route's format has to be, and what it is where the path has none. */
function demandedFormat(format: Exclude<FormatSetting, boolean>): BuiltPattern['format'] {
  if (format.kind === 'string')
    return { constraint: { kind: 'string', value: format.value }, default: format.value };
  return { constraint: format.regex && { kind: 'regex', regex: format.regex }, default: undefined };
}

export const maximalRoutes = 100_000;

export class RouteSet {
  readonly routes: InterpretedRoute[] = [];
  readonly #patterns = new Map<string, ParsedPattern>();
  readonly #checkedPieces = new Set<StringValue>();
  /** Paths of scopes that have a name twice, and what reports it: once a route inside has that path. */
  readonly #doubledPrefixes = new Map<string, () => void>();
  readonly #blamed = new Set<string>();
  /** Routes of one scope carry the same. */
  readonly #facts = new Map<ScopeFacts, RouteFacts>();
  /** Whether there are too many routes already, so that the rest is not worth reading. */
  isFull = false;

  constructor(
    readonly program: Program,
    readonly demands: Demands,
  ) {}

  /** Whether there is room for more routes; reports the declaration that there is none for. */
  hasRoom(count: number, declaration: Declaration): boolean {
    if (count >= maximalRoutes) this.overflow(namePlace(declaration));
    return !this.isFull;
  }

  overflow(place: Place): void {
    if (this.isFull) return;
    this.isFull = true;
    this.program.diagnostics.error(
      'too-many-routes',
      place,
      `this is more than ${maximalRoutes.toLocaleString('en')} routes; are concerns used inside one another?`,
    );
  }

  /**
   * The pattern of a route.
   *
   * @param path the whole path, scopes included
   * @param own the part that the declaration itself wrote, which mistakes are shown at
   */
  pattern(
    path: string,
    own: StringValue | undefined,
    declaration: Declaration,
    format: FormatSetting | undefined,
  ): BuiltPattern {
    const { pattern, problems, isPlain } = this.#parse(path);
    // Most paths are in order, and then what the declaration wrote of them is, too.
    const doubted = own && isPlain && path.endsWith(own.value) ? undefined : own;
    if (doubted) this.checkPiece(doubted, declaration);
    const isDamaged =
      problems.length > 0 || (doubted !== undefined && this.#hasMeantSegment(doubted, declaration));
    if (problems.length > 0) {
      this.program.diagnostics.passOver();
      const blame = this.#doubledPrefixOf(pattern);
      if (blame) blame();
      else this.#duplicateParams(path, own, declaration);
    }
    if (!format || pattern.text === '/') return { pattern, format: none, isDamaged };
    const suffix = format === true || format.kind === 'string' ? '(.:format)' : '.:format';
    return {
      pattern: pattern.names.includes('format') ? pattern : this.#parse(pattern.text + suffix).pattern,
      format: format === true ? none : demandedFormat(format),
      isDamaged,
    };
  }

  /** Reports the mistakes of one written piece of a path, at their places in it. */
  checkPiece(piece: StringValue, { source, damaged }: Declaration): void {
    if (isPlainPiece(piece.value)) return;
    const { problems } = this.#parse(piece.value);
    if (problems.length === 0 && piece.value.trim() === piece.value) return;
    this.program.diagnostics.passOver();
    if (this.#checkedPieces.has(piece)) return;
    this.#checkedPieces.add(piece);
    if (!damaged) this.#refuseBlanks(piece, source);
    const [origin] = /^[a-z][a-z\d+.-]*:\/\/[^/]*/i.exec(piece.value) ?? [];
    if (origin !== undefined) return this.#refuseOrigin(piece, source, origin);
    const foreign = problems.length > 0 ? foreignPieces(piece.value) : [];
    let before = -1;
    let next = 0;
    // What stands behind a parenthesis that is never closed may be meant to stand in it.
    const unclosed = problems.findIndex(({ code }) => code === 'unmatched-bracket');
    const told = unclosed < 0 ? problems : problems.slice(0, unclosed + 1);
    for (const { code, start, end, message, suggestion } of told) {
      // The second star of `**` is no mistake of its own, and neither is what follows in a piece of another notation.
      const isEcho = start < before || (start === before && piece.value[start] === '*');
      if (isEcho) continue;
      let found = foreign[next];
      while (found && found.start + found.text.length <= start) found = foreign[++next];
      if (found && found.start > start) found = undefined;
      before = found ? found.start + found.text.length : end;
      if (found) {
        this.#refuseForeign(piece, source, found);
        continue;
      }
      const span = {
        start: piece.offsetOf(start),
        end: Math.max(piece.offsetOf(end), piece.offsetOf(start) + 1),
      };
      this.program.diagnostics.error(code, { source, span }, message, { suggestion });
    }
  }

  /** Whether text in another notation stands for a segment that its own declaration constrains or leads to; that is reported. */
  #hasMeantSegment(piece: StringValue, declaration: Declaration): boolean {
    if (isPlainPath(piece.value)) return false;
    const asked = segmentsAsked(declaration, this.program);
    if (asked.length === 0) return false;
    const meant = foreignPieces(piece.value).filter(
      ({ instead }) => instead !== undefined && asked.includes(instead.replace(/^\W+|\W+$/g, '')),
    );
    for (const each of meant) this.#refuseForeign(piece, declaration.source, each);
    return meant.length > 0;
  }

  /** What no path can have, and other routers write. */
  #refuseForeign(piece: StringValue, source: Declaration['source'], found: ForeignPiece): void {
    const { start, text, instead, constraint } = found;
    const span = spanIn(piece, start, start + text.length);
    const fix = change(instead === undefined ? `Leave '${text}' out` : `Write '${instead}'`, span, instead);
    this.program.diagnostics.invalid(
      { source, span },
      refusal(found),
      constraint ? undefined : { suggestion: instead, fix },
    );
  }

  /** A whole URL in the place of a path. */
  #refuseOrigin(piece: StringValue, source: Declaration['source'], origin: string): void {
    const span = spanIn(piece, 0, origin.length);
    const host = origin.replace(/^.*\/\//, '');
    this.program.diagnostics.invalid(
      { source, span },
      `a path has no protocol and no host: write '${piece.value.slice(origin.length) || '/'}', and \`constraints => { host => '${host}' }\` where others are not to be answered`,
      { fix: change('Leave protocol and host out', span) },
    );
  }

  /** A blank at either end, which no request has, is a slip. */
  #refuseBlanks(piece: StringValue, source: Declaration['source']): void {
    const { value } = piece;
    const trimmed = value.trim();
    if (trimmed === value) return;
    const isBefore = !value.startsWith(trimmed.slice(0, 1)) || trimmed === '';
    const width = isBefore ? value.length - value.trimStart().length : value.trimEnd().length;
    const span = isBefore ? spanIn(piece, 0, width) : spanIn(piece, width);
    this.program.diagnostics.invalid(
      { source, span },
      `this path ${isBefore ? 'begins' : 'ends'} with a blank, which no request has: write '${trimmed}'`,
      { fix: change('Remove the blank', span) },
    );
  }

  /**
   * Reports the mistakes in the piece of a path that a block adds, and remembers a path that has a name twice: it is a
   * mistake only where a route has that path, and then one of the block, told once for all the routes inside.
   */
  checkPrefix(path: string, own: StringValue | undefined, declaration: Declaration): void {
    if (own) this.checkPiece(own, declaration);
    const { pattern, problems } = this.#parse(path);
    if (problems.length === 0) return;
    this.program.diagnostics.passOver();
    const isInsideAnother = !this.#doubledPrefixes.has(pattern.text) && this.#doubledPrefixOf(pattern);
    if (isInsideAnother || !problems.some(isDuplicateParam)) return;
    this.#doubledPrefixes.set(pattern.text, () => this.#duplicateParams(path, own, declaration));
  }

  #doubledPrefixOf({ text }: Pattern): (() => void) | undefined {
    for (const [prefix, report] of this.#doubledPrefixes) {
      if (text.startsWith(prefix) && !/^[\p{L}\p{M}\p{Nd}_]/u.test(text.slice(prefix.length))) return report;
    }
    return undefined;
  }

  #duplicateParams(path: string, own: StringValue | undefined, declaration: Declaration): void {
    const { pattern, problems } = this.#parse(path);
    for (const problem of problems) {
      if (isDuplicateParam(problem))
        this.#duplicateParam(path.slice(problem.start, problem.end), own, declaration, pattern);
    }
  }

  #parse(text: string): ParsedPattern {
    let parsed = this.#patterns.get(text);
    if (!parsed) this.#patterns.set(text, (parsed = parsePattern(text)));
    return parsed;
  }

  #duplicateParam(
    written: string,
    own: StringValue | undefined,
    declaration: Declaration,
    pattern: Pattern,
  ): void {
    const name = written.replace(/^[:*]/, '');
    if (own && this.#parse(own.value).problems.some((problem) => problem.code === 'duplicate-param')) return;
    const index = own ? own.value.search(new RegExp(`[:*]${name}(?![\\p{L}\\p{N}_])`, 'u')) : -1;
    if (index < 0) {
      // The key of a resource: whatever surrounds it has the name already, and is to blame for all the keys inside.
      const outer = pattern.text.slice(0, pattern.text.indexOf(`:${name}`));
      if (this.#blamed.has(`${name} ${outer}`)) return;
      this.#blamed.add(`${name} ${outer}`);
    }
    const inPath = own && index >= 0 ? spanIn(own, index, index + name.length + 1) : own?.span;
    const place = { source: declaration.source, span: inPath ?? declaration.keyword.span };
    // Another of its options was refused, which may be what gives the segment another name.
    if (this.program.diagnostics.isDoubtful(place)) return;
    this.program.diagnostics.error(
      'duplicate-param',
      place,
      `the segment '${name}' is twice in '${pattern.text}'; give one of them another name`,
    );
  }

  /** A route with its constraints and defaults, and with the name that it asks for. */
  route(said: SaidRoute): InterpretedRoute {
    const { declaration, verbs, any, pattern, scope, found, name } = said;
    const { segments, requests } = this.demands.apply(said.demands, pattern.pattern);
    // What its names were to be is not known.
    if (pattern.isDamaged) this.demands.forgive(said.demands);
    const { constraint, default: format } = pattern.format;
    const isConstrained = constraint && pattern.pattern.names.includes('format');
    const definition = new DeclaredDefinition(
      {
        name,
        verbs,
        any,
        pattern: pattern.pattern,
        target: found.target,
        segmentConstraints: isConstrained
          ? new Map(segments).set('format', [...(segments.get('format') ?? []), constraint])
          : segments,
        requestConstraints: requests,
        defaults: format === undefined ? scope.defaults : new Map(scope.defaults).set('format', format),
        facts: this.#factsOf(scope.facts),
      },
      declaration,
    );
    if (definition.segmentConstraints.size > 0)
      this.program.regexes.route(definition, (each) => writtenRegexes(said, each));
    return new DeclaredRoute(definition, said);
  }

  #factsOf(facts: ScopeFacts): RouteFacts {
    const known = this.#facts.get(facts);
    if (known) return known;
    const { layers, meta, deprecated, sunset } = facts;
    const isEmpty = layers.length === 0 && meta.size === 0 && !deprecated && !sunset;
    const made = isEmpty
      ? noFacts
      : {
          layers: layers.map(({ value, place }) => ({
            label: callableLabel(value),
            layer: readCallable(this.program, value, place.source, 'layer'),
          })),
          meta: bareRecord(meta),
          deprecated,
          sunset,
        };
    this.#facts.set(facts, made);
    return made;
  }

  /** Puts the routes of a file together: each name goes to the first that asks for it. */
  link(asking: readonly InterpretedRoute[]): void {
    const names = new Map<string, InterpretedRoute>();
    for (const route of asking) {
      const { name, pattern } = route.definition;
      if (name === undefined) {
        this.routes.push(route);
        continue;
      }
      const key = canonicalName(name);
      const owner = names.get(key);
      const isTaken = owner !== undefined && owner.definition.pattern.text !== pattern.text;
      this.routes.push(isTaken ? unnamed(route) : route);
      if (!owner) names.set(key, route);
      else if (isTaken && (route.nameIsGiven || owner.nameIsGiven) && !owner.declaration.damaged) {
        const { diagnostics } = this.program;
        if (diagnostics.isDoubtful(this.#placeOfName(owner))) continue;
        diagnostics.error(
          'duplicate-name',
          this.#placeOfName(route),
          `the name '${name}' already belongs to '${owner.definition.pattern.text}'; give one of them another with \`as\``,
          { related: [{ message: `'${name}' is first given here`, place: this.#placeOfName(owner) }] },
        );
      }
    }
  }

  /** Where the name is written, or the declaration that implies it. */
  #placeOfName({ declaration, nameIsGiven }: InterpretedRoute): Place {
    const given = nameIsGiven ? this.program.call(declaration)?.options.get('as') : undefined;
    return given ? { source: declaration.source, span: given.value.span } : namePlace(declaration);
  }
}

/** The names that a declaration's own constraints and redirect have, which are mostly those of segments. */
function segmentsAsked(declaration: Declaration, program: Program): readonly string[] {
  const call = program.call(declaration);
  if (!call) return [];
  const constrained = constraintsOf(call).flatMap((each) => (each.kind === 'pair' ? each.key.text : []));
  const to = call.options.get('to')?.value;
  const [location] = to?.kind === 'redirect' ? program.redirectCall(to).positionals : [];
  const inserted = location?.kind === 'string' ? interpolationsIn(location.value) : [];
  return [...constrained, ...inserted.map(({ name }) => name)];
}

/** The regexes that are written for a segment, each with the place where it stands. */
function writtenRegexes({ demands }: SaidRoute, name: string): WrittenRegex[] {
  return demands.flatMap((demand) => {
    if (demand.kind !== 'entry' || !sameKey(name, demand.key)) return [];
    const { source } = demand.place;
    return regexesIn(demand.pair.value).map((value) => ({ value, place: { source, span: value.span } }));
  });
}

function isDuplicateParam({ code }: PatternProblem): boolean {
  return code === 'duplicate-param';
}

const unnamedRoutes = new WeakMap<InterpretedRoute, InterpretedRoute>();

/** The route without its name, which another one has. The same route gives the same one again. */
function unnamed(route: InterpretedRoute): InterpretedRoute {
  const known = unnamedRoutes.get(route);
  if (known) return known;
  const { definition, declaration } = route;
  const made = {
    ...route,
    definition: new DeclaredDefinition({ ...definition, name: undefined }, declaration),
    droppedName: definition.name,
  };
  unnamedRoutes.set(route, made);
  return made;
}
