// Messages about regexes: notations that JavaScript does not know or understands differently.

import {
  inserting,
  problem,
  programText,
  quote,
  replacing,
  type Extent,
  type Extra,
  type Problem,
} from './problem.js';

function regexError(place: Extent, message: string, extra?: Extra): Problem {
  return problem('invalid-regex', place, message, extra);
}

export function invalidRegex(place: Extent, reason: string): Problem {
  return regexError(place, `the regex does not compile: ${reason}; write one that JavaScript knows`);
}

/** `places` are the ranges of all slashes inside the regex, which may be a path. */
export function slashInRegex(places: readonly [Extent, ...Extent[]], pattern: string): Problem {
  const orPath = /^[\w:/-]+$/.test(pattern) ? ', or quotes around a path' : '';
  return regexError(places[0], `a \`/\` ends the regex; write \`\\/\` for one that it is to match${orPath}`, {
    fix: {
      title: 'Write `\\/`',
      edits: places.map(({ start, end }) => ({ start, end, text: '\\/' })),
    },
  });
}

export function regexFlag(place: Extent, flag: string, meant: string): Problem {
  return regexError(place, `a regex has the flags \`i\`, \`s\` and \`u\`, not ${quote(flag)}; leave it out`, {
    suggestion: meant,
    fix: { title: `Remove ${quote(flag)}`, edits: [{ start: place.start, end: place.end, text: meant }] },
  });
}

export function repeatedRegexFlag(place: Extent, flag: string): Problem {
  return regexError(place, `the flag ${quote(flag)} is given twice; leave one out`, replacing(place, ''));
}

export function regexInterpolation(place: Extent, text: string): Problem {
  return programText(
    place,
    text,
    'write out what the regex is to match, or `\\#{` for the characters themselves',
  );
}

/** `\p{L}` without the flag `u`. `flags` is the offset after the flags. */
export function regexNeedsUnicode(place: Extent, text: string, flags: number): Problem {
  return regexError(
    place,
    `${quote(text)} means a class of characters only with the flag \`u\`; write it after the regex, as \`/…/u\``,
    inserting(flags, 'u', 'Add the flag `u`'),
  );
}

export function foreignRegex(place: Extent, text: string, meant: string): Problem {
  return regexError(place, `${quote(text)} is not known to JavaScript's regexes; write ${meant}`);
}
