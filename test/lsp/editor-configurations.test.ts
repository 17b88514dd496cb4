// The configurations in docs/editors.md, as far as they can be held to something without the editor: TOML and JSON can be
// read and have no key that the editor's documentation does not name; what the VS Code extension contributes is there.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, type TomlTable } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { analyze } from '../../src/analysis/analyze.js';
import { formatRoutes } from '../../src/format/format.js';
import { readSettings, switches } from '../../lsp/settings.js';

const page = readFileSync('docs/editors.md', 'utf8');

/** The code blocks of a language below a heading. */
function blocks(heading: string, language: string): string[] {
  const section = page.slice(page.indexOf(`\n## ${heading}\n`) + 1);
  const end = section.indexOf('\n## ', 1);
  return [
    ...section
      .slice(0, end < 0 ? undefined : end)
      .matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs')),
  ].map((found) => found[1]!);
}

function unknown(table: TomlTable, known: readonly string[]): string[] {
  return Object.keys(table).filter((key) => !known.includes(key));
}

const table = (value: unknown): TomlTable => value as TomlTable;

describe('Helix', () => {
  const configuration = parse(blocks('Helix', 'toml')[0]!);
  const [language] = configuration['language'] as unknown as TomlTable[];
  const server = table(table(configuration['language-server'])['waypost']);
  // https://docs.helix-editor.com/languages.html
  const ofLanguage = [
    'name',
    'language-id',
    'scope',
    'injection-regex',
    'file-types',
    'shebangs',
    'roots',
    'auto-format',
    'diagnostic-severity',
    'comment-tokens',
    'block-comment-tokens',
    'indent',
    'language-servers',
    'grammar',
    'formatter',
    'soft-wrap',
    'text-width',
    'rulers',
    'path-completion',
    'workspace-lsp-roots',
    'persistent-diagnostic-sources',
  ];

  it('is given keys that it knows', () => {
    expect(unknown(configuration, ['language', 'language-server'])).toEqual([]);
    expect(unknown(language!, ofLanguage)).toEqual([]);
    expect(
      unknown(server, ['command', 'args', 'config', 'timeout', 'environment', 'required-root-patterns']),
    ).toEqual([]);
    expect(unknown(table(language!['indent']), ['tab-width', 'unit'])).toEqual([]);
  });

  it('is given a server of the name that the language asks for', () => {
    expect(language!['language-servers']).toEqual(['waypost']);
    expect([server['command'], server['args']]).toEqual(['npx', ['waypost', 'lsp']]);
    expect(language!['file-types']).toEqual(['routes', { glob: 'routes' }]);
  });
});

describe('Zed', () => {
  const [extension, language, crate] = blocks('Zed', 'toml').map((text) => parse(text));

  it('is given keys that it knows', () => {
    // https://zed.dev/docs/extensions/developing-extensions and /languages
    expect(
      unknown(extension!, [
        'id',
        'name',
        'version',
        'schema_version',
        'authors',
        'description',
        'repository',
        'grammars',
        'language_servers',
      ]),
    ).toEqual([]);
    expect(
      unknown(language!, [
        'name',
        'grammar',
        'path_suffixes',
        'line_comments',
        'tab_size',
        'hard_tabs',
        'first_line_pattern',
        'debuggers',
      ]),
    ).toEqual([]);
    expect(
      unknown(table(table(extension!['language_servers'])['waypost']), [
        'name',
        'languages',
        'language',
        'language_ids',
      ]),
    ).toEqual([]);
  });

  it('is given a language whose name, grammar and server fit', () => {
    expect(table(table(extension!['language_servers'])['waypost'])['languages']).toEqual([language!['name']]);
    expect(Object.keys(table(extension!['grammars']))).toEqual([language!['grammar']]);
    expect(table(crate!['package'])['name']).toBe(extension!['id']);
    expect(table(crate!['lib'])['crate-type']).toEqual(['cdylib']);
  });
});

describe('the settings of any client', () => {
  it('are those that the server reads', () => {
    const [example] = blocks('What the server answers', 'json').map(
      (text) => JSON.parse(text) as { waypost: unknown },
    );
    expect(readSettings(example!.waypost).problems).toEqual([]);
  });

  it('are all in the schema of the VS Code extension, and on unless somebody says otherwise', () => {
    const manifest = JSON.parse(readFileSync('lsp/vscode/package.json', 'utf8')) as Manifest;
    const { properties } = manifest.contributes.configuration;
    for (const name of switches)
      expect(properties[`waypost.${name}.enabled`], name).toMatchObject({ type: 'boolean', default: true });
    for (const [key, { description, markdownDescription }] of Object.entries(properties))
      expect(description ?? markdownDescription, key).toMatch(/\.$/);
    const known = Object.fromEntries(
      Object.keys(properties).map((key) => [key.split('.')[1]!, { enabled: true }]),
    );
    expect(readSettings(known).problems).toEqual([]);
  });
});

interface Manifest {
  readonly icon: string;
  readonly contributes: {
    readonly languages: readonly {
      readonly id: string;
      readonly configuration: string;
      readonly icon: { readonly light: string };
    }[];
    readonly grammars: readonly { readonly language?: string; readonly path: string }[];
    readonly snippets: readonly { readonly path: string }[];
    readonly commands: readonly { readonly command: string }[];
    readonly walkthroughs: readonly {
      readonly steps: readonly {
        readonly media: { readonly markdown: string };
        readonly description: string;
      }[];
    }[];
    readonly configuration: {
      readonly properties: Readonly<
        Record<string, { readonly description?: string; readonly markdownDescription?: string }>
      >;
    };
  };
}

describe('the VS Code extension, which is the TextMate bundle for JetBrains too', () => {
  const folder = 'lsp/vscode';
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  const { languages, grammars, snippets, commands, walkthroughs } = manifest.contributes;

  it('has every file that it names, but what is built', () => {
    const named = [
      manifest.icon,
      ...languages.flatMap(({ configuration, icon }) => [configuration, icon.light]),
      ...grammars.map(({ path }) => path),
      ...snippets.map(({ path }) => path),
      ...walkthroughs.flatMap(({ steps }) => steps.map(({ media }) => media.markdown)),
    ];
    expect(named.filter((path) => !existsSync(join(folder, path)) && !path.startsWith('./dist/'))).toEqual(
      [],
    );
    expect(named.filter((path) => path.startsWith('./dist/'))).toEqual(['./dist/routes.tmLanguage.json']);
    expect(languages.map(({ id }) => id)).toEqual(['routes']);
  });

  it('has every command that its walk-through starts', () => {
    const known = new Set(commands.map(({ command }) => command));
    const started = walkthroughs.flatMap(({ steps }) =>
      steps.flatMap(({ description }) =>
        [...description.matchAll(/\(command:([\w.]+)/g)].map((found) => found[1]!),
      ),
    );
    expect(started.filter((command) => command.startsWith('waypost.') && !known.has(command))).toEqual([]);
  });

  it('has brackets and comments of the language', () => {
    const configuration = JSON.parse(readFileSync(join(folder, 'language-configuration.json'), 'utf8')) as {
      comments: { lineComment: string };
      brackets: unknown;
    };
    expect(configuration.comments.lineComment).toBe('#');
    expect(configuration.brackets).toEqual(
      expect.arrayContaining([
        ['{', '}'],
        ['(', ')'],
        ['[', ']'],
      ]),
    );
  });

  /** As VS Code compiles it: a string without flags, and then global, with the flags that it had. */
  function wordsOf(text: string): string[] {
    const { wordPattern } = JSON.parse(readFileSync(join(folder, 'language-configuration.json'), 'utf8')) as {
      wordPattern: string | { readonly pattern: string; readonly flags?: string };
    };
    const { source, flags } =
      typeof wordPattern === 'string'
        ? new RegExp(wordPattern, '')
        : new RegExp(wordPattern.pattern, wordPattern.flags);
    return text.match(new RegExp(source, `g${flags}`)) ?? [];
  }

  it('has a pattern of words that VS Code reads, so that lists open and marks appear while one types', () => {
    expect(wordsOf("  resources 'größe', path-names => { new => 'neu' }")).toEqual([
      'resources',
      'größe',
      'path-names',
      'new',
      'neu',
    ]);
    expect(wordsOf("get '/:user_id', to => 'home#index'")).toEqual(['get', 'user_id', 'to', 'home', 'index']);
  });

  const written = JSON.parse(readFileSync(join(folder, 'snippets/routes.json'), 'utf8')) as Record<
    string,
    { readonly prefix: string; readonly body: readonly string[] }
  >;
  const trimmed = (text: string): string => text.replace(/^ +/gm, '');
  it.each(Object.entries(written))(
    'has a snippet that is right and formatted once it is filled in: %s',
    (_, { body }) => {
      const filled = body
        .join('\n')
        .replace(/\$\{\d+:([^}]*)\}/g, '$1')
        .replace(/\$\{\d+\|([^,|]*)[^}]*\}/g, '$1')
        .replace(/^ *\$0$/m, "  get '/x', to => 'home#index';")
        .replace(/\$\d+/g, '');
      const text = filled.startsWith('routes') ? `${filled}\n` : `routes {\n${filled}\n}\n`;
      const codes = analyze(text).diagnostics.map(({ code }) => code);
      expect(
        codes.filter((code) => code !== 'unknown-concern' && code !== 'missing-export'),
        text,
      ).toEqual([]);
      const formatting = formatRoutes(text);
      expect(trimmed('text' in formatting ? formatting.text : formatting.refused)).toEqual(trimmed(text));
    },
  );
});
