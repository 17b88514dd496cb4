// Makes the constraints of routes from constraints as they are written, which are called demands.
//
//   scope constraints => { id => /\d+/, host => 'a.com' }     the segment ':id', and the host of the request
//
// A key may be a segment of one route and a request attribute of another, so each demand is kept as written and applied to each route. A
// demand that fits no route is a mistake.

import type { ReadCall } from '../language/read-call.js';
import { hasKind } from '../language/value-kinds.js';
import {
  callableLabel,
  type CallableValue,
  itemsOf,
  type ListValue,
  type Pair,
  type Value,
} from '../language/declarations.js';
import { quotedRegex } from '../language/habits.js';
import { didYouMean, nearest } from '../language/nearest.js';
import { folderOf, type Source } from '../language/source.js';
import { constraintsOf } from '../language/call-pairs.js';
import { isRequestAttribute, requestAttributes, type ValueKind } from '../language/vocabulary.js';
import {
  type AttributeTest,
  type NamedCallable,
  type RequestAttribute,
  type RequestConstraint,
  type SegmentConstraint,
} from '../routing/patterns/constraints.js';
import type { Pattern } from '../routing/patterns/pattern.js';
import { readCallable } from './callables.js';
import type { Effect } from './outcome.js';
import type { Program } from './program.js';
import type { Demand, EntryDemand, Scope } from './scope.js';

const demandKinds: readonly ValueKind[] = ['regex', 'string', 'number', 'boolean', 'list', 'callable'];

/**
 * What the routes of a file say about an entry: whether its key fits a route, whether it was tried on one without the key, and the names of
 * those routes.
 */
export interface DemandFate {
  readonly demand: EntryDemand;
  fits: boolean;
  isTried: boolean;
  readonly names: Set<string>;
}

const nothing: readonly Demand[] = [];
const nothingDemanded = { segments: new Map<string, SegmentConstraint[]>(), requests: [] } as const;

export class Demands {
  readonly #segmentConstraints = new Map<Pair, SegmentConstraint>();

  constructor(
    readonly program: Program,
    readonly record: (effect: Effect) => void,
  ) {}

  /** The demands of a call: its `constraints` option, regexes under segment names, or a `constraints` block. */
  ofCall(call: ReadCall, isOwn: boolean): readonly Demand[] {
    const written = constraintsOf(call);
    return written.length === 0 ? nothing : written.flatMap((each) => this.#ofPart(each, call, isOwn));
  }

  /** The demands on a call's route: those of the scopes around it, and its own. */
  ofRoute({ demands, route }: Scope, call: ReadCall): readonly Demand[] {
    const own = this.ofCall(call, true);
    if (own.length === 0 && route.demands.length === 0) return demands;
    return demands.concat(route.demands, own);
  }

  #ofPart(part: Pair | Value, { declaration: { source }, extras, row }: ReadCall, isOwn: boolean): Demand[] {
    if (part.kind === 'pair')
      return this.#entry(part, source, { isOwn, isShorthand: !row.anyKey && extras.includes(part) });
    const place = { source, span: part.span };
    if (part.kind === 'callable') return [{ kind: 'callable', value: part, place }];
    this.program.diagnostics.invalid(
      place,
      'a constraint is a hash such as `{ id => /\\d+/ }` or a callable such as `&guards#isStaff`',
    );
    return [];
  }

  #entry(
    pair: Pair,
    source: Source,
    { isOwn, isShorthand }: { isOwn: boolean; isShorthand: boolean },
  ): Demand[] {
    const { value, key } = pair;
    if (!value) return [];
    if (!hasKind(value, demandKinds) || (value.kind === 'list' && !isListOfTests(value))) {
      this.program.diagnostics.invalid(
        { source, span: value.span },
        `the constraint on '${key.text}' is a regex, a string, a number, a list of these, \`true\`, \`false\` or a callable`,
      );
      return [];
    }
    for (const item of itemsOf(value)) {
      const quoted = item.kind === 'string' ? quotedRegex(item) : undefined;
      if (!quoted) continue;
      this.program.diagnostics.invalid({ source, span: item.span }, quoted.message, quoted);
      return [];
    }
    const demand: EntryDemand = {
      kind: 'entry',
      key: key.text,
      pair,
      value,
      place: { source, span: key.span },
      isOwn,
      isShorthand,
    };
    this.record({ kind: 'demand', demand });
    return [demand];
  }

  /** The constraints that the demands make for a route with this pattern. */
  apply(
    demands: readonly Demand[],
    pattern: Pattern,
  ): { segments: ReadonlyMap<string, readonly SegmentConstraint[]>; requests: readonly RequestConstraint[] } {
    if (demands.length === 0) return nothingDemanded;
    const segments = new Map<string, SegmentConstraint[]>();
    const requests: RequestConstraint[] = [];
    for (const demand of demands) {
      if (demand.kind === 'callable') {
        requests.push(this.#callable(demand.value, demand.place.source));
        continue;
      }
      const { pair } = demand;
      const key = pattern.names.find((name) => sameKey(name, demand.key));
      if (key !== undefined) {
        this.record({ kind: 'fit', pair });
        const constraint = this.#segment(demand);
        if (constraint) segments.set(key, [...(segments.get(key) ?? []), constraint]);
      } else if (!demand.isShorthand && isRequestAttribute(demand.key)) {
        this.record({ kind: 'fit', pair });
        requests.push({ kind: 'attribute', attribute: demand.key, test: this.#attribute(demand) });
      } else this.record({ kind: 'misfit', pair, names: pattern.names });
    }
    return { segments, requests };
  }

  /** Marks these keys as fitting, because not all routes inside could be read. */
  forgive(demands: readonly Demand[]): void {
    for (const demand of demands)
      if (demand.kind === 'entry') this.record({ kind: 'fit', pair: demand.pair });
  }

  /** Marks these keys as tried: there are routes inside without them. */
  miss(demands: readonly Demand[]): void {
    for (const demand of demands)
      if (demand.kind === 'entry') this.record({ kind: 'misfit', pair: demand.pair, names: [] });
  }

  /** Reports the entries that fit no route. Entries without any route inside are not reported. */
  finish(fates: Iterable<DemandFate>): void {
    for (const { demand, fits, isTried, names } of fates) {
      if (fits || !isTried || (!demand.isShorthand && isRequestAttribute(demand.key))) continue;
      const known = demand.isShorthand ? [...names] : [...names, ...attributes];
      const suggestion = railsAttributes.has(demand.key) ? undefined : nearest(demand.key, known);
      const where = demand.isOwn ? 'this path has no segment' : 'no route here has a segment';
      const [code, message, help] = demand.isShorthand
        ? ([
            'unknown-option',
            `'${demand.key}' is neither an option nor a segment: ${where} ':${demand.key}'`,
            asConstraint(demand),
          ] as const)
        : ([
            'unknown-constraint-key',
            `${where} ':${demand.key}', and it is no request attribute`,
            ` (${attributes.join(', ')}); a callable such as \`&guards#isStaff\` decides by anything else`,
          ] as const);
      const said = message + (didYouMean(suggestion) || help);
      this.program.diagnostics.error(code, demand.place, said, { suggestion });
    }
  }

  #segment({ pair, value, place: { source }, key }: EntryDemand): SegmentConstraint | undefined {
    const known = this.#segmentConstraints.get(pair);
    if (known) return known;
    const constraint = this.#test(value, source);
    if (constraint) this.#segmentConstraints.set(pair, constraint);
    else if (value.kind === 'boolean')
      this.program.diagnostics.invalid(
        { source, span: value.span },
        `the segment ':${key}' is constrained by a regex, a string, a list or a callable; \`true\` and \`false\` are for request attributes`,
      );
    return constraint;
  }

  #attribute({ value, place: { source } }: EntryDemand): AttributeTest {
    this.program.regexes.value(value, source, 'anywhere');
    if (value.kind === 'boolean') return { kind: 'presence', present: value.value };
    return this.#test(value, source) ?? { kind: 'regex', regex: /(?!)/ };
  }

  /** The test for a segment or an attribute; undefined for a regex that could not be read. */
  #test(value: Value, source: Source): SegmentConstraint | undefined {
    switch (value.kind) {
      case 'regex':
        return value.regex && { kind: 'regex', regex: value.regex };
      case 'string':
      case 'number':
        return { kind: 'string', value: String(value.value) };
      case 'list':
        return { kind: 'list', values: listTests(value) };
      case 'callable':
        return this.#callable(value, source);
      default:
        return undefined;
    }
  }

  #callable(value: CallableValue, source: Source): { readonly kind: 'callable' } & NamedCallable {
    return {
      kind: 'callable',
      callable: readCallable(this.program, value, source, 'constraint'),
      label: callableLabel(value),
      folder: folderOf(source.file),
    };
  }
}

function asConstraint({ key, value, place: { source } }: EntryDemand): string {
  return isRequestAttribute(key)
    ? `; write \`constraints => { ${key} => ${source.textOf(value.span)} }\``
    : '';
}

/** A missing row or a missing attribute is a type error here. */
const attributeRows: Readonly<Record<RequestAttribute, string>> = requestAttributes;
const attributes: readonly RequestAttribute[] = Object.keys(attributeRows).filter(isRequestAttribute);

/** Request attributes of Rails that only a callable can test here. */
const railsAttributes: ReadonlySet<string> = new Set(['ip', 'remote_ip', 'user_agent', 'domain', 'fullpath']);

/** Whether a key means a segment. A `-` in the key may be a `_` in the segment. */
export function sameKey(segment: string, key: string): boolean {
  return segment === key || segment === key.replaceAll('-', '_');
}

function isListOfTests(list: ListValue): boolean {
  return list.items.every(
    (item) => item.kind === 'string' || item.kind === 'number' || item.kind === 'regex',
  );
}

function listTests(list: ListValue): (string | RegExp)[] {
  return list.items.flatMap((item): (string | RegExp)[] => {
    if (item.kind === 'regex') return item.regex ? [item.regex] : [];
    return item.kind === 'string' || item.kind === 'number' ? [String(item.value)] : [];
  });
}
