// Reads the paths of routes, and reports their mistakes where they are written.
//
//   scope '/:id' { get '/posts/:id', … }     /:id/posts/:id     ':id' is there twice, which is reported at the second
//
// A mistake in the piece that a declaration writes is reported at its place in the piece. If a path has a name twice because of a block,
// that is reported once at the block, and not for each route inside.

import { type Declaration, spanIn, type StringValue } from '../language/declarations.js';
import { foreignPieces, refusal, type ForeignPiece } from '../language/foreign-paths.js';
import { constraintsOf } from '../language/call-pairs.js';
import { change } from '../language/diagnostics.js';
import type { Source } from '../language/source.js';
import {
  isPlainPattern,
  isPlainPiece,
  type ParsedPattern,
  parsePattern,
  type Pattern,
} from '../routing/patterns/pattern.js';
import { interpolationsIn } from '../routing/patterns/interpolation.js';
import type { BuiltPattern } from './interpreted-route.js';
import type { Program } from './program.js';
import type { FormatSetting } from './scope.js';

const none = { constraint: undefined, default: undefined } as const;

/** The constraint and the default that a `format` makes. */
function demandedFormat(format: Exclude<FormatSetting, boolean>): BuiltPattern['format'] {
  if (format.kind === 'string')
    return { constraint: { kind: 'string', value: format.value }, default: format.value };
  return { constraint: format.regex && { kind: 'regex', regex: format.regex }, default: undefined };
}

export class RoutePaths {
  readonly #patterns = new Map<string, ParsedPattern>();
  readonly #checkedPieces = new Set<StringValue>();
  /** Paths of blocks that have a name twice, with a function that reports it. It is called once a route inside has that path. */
  readonly #doubledPrefixes = new Map<string, () => void>();
  readonly #blamed = new Set<string>();

  constructor(readonly program: Program) {}

  /**
   * The pattern of a route.
   *
   * @param path the whole path, including the scopes
   * @param own the part that the declaration itself writes; mistakes are reported there
   */
  pattern(
    path: string,
    own: StringValue | undefined,
    declaration: Declaration,
    format: FormatSetting | undefined,
  ): BuiltPattern {
    const { pattern, problems, isPlain } = this.#parse(path);
    // Most paths have no mistake. Then the part that the declaration writes has none either.
    const doubted = own && isPlain && path.endsWith(own.value) ? undefined : own;
    if (doubted) this.#checkPiece(doubted, declaration);
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

  /** Reports the mistakes in one written piece of a path, at their places in it. */
  #checkPiece(piece: StringValue, { source, damaged }: Declaration): void {
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
    // What follows an unclosed parenthesis may be meant to be inside it.
    const unclosed = problems.findIndex(({ code }) => code === 'unmatched-bracket');
    const certain = unclosed < 0 ? problems : problems.slice(0, unclosed + 1);
    for (const { code, start, end, message } of certain) {
      // The second star of `**` is not a mistake of its own. Neither are mistakes inside a piece of another notation.
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
      this.program.diagnostics.error(code, { source, span }, message);
    }
  }

  /** Whether text in another notation means a segment that the declaration constrains or inserts into a redirect. Reports it if so. */
  #hasMeantSegment(piece: StringValue, declaration: Declaration): boolean {
    if (isPlainPattern(piece.value)) return false;
    const asked = segmentsAsked(declaration, this.program);
    if (asked.length === 0) return false;
    const meant = foreignPieces(piece.value).filter(
      ({ instead }) => instead !== undefined && asked.includes(instead.replace(/^\W+|\W+$/g, '')),
    );
    for (const each of meant) this.#refuseForeign(piece, declaration.source, each);
    return meant.length > 0;
  }

  /** Reports a piece in the notation of another router. */
  #refuseForeign(piece: StringValue, source: Source, found: ForeignPiece): void {
    const { start, text, instead, constraint } = found;
    const span = spanIn(piece, start, start + text.length);
    const fix = change(instead === undefined ? `Leave '${text}' out` : `Write '${instead}'`, span, instead);
    this.program.diagnostics.invalid(
      { source, span },
      refusal(found),
      constraint ? undefined : { suggestion: instead, fix },
    );
  }

  /** Reports a whole URL in place of a path. */
  #refuseOrigin(piece: StringValue, source: Source, origin: string): void {
    const span = spanIn(piece, 0, origin.length);
    const host = origin.replace(/^.*\/\//, '');
    this.program.diagnostics.invalid(
      { source, span },
      `a path has no protocol and no host: write '${piece.value.slice(origin.length) || '/'}', and \`constraints => { host => '${host}' }\` where others are not to be answered`,
      { fix: change('Leave protocol and host out', span) },
    );
  }

  /** Reports a blank at either end, which no request path has. */
  #refuseBlanks(piece: StringValue, source: Source): void {
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
   * Reports mistakes in the piece that a block adds to paths. If the block's path has a name twice, it is remembered: this is reported only
   * if a route has that path, and then once for all routes inside.
   */
  checkPrefix(path: string, own: StringValue | undefined, declaration: Declaration): void {
    if (own) this.#checkPiece(own, declaration);
    const parsed = this.#parse(path);
    const { pattern, problems } = parsed;
    if (problems.length === 0) return;
    this.program.diagnostics.passOver();
    const isInsideAnother = !this.#doubledPrefixes.has(pattern.text) && this.#doubledPrefixOf(pattern);
    if (isInsideAnother || !hasDuplicateParam(parsed)) return;
    this.#doubledPrefixes.set(pattern.text, () => this.#duplicateParams(path, own, declaration));
  }

  /** The function that reports a block whose path has a name twice and begins this path. */
  #doubledPrefixOf({ text }: Pattern): (() => void) | undefined {
    for (const [prefix, report] of this.#doubledPrefixes) {
      if (text.startsWith(prefix) && !/^[\p{L}\p{M}\p{Nd}_]/u.test(text.slice(prefix.length))) return report;
    }
    return undefined;
  }

  #duplicateParams(path: string, own: StringValue | undefined, declaration: Declaration): void {
    // Reported for the piece already.
    if (own && hasDuplicateParam(this.#parse(own.value))) return;
    const { pattern, problems } = this.#parse(path);
    for (const { code, start, end } of problems)
      if (code === 'duplicate-param')
        this.#duplicateParam(path.slice(start + 1, end), own, declaration, pattern);
  }

  #duplicateParam(
    name: string,
    own: StringValue | undefined,
    declaration: Declaration,
    pattern: Pattern,
  ): void {
    const index = own ? own.value.search(new RegExp(`[:*]${name}(?![\\p{L}\\p{N}_])`, 'u')) : -1;
    if (index < 0) {
      // The name is the key of a resource. Its surroundings have the name already, so it is reported once for all keys inside them.
      const outer = pattern.text.slice(0, pattern.text.indexOf(`:${name}`));
      if (this.#blamed.has(`${name} ${outer}`)) return;
      this.#blamed.add(`${name} ${outer}`);
    }
    const inPath = own && index >= 0 ? spanIn(own, index, index + name.length + 1) : own?.span;
    const place = { source: declaration.source, span: inPath ?? declaration.keyword.span };
    // Another option was refused. It might have given the segment another name.
    if (this.program.diagnostics.isDoubtful(place)) return;
    this.program.diagnostics.error(
      'duplicate-param',
      place,
      `the segment '${name}' is twice in '${pattern.text}'; give one of them another name`,
    );
  }

  #parse(text: string): ParsedPattern {
    let parsed = this.#patterns.get(text);
    if (!parsed) this.#patterns.set(text, (parsed = parsePattern(text)));
    return parsed;
  }
}

/** The names in a declaration's own constraints and redirect, most of which are names of segments. */
function segmentsAsked(declaration: Declaration, program: Program): readonly string[] {
  const call = program.call(declaration);
  if (!call) return [];
  const constrained = constraintsOf(call).flatMap((each) => (each.kind === 'pair' ? each.key.text : []));
  const to = call.options.get('to')?.value;
  const [location] = to?.kind === 'redirect' ? program.redirectCall(to).positionals : [];
  const inserted = location?.kind === 'string' ? interpolationsIn(location.value) : [];
  return [...constrained, ...inserted.map(({ name }) => name)];
}

function hasDuplicateParam({ problems }: ParsedPattern): boolean {
  return problems.some(({ code }) => code === 'duplicate-param');
}
