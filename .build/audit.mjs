// `npm run audit`: checks the packages that the published one needs.
//
//   advisories    `npm audit` of the packages that run               needs a registry that supports it
//   licences      of every package that runs, against those below    always
//   provenance    signatures and attestations of the packages        needs a registry that has them
//
// Exits with 1 if there is a finding. If the registry does not answer, that is printed; it is a finding only with `--online`, as in CI.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

/** Licences that a package under MIT may include. */
const allowed = new Set([
  'MIT',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  '0BSD',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
]);
const { values } = parseArgs({ options: { online: { type: 'boolean', default: false } } });
let hasFindings = false;

licences();
advisories();
signatures();
process.exitCode = hasFindings ? 1 : 0;

function licences() {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const installed = installedWith(packages);
  const others = installed.filter(([, { license }]) => !isAllowed(license));
  for (const [folder, { version, license }] of others)
    finding(
      `${nameOf(folder)} ${version} ${license === undefined ? 'names no licence' : `is under ${license}, which is not among those allowed here`}`,
    );
  if (others.length === 0)
    console.log(`licences: all ${installed.length} packages that run may be passed on`);
}

/**
 * The packages that are installed with this one, by their folders. The marks of the lockfile are not enough: `devOptional` also means a
 * package that a development package needs and another one could use as an optional peer.
 */
function installedWith(packages) {
  const folders = new Set(['']);
  for (const folder of folders) {
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = packages[folder];
    const peers = Object.keys(peerDependencies ?? {}).filter(
      (name) => !peerDependenciesMeta?.[name]?.optional,
    );
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) {
      for (let at = folder; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
        const found = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
        if (packages[found]) folders.add(found);
        if (packages[found] || at === '') break;
      }
    }
  }
  folders.delete('');
  return [...folders].map((folder) => [folder, packages[folder]]);
}

/** Whether a licence such as `MIT` or `(MIT OR GPL-3.0)` is allowed: one of the licences around `OR`, all around `AND`. */
function isAllowed(license = '') {
  const parts = license.replace(/^\((.*)\)$/, '$1').split(' OR ');
  return parts.some((part) =>
    part.split(' AND ').every((each) => allowed.has(each.replace(/[()]/g, '').trim())),
  );
}

function nameOf(folder) {
  return folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

function advisories() {
  const answer = asked(['audit', '--omit=dev', '--json']);
  const counts = answer?.metadata?.vulnerabilities;
  if (!counts) return unanswered('advisories', answer);
  if (counts.total === 0) return console.log('advisories: none for what runs');
  for (const { name, severity, range } of Object.values(answer.vulnerabilities))
    finding(`${name} ${range} has an advisory (${severity}); see npm audit`);
}

function signatures() {
  const answer = asked(['audit', 'signatures', '--json']);
  if (!answer || !Array.isArray(answer.invalid)) return unanswered('provenance', answer);
  for (const { name, version } of answer.invalid)
    finding(`${name} ${version} is not what its registry has signed`);
  const missing = answer.missing?.length ?? 0;
  if (answer.invalid.length === 0)
    console.log(`provenance: every signature holds${missing > 0 ? `; ${missing} packages have none` : ''}`);
}

/** The JSON that npm prints, with any exit status; undefined if it is not JSON. */
function asked(args) {
  const { stdout } = spawnSync('npm', [...args, '--fetch-retries=1', '--fetch-timeout=20000'], {
    encoding: 'utf8',
    timeout: 120_000,
    maxBuffer: 2 ** 28,
    shell: process.platform === 'win32',
  });
  try {
    return JSON.parse(stdout);
  } catch {
    return undefined;
  }
}

function unanswered(question, answer) {
  const why = answer?.error?.summary || answer?.error?.code || answer?.message;
  const text = `${question}: the registry does not tell${why ? ` (${String(why).split('\n')[0]})` : ''}`;
  if (values.online) finding(text);
  else console.log(text);
}

function finding(text) {
  hasFindings = true;
  console.error(`error: ${text}`);
}
