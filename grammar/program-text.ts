// Takes pieces of program text out of the tokens and reports each once. A piece in the place of a value becomes one token, and a piece in
// the place of a statement becomes none. `inline-code.ts` finds where a piece ends.

import * as foreign from './foreign-messages.js';
import { beginsCodeLine, beginsCodeStatement } from './inline-code.js';
import * as values from './value-messages.js';
import type { Neighbours } from './neighbours.js';
import type { Pairing } from './pairing.js';
import { misspelt, programText, quote, type Problem } from './problem.js';
import { scannerOf } from './scanners.js';
import * as tokens from './tokens.js';
import { newToken } from './tokens.js';

/** Methods that take tokens return the index of the last token that they took. */
export class ProgramText {
  constructor(
    readonly near: Neighbours,
    readonly to: Pairing,
  ) {}

  value(index: number, last = this.near.code.valueEnd(index)): number {
    const [place, text] = [this.near.place(index, last), this.near.textOf(index, last)];
    const isDue = this.to.isDue();
    const isRegex = isDue && regexInParentheses.test(text) && partOfRegex.test(text);
    return this.emit(
      isRegex ? values.bareRegex(place, text) : foreign.codeValue(place, text, isDue),
      index,
      last,
    );
  }

  /** Whether braces contain only words, with or without values, and a block follows: `defaults { format, locale } { … }`. */
  isHashOfWords(index: number): boolean {
    return hashOfWords(this.near.text, this.near.at(index).startOffset) >= 0;
  }

  /** A regex without its slashes. */
  regex(index: number): number {
    const last = this.near.code.gluedEnd(index);
    const [place, text] = [this.near.place(index, last), this.near.textOf(index, last)];
    const isName = /^\\[\p{L}_&]{2}[\p{L}\p{Nd}_\\:#/]*$/u.test(text);
    return this.emit(
      isName ? foreign.foreignConstant(place, text) : values.bareRegex(place, text),
      index,
      last,
    );
  }

  /** A value with a sign before it, which no value has: `+4`, `!production`. */
  signed(index: number): number {
    const last = this.near.code.gluedEnd(index);
    const [place, text] = [this.near.place(index, last), this.near.textOf(index, last)];
    const meant = text.slice(1);
    const problem = /^\+\d{1,9}$/.test(text) && misspelt(place, `no number has a ${quote('+')}`, meant);
    return this.emit(problem || foreign.valueOfCode(place, text), index, last);
  }

  /** `*actions` and `**options`, a list and a hash in program text. Undefined for anything else, such as a path. */
  splat(index: number): number | undefined {
    const { near } = this;
    const { tokenType } = near.at(index);
    const mayBe = tokenType === tokens.Star || tokenType === tokens.BarePath;
    if (!mayBe || !this.to.isAfter(tokens.Comma, tokens.LeftBracket)) return undefined;
    const last = near.code.gluedEnd(index);
    const text = near.textOf(index, last);
    if (!/^\*{1,2}[\p{L}_][\p{L}\p{M}\p{Nd}_.]*$/u.test(text)) return undefined;
    return this.emit(foreign.valueOfCode(near.place(index, last), text), index, last);
  }

  /** A statement or line of program text. Undefined if the word begins none. */
  statement(index: number): number | undefined {
    const { near } = this;
    const { image } = near.at(index);
    const route = this.signature(index);
    if (route) {
      const last = near.code.lineEnd(index);
      const [place, text] = [near.place(index, last), near.textOf(index, last)];
      return this.leaveOut(
        programText(place, text, `write ${quote(`${route}, to => &module#export`)}`),
        last,
      );
    }
    const beforeWrapper = this.#exportEnd(index);
    if (beforeWrapper !== undefined) {
      const [place, text] = [near.place(index, beforeWrapper), near.textOf(index, beforeWrapper)];
      const { startOffset } = near.at(beforeWrapper + 1);
      return this.leaveOut(foreign.exported(place, startOffset, text), beforeWrapper);
    }
    if (image === 'module' && near.isGluedTo(index, '.')) return this.chain(index);
    if (beginsCodeStatement(image, near.all[index + 1])) {
      const last = near.code.statementEnd(index);
      return this.leaveOut(foreign.codeStatement(near.place(index, last), image), last);
    }
    if (!beginsCodeLine(image)) return undefined;
    const last = near.code.statementEnd(index);
    const text = near.textOf(index, last);
    const isImport = image === 'use' && (text.includes('\\') || near.all[last + 1]?.image === ';');
    const isOfModule = isImport || /^import\s+[^'"\s]/.test(text);
    return this.leaveOut(foreign.codeLine(near.place(index, last), image, isOfModule), last);
  }

  /** A route of Cro, `get -> 'users', Int $id { … }`, as verb and path of this language. Undefined if none begins. */
  signature(index: number): string | undefined {
    if (!this.near.all[index + 1]?.image.startsWith('->')) return undefined;
    const { text } = this.near;
    const { startOffset } = this.near.at(index);
    const [, verb, parameters = ''] = routeOfCro.exec(text.slice(startOffset, startOffset + 300)) ?? [];
    if (verb === undefined) return undefined;
    const pieces = parameters.split(',').flatMap((parameter) => {
      const [, piece, sigil, name] =
        /^\s*(?:['"]([^'"]*)['"]|(?:[\w:]+\s+)?(\$|\*@)([\w-]+))/.exec(parameter) ?? [];
      return piece ?? (name === undefined ? [] : `${sigil === '$' ? ':' : '*'}${name.replaceAll('-', '_')}`);
    });
    return `${verb} '/${pieces.join('/')}'`;
  }

  /** The last token of the text before a `routes {` that a module exports. Undefined if there is none. */
  #exportEnd(index: number): number | undefined {
    const { near } = this;
    const { image, startOffset } = near.at(index);
    if (image !== 'export' && image !== 'module') return undefined;
    const [exported] =
      /^(?:export\s+default|module\.exports\s*=)(?=\s+(?:routes|draw)\s*(?:\(?\s*\{|do\b))/.exec(
        near.text.slice(startOffset, startOffset + 100),
      ) ?? [];
    if (exported === undefined) return undefined;
    let last = index;
    while (near.at(last + 1).startOffset < startOffset + exported.length) last++;
    return last;
  }

  chain(index: number, last = this.near.code.lineEnd(index)): number {
    const [place, text] = [this.near.place(index, last), this.near.textOf(index, last)];
    return this.leaveOut(foreign.assignment(place, text) ?? foreign.codeChain(place, text), last);
  }

  /** The last token and the target of `[UsersController, 'show']`, `[UsersController::class, 'show']` or `UsersController, :show`. */
  #actionAt(index: number): { readonly last: number; readonly target: string } | undefined {
    const isList = this.near.at(index).tokenType === tokens.LeftBracket;
    const last = isList ? this.near.code.bracketEnd(index) : this.near.code.gluedEnd(index) + 2;
    if (last === index || last >= this.near.all.length || (!isList && !this.near.endsArgument(last)))
      return undefined;
    const text = this.near.textOf(index, last).slice(0, 200);
    const [, name = '', action = ''] = (isList ? actionInList : actionBehind).exec(text) ?? [];
    return name === '' ? undefined : { last, target: `${foreign.controllerName(name)}#${action}` };
  }

  /** A controller and its action. Undefined if none begins. */
  controllerAction(index: number): number | undefined {
    const action = this.#actionAt(index);
    if (!action) return undefined;
    const { last, target } = action;
    const [place, text] = [this.near.place(index, last), this.near.textOf(index, last)];
    return this.emit(foreign.controllerAction(place, text, target, this.to.isDue()), index, last);
  }

  /** A method called on the result of a call. */
  method(index: number): number {
    const last = this.near.code.gluedEnd(index);
    const [place, text] = [this.near.place(index, last), this.near.textOf(index, last)];
    return this.emit(foreign.calledMethod(place, text), index, last);
  }

  /** Program text in the place of an argument. */
  emit(problem: Problem, index: number, last: number): number {
    this.to.problems.push(problem);
    this.to.emit(newToken(tokens.InlineCode, this.near.textOf(index, last), this.near.at(index).startOffset));
    return last;
  }

  /** Program text in the place of a statement. */
  leaveOut(problem: Problem, last: number): number {
    this.to.problems.push(problem);
    this.to.previous = undefined;
    return last;
  }
}

const routeOfCro = /^(get|post|put|patch|delete)[ \t]+->[ \t]*((?:['"$@*:\w][^{}\n\r]*)?)\{/;

const hashOfWords = scannerOf(
  () =>
    /\{\s*(?!(?:get|post|put|patch|delete|options|match|root)\b)[\w-]+(?:[ \t]+(?:'[^'\n\r]*'|"[^"\n\r]*"|\d+))?(?:\s*,\s*[\w-]+(?:[ \t]+(?:'[^'\n\r]*'|"[^"\n\r]*"|\d+))?){0,20}\s*\}[ \t]*\)?,?[ \t]*(?:\{|do\b)/y,
);

/** `(\d+)` and `(en|de)`: parentheses with something that program text would not have there. */
const regexInParentheses = /^\((?:[\w|.+*?$^-]|\\[\w./-]|\[[^\]'"\s]{1,100}\]){1,200}\)[+*?]?$/;
const partOfRegex = /\\[dwsDWS.]|\w\|\w|\][+*]/;

const actionInList =
  /^\[\s*(\p{Lu}[\p{L}\p{M}\p{Nd}_:\\]*?)(?:::class)?\s*,\s*['":]([\p{L}_][\p{L}\p{M}\p{Nd}_]*)['"]?\s*\]$/u;
const actionBehind = /^(\p{Lu}[\p{L}\p{M}\p{Nd}_:.]*Controller)\s*,\s*:([\p{L}_][\p{L}\p{M}\p{Nd}_]*)$/u;
