// Writes the public interface of each entry as text to docs/api, so that reviews show its changes. With --check it writes nothing,
// and exits with 1 if a report is stale or something public has no docstring. It reads the declarations of `npm run build`.
import { CompilerState, Extractor, ExtractorConfig } from '@microsoft/api-extractor';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const check = process.argv.includes('--check');
const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const folder = join(root, 'docs/api');
const written = join(root, 'node_modules/.cache/api-report');
mkdirSync(folder, { recursive: true });
mkdirSync(written, { recursive: true });

const entries = Object.entries(exports).filter(([, { types }]) => types !== undefined);
const declarations = entries.map(([, { types }]) => join(root, types));
/** The TypeScript program, which all entries share. */
let compilerState;
const stale = [];
const undocumented = new Set();
const reports = new Set();
for (const [entry, { types }] of entries) {
  const name = entry === '.' ? 'waypost' : `waypost-${entry.slice(2).replaceAll('/', '-')}`;
  reports.add(`${name}.api.md`);
  const silent = { logLevel: 'none', addToApiReportFile: false };
  const config = ExtractorConfig.prepare({
    configObject: {
      projectFolder: root,
      mainEntryPointFilePath: join(root, types),
      compiler: {
        overrideTsconfig: {
          compilerOptions: {
            target: 'ES2023',
            module: 'NodeNext',
            moduleResolution: 'NodeNext',
            strict: true,
            types: ['node'],
          },
          files: declarations,
        },
      },
      apiReport: {
        enabled: true,
        reportFileName: name,
        reportFolder: folder,
        reportTempFolder: written,
        includeForgottenExports: false,
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      newlineKind: 'lf',
      messages: {
        compilerMessageReporting: { default: silent },
        extractorMessageReporting: {
          default: silent,
          'ae-forgotten-export': { logLevel: 'none', addToApiReportFile: true },
          'ae-undocumented': { logLevel: 'warning', addToApiReportFile: false },
        },
        tsdocMessageReporting: { default: silent },
      },
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: join(root, 'package.json'),
  });
  compilerState ??= CompilerState.create(config, { additionalEntryPoints: declarations });
  const { apiReportChanged } = Extractor.invoke(config, {
    localBuild: !check,
    compilerState,
    messageCallback: (message) => {
      message.handled = true;
      if (message.messageId === 'ae-undocumented' && !tellsItself(message)) undocumented.add(place(message));
    },
  });
  if (apiReportChanged || !existsSync(join(folder, `${name}.api.md`))) stale.push(`docs/api/${name}.api.md`);
}
for (const file of readdirSync(folder).filter((each) => !reports.has(each))) {
  stale.push(`docs/api/${file}`);
  if (!check) rmSync(join(folder, file));
}
if (undocumented.size > 0) {
  console.error(
    `no docstring says what these are, and all of them are public:\n  ${[...undocumented].sort().join('\n  ')}`,
  );
  process.exitCode = 1;
}
if (check && stale.length > 0) {
  console.error(
    `the public interface differs from ${stale.join(', ')}; run \`npm run api\` and read what it changes`,
  );
  process.exitCode = 1;
}

function place({ sourceFilePath, sourceFileLine, text }) {
  return `${relative(root, sourceFilePath)}:${sourceFileLine} ${/"(.*)"/.exec(text)?.[1]}`;
}

/** Whether a member needs no docstring: it overrides a documented one, or is the `kind` of a value, which its type explains. */
function tellsItself({ sourceFilePath, sourceFileLine }) {
  const line = readFileSync(sourceFilePath, 'utf8').split('\n')[sourceFileLine - 1] ?? '';
  return /^\s*(?:override |(?:readonly )?kind:)/.test(line);
}
