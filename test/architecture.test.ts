// The rules of docs/architecture.md, held: which room may import which, no circles, and no `node:` in the core rooms.

import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, normalize, relative } from 'node:path';
import { describe, expect, test } from 'vitest';

/** Which rooms a room's files may import, besides their own. `docs/architecture.md` has the same table in words. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  grammar: [],
  'src/http': [],
  'src/language': ['grammar'],
  'src/routing': ['src/http', 'src/middleware'],
  'src/proofs': ['src/routing'],
  'src/typescript': ['src/http', 'src/routing'],
  'src/manifest': ['src/http', 'src/routing'],
  'src/compiler': ['src/http', 'src/routing', 'src/typescript'],
  'src/middleware': ['src/http'],
  'src/interpreter': ['src/http', 'src/language', 'src/middleware', 'src/routing'],
  'src/analysis': ['src/language', 'src/routing', 'src/interpreter'],
  'src/lint': ['src/analysis', 'src/proofs', 'src/routing', 'src/language', 'src/http'],
  'src/format': ['grammar', 'src/language'],
  // Beside what analysis gives it, the language server reads the plain data of the rooms below; of `node` only files.
  lsp: [
    'src/analysis',
    'src/lint',
    'src/format',
    'src/language',
    'src/interpreter',
    'src/proofs',
    'src/routing',
    'src/node',
  ],
  'src/typescript-plugin': [
    'src/analysis',
    'src/http',
    'src/lint',
    'src/node',
    'src/routing',
    'src/language',
    'src/typescript',
  ],
  'src/bundlers': ['src/http', 'src/node', 'src/compiler', 'src/middleware', 'src/lint', 'src/language'],
  'src/node': [
    'src/http',
    'src/middleware',
    'src/interpreter',
    'src/routing',
    'src/language',
    'src/compiler',
    'src/typescript',
  ],
};

const core = [
  'grammar',
  'src/http',
  'src/language',
  'src/routing',
  'src/proofs',
  'src/typescript',
  'src/manifest',
  'src/compiler',
  'src/middleware',
  'src/interpreter',
  'src/analysis',
  'src/lint',
  'src/format',
];

interface Import {
  readonly from: string;
  readonly to: string;
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(
      (entry) =>
        entry.isFile() &&
        entry.name.endsWith('.ts') &&
        !/[/\\](node_modules|vscode)([/\\]|$)/.test(entry.parentPath),
    )
    .map((entry) => join(entry.parentPath, entry.name));
}

const files = ['src', 'grammar', 'lsp'].flatMap(filesBelow);
const specifier = /(?:\bfrom\s+|\bimport\s+|\bimport\(\s*)(['"])([^'"\n]+)\1/g;

/** Without comments, whose examples import things as well. */
function codeOf(file: string): string {
  return readFileSync(file, 'utf8').replace(/^\s*(?:\/\/|\*|\/\*\*).*$/gm, '');
}

const imports: Import[] = files.flatMap((from) =>
  [...codeOf(from).matchAll(specifier)].map(([, , to]) => ({
    from,
    to: to!.startsWith('.') ? normalize(join(dirname(from), to!)).replace(/\.js$/, '.ts') : to!,
  })),
);
const internal = imports.filter(({ to }) => files.includes(to));

function roomOf(file: string): string {
  const [first = '', second = ''] = relative('.', file).split(/[/\\]/);
  return first === 'src' ? (second.endsWith('.ts') ? file : `src/${second}`) : first;
}

describe('imports', () => {
  test('name files that exist', () => {
    expect(internal.length).toBeGreaterThan(300);
    expect(
      imports.filter(
        ({ to }) => /^(src|grammar|lsp)[/\\]/.test(to) && !files.includes(to) && !/\.(json|d\.ts)$/.test(to),
      ),
    ).toEqual([]);
  });

  test.each(Object.entries(allowed))('of %s are from %j', (room, rooms) => {
    const strangers = internal.filter(
      ({ from, to }) => roomOf(from) === room && roomOf(to) !== room && !rooms.includes(roomOf(to)),
    );
    expect(strangers.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
  });

  test('of the commands are from anywhere in src, and from lsp only its entry', () => {
    const fromLsp = internal.filter(({ from, to }) => roomOf(from) === 'src/cli' && roomOf(to) === 'lsp');
    expect(fromLsp.map(({ to }) => to).filter((to) => to !== 'lsp/main.ts')).toEqual([]);
    expect(internal.filter(({ from, to }) => roomOf(to) === 'src/cli' && roomOf(from) !== 'src/cli')).toEqual(
      [],
    );
  });

  /** Inside `src/routing` everything points down to the patterns; recognition and generation do not know each other. */
  const withinRouting: Readonly<Record<string, readonly string[]>> = {
    patterns: [],
    recognition: ['patterns'],
    generation: ['patterns'],
    router: ['patterns', 'recognition', 'generation'],
  };

  test.each(Object.entries(withinRouting))('of src/routing/%s are from %j', (room, rooms) => {
    const innerRoom = (file: string): string | undefined => /^src[/\\]routing[/\\](\w+)/.exec(file)?.[1];
    const strangers = internal.filter(
      ({ from, to }) =>
        innerRoom(from) === room &&
        roomOf(to) === 'src/routing' &&
        innerRoom(to) !== room &&
        !rooms.includes(innerRoom(to)!),
    );
    expect(strangers.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
  });

  test('of what serves a request reach nothing that proves', () => {
    const reached = new Set(
      internal
        .filter(({ from }) => /^src[/\\](node|middleware|routing|interpreter)[/\\]/.test(from))
        .map(({ to }) => to),
    );
    for (const file of reached) for (const { from, to } of internal) if (from === file) reached.add(to);
    expect([...reached].filter((file) => roomOf(file) === 'src/proofs')).toEqual([]);
  });

  test('of the entries that run anywhere are from core rooms', () => {
    for (const entry of ['src/index.ts', 'src/router.ts', 'src/tooling.ts']) {
      expect(
        internal.filter(
          ({ from, to }) => from === entry && to !== 'src/router.ts' && !core.includes(roomOf(to)),
        ),
      ).toEqual([]);
    }
  });

  test('of waypost/router reach nothing of the language', () => {
    const reached = new Set(['src/router.ts']);
    for (const file of reached) for (const { from, to } of internal) if (from === file) reached.add(to);
    const rooms = new Set([...reached].map(roomOf));
    expect([...rooms].sort()).toEqual(['src/http', 'src/middleware', 'src/router.ts', 'src/routing']);
  });

  test('in core rooms never name a module of Node', () => {
    const isNodes = (to: string): boolean => to.startsWith('node:') || builtinModules.includes(to);
    expect(
      imports.filter(
        ({ from, to }) =>
          (core.includes(roomOf(from)) || /^src\/(index|router|tooling)\.ts$/.test(from)) && isNodes(to),
      ),
    ).toEqual([]);
  });

  test('of the language server reach nothing that serves', () => {
    const reached = new Set(internal.filter(({ from }) => roomOf(from) === 'lsp').map(({ to }) => to));
    for (const file of reached) for (const { from, to } of internal) if (from === file) reached.add(to);
    const servers = imports.filter(({ from, to }) => reached.has(from) && /^node:(http|https|net)$/.test(to));
    expect(servers.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
    expect([...reached].filter((file) => /^src\/(cli|node\/serving)\//.test(file))).toEqual([]);
  });

  test('make no circle', () => {
    const next = new Map<string, string[]>();
    for (const { from, to } of internal) next.set(from, [...(next.get(from) ?? []), to]);
    const done = new Set<string>();
    const circles: string[] = [];
    const visit = (file: string, path: readonly string[]): void => {
      if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' → '));
      if (done.has(file) || path.includes(file)) return;
      for (const to of next.get(file) ?? []) visit(to, [...path, file]);
      done.add(file);
    };
    for (const file of files) visit(file, []);
    expect(circles).toEqual([]);
  });
});

describe('dependencies', () => {
  const { dependencies, optionalDependencies, devDependencies } = JSON.parse(
    readFileSync('package.json', 'utf8'),
  ) as Record<string, Record<string, string>>;
  const page = readFileSync('docs/dependencies.md', 'utf8');

  test('each have their reason in docs/dependencies.md', () => {
    const names = Object.keys({ ...dependencies, ...optionalDependencies, ...devDependencies }).filter(
      (name) => !name.startsWith('@types/'),
    );
    expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });

  // `npm ci` refuses a lock file that lacks what other machines than the one that wrote it would install.
  test.each(['.', 'test/bench/peers', 'test/hosts', 'test/mutation'])(
    'are locked for every platform: %s',
    (folder) => {
      const { packages } = JSON.parse(readFileSync(`${folder}/package-lock.json`, 'utf8')) as {
        packages: Record<string, { optionalDependencies?: Record<string, string> }>;
      };
      const lacking = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
        Object.keys(optionalDependencies)
          .filter((name) => !foldersAround(path).some((at) => `${at}node_modules/${name}` in packages))
          .map((name) => `${name} of ${path}`),
      );
      expect(lacking).toEqual([]);
    },
  );
});

/** Where a package looks for others, by its own path in a lock file: `node_modules/a/` and the root for `node_modules/a`. */
function foldersAround(path: string): readonly string[] {
  const around = path.lastIndexOf('node_modules/');
  return path === '' ? [''] : [`${path}/`, ...foldersAround(path.slice(0, Math.max(0, around - 1)))];
}

describe('files', () => {
  // A rule without its line in the registry, or a feature of the editor that no request asks, would be forgotten in silence.
  test('are each led to from what is built or generated', () => {
    const built = readdirSync('.build').flatMap((name) => [
      ...readFileSync(`.build/${name}`, 'utf8').matchAll(/\b(?:src|grammar|lsp)\/[\w./-]+\.ts\b/g),
    ]);
    const reached = new Set(built.map(([file]) => file));
    // The build asks for the runtimes of standalone helpers by the parts that they have.
    for (const file of files) if (/[/\\]standalone-\w+\.ts$/.test(file)) reached.add(file);
    for (const file of reached) for (const { from, to } of internal) if (from === file) reached.add(to);
    expect(files.filter((file) => !file.endsWith('.d.ts') && !reached.has(file))).toEqual([]);
  });
});

describe('docstrings', () => {
  test('name pages and headings that exist', () => {
    const named = files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\(docs\/([\w-]+\.md)(?:,[\s*]*"([^"]+)")?\)/g)].map(
        ([, page = '', heading]) => ({ file, page, heading: heading?.replace(/\s*\n\s*\*\s*/g, ' ') }),
      ),
    );
    expect(named.length).toBeGreaterThan(20);
    const headings = (page: string): readonly string[] =>
      [...readFileSync(`docs/${page}`, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, text = '']) => text);
    const lost = named.filter(
      ({ page, heading }) => heading !== undefined && !headings(page).includes(heading),
    );
    expect(lost).toEqual([]);
  });
});

describe('changes that change nothing', () => {
  test('are of lines that stand in their files', () => {
    const named = JSON.parse(readFileSync('test/mutation/equivalent.json', 'utf8')) as readonly {
      readonly file: string;
      readonly line: string;
    }[];
    expect(named.filter(({ file, line }) => !readFileSync(file, 'utf8').includes(line))).toEqual([]);
  });
});
