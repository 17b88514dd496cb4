// What `waypost build` writes for each runtime: the module that serves, written as a person would write it, and the files beside it.
//
//   node      server.js   serve(…) on PORT and HOST
//   deno      server.js   Deno.serve, and likewise Bun.serve for bun
//   lambda    index.js    export const handler
//   workerd   worker.js   export default { fetch }, with wrangler.json, which names public/ as its assets
//   static-worker         the same as one file, which contains the files of public/

import { relative, sep } from 'node:path';
import { jsonText, literal } from '../compiler/literal.js';
import { type ApplicationFiles, lacksConfiguration } from '../node/files/routes-file.js';
import type { PublicFile } from './public-files.js';

export const targetNames = ['node', 'deno', 'bun', 'lambda', 'workerd', 'static-worker'] as const;

export type TargetName = (typeof targetNames)[number];

export interface BuildTarget {
  /** The file name of the module. */
  readonly entry: 'server.js' | 'index.js' | 'worker.js';
  /** Whether it runs without Node's modules. Everything that it imports is then bundled into it. */
  readonly isWorker: boolean;
  /** Whether the module contains the files of `public/`. Otherwise they are beside it. */
  readonly embedsPublic: boolean;
  /** `speed` for a long-running process, `size` for one that must start fast. */
  readonly optimize: 'size' | 'speed';
  /** The start script for `package.json`. */
  readonly start: string | undefined;
  /** The import statements; `serves` has the statements that serve `app`. */
  readonly imports: readonly string[];
  readonly serves: string;
}

const address = `const { PORT, HOST } = globalThis.process.env;
const [port, host] = [Number(PORT || 3000), HOST || '127.0.0.1'];
if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  console.error(\`error: PORT is a number up to 65535, not \${JSON.stringify(PORT)}\`);
  globalThis.process.exit(2);
}`;
const listening = `const { length } = router.routes;
console.log(\`Listening on \${server.url} (\${length} \${length === 1 ? 'route' : 'routes'}, Ctrl+C stops)\`);
`;
const fetchOf = (rest: string): string => `const fetch = toFetchHandler(app${rest});`;
const handlerImport = "import { toFetchHandler } from 'waypost/router';";
/** The common properties of servers on runtimes with a file system. */
const server = { entry: 'server.js', isWorker: false, embedsPublic: false, optimize: 'speed' } as const;
const worker = {
  entry: 'worker.js',
  isWorker: true,
  optimize: 'size',
  start: undefined,
  imports: [handlerImport],
} as const;
const exported = `${fetchOf('')}\nexport default { fetch };\n`;

export const targets: Readonly<Record<TargetName, BuildTarget>> = {
  node: {
    ...server,
    start: 'node server.js',
    imports: ["import { serve } from 'waypost/node';"],
    serves: `${address}
const server = await serve(app, { port, host });
${listening}`,
  },
  deno: {
    ...server,
    start: 'deno run --allow-net --allow-read --allow-env server.js',
    imports: [handlerImport],
    serves: `${address}
${fetchOf(', { remoteAddress: (_request, { remoteAddr }) => remoteAddr.hostname }')}
Deno.serve({ port, hostname: host }, fetch);
`,
  },
  bun: {
    ...server,
    start: 'bun server.js',
    imports: [handlerImport],
    serves: `${address}
${fetchOf(', { remoteAddress: (request, server) => server.requestIP(request)?.address }')}
const server = Bun.serve({ port, hostname: host, fetch });
${listening}`,
  },
  lambda: {
    ...server,
    entry: 'index.js',
    optimize: 'size',
    start: undefined,
    imports: [handlerImport, "import { toLambdaHandler } from 'srvx/aws-lambda';"],
    serves: `${fetchOf(', { remoteAddress: (request) => request.ip }')}
const handle = toLambdaHandler({ fetch });
// A load balancer gives the query escaped as it came, and the adapter would escape it once more.
const withQuery = (event) => {
  if (!event.requestContext?.elb) return event;
  const pairs = Object.entries(event.queryStringParameters ?? {}).map((pair) => pair.join('='));
  return { ...event, rawQueryString: pairs.join('&') };
};
// Of a queue, a bucket, a timer or a socket nothing here is a request.
const checkEvent = (event) => {
  if (event?.httpMethod ?? event?.requestContext?.http) return;
  const { eventSource, EventSource = eventSource, source = EventSource } = Object(event?.Records?.[0] ?? event);
  const keys = Object.keys(Object(event)).join(', ') || 'no keys';
  const kind = event === null ? 'null' : source ? \`one of \${source}\` : \`one with \${keys}\`;
  throw new TypeError(\`the handler takes HTTP events of API Gateway, function URLs and load balancers, not \${kind} (docs/embedding.md, "Runtimes")\`);
};
export const handler = async (event, context) => {
  checkEvent(event);
  return handle(withQuery(event), context);
};
`,
  },
  workerd: { ...worker, embedsPublic: false, serves: exported },
  'static-worker': { ...worker, embedsPublic: true, serves: exported },
};

/** The source of the application's module for a target. `files` are the files of `public/`. */
export function entryText(
  { folder, routes, middleware }: ApplicationFiles,
  { isWorker, embedsPublic, imports, serves }: BuildTarget,
  files: readonly PublicFile[],
  hasHashes: boolean,
): string {
  const own = (file: string): string => jsonText(`./${relative(folder, file).split(sep).join('/')}`);
  const embeds = embedsPublic && files.length > 0;
  const reads = !isWorker && files.length > 0;
  return [
    ...imports,
    "import { MiddlewareStack } from 'waypost/router';",
    ...(embeds ? ["import { EmbeddedFiles } from 'waypost/router';"] : []),
    ...(reads ? ["import { StaticFiles } from 'waypost/node';"] : []),
    `import router from ${own(routes)};`,
    ...(middleware === undefined ? [] : [`import configure from ${own(middleware)};`]),
    'const stack = new MiddlewareStack();',
    ...(embeds
      ? [
          `stack.use('static', EmbeddedFiles, { files: ${JSON.stringify(files.map(({ path, file }) => [path, file()]))} });`,
        ]
      : []),
    ...(reads
      ? [
          `stack.use('static', StaticFiles, { root: import.meta.dirname + '/public'${hasHashes ? ', immutable: true' : ''} });`,
        ]
      : []),
    ...(middleware === undefined
      ? []
      : [
          `if (typeof configure !== 'function') throw new TypeError(${jsonText(lacksConfiguration(relative(folder, middleware)))});`,
          'await configure(stack);',
        ]),
    'const app = stack.build(router);',
    serves,
  ].join('\n');
}

const mark = '// Written by `waypost build`: change the application and build it again.';

const inProduction = 'process.env.NODE_ENV ??= "production";';

/** The text at the very start of the built module. All bundled modules see what it defines. */
export function bannerOf({ isWorker }: BuildTarget, names: Readonly<Record<string, string>>): string {
  const lines = [mark];
  // Bundled CommonJS modules call `require`.
  if (!isWorker)
    lines.push(
      // Imports run before the statements below, and packages read NODE_ENV while they load. Bun does not support such an import.
      `import 'data:text/javascript,${encodeURIComponent(inProduction)}';`,
      "import { createRequire as waypostRequireOf } from 'node:module';",
      'const require = waypostRequireOf(import.meta.url);',
      inProduction,
      placeFunction,
      // For modules that get no place of their own.
      "var waypostPlace = waypostPlaceOf('');",
    );
  if (Object.keys(names).length > 0)
    lines.push(`globalThis[Symbol.for('waypost.assets')] = ${literal(names, () => undefined)};`);
  return lines.join('\n');
}

// All other properties of `import.meta` come from the runtime. Its getters and methods (in Bun) work only on the original object.
const placeFunction = `function waypostPlaceOf(name) {
  const { fileURLToPath } = require('node:url');
  const { href } = new URL(name, import.meta.url);
  const dirname = fileURLToPath(new URL('.', href)).slice(0, -1);
  const resolve = (to) => (/^(?:\\.{0,2}\\/|\\.{1,2}$)/.test(to) ? new URL(to, href).href : import.meta.resolve(to));
  const requireResolve = waypostRequireOf(href).resolve;
  const own = { __proto__: null, url: href, filename: fileURLToPath(href), dirname, resolve, requireResolve };
  const get = (meta, key) => own[key] ?? (typeof meta[key] === 'function' ? meta[key].bind(meta) : meta[key]);
  return new Proxy(import.meta, { get });
}`;

/** The configuration of a worker for `wrangler` and `workerd`. */
export function wranglerConfiguration(name: string, hasAssets: boolean, needsNode: boolean): object {
  return {
    name:
      name
        .toLowerCase()
        .replace(/[^a-z0-9-]+/g, '-')
        .replace(/^-+|-+$/g, '') || 'application',
    main: 'worker.js',
    compatibility_date: '2026-01-01',
    ...(needsNode && { compatibility_flags: ['nodejs_compat'] }),
    ...(hasAssets && { assets: { directory: 'public' } }),
  };
}
