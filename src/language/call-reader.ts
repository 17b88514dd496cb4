// Reads one call against its row of the signature table.
//
//   get '/a', :shallow, to => 5
//             │          └ invalid-value: `to` takes a string, a callable or a redirect
//             └ unexpected-argument: `get` has one positional, and no option 'shallow'
//
// The result can be trusted: every positional and option has a kind that its row accepts. Everything else was reported.

import { shown } from '../../grammar/problem.js';
import { pathOfRegex } from '../../grammar/value-messages.js';
import { checkCompleteness, reportGivenTwice } from './call-completeness.js';
import { callPart, listAfter, type CallPart } from './call-parts.js';
import type { Argument, Declaration, Pair, PairKey, Value } from './declarations.js';
import {
  errorAt,
  quotedText,
  type Diagnostic,
  type DiagnosticDetails,
  type ErrorCode,
  type Place,
} from './diagnostics.js';
import { meantValue, targetText, withoutColons } from './value-habits.js';
import { isToldWithRedirect, onHabit, optionHabit, quotedRegex, replacing } from './habits.js';
import { didYouMean, nearest } from './nearest.js';
import { type GivenOptions, type ReadCall, WrittenCall } from './read-call.js';
import { callableHabit, controllerHabit, listHabit, rootPath, surplusHabit } from './positional-habits.js';
import { pairNamed } from './roles.js';
import type { Span } from './source.js';
import {
  canonicalOption,
  options as optionTable,
  type KeywordRow,
  type OptionName,
  type OptionRow,
  type PositionalRow,
  type Role,
  type ValueKind,
} from './vocabulary.js';
import { describeKinds, hasKind } from './value-kinds.js';
import { wholeMistake } from './whole-habits.js';
import { type Mention, Mentions, noMentions, noOptions, WrittenOptions } from './written-options.js';

type Part<Kind extends CallPart['kind']> = CallPart & { readonly kind: Kind };

/** Receives a diagnostic and its place. */
type Report = (diagnostic: Diagnostic, place: Place) => void;

/** Reads a call. `report` receives a diagnostic for everything that the row does not allow. */
export function readCall<Row extends KeywordRow>(
  declaration: Declaration,
  row: Row,
  report: Report,
): ReadCall<Row['positionals']> {
  // The reader accepts only values that the row allows.
  return new CallReader(declaration, row, report).read() as ReadCall<Row['positionals']>;
}

const noPairs: readonly Pair[] = [];
const noValues: readonly (Value | undefined)[] = [];

class CallReader {
  /** Created at the first positional. A list made with one item has no spare room, and most calls have one. */
  #positionals: (Value | undefined)[] | undefined;
  /** The number of valid positionals. */
  #good = 0;
  #extras = noPairs;
  #seen = noMentions;
  #hasUnknownOption = false;
  /** The number of positionals in the text, valid or not. */
  #given = 0;
  /** The pair whose list the next string may belong to. */
  #list: Pair | undefined;
  /** A surplus argument has been reported. Any others are the same mistake. */
  #hasSurplus = false;
  /** The options that the call does not give. Computed when the first unknown one is found. */
  #open: readonly OptionName[] | undefined;

  constructor(
    readonly declaration: Declaration,
    readonly row: KeywordRow,
    readonly report: Report,
  ) {}

  read(): ReadCall {
    const whole = this.declaration.damaged ? undefined : wholeMistake(this);
    if (whole) {
      this.error(whole.code, whole.span, whole.message, whole);
      this.#hasUnknownOption = true;
    } else {
      const { arguments: written } = this.declaration;
      for (let at = 0, argument = written[0]; argument; argument = written[++at]) this.#argument(argument);
    }
    const positionals = this.#positionals?.slice() ?? noValues;
    const seen = this.#seen;
    const call = new WrittenCall(
      this.declaration,
      this.row,
      positionals,
      this.#areGood(positionals) ? positionals : positionals.filter((value) => value !== undefined),
      (seen === noMentions ? noOptions : new WrittenOptions(seen)) as GivenOptions,
      this.#extras,
      seen,
      this.#hasUnknownOption,
      this.#good < this.#given,
    );
    if (!whole) checkCompleteness(call, this.#given, this);
    return call;
  }

  #areGood(values: readonly (Value | undefined)[]): values is readonly Value[] {
    return this.#good === values.length;
  }

  /** Records an option, with its value if that is valid. */
  #mention(name: string, span: Span, value?: Value): void {
    const mention = this.#seen.get(name) ?? this.#firstMention(name, span);
    if (value) mention.value = value;
  }

  #firstMention(name: string, span: Span): Mention {
    if (this.#seen === noMentions) this.#seen = new Mentions();
    return this.#seen.add(name, span);
  }

  #argument(argument: Argument): void {
    const part = callPart(argument, this.row, this.#given, this.#list);
    this.#list = listAfter(argument, this.#list);
    switch (part.kind) {
      case 'positional':
        return this.#positional(part.value, part.row);
      case 'option':
        return this.#option(part, part.pair.key);
      case 'positional-and-option':
        return this.#positionalAndOption(part);
      case 'flag':
        return this.#flag(part);
      case 'lacks-value':
        return this.#lacksValue(part);
      case 'word':
        return this.#unknown(part.word.value, part.word.span);
      case 'outside-list':
        return this.#outsideList(part);
      case 'key':
        return this.#key(part.pair);
      default:
        return part satisfies never;
    }
  }

  #flag({ name, word: { span } }: Part<'flag'>): void {
    const mention = this.#unlessTwice(name, span);
    if (mention) mention.value = { kind: 'boolean', span, value: true };
  }

  #lacksValue({ name, row, word: { value, span } }: Part<'lacks-value'>): void {
    if (!this.#unlessTwice(name, span)) return;
    // The next argument was meant as its value.
    this.#hasSurplus = true;
    const write = row.accepts.includes('strings') ? `:${value}<…>` : `:${value}(…)`;
    this.error('invalid-value', span, `':${value}' needs a value: write \`${write}\` or \`${value} => …\``);
  }

  #positional(value: Value, row: PositionalRow | undefined): void {
    const isOption = value.kind === 'hash' && this.#given > 0 && !row?.accepts.includes('hash');
    if (!row || isOption || controllerHabit(this, value)) return this.#surplus(value);
    const change = rootPath(this, value);
    if (change)
      return this.error(
        'unexpected-argument',
        value.span,
        `${this.#quoted(value.span)} is what \`${this.#keyword}\` answers anyway; leave it out`,
        { fix: change },
      );
    this.#given++;
    if (row.repeats && row.accepts.includes('string') && value.kind === 'list') {
      for (const item of value.items) this.#accept(item, row);
    } else this.#accept(value, row);
  }

  #surplus(value: Value): void {
    if (this.declaration.damaged || this.#hasSurplus) return;
    this.#hasSurplus = true;
    const advice = surplusHabit(this, value);
    const has =
      this.row.positionals.length === 0 ? 'takes no positional arguments' : `takes no further argument`;
    const instead =
      this.row.block === 'required' && !this.declaration.block
        ? 'write a block in its place'
        : 'leave it out';
    this.error(
      'unexpected-argument',
      value.span,
      advice
        ? `${this.#quoted(value.span)} is no argument of \`${this.#keyword}\` by itself; ${advice.write}`
        : `${this.#quoted(value.span)} is one too many: \`${this.#keyword}\` ${has}; ${instead}`,
      { fix: advice?.fix },
    );
    if (advice?.meant) {
      const isWhole =
        advice.fix &&
        !advice.isPart &&
        (value.kind !== 'string' || advice.meant !== 'to' || value.value.includes('#'));
      this.#mention(advice.meant, value.span, isWhole ? value : undefined);
    } else this.#hasUnknownOption = true;
  }

  /** A word outside the option list that it belongs to. Only the first is reported. */
  #outsideList({ list, word }: Part<'outside-list'>): void {
    if (this.#hasSurplus) return;
    this.#hasSurplus = true;
    const advice = listHabit(this.declaration, list, word);
    this.error(
      'unexpected-argument',
      word.span,
      `${this.#quoted(word.span)} stands outside the list of '${list.key.text}'; ${advice.write}`,
      { fix: advice.fix },
    );
  }

  #accept(value: Value, { accepts: kinds, name, role, repeats }: PositionalRow): void {
    const isNameless = this.#isNoController(value, role);
    const isGood = !isNameless && hasKind(value, kinds);
    if (!isGood && callableHabit(this.declaration, value)) return this.#surplus(value);
    if (isGood || !repeats) this.#take(isGood ? value : undefined);
    if (!isGood && !isNameless) this.#wrongKind(value, kinds, `the ${name} of \`${this.#keyword}\``);
  }

  /** Adds a positional. Undefined keeps the place of an invalid one. */
  #take(value: Value | undefined): void {
    if (this.#positionals) this.#positionals.push(value);
    else this.#positionals = [value];
    if (value) this.#good++;
  }

  /** Reports a string that names no controller: it is empty, contains only slashes, or has an action. */
  #isNoController(value: Value, role: Role): boolean {
    if (role !== 'controller' || value.kind !== 'string') return false;
    const [name = '', action] = value.value.split('#');
    const isNone = /^\/*$/.test(name);
    if (!isNone && action === undefined) return false;
    const written = this.#quoted(value.span);
    this.error(
      'invalid-value',
      value.span,
      isNone
        ? `${written} names no controller; write one such as 'photos'`
        : `${written} is a target; write the controller alone, '${name}'`,
      { suggestion: isNone ? undefined : name },
    );
    return true;
  }

  #positionalAndOption({ positional, name, pair }: Part<'positional-and-option'>): void {
    this.#given++;
    this.#take(positional);
    this.#option({ name, row: optionTable[name], pair }, { ...pair.key, text: name });
  }

  #key(pair: Pair): void {
    const { key } = pair;
    if (key.notation !== 'callable' && this.#takesKey(pair)) {
      if (this.#unlessTwice(key.text, key.span) && pair.value) this.#extras = this.#extras.concat(pair);
    } else this.#unknown(key.text, key.span, pair);
  }

  /** Whether a key that is no option has a meaning: any key in a hash of settings, elsewhere the key of a regex (a segment). */
  #takesKey({ value }: Pair): boolean {
    return this.row.anyKey === true || (this.row.hasPath === true && (!value || value.kind === 'regex'));
  }

  #option(
    { name, row, pair }: { readonly name: OptionName; readonly row: OptionRow; readonly pair: Pair },
    key: PairKey,
  ): void {
    const mention = this.#unlessTwice(name, key.span);
    const { value } = pair;
    if (!mention || !value) return;
    const verbs = row.role === 'level' ? onHabit(this, pair) : undefined;
    if (verbs) {
      this.error(
        'invalid-value',
        pair.span,
        `'on' says where in a resource a route stands, and not what it answers; ${verbs.write}`,
        { fix: verbs.fix },
      );
      if (verbs.meant) this.#mention(verbs.meant, key.span);
      return;
    }
    if (!hasKind(value, row.accepts)) return this.#wrongKind(value, row.accepts, `'${key.text}'`, row);
    const { words } = row;
    if (row.role === 'level' && words && value.kind === 'string' && !words.includes(value.value)) {
      const suggestion = nearest(value.value, words);
      this.error(
        'invalid-value',
        value.span,
        `'on' is 'member', 'collection' or 'new', not '${value.value}'${didYouMean(suggestion)}`,
        { suggestion },
      );
      return;
    }
    const quoted = value.kind === 'string' && row.accepts.includes('regex') ? quotedRegex(value) : undefined;
    if (quoted) return this.error('invalid-value', value.span, quoted.message, quoted);
    if (this.#isNoController(value, row.role)) return;
    if (row.role === 'action' && value.kind === 'string' && value.value.includes('#')) {
      const written = this.#quoted(value.span);
      const meant = targetText(value.value)
        ? `is a target; write \`to => ${written}\``
        : 'is no action; write its name alone';
      this.error('invalid-value', value.span, `${written} ${meant}`);
      return;
    }
    mention.value = this.#withoutColons(value, row);
  }

  /** The value of an option. Words with colons in a list are reported and corrected. */
  #withoutColons(value: Value, { accepts, role }: OptionRow): Value {
    const meant = accepts.includes('strings') ? withoutColons(value) : undefined;
    if (!meant) return value;
    const code = role === 'actions' ? 'invalid-only-except' : 'invalid-value';
    const message = `the words of a list have no colon; write \`${shown(meant.text)}\``;
    this.error(code, value.span, message, { fix: replacing(value.span, meant.text) });
    return meant.value;
  }

  /** Records an option. If it is given twice, reports that and returns undefined. */
  #unlessTwice(name: string, span: Span): Mention | undefined {
    const first = this.#seen.get(name)?.nameSpan;
    if (!first) return this.#firstMention(name, span);
    reportGivenTwice(this.declaration.source, { text: name, span }, first, this);
    return undefined;
  }

  #unknown(name: string, span: Span, pair?: Pair): void {
    this.#mention(canonicalOption(name), span);
    if (this.declaration.damaged || (pair && isToldWithRedirect(this, pair))) return;
    const isLiteral = pair?.value?.kind === 'string' || pair?.value?.kind === 'number';
    this.#open ??= this.row.options.filter((option) => !pairNamed(this.declaration, option));
    const near = nearest(canonicalOption(name), this.#open, isLiteral ? 2 : undefined);
    const advice = pair && optionHabit(this, pair, near);
    const suggestion = advice ? undefined : near;
    const known = this.row.options;
    const help = advice
      ? `; ${advice.write}`
      : suggestion !== undefined
        ? didYouMean(suggestion)
        : known.length === 0
          ? '; it has no options'
          : `; it has ${known.map((option) => `'${option}'`).join(', ')}`;
    this.error('unknown-option', span, `\`${this.#keyword}\` has no option '${name}'${help}`, {
      suggestion,
      fix: advice?.fix,
    });
    this.#hasUnknownOption = true;
  }

  get #keyword(): string {
    return this.declaration.keyword.text;
  }

  #wrongKind(value: Value, kinds: readonly ValueKind[], what: string, option?: OptionRow): void {
    this.#hasSurplus = true;
    // A regex that does not compile has been reported.
    if (value.kind === 'regex' && !value.regex) return;
    const none = value.kind === 'boolean' && !value.value ? option?.none : undefined;
    const isPath = this.row.pairFor === 'to' && !option;
    const isOfSeveral = value.kind === 'hash' && value.pairs.every(({ key }) => key.string);
    const isSeveralPaths = isPath && (value.kind === 'list' || isOfSeveral);
    const meant = none ? undefined : meantValue(value, kinds);
    const instead = none ?? meant;
    const write = none
      ? `; write \`${what.slice(1, -1)} => ${none}\` for none`
      : meant
        ? `; write \`${shown(meant)}\``
        : isSeveralPaths
          ? '; write a declaration for each'
          : isPath && value.kind === 'regex'
            ? `; ${pathOfRegex}`
            : option
              ? `: \`${option.example}\``
              : `: \`${this.row.example}\``;
    this.error(
      'invalid-value',
      value.span,
      `${what} ${/^the \w+s of /.test(what) ? 'are' : 'is'} ${describeKinds(kinds)}, not ${this.#quoted(value.span)}${write}`,
      { fix: instead ? replacing(value.span, instead) : undefined },
    );
  }

  #quoted(span: Span): string {
    return quotedText(this.declaration.source, span);
  }

  /** Reports a mistake in the declaration. */
  error(code: ErrorCode, span: Span, message: string, details?: DiagnosticDetails): void {
    const place = { source: this.declaration.source, span };
    this.report(errorAt(code, place, message, details), place);
  }
}
