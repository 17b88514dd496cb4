// Messages about values: words without quotes, lists, numbers, callables, regexes, foreign comments. Each says what is wrong, quoting the
// user's text, and what to write instead.

import { controllerName } from './foreign-messages.js';
import {
  inserting,
  leftBehind,
  mayLackOpener,
  misspelt,
  problem,
  programText,
  quote,
  removing,
  replacing,
  syntaxError,
  type Extent,
  type Problem,
} from './problem.js';

/** What to write instead of a regex that stands for a path. */
export const pathOfRegex =
  "write a path such as `'/users/:id'`, and what its segment is to match as `id => /\\d+/`";

/** The text that is meant by one without quotes. No path ends with a colon, or with a parenthesis that nothing opens. */
export function unquoted(text: string): string {
  const word = text.replace(/(?:['"]|\(\))$/, '');
  const isClosed = word.split('(').length <= word.split(')').length - 1;
  return word.replace(isClosed && word.endsWith(')') ? /\)$/ : /:+$/, '');
}

/** `text` has no quotes, or only the closing one. `meant` is the same text with quotes. */
export function withoutQuotes(place: Extent, text: string, meant = `'${unquoted(text)}'`): Problem {
  if (/^\.+\/.*#/.test(text)) return bareCallable(place, text);
  if (/^\/\^|\\[\w/]|[[\]{}|+]|^(?!\w+:).*\?|\$\/[a-z]*$/.test(text.replace(/%\{\w+\}/g, '')))
    return syntaxError(place, `${quote(text)} is a regex, and a path is none; ${pathOfRegex}`);
  if (/^\*(?:\.[\w-]+){2,}$/.test(text))
    return misspelt(
      place,
      `${quote(text)} is a pattern of hosts`,
      `/^.+${text.slice(1).replaceAll('.', '\\.')}$/`,
    );
  if (/['"]$/.test(text))
    return misspelt(place, `${quote(text)} lacks its first quote`, meant, { mergesOnLine: 'quotes' });
  const [, inside] = /^\((\/[\w./-]+)\)$/.exec(text) ?? [];
  if (inside !== undefined)
    return misspelt(place, `${quote(text)} needs quotes in the place of its parentheses`, `'${inside}'`);
  const or = /^'[^/].*#/.test(meant) ? orExport(meant) : '';
  return syntaxError(place, `${quote(text)} needs quotes; write ${quote(meant)}${or}`, {
    ...replacing(place, meant),
    mergesOnLine: 'quotes',
  });
}

/** `/a,::` and `photos,,`: a misspelt value, followed by a sign without meaning. */
export function valueWithRest(place: Extent, text: string, meant: string): Problem {
  return misspelt(place, `${quote(text)} is no value`, meant);
}

/** A target without quotes as a separate argument. `meant` is what to write. `users.show` may be an export as well. */
export function targetWithoutQuotes(place: Extent, text: string, meant: string): Problem {
  const what = `${quote(text)} is a target without its quotes; write ${quote(meant)}`;
  return syntaxError(place, text.includes('.') ? what + orExport(meant) : what, replacing(place, meant));
}

function orExport(meant: string): string {
  return `, or ${quote(meant.replace(/'(.*)'$/, '&$1'))} for the export of a module`;
}

export function bareWord(place: Extent, word: string): Problem {
  return misspelt(place, `${quote(word)} is no value without quotes`, `'${word}'`, mayLackOpener);
}

/** A bare word in the place of a hash: `defaults => json`. */
export function bareHash(place: Extent, word: string): Problem {
  const meant = `{ key => '${word}' }`;
  return syntaxError(
    place,
    `${quote(word)} has no key; a hash holds pairs, as ${quote(meant)}`,
    mayLackOpener,
  );
}

/** `{ format 'json' }` in the place of a hash. For `{ id }`, only half of what is meant is known. */
export function wordsInHash(place: Extent, text: string, meant: string): Problem {
  if (!meant.includes('…')) return misspelt(place, `${quote(text)} is no hash`, meant);
  return syntaxError(place, `${quote(text)} is no hash; write ${quote(meant)}`);
}

/** A bare word that may be an action, or the export of a module: `to => show`. */
export function bareAction(place: Extent, word: string): Problem {
  return syntaxError(
    place,
    `${quote(word)} is no value without quotes; write ${quote(`'${word}'`)} for an action, or ${quote(`&module#${word}`)} for the export of a module`,
    { ...mayLackOpener, ...replacing(place, `'${word}'`) },
  );
}

const truths = /^(?:yes|on|y|TRUE)$/i;
const untruths = /^(?:no|off|n|FALSE)$/i;
const nothings = /^(?:null|undefined|None|Nil|NULL|nothing)$/;

/** Whether a word is the null value of another language. */
export function isNothing(word: string): boolean {
  return nothings.test(word);
}

export function bareNothing(place: Extent, word: string, mayBeString: boolean): Problem {
  const or = mayBeString ? `, or write ${quote(`'${word}'`)} for the word itself` : '';
  return syntaxError(
    place,
    `${quote(word)} is no value of a routes file; leave the option out${or}`,
    mayLackOpener,
  );
}

/** Program text in the place of a string: `controller => UsersController`. `joint` joins the words of a name that may have no slashes. */
export function codeAsString(place: Extent, text: string, joint = '/'): Problem {
  const meant = `'${controllerName(text).replaceAll('/', joint)}'`;
  // A class name is the name of a controller. The value of a constant or method is unknown here.
  const last = text.split(/::|\./).at(-1) ?? '';
  const isClass = /^[\p{L}\p{Nd}_:.]+$/u.test(text) && /^\p{Lu}.*\p{Ll}/u.test(last);
  const instead = isClass ? `write ${quote(meant)}` : 'write what it comes to as a string in quotes';
  const extra = isClass ? replacing(place, meant) : {};
  return { ...programText(place, text, instead, extra), knowsMore: true };
}

/** A function in the place of a block, which the call does not take. `call` is what to write, with the function's name. */
export function codeForBlock(place: Extent, text: string, call: string): Problem {
  const instead = `write a function in a module and name it, as \`${call}\``;
  return { ...programText(place, text, instead), knowsMore: true };
}

/** Keys without their values: `defaults format, locale { … }`. */
export function bareKeys(place: Extent, text: string, meant: string): Problem {
  return syntaxError(place, `${quote(text)} have no values; write ${quote(meant)}`, mayLackOpener);
}

/** A bare word in the place of `true` or `false`. */
export function bareBoolean(place: Extent, word: string): Problem {
  const meant = truths.test(word) ? 'true' : untruths.test(word) ? 'false' : undefined;
  if (meant === undefined)
    return syntaxError(place, `${quote(word)} is no value here; write \`true\` or \`false\``, mayLackOpener);
  return misspelt(place, `${quote(word)} is no value here`, meant, mayLackOpener);
}

/** A bare word in the place of a number: `status => temporary`. */
export function bareNumber(place: Extent, word: string): Problem {
  return syntaxError(place, `${quote(word)} is no value here; write a whole number`, mayLackOpener);
}

/** `id => \d+`, `id => \d+/` with only its last slash, or `id => ~r/\d+/`. */
export function bareRegex(place: Extent, text: string): Problem {
  if (text.startsWith('~')) return foreignPercent(place, text, text.slice(2));
  if (/^(?:\\.|[^\\/])+\/[isu]*$/.test(text))
    return misspelt(place, `${quote(text)} lacks its first slash`, `/${text}`);
  const [, inside = text] = /^\\\/(.+)\\\/$/.exec(text) ?? [];
  return misspelt(
    place,
    `${quote(text)} is a regex without its slashes`,
    `/${inside.replaceAll(/\\.|\//g, (piece) => (piece === '/' ? '\\/' : piece))}/`,
  );
}

/** `[index show]`: the words of a list without quotes. */
export function bareWordsInList(place: Extent, text: string, meant: string): Problem {
  return misspelt(place, `the words of ${quote(text)} have no quotes`, meant);
}

/** The same for a list of callables. */
export function bareCallables(place: Extent, text: string, meant: string): Problem {
  return misspelt(place, `the names of ${quote(text)} lack their ${quote('&')}`, meant);
}

/** The same for a single callable. */
export function bareCallable(place: Extent, word: string): Problem {
  const name = word.replace(/(?:['"]|\(\))$/, '').replace(/(?:::?|->|@)(?=[^:>@]*$)/, '#');
  const meant = `&${name}`;
  const or = /[#/]/.test(name) ? '' : `, or ${quote(`&module#${name}`)} for an export of a module`;
  return syntaxError(place, `${quote(word)} lacks its ${quote('&')}; write ${quote(meant)}${or}`, {
    ...mayLackOpener,
    ...replacing(place, meant),
  });
}

/** A bare word after the first argument, which may also be half an option. */
export function bareArgument(place: Extent, word: string): Problem {
  return syntaxError(
    place,
    `${quote(word)} is no value without quotes; write ${quote(`'${word}'`)}, or ${quote(`${word} => …`)} for an option`,
    mayLackOpener,
  );
}

/** A bare word after a path, which may be its target. */
export function bareTarget(place: Extent, word: string): Problem {
  return syntaxError(
    place,
    `${quote(word)} is no value without quotes; write ${quote(`to => '${word}'`)} for what answers, or ${quote(`${word} => …`)} for an option`,
    mayLackOpener,
  );
}

/** A bare word between a path and its target: `get '/a', auth, to => 'a#b'`. */
export function bareLayer(place: Extent, word: string): Problem {
  return syntaxError(
    place,
    `${quote(word)} is no value without quotes; write ${quote(`through => &${word}`)} for what runs around the route, or ${quote(`${word} => …`)} for an option`,
    mayLackOpener,
  );
}

/** `get '/a', to` */
export function bareOption(place: Extent, word: string): Problem {
  return syntaxError(place, `${quote(word)} has no value; write ${quote(`${word} => …`)}`, mayLackOpener);
}

/** `via => any` */
export function bareStar(place: Extent, word: string): Problem {
  return syntaxError(
    place,
    `${quote(word)} is no value here; write \`*\` for all of them, or a list such as \`<get post>\``,
    mayLackOpener,
  );
}

/** `only => all`: an option with a few possible words. `meant` is one of them, if it was meant. */
export function bareOther(place: Extent, word: string, words: readonly string[], meant?: string): Problem {
  const what = `${quote(word)} is no value here`;
  if (meant !== undefined) return misspelt(place, what, `'${meant}'`, mayLackOpener);
  return syntaxError(
    place,
    `${what}; there are ${words.map((each) => `'${each}'`).join(', ')}`,
    mayLackOpener,
  );
}

/** `shallow` for `shallow => true`. */
export function bareFlag(place: Extent, word: string): Problem {
  const meant = `${word} => true`;
  return misspelt(place, `${quote(word)} has no value`, meant, mayLackOpener);
}

export function foreignPercent(place: Extent, text: string, meant: string): Problem {
  return misspelt(place, `${quote(text)} is no notation of a routes file`, meant, {
    ...(text.startsWith('＜') && { mergesOnLine: 'sign' }),
  });
}

/** `id => ^\d+$` */
export function regexWithoutSlashes(place: Extent, text: string, meant: string): Problem {
  return misspelt(place, `${quote(text)} is a regex without its slashes`, meant);
}

/** Whether a line is a conflict marker of Git. */
export function isOfConflict(text: string): boolean {
  return /^(?:<{7}|={7}|>{7}|\|{7})/.test(text);
}

/** `isLast`: nothing follows on the line. Anything that did would become part of the comment. */
export function foreignComment(place: Extent, text: string, isLast: boolean): Problem {
  if (isOfConflict(text))
    return syntaxError(
      place,
      `${quote(text)} is of a conflict that Git has left; keep one of the two sides, and take its lines of \`<\`, \`=\` and \`>\` out`,
      { isOfConflict: true },
    );
  if (text.startsWith('```'))
    return syntaxError(place, `${quote(text)} is of Markdown; leave it out, and the line that ends it`, {
      isFence: true,
      ...removing(place, 'the lines of Markdown'),
    });
  const lines = text
    .replace(
      /^(?:\/[/*]+|<!-{2,}|-{2,}|#`[([{<]|=begin(?: \w+)?|'''|""")\s*|\s*(?:\*+\/|-->|=end.*|'''|""")$/g,
      '',
    )
    .split(/\r\n|[\n\r]/);
  const meant = lines.map((line) => `# ${line.replace(/^\s*\*?\s*/, '')}`.trimEnd());
  const [first = '', ...others] = meant;
  const write =
    others.length === 0
      ? `${quote(first)}${isLast ? '' : ' on a line of its own'}`
      : `\`#\` before each of its ${lines.length} lines`;
  return syntaxError(place, `${quote(text)} is no comment here; write ${write}`, {
    ...(isLast && replacing(place, meant.join('\n'))),
  });
}

export function unclosedRegex(place: Extent, text: string): Problem {
  return syntaxError(
    place,
    `the regex ${quote(text)} is not closed on its line; ${text.startsWith('%') ? 'write the bracket that closes it' : 'write `/` where it ends, or quotes around a path'}`,
    { mayHoldCloser: true },
  );
}

export function unclosedList(place: Extent, text: string, close: string): Problem {
  return syntaxError(
    place,
    `the list ${quote(text)} is not closed; write ${quote(close)} after its last word`,
    { ...leftBehind, mayHoldCloser: true, ...inserting(place.end, close) },
  );
}

export function punctuatedList(place: Extent, text: string, meant: string): Problem {
  return misspelt(place, `the words of ${quote(text)} are separated by spaces alone`, meant);
}

export function malformedNumber(place: Extent, text: string): Problem {
  if (text.includes('..'))
    return syntaxError(
      place,
      `${quote(text)} is a range, which a routes file has not; write a regex such as \`/[1-9]\\d*/\`, or a list`,
    );
  if (/^-?\d[\d_]*$/.test(text))
    return misspelt(
      place,
      `${quote(text)} has more digits than a number keeps`,
      `'${text.replaceAll('_', '')}'`,
    );
  return misspelt(place, `${quote(text)} is no whole number`, `'${text}'`);
}

export function interpolatedCallable(place: Extent, text: string): Problem {
  if (text.startsWith('$'))
    return programText(place, text, 'write it in a module and name it, as `&module#export`');
  return problem(
    'inline-code',
    place,
    `${quote(text)} has code in it, and a routes file holds none; write the names of a module and its export, as \`&module#export\``,
  );
}

export function callableWithoutModule(place: Extent): Problem {
  return syntaxError(
    place,
    '`&` names no module; write module and export right behind it and without quotes, as `&lib/guards#isStaff`',
  );
}

export function foreignCallable(place: Extent, text: string): Problem {
  const meant = `&${text.slice(1)}`;
  return syntaxError(
    place,
    `${quote(text)} is no value; the export of a module begins with \`&\`: write ${quote(meant)}`,
    replacing(place, meant),
  );
}

export function callableWithTwoExports(place: Extent, text: string): Problem {
  return syntaxError(place, `${quote(text)} names more than one export; write \`&module#export\``);
}

export function callableWithoutExport(place: Extent, text: string): Problem {
  const meant = text.slice(0, -1);
  return syntaxError(
    place,
    `${quote(text)} names no export after \`#\`; write it, or ${quote(meant)} for the default export`,
    { suggestion: meant },
  );
}

export function callableInText(place: Extent): Problem {
  return problem(
    'inline-code',
    place,
    'a value of the template stands inside a text; it may stand only where a callable may, as `to => ${fn}`',
  );
}
