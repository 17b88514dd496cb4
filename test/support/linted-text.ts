// Lints a routes file as the command does, with the files of its application in a temporary folder.

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { analyze } from '../../src/analysis/analyze.js';
import type { Diagnostic } from '../../src/language/diagnostics.js';
import { readConfiguration } from '../../src/lint/configuration.js';
import { lint } from '../../src/lint/lint.js';
import { rules as allRules } from '../../src/lint/registry.js';
import { ControllerIndex } from '../../src/node/modules/controller-index.js';
import { readIncluded } from '../../src/node/files/routes-file.js';
import { patientCheck } from './patient-check.js';
import { TemporaryFolder } from './temporary-folder.js';
import { staticBindings } from '../../src/node/modules/static-bindings.js';

export interface LintedText {
  /** The files of the application by path. It has controllers if there is a folder `controllers`. */
  readonly files?: Readonly<Record<string, string>> | undefined;
  /** The configuration's rules. */
  readonly rules?: Readonly<Record<string, unknown>>;
}

const folders: TemporaryFolder[] = [];

/** The diagnostics of a linted text. */
export async function lintText(text: string, options: LintedText = {}): Promise<readonly Diagnostic[]> {
  return (await lintAll(text, options)).diagnostics;
}

export async function lintAll(text: string, { files, rules }: LintedText = {}): ReturnType<typeof lint> {
  const { configuration, problems } = readConfiguration({ rules }, allRules);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  if (!files) return lint(analyze(text, { file: 'routes' }), { configuration, checkRegex: patientCheck });
  const work = new TemporaryFolder();
  folders.push(work);
  work.write(files);
  const folder = work.path;
  const controllers = join(folder, 'controllers');
  const application = await ControllerIndex.load(
    statSync(controllers, { throwIfNoEntry: false }) ? controllers : undefined,
  );
  const analysis = analyze(text, {
    file: join(folder, 'routes'),
    read: readIncluded,
    bindings: staticBindings(application),
  });
  return lint(analysis, { configuration, application, checkRegex: patientCheck });
}

export function removeApplications(): void {
  for (const folder of folders.splice(0)) folder.remove();
}
