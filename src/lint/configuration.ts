// Reads and checks the linter's configuration, and makes its JSON schema.
//
//   { rules: { 'deep-nesting': ['warning', { max: 2, reason: 'our API is deep' }], 'unsafe-regex': 'error' } }
//
// The value comes from outside (a module, JSON, an editor's settings) and can be anything. The valid parts are used, and
// a problem is returned for each of the others. Reading never throws.

import { errorCodes } from '../language/diagnostics.js';
import { didYouMean, nearest } from '../language/nearest.js';
import type { OptionValue, Rule, RuleSeverity } from './rule.js';

/** The setting of one rule. */
export interface RuleSetting {
  /** The severity of its findings; `off` means that the rule does not run. */
  readonly severity: RuleSeverity;
  /** The rule's options by name. Each value has the type that the rule asks for. */
  readonly options: ReadonlyMap<string, OptionValue>;
  /** Why it is set like this. */
  readonly reason: string | undefined;
}

/** The checked content of `waypost.config` (docs/linter.md, "Configuration"). */
export interface Configuration {
  /** The settings by rule code. A rule without one keeps its own severity and options. */
  readonly rules: ReadonlyMap<string, RuleSetting>;
  /** The routes files, as paths or globs relative to the configuration file. */
  readonly files: readonly string[] | undefined;
  /** The folder of the controllers. If it is not given, waypost looks beside the routes file. */
  readonly controllers: string | undefined;
  /** Irregular words: plural → singular. */
  readonly inflections: Readonly<Record<string, string>> | undefined;
  /** The engine for regexes that are not proved to be safe: see `ParseOptions.regex`. */
  readonly regex: 'native' | undefined;
}

/** A configuration and its problems. */
export interface ReadConfiguration {
  /** The valid parts. */
  readonly configuration: Configuration;
  /** One sentence for each problem; it begins with the place, such as `rules.any-verb`. */
  readonly problems: readonly string[];
}

const severities = ['off', 'info', 'warning', 'error'] as const;
const severityWords: ReadonlyMap<unknown, RuleSeverity> = new Map<unknown, RuleSeverity>([
  ...severities.map((severity) => [severity, severity] as const),
  ['warn', 'warning'],
  [0, 'off'],
  [1, 'warning'],
  [2, 'error'],
]);

export const emptyConfiguration: Configuration = {
  rules: new Map(),
  files: undefined,
  controllers: undefined,
  inflections: undefined,
  regex: undefined,
};

/** Reads a configuration (docs/linter.md, "Configuration") from any value. Never throws; problems are returned beside the result. */
export function readConfiguration(value: unknown, rules: ReadonlyMap<string, Rule>): ReadConfiguration {
  if (value === undefined || value === null) return { configuration: emptyConfiguration, problems: [] };
  const problems: string[] = [];
  const entries = recordEntries(value);
  if (!entries)
    return {
      configuration: emptyConfiguration,
      problems: [`the configuration is ${kindOf(value)}: it has to be an object`],
    };
  let configuration = emptyConfiguration;
  for (const [key, given] of entries) {
    if (given === undefined || key === '$schema') continue;
    const read =
      readers.get(key)?.(given, problems, rules) ??
      `${key}: there is no such key${didYouMean(nearest(key, readers.keys())) || ` (${[...readers.keys()].join(', ')})`}`;
    if (typeof read === 'string') problems.push(read);
    else configuration = { ...configuration, ...read };
  }
  return { configuration, problems };
}

type Reader = (
  given: unknown,
  problems: string[],
  rules: ReadonlyMap<string, Rule>,
) => Partial<Configuration> | string;

/** The reader of each key returns the parts that it sets, or its problem as a text. `rules` can add several problems to the list. */
const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>(
  Object.entries<Reader>({
    rules: (given, problems, rules) => ({ rules: readRules(given, rules, problems) }),
    files(given) {
      const files = typeof given === 'string' ? [given] : given;
      return isStrings(files) ? { files } : `files: this is ${kindOf(given)}; write a list of paths`;
    },
    controllers: (given) =>
      typeof given === 'string'
        ? { controllers: given }
        : `controllers: this is ${kindOf(given)}; write the path of a folder`,
    inflections(given) {
      const words = recordEntries(given);
      if (words?.every((entry): entry is [string, string] => typeof entry[1] === 'string'))
        return { inflections: Object.fromEntries(words) };
      const [plural, wrong] = words?.find(([, singular]) => typeof singular !== 'string') ?? [];
      return plural === undefined
        ? `inflections: this is ${kindOf(given)}; write an object of plurals and their singulars`
        : `inflections.${plural}: this is ${kindOf(wrong)}; write the singular in quotes`;
    },
    regex(given) {
      if (given === 'native') return { regex: given };
      const problem = `regex: this is ${JSON.stringify(given) ?? 'nothing'}; write "linear" or "native"`;
      return given === 'linear' ? {} : problem;
    },
  }),
);

function readRules(
  given: unknown,
  rules: ReadonlyMap<string, Rule>,
  problems: string[],
): ReadonlyMap<string, RuleSetting> {
  const settings = new Map<string, RuleSetting>();
  const entries = recordEntries(given);
  if (!entries)
    problems.push(`rules: this is ${kindOf(given)}; write an object of rule codes and severities`);
  for (const [code, written] of entries ?? []) {
    const rule = rules.get(code);
    if (!rule) {
      problems.push(`rules.${code}: there is no such rule${insteadOfRule(code, rules)}`);
      continue;
    }
    const setting = readSetting(rule, written, problems);
    if (setting) settings.set(code, setting);
  }
  return settings;
}

/** `'warning'`, `['warning', { max: 2 }]` or `{ severity: 'warning', reason: '…', max: 2 }`. */
function readSetting(rule: Rule, written: unknown, problems: string[]): RuleSetting | undefined {
  const where = `rules.${rule.code}`;
  const parts: readonly unknown[] = Array.isArray(written) ? written : [written];
  const [level, rest, ...others] = parts;
  const ownFields = recordEntries(written);
  const fields = recordEntries(rest) ?? ownFields ?? [];
  if (rest !== undefined && recordEntries(rest) === undefined)
    problems.push(`${where}: the options are ${kindOf(rest)}; write an object`);
  if (others.length > 0)
    problems.push(`${where}: this is a list of ${parts.length}; write a severity and options`);
  const levels = ownFields ? [] : [level];
  let reason: string | undefined;
  const options = new Map<string, OptionValue>();
  for (const [key, value] of fields) {
    if (key === 'severity') levels.push(value);
    else if (key === 'reason') {
      if (typeof value === 'string') reason = value;
      else problems.push(`${where}.reason: this is ${kindOf(value)}; write a sentence`);
    } else readOption(rule, key, value, options, problems);
  }
  const unknown = levels.findIndex((each) => !severityWords.has(each));
  if (unknown >= 0) {
    problems.push(
      `${where}: ${JSON.stringify(levels[unknown]) ?? 'this'} is no severity; write one of ${severities.join(', ')}`,
    );
    return undefined;
  }
  return { severity: severityWords.get(levels.at(-1)) ?? rule.severity, options, reason };
}

function readOption(
  rule: Rule,
  key: string,
  value: unknown,
  options: Map<string, OptionValue>,
  problems: string[],
): void {
  const where = `rules.${rule.code}.${key}`;
  const option = rule.options && Object.hasOwn(rule.options, key) ? rule.options[key] : undefined;
  if (!option) {
    const known = Object.keys(rule.options ?? {});
    const help =
      known.length === 0 ? '; it has none' : didYouMean(nearest(key, known)) || ` (${known.join(', ')})`;
    problems.push(`${where}: the rule has no such option${help}`);
  } else if (!isLike(value, option.default)) {
    const wanted = Array.isArray(option.default) ? 'a list of strings' : `a ${typeof option.default}`;
    problems.push(`${where}: this is ${kindOf(value)}; write ${wanted}`);
  } else if (option.words?.every((word) => word !== value)) {
    problems.push(`${where}: '${String(value)}' is none of ${option.words.join(', ')}`);
  } else options.set(key, value);
}

/** The rest of the message if a code is not a rule: the code is an error, or a suggestion. */
function insteadOfRule(code: string, rules: ReadonlyMap<string, Rule>): string {
  return Object.hasOwn(errorCodes, code)
    ? '; it is an error, which cannot be set, since a file that has one does not load'
    : didYouMean(nearest(code, rules.keys()));
}

/** Whether a value has the type of an option's default. */
function isLike(value: unknown, usual: OptionValue): value is OptionValue {
  return Array.isArray(usual) ? isStrings(value) : typeof value === typeof usual;
}

/** Reads `code:severity` from a command line. Returns a sentence if it is not valid. */
export function readRuleArgument(
  argument: string,
  rules: ReadonlyMap<string, Rule>,
): { readonly code: string; readonly setting: RuleSetting } | string {
  const [code = '', level = 'warning'] = argument.split(/[:=]/);
  const rule = rules.get(code);
  if (!rule) return `there is no rule '${code}'${insteadOfRule(code, rules)}`;
  const severity = severityWords.get(level);
  if (severity === undefined) return `'${level}' is no severity; write one of ${severities.join(', ')}`;
  return { code, setting: { severity, options: new Map(), reason: undefined } };
}

/** The JSON schema of a configuration, for completion in editors. */
export function configurationSchema(rules: ReadonlyMap<string, Rule>): object {
  const level = { enum: [...severityWords.keys()] };
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Configuration of waypost',
    type: ['object', 'null'],
    additionalProperties: false,
    properties: {
      $schema: {},
      files: {
        description: 'The routes files, as paths or globs',
        type: ['array', 'string'],
        items: { type: 'string' },
      },
      controllers: { description: 'The folder of the controllers', type: 'string' },
      inflections: {
        description: 'Plurals and their singulars',
        type: 'object',
        additionalProperties: { type: 'string' },
      },
      regex: {
        description:
          'What matches a regex that is not proved to be safe: an engine of linear time, or JavaScript’s own',
        enum: ['linear', 'native'],
        default: 'linear',
      },
      rules: {
        type: 'object',
        additionalProperties: false,
        properties: Object.fromEntries(
          [...rules.values()].map((rule) => {
            const options = {
              type: 'object',
              additionalProperties: false,
              properties: {
                severity: level,
                reason: { description: 'Why it is set so', type: 'string' },
                ...Object.fromEntries(
                  Object.entries(rule.options ?? {}).map(([name, option]) => [name, optionSchema(option)]),
                ),
              },
            };
            return [
              rule.code,
              {
                description: rule.summary,
                default: rule.severity,
                anyOf: [level, options, { type: 'array', minItems: 1, maxItems: 2, items: [level, options] }],
              },
            ];
          }),
        ),
      },
    },
  };
}

function optionSchema({ default: value, doc, words }: NonNullable<Rule['options']>[string]): object {
  const kind = Array.isArray(value)
    ? { type: 'array', items: { type: 'string' } }
    : words
      ? { enum: words }
      : { type: typeof value };
  return { description: doc, default: value, ...kind };
}

/** Whether a value is an object that is neither null nor an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const recordEntries = (value: unknown): [string, unknown][] | undefined =>
  isRecord(value) ? Object.entries(value) : undefined;

const isStrings = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

/** A value's type in words for messages, such as `a list`. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (value === undefined) return 'missing';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
