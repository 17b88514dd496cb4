// Every rule's example can be put right, or silenced, from the editor: the edits are applied, and the finding is gone.

import { describe, expect, it } from 'vitest';
import { codeActions } from '../../lsp/features/code-actions.js';
import { complete } from '../../lsp/features/completion.js';
import { Snapshot } from '../../src/analysis/snapshot.js';
import type { Diagnostic } from '../../src/language/diagnostics.js';
import { Source } from '../../src/language/source.js';
import { keywords } from '../../src/language/vocabulary.js';
import { codePages } from '../../src/lint/error-pages.js';
import { lint } from '../../src/lint/lint.js';
import { rules } from '../../src/lint/registry.js';
import { actionFile as file, applied, snapshotOf } from '../support/code-actions.js';
import { fakeApplication, fakeBindings } from '../support/fake-application.js';

const findings = async (
  snapshot: Snapshot,
  severity: 'warning' | 'error' = 'warning',
): Promise<readonly Diagnostic[]> =>
  (
    await lint(snapshot.analysis, {
      overrides: new Map(
        [...rules.keys()].map((code) => [code, { severity, options: new Map(), reason: undefined }]),
      ),
    })
  ).diagnostics;

const said = (diagnostics: readonly Diagnostic[], wanted: Diagnostic): number =>
  diagnostics.filter(({ code, message }) => code === wanted.code && message === wanted.message).length;

describe('a finding', () => {
  for (const rule of [...rules.values()].filter(({ files }) => files === undefined)) {
    it(`of ${rule.code} can be silenced with a reason, or put right`, async () => {
      const snapshot = snapshotOf(rule.bad);
      const found = await findings(snapshot);
      const own = found.filter(({ code, file: of }) => code === rule.code && of === file);
      for (const finding of own) {
        const span = { start: finding.range.start.offset, end: finding.range.start.offset };
        const actions = codeActions(snapshot, span, found).filter(
          ({ diagnostic }) =>
            diagnostic === finding ||
            (diagnostic?.code === finding.code && diagnostic.range === finding.range),
        );
        expect(actions.map(({ title }) => title)).toContain(`Silence ${rule.code} here, with a reason`);
        if (finding.fix)
          expect(actions.some(({ title, isPreferred }) => title === finding.fix!.title && isPreferred)).toBe(
            true,
          );
        for (const action of actions) {
          const after = await findings(snapshotOf(applied(rule.bad, action)));
          expect(said(after, finding), action.title).toBeLessThan(said(found, finding));
          expect(
            after.filter(
              ({ code }) =>
                code === 'unused-suppression' ||
                code === 'suppression-without-reason' ||
                code === 'syntax-error',
            ),
          ).toEqual([]);
        }
      }
    });
  }

  it.each([...rules.keys()])('of %s can be put right where it counts as an error, too', async (code) => {
    const snapshot = snapshotOf(rules.get(code)?.bad ?? '');
    const whole = { start: 0, end: snapshot.source.text.length };
    const titles = async (severity: 'warning' | 'error'): Promise<readonly string[]> =>
      codeActions(snapshot, whole, await findings(snapshot, severity))
        .filter(({ diagnostic }) => diagnostic?.code === code)
        .map(({ title }) => title);
    expect(await titles('error')).toEqual(await titles('warning'));
  });

  it('of a rule can be silenced, and no error that has the code of one', async () => {
    const snapshot = snapshotOf("routes {\n  get '/:id', to => 'a#b', id => /(a)\\1/\n}\n");
    const found = await findings(snapshot);
    expect(found.map(({ code, severity }) => [code, severity])).toEqual([['unsafe-regex', 'error']]);
    const { offset } = found[0]!.range.start;
    const titles = codeActions(snapshot, { start: offset, end: offset }, found).map(({ title }) => title);
    expect(titles.filter((title) => title.startsWith('Silence'))).toEqual([]);
  });

  it('is gone with all others that can be put right at once', async () => {
    const text =
      "routes {\n  match '/a', to => 'x#y', via => 'get'\n  get '/b/:id/', to => 'x#y', id => /^\\d+$/\n}\n";
    const snapshot = snapshotOf(text);
    const found = await findings(snapshot);
    const [all] = codeActions(snapshot, { start: 0, end: 0 }, found).filter(
      ({ kind }) => kind === 'source.fixAll',
    );
    expect(applied(text, all!)).toBe(
      "routes {\n  get '/a', to => 'x#y'\n  get '/b/:id', to => 'x#y', id => /\\d+/\n}\n",
    );
  });
});

it.each([...rules, ...codePages])(
  'a text with CRLF keeps its line ends when %s is mended',
  async (_, page) => {
    const text = page.bad.replaceAll('\n', '\r\n');
    const snapshot = snapshotOf(text);
    const found = await findings(snapshot);
    const whole = { start: 0, end: text.length };
    for (const action of codeActions(snapshot, whole, found))
      expect(applied(text, action), action.title).not.toMatch(/(?<!\r)\n/);
  },
);

it.each([
  "routes {\n  resources 'photos':\n    get 'preview'\n}\n",
  "routes {\n=begin\n  root to => 'a#b'\n  get '/a'\n=end\n}\n",
  "  root to => 'home#index'\n}\n",
])('a mistake in the notation is mended with the line ends of the file: %j', async (text) => {
  const snapshot = snapshotOf(text.replaceAll('\n', '\r\n'));
  const { diagnostics } = await lint(snapshot.analysis);
  const fixes = diagnostics.flatMap(({ fix }) => fix?.edits.map((each) => each.text) ?? []).join('');
  expect(fixes).toMatch(/\r\n/);
  expect(fixes).not.toMatch(/(?<!\r)\n/);
});

it.each(['\n', '\r\n'])(
  'a file that is made has the line ends of the one that asks for it: %j',
  async (end) => {
    const text = [
      'routes {',
      "  include 'admin'",
      "  get '/x', to => 'nobody#show'",
      "  get '/y', to => &guards#isOwner",
      "  resources 'photos', only => <index>",
      '}',
      '',
    ].join(end);
    const snapshot = new Snapshot(new Source(file, text), 1, () => ({
      file,
      bindings: fakeBindings,
      read: () => undefined,
    }));
    const { diagnostics } = await lint(snapshot.analysis, { application: fakeApplication });
    const at = text.indexOf('resources');
    const host = {
      application: fakeApplication,
      controllerFile: (name: string) => `/app/controllers/${name}.ts`,
    };
    const actions = codeActions(snapshot, { start: 0, end: text.length }, diagnostics, host).concat(
      codeActions(snapshot, { start: at, end: at + 9 }, [], host),
    );
    const made = actions.flatMap(({ edits }) => edits.flatMap((each) => ('isNew' in each ? [each] : [])));
    expect(made.map((each) => each.file)).toEqual(
      expect.arrayContaining([
        '/app/config/admin.routes',
        '/app/controllers/nobody.ts',
        '/app/config/photos.routes',
      ]),
    );
    for (const each of made)
      expect(each.text.match(/\r?\n/g)).toEqual(each.text.match(/\n/g)!.map(() => end));
  },
);

describe('what is offered', () => {
  const places: Readonly<Record<string, string>> = {
    'at the top': 'routes {\n  ▮\n}\n',
    'in a resource': "routes {\n  resources 'photos' {\n    ▮\n  }\n}\n",
    'in a member block': "routes {\n  resources 'photos' { member {\n    ▮\n  } }\n}\n",
    'in a namespace': "routes {\n  namespace 'admin', {\n    ▮\n  }\n}\n",
    'in a file': '▮\n',
  };
  for (const [where, text] of Object.entries(places)) {
    it(`${where} is legal there once it is filled in`, () => {
      const offset = text.indexOf('▮');
      const without = text.replace('▮', '');
      for (const item of complete(snapshotOf(without), offset, { application: fakeApplication })) {
        const filled = item.insert
          .replace(/\$\{\d+:([^}]*)\}/g, '$1')
          .replace(/\$\d+/g, 'x')
          .replace('constraints(x', "constraints(host => 'x'")
          .replace(/^(defaults\(|meta )x/, "$1x => 'y'")
          .replace('scope x', "scope 'x'")
          .replace('&x', '&handlers#health')
          .replace(/\n {2}x\n/, '\n');
        const after = without.slice(0, item.span.start) + filled + without.slice(item.span.end);
        const codes = snapshotOf(after).analysis.diagnostics.map(({ code }) => code);
        expect(
          codes.filter(
            (code) =>
              code === 'syntax-error' ||
              code === 'unknown-keyword' ||
              code === 'misplaced-declaration' ||
              code === 'unmatched-bracket',
          ),
          after,
        ).toEqual([]);
      }
    });
  }

  it('has every keyword somewhere', () => {
    const offered = new Set(
      Object.values(places).flatMap((text) =>
        complete(snapshotOf(text.replace('▮', '')), text.indexOf('▮')).map(({ label }) => label),
      ),
    );
    expect(Object.keys(keywords).filter((keyword) => !offered.has(keyword))).toEqual([]);
  });
});
