// Editor features as texts: a routes file with `$0` for the cursor (`$0` twice for a selection), and beside it what the
// feature answers. `UPDATE=1` writes the answers anew, to be read before they are committed.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ActionEdit } from '../../lsp/features/action-edits.js';
import { codeActions } from '../../lsp/features/code-actions.js';
import { complete } from '../../lsp/features/completion.js';
import { codeLenses, controllerLenses, inlayHints } from '../../lsp/features/hints.js';
import type { FilePlace } from '../../src/language/diagnostics.js';
import { calledNames } from '../../lsp/features/helper-uses.js';
import { hover } from '../../lsp/features/hover.js';
import {
  definition,
  documentLinks,
  highlights,
  implementations,
  references,
} from '../../lsp/features/navigation.js';
import {
  documentSymbols,
  findRoutes,
  foldingRanges,
  selectionSpans,
  type OutlineSymbol,
} from '../../lsp/features/outline.js';
import { linkedRanges, prepareRename, rename } from '../../lsp/features/rename.js';
import { renameController } from '../../lsp/features/rename-files.js';
import { semanticTokens } from '../../lsp/features/semantic-tokens.js';
import { signatureHelp } from '../../lsp/features/signature-help.js';
import { Snapshot } from '../../src/analysis/snapshot.js';
import { resolvePath, Source, type Span } from '../../src/language/source.js';
import { lint } from '../../src/lint/lint.js';
import { ModuleEdits } from '../../src/node/modules/module-edits.js';
import { loadModuleParser } from '../../src/node/modules/module-parser.js';
import { fakeApplication, fakeBindings } from '../support/fake-application.js';

interface Asked {
  readonly snapshot: Snapshot;
  readonly offset: number;
  readonly selection: Span;
}

type Feature = (asked: Asked) => string | Promise<string>;

const text = ({ source }: Snapshot, { start, end }: Span): string =>
  source.text.slice(start, end).replaceAll('\n', '⏎');
const place = ({ file, range }: Pick<FilePlace, 'file' | 'range'>): string =>
  `${file}:${range.start.line}:${range.start.column}-${range.end.column}`;
const lines = (list: readonly string[]): string => (list.length === 0 ? '(nothing)' : list.join('\n'));

/** The text of each controller and module of the application; a controller may call helpers and read params. */
const moduleText = (file: string): string | undefined => {
  const known = [
    ...fakeApplication.controllerNames().map((name) => fakeApplication.controller(name)!),
    ...['handlers', 'guards'].map((name) => fakeApplication.module(name, '')!),
  ];
  const members = known.find((each) => each.file === file);
  if (!members) return undefined;
  return [...members.byName.keys()]
    .map(
      (name) =>
        `export function ${name}(r) { return helpers.pathFor('about', r.params.id) + helpers.aboutPath(); }`.padEnd(
          99,
        ) + '\n',
    )
    .join('');
};
const renameHost = {
  application: fakeApplication,
  textOf: moduleText,
  modules: new ModuleEdits(await loadModuleParser()),
  files: fakeApplication.controllerNames().map((name) => fakeApplication.controller(name)!.file),
  controllerFile: (name: string) => `/app/controllers/${name}.ts`,
};

/** What the files are once the edits of an action are in them. */
function results({ source }: Snapshot, edits: readonly ActionEdit[]): string[] {
  const files = new Set(edits.map(({ file }) => file));
  return [...files].flatMap((file) => {
    const before = file === source.file ? source.text : (moduleText(file) ?? '');
    const inFile = edits
      .filter((each) => each.file === file)
      .map((each) =>
        'range' in each
          ? { at: each.range.start.offset, end: each.range.end.offset, text: each.text }
          : { at: before.length, end: before.length, text: each.text },
      );
    const after = inFile
      .toSorted((a, b) => b.at - a.at)
      .reduce((text, each) => text.slice(0, each.at) + each.text + text.slice(each.end), before);
    const shown = file === source.file ? after : after.slice(before.length);
    return [
      ...(file === source.file ? [] : [`  ${file}${before === '' ? '' : ' …'}`]),
      ...shown
        .trimEnd()
        .split('\n')
        .map((line) => `  ${file === source.file ? '' : '  '}${line}`.trimEnd()),
    ];
  });
}

/** What is asked at a place. */
const atPlaces: Readonly<Record<string, Feature>> = {
  completion: ({ snapshot, offset }) =>
    lines(
      complete(snapshot, offset, {
        application: fakeApplication,
        bindings: fakeBindings,
        routesFiles: () => ['admin.routes'],
      }).map(({ kind, label, insert }) => `${kind} ${label} → ${JSON.stringify(insert)}`),
    ),
  hover: ({ snapshot, offset }) => {
    const found = hover(snapshot, offset, fakeApplication);
    return found ? `[${text(snapshot, found.span)}]\n${found.text}` : '(nothing)';
  },
  definition: ({ snapshot, offset }) => lines(definition(snapshot, offset, fakeApplication).map(place)),
  references: ({ snapshot, offset }) =>
    lines([
      ...references(snapshot, offset, true, fakeApplication).map(place),
      ...implementations(snapshot, offset).map((each) => `implementation ${place(each)}`),
    ]),
  highlights: ({ snapshot, offset }) =>
    lines(
      highlights(snapshot, offset).map(({ span, kind }) => `${kind} ${span.start} ${text(snapshot, span)}`),
    ),
  rename: ({ snapshot, offset }) => {
    const prepared = prepareRename(snapshot, offset, renameHost);
    if (!prepared) return '(nothing)';
    if ('refused' in prepared) return `refused: ${prepared.refused}`;
    const answer = rename(snapshot, offset, 'fresh', renameHost)!;
    const linked = linkedRanges(snapshot, offset).map(
      (span) => `linked ${span.start} ${text(snapshot, span)}`,
    );
    if ('refused' in answer) return `refused: ${answer.refused}`;
    return lines([
      `[${prepared.name}]`,
      ...(answer.files ?? []).map(({ from, to }) => `file ${from} → ${to}`),
      ...answer.edits.map(
        (edit) => `${place(edit)} → ${edit.text}${edit.needsConfirmation ? ' (to be confirmed)' : ''}`,
      ),
      ...linked,
    ]);
  },
  selection: ({ snapshot, offset }) =>
    lines(selectionSpans(snapshot, offset).map((span) => text(snapshot, span))),
  signature: ({ snapshot, offset }) => {
    const help = signatureHelp(snapshot, offset);
    if (!help) return '(nothing)';
    const active = help.active === undefined ? undefined : help.parameters[help.active];
    return `${help.label}\nactive: ${active ? help.label.slice(...active.label) : '(none)'}`;
  },
  actions: async ({ snapshot, selection }) => {
    const { diagnostics } = await lint(snapshot.analysis, { application: fakeApplication });
    return lines(
      codeActions(snapshot, selection, diagnostics, renameHost).flatMap(({ kind, title, edits }) => [
        `${kind}: ${title}`,
        ...results(snapshot, edits),
      ]),
    );
  },
};

/** What is asked of a file, wherever the cursor stands. */
const ofFiles: Readonly<Record<string, Feature>> = {
  'rename-controller': ({ snapshot }) =>
    lines(renameController(snapshot, 'photos', 'pictures').map((edit) => `${place(edit)} → ${edit.text}`)),
  symbols: ({ snapshot }) => {
    const tree = (symbols: readonly OutlineSymbol[], indent: string): string[] =>
      symbols.flatMap(({ words: { name, kind, detail }, children }) => [
        `${indent}${kind} ${name} — ${detail}`,
        ...tree(children, `${indent}  `),
      ]);
    return lines([
      ...tree(documentSymbols(snapshot), ''),
      '--- photos get',
      ...findRoutes(snapshot, 'photos get').map(({ name }) => name),
    ]);
  },
  folding: ({ snapshot }) =>
    lines(foldingRanges(snapshot).map(({ startLine, endLine, kind }) => `${kind} ${startLine}-${endLine}`)),
  tokens: ({ snapshot }) =>
    lines(
      semanticTokens(snapshot).map(
        ({ span, type, modifiers }) => `${type}${modifiers ? '*' : ''} ${text(snapshot, span)}`,
      ),
    ),
  hints: ({ snapshot }) => {
    const all = { start: 0, end: snapshot.source.text.length };
    return lines(
      inlayHints(snapshot, all).map(
        ({ offset, label }) => `line ${snapshot.source.positionAt(offset).line}: ${label}`,
      ),
    );
  },
  lenses: ({ snapshot }) =>
    lines([
      ...codeLenses(snapshot, calledNames(moduleText('/app/controllers/home.ts')!)).map(
        ({ span, title }) => `${text(snapshot, span)}: ${title}`,
      ),
      ...controllerLenses(snapshot, '/app/controllers/photos.ts', fakeApplication).map(
        ({ range, title }) => `photos.ts:${range.start.line} ${title}`,
      ),
    ]),
  links: ({ snapshot }) =>
    lines(
      documentLinks(snapshot, fakeApplication).map(({ span, file }) => `${text(snapshot, span)} → ${file}`),
    ),
};

const features = { ...atPlaces, ...ofFiles };

const folder = 'test/fixtures/lsp';

function asked(file: string): Asked {
  const written = readFileSync(file, 'utf8');
  const first = written.indexOf('$0');
  const without = written.replace('$0', '');
  const second = without.indexOf('$0');
  const routes = without.replace('$0', '');
  const offset = Math.max(0, first);
  const snapshot = new Snapshot(new Source('/app/config/routes', routes), 1, () => ({
    file: '/app/config/routes',
    bindings: fakeBindings,
  }));
  return { snapshot, offset, selection: { start: offset, end: second < 0 ? offset : second } };
}

for (const request of readdirSync(folder)) {
  describe(request, () => {
    for (const name of readdirSync(`${folder}/${request}`).filter((each) => each.endsWith('.routes'))) {
      it(name.replace('.routes', '').replaceAll('-', ' '), async () => {
        const feature = features[request];
        if (!feature) throw new Error(`no feature is called '${request}'`);
        const answer = `${await feature(asked(`${folder}/${request}/${name}`))}\n`;
        const expected = `${folder}/${request}/${name.replace('.routes', '.expected')}`;
        if (process.env['UPDATE']) writeFileSync(expected, answer);
        expect(answer).toBe(readFileSync(expected, 'utf8'));
      });
    }
  });
}

it.each([
  ['function', ', a function.'],
  ['object', ', an object.'],
  ['unknown', '.'],
] as const)('a callable is said to be what its export is: %s', (kind, told) => {
  const { snapshot, offset } = asked(`${folder}/hover/a-callable.routes`);
  const module = (name: string) => {
    const known = fakeApplication.module(name, '')!;
    return { ...known, byName: new Map([...known.byName].map(([key, each]) => [key, { ...each, kind }])) };
  };
  const [line] = hover(snapshot, offset, { ...fakeApplication, module })?.text.split('\n') ?? [];
  expect(line).toBe(`The export \`health\` of the module \`handlers\`${told}`);
});

describe('a callable of files in several folders', () => {
  const routes = `routes {
  get '/up', to => &handlers#health
  include 'api/part'
}
`;
  const part = `get '/a', to => &../handlers#health
get '/b', to => &handlers#health
get '/c', to => &helmet#health
`;
  const snapshot = new Snapshot(new Source('/app/config/routes', routes), 1, () => ({
    file: '/app/config/routes',
    read: (path) => (path === '/app/config/api/part.routes' ? part : undefined),
    application: { module: (name, file) => ofFolder(name, file) },
  }));
  const ofFolder = (name: string, file: string): { file: string } | undefined =>
    name.endsWith('handlers') ? { file: `${resolvePath(file, name)}.ts` } : undefined;
  const offset = routes.indexOf('health');

  it('is the one that the name means in its folder', () => {
    expect(references(snapshot, offset, false, undefined).map(place)).toEqual([
      '/app/config/api/part.routes:1:17-36',
      '/app/config/routes:2:20-36',
    ]);
    const answer = rename(snapshot, offset, 'alive', {});
    expect(answer && 'edits' in answer && answer.edits.map((edit) => `${place(edit)} ${edit.text}`)).toEqual([
      '/app/config/api/part.routes:1:30-36 alive',
      '/app/config/routes:2:30-36 alive',
    ]);
  });
});

it('every feature has a fixture', () => {
  expect(Object.keys(features).filter((name) => !readdirSync(folder).includes(name))).toEqual([]);
});

describe('every feature of every fixture, at each of its places where it is asked at a place,', () => {
  const files = readdirSync(folder).flatMap((request) =>
    readdirSync(`${folder}/${request}`)
      .filter((each) => each.endsWith('.routes'))
      .map((name) => `${folder}/${request}/${name}`),
  );
  it.each(files)('%s answers', async (file) => {
    const whole = asked(file);
    const { snapshot } = whole;
    for (const feature of Object.values(ofFiles)) await feature(whole);
    const end = snapshot.source.text.length;
    for (let offset = 0; offset <= end; offset += 2 + (offset % 3)) {
      const one = { snapshot, offset, selection: { start: offset, end: Math.min(end, offset + 20) } };
      for (const [name, feature] of Object.entries(atPlaces))
        if (name !== 'actions' || offset % 7 === 0) await feature(one);
    }
  });
});
