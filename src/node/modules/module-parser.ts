// Parses the text of a module, whatever the text is. The parser is native code: a text with brackets nested thousands deep crashes the
// process. So only a text that is too short and flat for that is parsed here. Any other is parsed in a process of its own, which may crash
// or be stopped.

import { spawnSync } from 'node:child_process';
import type * as Ast from '@oxc-project/types';
import { optionalPackage } from '../files/optional-package.js';

export interface ParsedModule {
  readonly program: Ast.Program;
  readonly comments: readonly {
    readonly type: string;
    readonly value: string;
    readonly start: number;
    readonly end: number;
  }[];
}

/** Why there is no tree, as the rest of a sentence that begins with the file's name. */
interface Unparsed {
  readonly unread: string;
}

export type ModuleParser = (file: string, text: string) => ParsedModule | Unparsed;

type ParseSync = typeof import('oxc-parser').parseSync;

/** The length of the largest module that is parsed, in characters. */
export const largestModule = 1024 * 1024;
/** Texts up to these sizes are parsed in this process. The parser survived more than twice of each in every kind of nesting. */
const flat = { characters: 8_192, brackets: 1_000 };
/** How many milliseconds the other process may take for a module. */
const patience = 3_000;

/** The program of the other process. Its arguments: the parser's URL, a file name whose extension tells the language, the source type. */
const program = `
import { readFileSync, writeSync } from 'node:fs';
const [address, name, sourceType] = process.argv.slice(1);
const { parseSync } = await import(address);
const { program, comments, errors } = parseSync(name, readFileSync(0, 'utf8'), { sourceType });
const answer = Buffer.from(JSON.stringify({ program, comments, errors }, (_, value) => typeof value === 'bigint' ? String(value) : value));
for (let at = 0; at < answer.length;) at += writeSync(1, answer, at);
`;

/** Loads the parser. Rejects with a `RoutesFileError` if the package is missing. */
export async function loadModuleParser(): Promise<ModuleParser> {
  const { parseSync } = await optionalPackage('oxc-parser', import('oxc-parser'));
  return (file, text) => {
    const sourceType = /\.c[jt]s$/.test(file) ? 'script' : 'module';
    if (isFlat(text)) return parsedHere(parseSync, file, text, sourceType);
    if (text.length > largestModule) return { unread: 'is larger than a megabyte' };
    return parsedApart(file, text, sourceType);
  };
}

function isFlat(text: string): boolean {
  if (text.length > flat.characters) return false;
  let brackets = 0;
  for (const char of text) if ('([{<'.includes(char)) brackets++;
  return brackets <= flat.brackets;
}

function parsedHere(
  parseSync: ParseSync,
  file: string,
  text: string,
  sourceType: 'script' | 'module',
): ParsedModule | Unparsed {
  try {
    return readOf(parseSync(file, text, { sourceType }), text);
  } catch (error) {
    if (error instanceof RangeError) return { unread: tooDeep };
    throw error;
  }
}

function parsedApart(file: string, text: string, sourceType: string): ParsedModule | Unparsed {
  const address = import.meta.resolve('oxc-parser');
  const { status, stdout, error } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', program, address, file, sourceType],
    {
      input: text,
      encoding: 'utf8',
      timeout: patience,
      killSignal: 'SIGKILL',
      maxBuffer: 256 * 1024 * 1024,
      stdio: ['pipe', 'pipe', 'ignore'],
      env: { ...process.env, NODE_OPTIONS: '' },
    },
  );
  if (error && 'code' in error && error.code === 'ETIMEDOUT')
    return { unread: `took longer than ${patience / 1000} seconds to read` };
  if (status !== 0) return { unread: tooDeep };
  try {
    return readOf(JSON.parse(stdout) as ParsedText, text);
  } catch {
    return { unread: tooDeep };
  }
}

/** The parser's result. If it gave up, the program is empty and `errors` tells why. */
interface ParsedText extends ParsedModule {
  readonly errors: readonly { readonly labels: readonly { readonly start: number }[] }[];
}

/** The tree, or the syntax error if the parser gave up: nothing is known of such a module's exports. */
function readOf({ program, comments, errors }: ParsedText, text: string): ParsedModule | Unparsed {
  const [mistake] = errors;
  if (mistake === undefined || program.body.length > 0) return { program, comments };
  const line = text.slice(0, mistake.labels[0]?.start ?? 0).split('\n').length;
  return { unread: `has a syntax error on line ${line}` };
}

const tooDeep = 'nests too deep to be read';
