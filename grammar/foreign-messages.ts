// Messages about what people bring from other routers and languages: program text, constants, request lines.

import * as messages from './messages.js';
import {
  leftBehind,
  misspelt,
  programText as code,
  quote,
  removing,
  replacing,
  shown,
  syntaxError,
  type Extent,
  type Problem,
} from './problem.js';
import { pathHere } from './scanners.js';

export function codeStatement(place: Extent, word: string): Problem {
  const instead =
    word === 'if' || word === 'unless' || word === 'case'
      ? 'write the declarations without it, or `constraints(&module#export, { … })` to decide by request'
      : 'write its declarations out, or a `concern` for what repeats';
  return code(place, word, instead);
}

const middleware =
  'write `through &module#export, { … }` for what runs around these routes; the middleware of the whole application stands in its stack';

/** `isOfModule`: the line imports a module, or names what it imports. */
export function codeLine(place: Extent, word: string, isOfModule: boolean): Problem {
  const instead =
    word === 'use' && !isOfModule
      ? middleware
      : /^(?:async|function|func|fn|public|private)$/.test(word)
        ? 'write functions in a module, and name them where they are used, as `&module#export`'
        : /^(?:require|load$|eval$|instance_eval$)/.test(word)
          ? "write `include 'admin.routes'` for another routes file, and `&module#export` where a module is used"
          : word === 'import' && !isOfModule
            ? "write `include 'admin.routes'` for another routes file"
            : 'name a module where it is used, as `&module#export`, and write every value out';
  return code(place, word, instead);
}

/** An assignment, `id = /\\d+/` or `ROOT ||= '/'`. Undefined otherwise, and for lists of routes: `urlpatterns = [path(…)]`. */
export function assignment(place: Extent, text: string): Problem | undefined {
  if (!/^[$@%]?[\p{L}_][\p{L}\p{M}\p{Nd}_]*\s*(?:\|\|)?=(?![=>~]|\s*\[\s*[^\s'":\]])/u.test(text))
    return undefined;
  return syntaxError(
    place,
    `${quote(text)} gives a value a name, and a routes file knows none; write the value itself wherever it is used`,
    { ...leftBehind, isForeignLine: true },
  );
}

/** `id => id_pattern`, after such a line. */
export function nameOfValue(place: Extent, name: string): Problem {
  return syntaxError(place, `${quote(name)} is a name for a value; write that value itself here`);
}

/** `get('/users', …)->name('users')` */
export function calledMethod(place: Extent, text: string): Problem {
  const [, method, name] =
    /^(?:\.|->)(\w+)\(\s*(?:['"]([\p{L}_][\p{L}\p{M}\p{Nd}_-]*)['"])?/u.exec(text) ?? [];
  const meant = method === 'name' && name !== undefined ? `as => '${name}'` : '…';
  const instead =
    meant === '…'
      ? 'write what it says as an option of the declaration'
      : `write ${quote(meant)} as an option of the declaration`;
  return code(place, text, instead);
}

/** `app.get('/users', …)`, `Route::get('/users', …)`, `app.use(…)` or other calls that make routes. */
export function codeChain(place: Extent, text: string): Problem {
  const [, name = '', , string, symbol] =
    /^[\w$]*(?:\.|::|->)(\w+)(?:\(|[ \t]+)\s*(?:(['"])([^'"\\]+)\2|:(\w+))?/.exec(text) ?? [];
  const method = name.toLowerCase();
  const path = shown(pathHere(string ?? symbol ?? '…'));
  const [, owner, action] =
    /\[\s*([\w\\]+?)(?:::class)?\s*,\s*['"](\w+)['"]\s*\]/.exec(text.slice(0, longestMeant)) ?? [];
  const target = owner === undefined ? '&module#export' : `'${controllerName(owner)}#${action}'`;
  if (method === 'use' && string === undefined) return code(place, text, middleware);
  // A Rails engine adds routes like this.
  if (/^[\w:.]{1,200}\.(?:append|prepend|add_routes)\s+(?:do|\{)/.test(text))
    return code(place, text, 'write `routes { … }` around its declarations');
  const meant = methods.find(([names]) => names.test(method))?.[1](path, method, target);
  const orAround =
    method === 'use'
      ? ' for an application, and `through &module#export, { … }` for what runs around routes'
      : '';
  if (meant) return code(place, text, `write \`${meant}\`${orAround}`);
  const isLoop = /^[[%@]|each|times|map/i.test(text);
  const orNot = isLoop ? '' : ', or leave it out where it makes none';
  return code(place, text, `write its declarations out, one by one${orNot}`);
}

/** For methods of other routers in lower case: what to write here for a path or name. */
const methods: readonly (readonly [RegExp, (path: string, method: string, target: string) => string])[] = [
  [/^(?:get|post|put|patch|delete|options)$/, (path, verb, target) => `${verb} '${path}', to => ${target}`],
  [/^(?:all|any|match|handle|handlefunc)$/, (path) => `match '${path}', to => …, via => *`],
  [/^apiresources?$/, (name) => `resources '${name}', except => <new edit>`],
  [/^resources?$/, (name) => `resources '${name}'`],
  [/^fallback$/, () => "match '*path', to => …, via => *"],
  [/^redirect$/, (path) => `get '${path}', to => redirect('…')`],
  [/^(?:prefix|group|route)$/, (path) => `scope '${path}', { … }`],
  [/^middleware$/, () => 'through &module#export, { … }'],
  [/^(?:use|mount)$/, (path) => `mount &module#app, at => '${path}'`],
];

/** A list of words in other brackets: `(index show)`. */
const wordsInParentheses =
  /^\([ \t]*((?:[\p{Ll}_][\p{L}\p{M}\p{Nd}_-]*[ \t]+)+[\p{Ll}_][\p{L}\p{M}\p{Nd}_-]*)[ \t]*\)$/u;
/** The same with commas: `{ 'index', 'show' }`. */
const wordsWithCommas =
  /^[({][ \t]*((?:[:'"]?[\p{Ll}_][\p{L}\p{M}\p{Nd}_-]*['"]?,[ \t]*)+[:'"]?[\p{Ll}_][\p{L}\p{M}\p{Nd}_-]*['"]?)[ \t]*[)}]$/u;
/** The same with bars between them: `get | post`. */
const wordsWithBars = /^(\p{Ll}[\w-]*(?:[ \t]*\|{1,2}[ \t]*\p{Ll}[\w-]*)+)$/u;

/** The limit of the patterns for values. On longer text their backtracking could take seconds. */
const longestMeant = 1_000;

/** `('a#b')`, `{ &module#export }`. */
const valueAlone = /^[({]\s*('[^'#(){}]+#[^'#(){}]+'|"[^"#(){}]+#[^"#(){}]+"|&[^\s(){}]+)\s*[)}]$/;
/** `('index')`, `(:index)`, `(<index show>)`, `([:index])`, `(/\d+/)`, `(302)`. In braces, `{ 'pong' }` is a Raku function. */
const valueInParentheses =
  /^\(\s*('[^'(){}]*'|"[^"(){}]*"|:[\p{L}_][\p{L}\p{M}\p{Nd}_-]*|<[^<>(){}]*>|\[[^[\](){}]*\]|\/[^/\s]+\/[isu]*|\d+)\s*\)$/u;

/** `isDue`: `=>` or a label stands before the value, so a block cannot be meant. */
export function codeValue(place: Extent, text: string, isDue: boolean): Problem {
  const isShort = text.length <= longestMeant;
  const meant = (isShort ? meantByValue(place, text) : undefined) ?? valueInCall(place, text);
  if (meant) return meant;
  const instead =
    !isDue && declarationsInFunction.test(text.slice(0, longestMeant))
      ? 'write declarations alone in a block, `{ … }` or `do … end`, and any other code in a module, named as `&module#export`'
      : `write it in a module and name it, as \`${text.startsWith('redirect') ? 'redirect(&module#export)' : '&module#export'}\``;
  return code(place, text, instead);
}

/** `{ 'format', 'json' }`, whose first word may be a key. `{ get 'x' }` is program text. */
const wordAndString =
  /^\{\s*(?=['"]|:?[\w-]+\s*,)[:'"]?([\p{L}_][\p{L}\p{M}\p{Nd}_-]*)['"]?[\s,]\s*(['"])([\p{L}_][\p{L}\p{M}\p{Nd}_-]*)\2\s*\}$/u;

function meantByValue(place: Extent, text: string): Problem | undefined {
  const hash = hashIn(text);
  if (hash !== undefined) return misspelt(place, `${quote(text)} is no hash`, hash);
  const [, key, , string] = wordAndString.exec(text) ?? [];
  if (key !== undefined && string !== undefined) {
    const list = `<${key} ${string}>`;
    const instead = `${quote(list)}, or ${quote(`{ ${key} => '${string}' }`)}`;
    const what = `${quote(text)} is neither a list nor a hash; write ${instead}`;
    const { fix } = replacing(place, list);
    return syntaxError(place, what, fix && { fix });
  }
  const [, words] =
    [wordsInParentheses, wordsWithCommas, wordsWithBars].map((list) => list.exec(text)).find(Boolean) ?? [];
  if (words !== undefined) {
    const meant = `<${words.replace(/[:'"]/g, '').replace(/[\s,|]+/g, ' ')}>`;
    const { fix } = replacing(place, meant);
    // If a hash or a regex must stand there, its reader knows better what was meant.
    const extra = /^\{|\|/.test(text) ? fix && { fix } : replacing(place, meant);
    return syntaxError(place, `${quote(text)} is no list; write ${quote(meant)}`, extra);
  }
  const [, callables] = /^\(\s*(&[^\s,(){}]+(?:\s*,\s*&[^\s,(){}]+)+)\s*\)$/.exec(text) ?? [];
  if (callables !== undefined) return misspelt(place, `${quote(text)} is no list`, `[${callables}]`);
  const [, alone] = [valueAlone, valueInParentheses].map((value) => value.exec(text)).find(Boolean) ?? [];
  if (alone !== undefined)
    return misspelt(
      place,
      `a value stands without ${text.startsWith('(') ? 'parentheses' : 'braces'}`,
      alone,
    );
  const [, inner] = /^\{\s*(\{[^{}]*(?:=>|:\s)[^{}]*\})\s*\}$/.exec(text) ?? [];
  if (inner !== undefined) return misspelt(place, 'a hash has one pair of braces', inner);
  if (/^\{\s*\/.*\/[a-z]*\s*\}$/.test(text))
    return syntaxError(
      place,
      `${quote(text)} has no key; a hash holds pairs, as ${quote('{ id => /\\d+/ }')}`,
    );
  return undefined;
}

/** `() => { get '/x', … }` and `function () { … }` around declarations. */
const declarationsInFunction =
  /^(?:(?:async\s+)?(?:function\s*)?\(\)|->|sub)\s*(?:=>)?\s*\{\s*[a-z]+[ (]+['":]/;

/** The hash meant by `(id => /x/)`. */
function hashIn(text: string): string | undefined {
  const [, pairs] = /^\(\s*([\p{L}_'"][^()]*?(?:=>|:\s)[^()]*?)\s*\)$/u.exec(text) ?? [];
  return pairs === undefined ? undefined : `{ ${pairs} }`;
}

/** A block with parameters (of declarations, as in `concern :c do |options| … end`, or of anything else), or with only a value. */
export function codeBlock(place: Extent, text: string): Problem {
  const [, parameters] =
    /^(?:do|\{)\s*(\|[^|]*\|)\s*[\p{L}_][\p{L}\p{M}\p{Nd}_.]*[\s(]+['":]/u.exec(text) ?? [];
  if (parameters !== undefined)
    return code(place, text, `leave ${quote(parameters)} out: a block of declarations has no parameters`);
  return code(place, text, 'write a function in a module and name it in its place, as `&module#export`');
}

/** `redirect_to('/a')`, with a status before or after the location. */
const redirectCall =
  /^(?:redirect_?[tT]o|(?:res|c|ctx|reply)\.redirect|[Rr]edirect::to)\(\s*(?:(3\d\d)\s*,\s*)?('[^'\\\n\r]{0,500}'|"[^"\\\n\r]{0,500}")\s*(?:,\s*(?::?status\s*(?:=>|:)\s*)?(3\d\d)\s*)?\)$/;

/** `RegExp('\\d+')`, `re.compile(r'\d+')` and `redirect_to('/a')`. For an argument, `key` is written before the value. */
function valueInCall(place: Extent, text: string, key = ''): Problem | undefined {
  const [, before, location, behind] = redirectCall.exec(text) ?? [];
  const status = before ?? behind ?? '302';
  if (location !== undefined) {
    const redirect = `${key}redirect(${location}, status => ${status})`;
    // Without a suggestion, since an option may have to stand before it.
    const { fix } = replacing(place, redirect);
    return code(place, text, `write ${quote(redirect)}`, fix && { fix });
  }
  const [, , inside] =
    /^(?:(?:new )?RegExp|Regexp\.new|re\.compile)\(r?(['"])([^'"\n\r]{1,500})\1\)$/.exec(text) ?? [];
  const regex = inside && `/${inside.replace(/\\\\/g, '\\').replace(/(?<!\\)\//g, '\\/')}/`;
  return regex ? code(place, text, `write ${quote(regex)}`, replacing(place, regex)) : undefined;
}

/** `*actions`, `**options`, `!production`. */
export function valueOfCode(place: Extent, text: string): Problem {
  return code(place, text, 'write out what it stands for');
}
export function foreignConstant(place: Extent, text: string): Problem {
  const value = valueInCall(place, text);
  if (value) return value;
  const instead = /(?:^|::|\.)\p{Lu}[\p{Lu}\p{Nd}_]+$/u.test(text)
    ? 'write the value that it stands for'
    : /^Regexp\b/.test(text)
      ? 'write the regex that it makes, as `/a|b/`'
      : 'write the export of a module as `&module#export`, or a string in quotes';
  return code(place, text, instead);
}

/** The same where no string can stand: `mount Sidekiq::Web => '/sidekiq'`. */
export function codeAsCallable(place: Extent, text: string): Problem {
  return { ...code(place, text, `write ${callableFor(text)}`), knowsMore: true };
}

/** What to write for an app, layer or test named as in another language: `Sidekiq::Web`, `auth.staff`. */
export function callableFor(text: string): string {
  const [module = ''] = controllerName(text).split('/');
  return /^[\p{L}_][\p{L}\p{M}\p{Nd}_:.]*$/u.test(text)
    ? `${quote(`&${module}`)} for a module, or \`&module#export\` for an export of one`
    : 'an export of a module, as `&module#export`';
}

/** `only(:index)` and `to ('a#b'`: an option written as a function call. */
export function calledOption(place: Extent, text: string, option: string): Problem {
  const value = text.slice(text.indexOf('(')).replace(/[^)]$/, '$&)');
  const { suggestion } = codeValue(place, value, true);
  const meant = `${option} => ${suggestion ?? '…'}`;
  return syntaxError(place, `${quote(text)} gives no value to ${quote(option)}; write ${quote(meant)}`, {
    ...leftBehind,
    knowsMore: true,
    mergesOnLine: 'call',
    ...(suggestion !== undefined && replacing(place, meant)),
  });
}

/** `get '/a', handlers().show`. The target is an option here, and so is a layer: `get '/a', auth.check, to => 'a#b'`. */
export function codeAsTarget(place: Extent, text: string, isLayer: boolean): Problem {
  if (text.startsWith('*')) return valueOfCode(place, text);
  const redirect = isLayer ? undefined : valueInCall(place, text, 'to => ');
  if (redirect) return { ...redirect, knowsMore: true };
  const instead = isLayer
    ? 'write `through => &module#export` for what runs around the route'
    : 'write what answers as an option, `to => &module#export` for the export of a module';
  return { ...code(place, text, instead), knowsMore: true };
}

/** `resources 'photos', PhotosController`, and `scope '/', Shop`. `option` is what to write, or empty if nothing is needed. */
export function codeAsOption(place: Extent, text: string, option: string): Problem {
  const instead =
    option === ''
      ? 'leave it out, since a resource has the controller of its name'
      : `write ${quote(option)}`;
  return { ...code(place, text, instead, option === '' ? {} : replacing(place, option)), knowsMore: true };
}

/** The controller of a class: `Admin::UserPostsController` is `admin/user_posts`. */
export function controllerName(constant: string): string {
  return constant
    .replace(/(?<=.)Controller$/, '')
    .replace(/::|\\+|\./g, '/')
    .replace(/(?<=[\p{Ll}\p{M}\p{Nd}])(?=\p{Lu})/gu, '_')
    .toLowerCase();
}

/** `[UsersController, 'show']`. `isValue`: `to =>` stands before it. */
export function controllerAction(place: Extent, text: string, target: string, isValue: boolean): Problem {
  const meant = `${isValue ? '' : 'to => '}'${target}'`;
  return code(place, text, `write ${quote(meant)}`, replacing(place, meant));
}

/** `GET /users users#index`: a line of a route table, reported as one mistake. */
export function routeLine(place: Extent, text: string, verb: string, path: string, target: string): Problem {
  const meant = `${verb.toLowerCase()} '${path}', to => '${target}'`;
  return misspelt(place, `${quote(text)} is a line of a table of routes`, meant, { knowsMore: true });
}

/** `GET /users`, which ends at `end`. It is one mistake with the path without quotes. */
export function requestLine(place: Extent, end: number, verb: string, path: string): Problem {
  const meant = verb.toLowerCase();
  return syntaxError(
    { start: place.start, end },
    `${quote(`${verb} ${path}`)} is a line of a request; write ${quote(`${meant} '${path}'`)}`,
    { ...replacing(place, meant), mergesOnLine: 'quotes' },
  );
}

/** The ASCII sign meant by a full-width one, such as `，` or `＆`. */
export function narrowSign(sign: string): string | undefined {
  if (sign === '、') return ',';
  return sign >= '\uff01' && sign <= '\uff5e' ? sign.normalize('NFKC') : undefined;
}

/** A full-width sign, or an invisible character, at the beginning of a text without meaning. */
export function foreignSign(start: number, text: string): Problem | undefined {
  const [hidden] = /^[\p{Cc}\p{Cf}]+/u.exec(text) ?? [];
  const sign = hidden ?? text.charAt(0);
  const meant = hidden === undefined ? narrowSign(sign) : '';
  if (meant === undefined) return undefined;
  const place = { start, end: start + sign.length };
  if (hidden === undefined)
    return misspelt(place, `${quote(sign)} is not the sign ${quote(meant)} of a routes file`, meant);
  return syntaxError(place, `${quote(sign)} is a character that cannot be seen; leave it out`, {
    ...removing(place, quote(sign)),
    mergesOnLine: 'hidden',
  });
}

/** `get '/x', (to => 'a#b')` */
export function ownParentheses(place: Extent, text: string): Problem | undefined {
  if (text.length > longestMeant) return undefined;
  const [, inside] = /^\(\s*([^()]*(?:=>|:\s)[^()]*?)\s*\)$/.exec(text) ?? [];
  if (inside === undefined) return undefined;
  return misspelt(place, 'options stand without parentheses', inside, leftBehind);
}

/** `as: :"a b"` */
export function quotedSymbol(place: Extent, text: string): Problem {
  return syntaxError(place, `no colon stands before a string; write ${quote(text)}`, {
    ...removing(place, 'the colon'),
    mergesOnLine: 'symbol',
  });
}

/** A `\\` at the end of a line. */
export function joinedLines(place: Extent): Problem {
  return syntaxError(place, '`\\` joins no lines, since a declaration goes on behind a comma; leave it out', {
    ...removing(place, '`\\`'),
    mergesOnLine: 'comma',
  });
}

/** `resources 'photos' then`, `resources 'photos' begin`, `resources 'photos' do:`: block openers of other languages. */
export function foreignOpener(place: Extent, text: string): Problem | undefined {
  if (!/^(?:then|begin|do:)$/.test(text)) return undefined;
  return misspelt(place, `${quote(text)} opens no block`, 'do', leftBehind);
}

/** `&handlers#x()`. */
export function calledCallable(place: Extent, text: string, callable: string): Problem {
  return syntaxError(
    place,
    `a routes file names an export and does not call it; write ${quote(callable)} without ${quote(text)}`,
    {
      ...leftBehind,
      ...removing(place, quote(text)),
    },
  );
}

/** `+ get '/a'` and `1. get '/a'`: the mark of a list, a diff or a terminal before a line. */
export function markBefore(place: Extent, mark: string): Problem {
  return syntaxError(place, `${quote(mark)} stands before a declaration; leave it out`, {
    ...leftBehind,
    ...removing(place, quote(mark)),
  });
}

/** `export default routes {`. `next` is the offset of `routes`. */
export function exported(place: Extent, next: number, text: string): Problem {
  return syntaxError(
    place,
    `${quote(text)} is JavaScript, and a routes file exports nothing; leave it out`,
    removing({ start: place.start, end: next }, quote(text)),
  );
}

/** A word that continues like program text. */
export function foreignWord(place: Extent, text: string): Problem {
  const seen = text.replace(/\p{Cf}/gu, '');
  if (seen !== text) return misspelt(place, `${quote(text)} has a character in it that cannot be seen`, seen);
  const dashed = text.replace(/[\u2010-\u2015\u2212]/g, '-');
  if (dashed !== text) return misspelt(place, `the dash in ${quote(text)} is not the sign \`-\``, dashed);
  return /[.:?!([]/.test(text) ? foreignConstant(place, text) : messages.nothingMeant(place, text);
}
