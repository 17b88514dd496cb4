// Messages about the shape of a routes file: statements and arguments. Each says what is wrong, quoting the user's text, and what to write
// instead. `bracket-messages` has those about brackets, `value-messages` and `string-messages` those about values, and `foreign-messages`
// those about notations of other routers.

import {
  inserting,
  leftBehind,
  mayLackOpener,
  misspelt,
  problem,
  quote,
  removing,
  replacing,
  signOr,
  syntaxError,
  type Extent,
  type Problem,
} from './problem.js';

export function missingComma(place: Extent, before: string): Problem {
  return syntaxError(
    place,
    `a comma is missing after ${quote(before)}; write ${quote(`${lastPart(before)},`)}`,
    {
      ...mayLackOpener,
      mergesOnLine: 'comma',
      ...inserting(place.end, ',', 'Insert the comma'),
    },
  );
}

function lastPart(text: string): string {
  return text.length > 30 ? `…${text.slice(-20)}` : text;
}

/** `isExcused` where what stands before it is a mistake. */
export function danglingComma(place: Extent, isExcused: boolean): Problem {
  return syntaxError(
    place,
    'nothing follows this comma; write the argument that is missing, or leave the comma out',
    {
      ...(isExcused ? leftBehind : mayLackOpener),
      ...removing(place, 'the comma'),
    },
  );
}

/** `get('/a'),`, `member { … },` */
export function commaBehindCall(place: Extent): Problem {
  return syntaxError(place, 'this comma stands behind a declaration that has ended; leave it out', {
    ...leftBehind,
    ...removing(place, 'the comma'),
  });
}

export function surplusComma(place: Extent, sign: string): Problem {
  const isComma = sign === ',';
  return syntaxError(
    place,
    isComma
      ? 'nothing stands before this comma; write the argument that is missing, or leave the comma out'
      : `${quote(sign)} ends the declaration, and its arguments follow; leave it out`,
    {
      ...leftBehind,
      ...(isComma && { mergesOnLine: 'comma' }),
      ...removing(place, isComma ? 'the comma' : quote(sign)),
    },
  );
}

/** `get '/a'; to => 'a#b'`, `direct 'a'; 'https://…'` */
export function semicolonForComma(place: Extent, what = 'an option'): Problem {
  return misspelt(place, `\`;\` ends the declaration, and ${what} follows`, ',');
}

/** `get '/a'. to => 'a#b'` */
export function signForComma(place: Extent, sign: string): Problem {
  return misspelt(place, `${quote(sign)} separates no arguments`, ',');
}

export function missingValue(place: Extent, key: string): Problem {
  return syntaxError(
    place,
    `${quote(key)} has no value; write one after it, or leave ${/^['"].*=>$/.test(key) ? 'the `=>`' : 'it'} out`,
    leftBehind,
  );
}

/** `constraints => id => /\d+/`: a hash without braces. `inner` is the first key with its sign, `pair` the range of a single pair. */
export function hashWithoutBraces(place: Extent, key: string, inner: string, pair?: Extent): Problem {
  const edits = pair && [
    { start: pair.start, end: pair.start, text: '{ ' },
    { start: pair.end, end: pair.end, text: ' }' },
  ];
  return syntaxError(
    place,
    `the pairs behind ${quote(key)} have no braces; write ${quote(`${key} { ${inner} … }`)}`,
    { ...leftBehind, ...(edits && { fix: { title: 'Write the braces', edits } }) },
  );
}

export function missingArrow(place: Extent, symbol: string): Problem {
  const word = symbol.replace(/^:/, '');
  return syntaxError(place, `\`=>\` is missing after ${quote(symbol)}; write ${quote(`${word} => …`)}`, {
    ...mayLackOpener,
    mergesOnLine: 'lacks arrow',
    suggestion: `${word} =>`,
    ...inserting(place.end, ' =>', 'Insert `=>`'),
  });
}

/** `routes (get '/a', …)`: a declaration outside a block. */
export function declarationAsArgument(place: Extent, keyword: string, comma: Extent | undefined): Problem {
  if (comma)
    return syntaxError(
      comma,
      `${quote(keyword)} begins another declaration; write \`;\` in the place of the comma before it`,
      replacing(comma, ';'),
    );
  return syntaxError(
    place,
    `${quote(keyword)} begins a declaration, and declarations stand in a block; write \`{\` before it`,
    mayLackOpener,
  );
}

export function notAnArrow(place: Extent, text: string, key: string): Problem {
  if (text === ':') {
    const what = /^['"]/.test(key)
      ? 'a key in quotes has no colon'
      : `the colon stands apart from ${quote(key)}`;
    return syntaxError(place, `${what}; write ${quote(`${key} =>`)}`, {
      suggestion: '=>',
      fix: { title: 'Write `=>`', edits: [{ start: place.start, end: place.end, text: ' =>' }] },
    });
  }
  if (text.includes('&')) return escapedText(place, text, '=>');
  return misspelt(place, `${quote(text)} gives no value to ${quote(key)}`, '=>', {
    mergesOnLine: signOr('arrow', text),
  });
}

/** `&quot;/a&quot;` and `=&gt;`: escaped HTML. Several on one line are one mistake. */
export function escapedText(place: Extent, text: string, meant: string): Problem {
  return syntaxError(place, `${quote(text)} is what HTML has for ${quote(meant)}; write that`, {
    ...replacing(place, meant),
    mergesOnLine: 'html',
  });
}

/** `get&nbsp;'/a'`: the same for blanks. */
export function escapedBlanks(place: Extent, text: string): Problem {
  return syntaxError(place, `${quote(text)} is what HTML has for a blank; write one`, {
    mergesOnLine: 'html',
    fix: { title: 'Write a blank', edits: [{ start: place.start, end: place.end, text: ' ' }] },
  });
}

/** `resources :photos:, only => <index>` */
export function colonBehindSymbol(place: Extent, symbol: string): Problem {
  return syntaxError(
    place,
    `a symbol has one colon, before its name; write ${quote(symbol)}`,
    removing(place, 'the colon'),
  );
}

/** `to => => 'a#b'`, `to: => 'a#b'`, `to => , 'a#b'` */
export function secondArrow(place: Extent, sign: string): Problem {
  return syntaxError(place, `${quote(sign)} is one sign too many before this value; leave it out`, {
    mayBeEcho: true,
    ...(sign === ',' && { mergesOnLine: 'comma' }),
    ...removing(place, quote(sign)),
  });
}

/** `resources 'photos' => { … }`, `namespace 'admin'; { … }`. `before` is the end of the text before the sign. */
export function signBeforeBlock(place: Extent, sign: string, before: number): Problem {
  return syntaxError(place, `no ${quote(sign)} stands before a block; leave it out`, {
    ...mayLackOpener,
    ...removing({ start: before, end: place.end }, quote(sign)),
  });
}

export function missingKey(place: Extent, text: string, isBehindComma: boolean): Problem {
  const out = `or leave it out${isBehindComma ? withComma : ''}`;
  const says =
    text === ':'
      ? `names nothing; write the name of a symbol behind it, ${out}`
      : `has no key; write the name of an option before it, ${out}`;
  return syntaxError(place, `${quote(text)} ${says}`, leftBehind);
}

export function notAKey(place: Extent, text: string): Problem {
  return syntaxError(place, `${quote(text)} is no key; write a word or a string before \`=>\``);
}

/** `isItem`: a comma stands before the value. Otherwise the value continues another mistake. */
export function keyWithoutValue(place: Extent, text: string, isItem: boolean): Problem {
  return syntaxError(
    place,
    `${quote(text)} has no key; a hash holds pairs, as ${quote(`{ key => ${text.length > 20 ? '…' : text} }`)}`,
    isItem ? {} : { mayBeEcho: true },
  );
}

export function pairAsValue(place: Extent, text: string): Problem {
  return syntaxError(
    place,
    `${quote(text)} is a pair where a value is due; write a hash as ${quote(`{ ${text} }`)}`,
  );
}

/** `[id => 5]`. `mended` is the same text with its other mistakes mended. */
export function pairsInList(place: Extent, text: string, mended: string): Problem {
  const meant = `{ ${mended.slice(1).replace(/\]$/, '').trim()} }`;
  return misspelt(place, `${quote(text)} is no list, since pairs stand in it`, meant);
}

/** `get '/a', [to => 'a#b']` */
export function optionsInBrackets(place: Extent, inside: string): Problem {
  return misspelt(place, 'options stand without brackets', inside);
}

export function gluedLabel(place: Extent, label: string, word: string): Problem {
  const meant = `${label} ${word.startsWith(':') ? '' : ':'}${word}`;
  return misspelt(place, `${quote(label + word)} is neither an option nor a symbol`, meant);
}

export function redirectOutOfPlace(place: Extent): Problem {
  return syntaxError(place, '`redirect` is a value of `to`; write `to => redirect(…)`', {
    suggestion: 'to => redirect',
    ...inserting(place.start, 'to => ', 'Insert `to =>`'),
  });
}

/** `redirect`, and the names of other routers for it. */
export function isRedirect(word: string): boolean {
  return /^redirect(?:_to|To)?$/.test(word);
}

/** `redirect '/y'` and `redirect_to /y`. `behind` is the text after the word, perhaps with a `)`. `key` is a missing key before it. */
export function redirectWithoutParentheses(
  place: Extent,
  word: string,
  behind: string | undefined,
  key = '',
): Problem {
  const location = behind?.replace(/\)$/, '').trim() ?? "'/articles'";
  const meant = `${key}redirect(${location.startsWith('/') ? `'${location}'` : location})`;
  const whole = { start: place.start, end: place.end + (behind?.length ?? 0) };
  return syntaxError(
    location.startsWith('/') ? whole : place,
    `${quote(word)} has no parentheses; write the location in them, as ${quote(meant)}`,
    {
      ...mayLackOpener,
      ...(behind !== undefined && replacing(whole, meant)),
    },
  );
}

export function adverbWithBracket(place: Extent, adverb: string): Problem {
  return syntaxError(
    place,
    `an adverb takes its value in \`<…>\` or \`(…)\`; write ${quote(`${adverb}<…>`)}`,
  );
}

/** `get '/a' to 'a#b'`: an option without comma and `=>`. `isFirst`: no argument stands before it, so it needs no comma. */
export function optionWithoutComma(place: Extent, text: string, option: string, isFirst: boolean): Problem {
  return syntaxError(
    place,
    `${quote(text)} does not belong to the declaration before it; write ${quote(`${isFirst ? '' : ', '}${option} => …`)} for the option`,
    leftBehind,
  );
}

/** `get '/a', to to => 'a#b'`. `next` is the offset of the second word. */
export function repeatedWord(place: Extent, word: string, next: number): Problem {
  return syntaxError(
    place,
    `${quote(word)} stands twice; leave one of them out`,
    removing({ start: place.start, end: next }, quote(word)),
  );
}

/** `get get '/a'`, `match get '/a'`: two keywords for one declaration. */
export function secondKeyword(place: Extent, keyword: string, other: string): Problem {
  return syntaxError(
    place,
    `${quote(keyword)} and ${quote(other)} both begin a declaration; leave one of them out`,
    leftBehind,
  );
}

export function restOfLine(place: Extent, text: string, isCall: boolean, isBehindComma: boolean): Problem {
  if (/^(?:if|unless)\b/.test(text)) {
    return syntaxError(
      place,
      `${quote(text)} is code, and a routes file holds none; write a constraint, as \`constraints => &module#export\``,
    );
  }
  if (isCall) {
    return syntaxError(
      place,
      `${quote(text)} does not belong to the declaration before it; write \`;\` between two declarations on one line`,
      leftBehind,
    );
  }
  return nothingMeant(place, text, isBehindComma);
}

/** `member get 'preview'`, `mount blog at '/blog'` */
export function notAsInExample(place: Extent, text: string, keyword: string, example: string): Problem {
  return syntaxError(
    place,
    `${quote(text)} does not stand in this way behind ${quote(keyword)}; write it as in \`${example}\``,
    leftBehind,
  );
}

export function gluedToString(place: Extent, text: string, string: string): Problem {
  if (!/^[\p{L}\p{M}\p{Nd}_/'"]/u.test(text)) return nothingMeant(place, text);
  const isWord = string.startsWith("'") && /\p{L}'$/u.test(string) && /^\p{L}/u.test(text);
  return syntaxError(
    place,
    `${quote(text)} stands right behind ${quote(string)}; write the quote that is missing before one of them${isWord ? ", or `\\'` for an apostrophe" : ''}`,
    leftBehind,
  );
}

/** `root => 'a#b'`, `get: '/a'` */
export function arrowAfterKeyword(place: Extent, word: string, sign: string, example: string): Problem {
  return syntaxError(
    place,
    `${quote(sign)} does not belong behind the keyword ${quote(word)}; write it as in \`${example}\``,
    leftBehind,
  );
}

export function noDeclaration(place: Extent, text: string): Problem {
  const isYaml = /^(?:-\s|[\p{L}_][\p{L}\p{M}\p{Nd}_-]*:\s)/u.test(text);
  return syntaxError(
    place,
    isYaml
      ? `${quote(text)} is no declaration; write a keyword and its arguments, as \`get '/about', to => 'pages#about'\``
      : `${quote(text)} begins no declaration; a declaration begins with a word such as \`get\` or \`resources\``,
    { ...leftBehind, isForeignLine: true, ...(/^[([{]/.test(text) && { isBracketAlone: true }) },
  );
}

const withComma = ' with the comma before it';

export function nothingMeant(place: Extent, text: string, isBehindComma = false): Problem {
  if (text === '\u2026' || /^\.{2,}$/.test(text))
    return syntaxError(
      place,
      `${quote(text)} says nothing; write what it stands for, or leave it out${withComma}`,
      leftBehind,
    );
  return syntaxError(
    place,
    `${quote(text)} means nothing here; leave it out${isBehindComma ? withComma : ''}, or put quotes around what is one string`,
    { ...leftBehind, ...(/^>+$/.test(text) && { isStrayCloser: true }) },
  );
}

export function secondBlock(place: Extent): Problem {
  return problem(
    'unexpected-argument',
    place,
    'a declaration has at most one block; move these declarations into the first',
  );
}

export function blockNotLast(place: Extent): Problem {
  return syntaxError(place, 'the block of a declaration stands last; move what follows it before it');
}

export function adverbTakesOne(place: Extent, name: string): Problem {
  return syntaxError(
    place,
    `${quote(`${name}(…)`)} takes one value; write a list as ${quote(`${name}<a b>`)}`,
  );
}

// Limits

export const mostTokens = 2_000_000;

export function tooLong(place: Extent): Problem {
  return syntaxError(
    place,
    'a routes file has at most two million words and signs; write the rest in another one and `include` it',
  );
}

export function tooManyProblems(place: Extent): Problem {
  return syntaxError(place, 'the mistakes after this one are not shown; mend the ones before it first');
}
