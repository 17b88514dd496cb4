// Generates the pages of `docs/diagnostics` and the schema of the configuration from the registry of codes. A page has
// the summary of the code, the reason, a bad and a good example, and the options.

import { codes, type KnownCode } from './codes.js';
import { configurationSchema } from './configuration.js';
import { codePages } from './error-pages.js';
import { rules } from './registry.js';

/** The page of a code as Markdown. Throws if the code is unknown. */
export function pageText(code: string): string {
  const known = codes.get(code);
  const rule = rules.get(code);
  const page = rule ?? codePages.get(code);
  if (!known || !page) throw new Error(`there is no page of '${code}', which is a bug in waypost`);
  const { summary: told, severity, kind } = known;
  const options = Object.entries(rule?.options ?? {});
  const isBoth = kind === 'error' && rule !== undefined && rule.severity !== 'error';
  const nature = isBoth
    ? `Rule of the linter, ${rule.severity}; and an error, with which a routes file does not load: ${lowered(told)}`
    : kind === 'error'
      ? 'Error: a routes file that has it does not load'
      : `${kind === 'rule' ? 'Rule of the linter' : 'Reported by the linter'}, ${severity === 'off' ? 'off by default' : severity}`;
  const summary = isBoth ? rule.summary : told;
  const lines = [`# ${code}`, '', `${summary}.`, '', `*${nature}.*`, '', page.reason, ''];
  for (const [file, text] of Object.entries(page.files ?? {})) {
    lines.push(`With \`${file}\`:`, '', fenced(languageOf(file), shortened(text)), '');
  }
  lines.push(
    '## Bad',
    '',
    fenced('routes', shortened(page.bad)),
    '',
    '## Good',
    '',
    fenced('routes', page.good),
    '',
  );
  if (options.length > 0) {
    lines.push('## Options', '', '| option | default | meaning |', '|---|---|---|');
    for (const [name, { default: value, doc, words }] of options) {
      lines.push(
        `| \`${name}\` | \`${JSON.stringify(value)}\` | ${doc}${words ? ` (${words.map((word) => `\`${word}\``).join(', ')})` : ''} |`,
      );
    }
    lines.push('');
  }
  if (kind === 'rule' || isBoth)
    lines.push(
      '## Silence',
      '',
      `\`# waypost-ignore ${code}: reason\` at the end of the line or on the line before; \`rules: { '${code}': 'off' }\` in the configuration.`,
      '',
    );
  return lines.join('\n');
}

/** The table of all codes. */
function indexText(): string {
  const row = ({ code, severity, summary }: KnownCode): string =>
    `| [\`${code}\`](${code}.md) | ${severity} | ${summary} |`;
  const table = (kind: string): string[] => [
    '| code | severity | |',
    '|---|---|---|',
    ...[...codes.values()].filter((each) => each.kind === kind).map(row),
    '',
  ];
  return [
    '# Diagnostics',
    '',
    'Every code that `lint-routes`, the language server and the loader may report. `waypost lint --explain CODE` prints a page.',
    '',
    '## Rules of the linter',
    '',
    ...table('rule'),
    '## Comments of the linter',
    '',
    ...table('comment'),
    '## Errors of the language',
    '',
    ...table('error'),
  ].join('\n');
}

/** The generated files, with their paths in the repository. */
export const generated: readonly { readonly file: string; text(): string }[] = [
  { file: 'docs/diagnostics/README.md', text: indexText },
  {
    file: 'docs/waypost.config.schema.json',
    text: () => `${JSON.stringify(configurationSchema(rules), undefined, 2)}\n`,
  },
  ...[...codes.keys()].map((code) => ({ file: `docs/diagnostics/${code}.md`, text: () => pageText(code) })),
];

function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;
}

const languageOf = (file: string): string => (file.endsWith('.routes') ? 'routes' : 'ts');

/** Shortens examples with hundreds of lines to their beginning and end. */
function shortened(text: string): string {
  const lines = text.split('\n');
  return lines.length <= 24 ? text : [...lines.slice(0, 4), '  # … and so on', ...lines.slice(-3)].join('\n');
}

const lowered = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1);
