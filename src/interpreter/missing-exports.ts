// Reports callables whose module or export does not exist.

import { change } from '../language/diagnostics.js';
import type { CallableValue } from '../language/declarations.js';
import { didYouMean, nearest, nearestPath } from '../language/nearest.js';
import type { Source } from '../language/source.js';
import type { Binding, Bindings } from './bindings.js';
import type { Diagnostics } from './reported-diagnostics.js';

/** Reports a callable if its binding says that its module or export is missing. */
export function checkBinding(
  value: CallableValue,
  source: Source,
  binding: Binding,
  bindings: Bindings,
  diagnostics: Diagnostics,
): void {
  if (binding.kind === 'no-module') missingModule(value, source, binding, bindings, diagnostics);
  else if (binding.kind === 'no-export') missingExport(value, source, binding, diagnostics);
}

function missingModule(
  value: CallableValue,
  source: Source,
  { known, inFolder, unusable }: Extract<Binding, { readonly kind: 'no-module' }>,
  bindings: Bindings,
  diagnostics: Diagnostics,
): void {
  const place = { source, span: value.moduleSpan };
  const dotted = dottedExport(value, known, source, bindings);
  if (dotted !== undefined) {
    diagnostics.error(
      'missing-export',
      place,
      `there is no module '${value.module}'; the export of a module stands behind \`#\`: write \`&${dotted}\``,
      { suggestion: dotted, fix: change(`Write \`&${dotted}\``, value.moduleSpan, dotted) },
    );
    return;
  }
  const folder = inFolder && /^(.+)[/\\]/.exec(source.file)?.[1];
  const above = `../${value.module}`;
  const [within] = known
    .filter((name) => value.module.endsWith(`/${name}`))
    .sort((one, other) => other.length - one.length);
  const near = known.includes(above) ? above : (within ?? nearestPath(value.module, known));
  const suggestion = unusable === undefined ? near : undefined;
  const others = known.length > 0 ? `there are ${listed(known)}` : '';
  const help = unusable === undefined ? didYouMean(suggestion) || toWrite(folder, others) : `; ${unusable}`;
  diagnostics.error(
    'missing-export',
    place,
    `there is no module '${value.module}'${folder === undefined ? '' : ` in ${folder}`}${help}`,
    { suggestion },
  );
}

function missingExport(
  value: CallableValue,
  source: Source,
  binding: Extract<Binding, { readonly kind: 'no-export' }>,
  diagnostics: Diagnostics,
): void {
  const wanted = value.export ?? 'default';
  // Sorted for the same reason as in `controller-checks.ts`.
  const exported = [...binding.known].sort();
  const suggestion = value.export === undefined ? undefined : nearest(wanted, exported);
  const known = exported.filter((name) => name !== 'default');
  const help =
    suggestion === undefined && known.length > 0 ? `; it exports ${listed(known)}` : didYouMean(suggestion);
  const what = value.export === undefined ? 'has no default export' : `does not export '${wanted}'`;
  diagnostics.error(
    'missing-export',
    { source, span: value.exportSpan ?? value.span },
    `the module '${value.module}' ${what}${help}`,
    { suggestion },
  );
}

/** Suggests to write a module that belongs in a folder. A given module or a package can only be replaced by another. */
function toWrite(folder: string | undefined, others: string): string {
  if (folder !== undefined) return `; write it, or name another${others && ` (${others})`}`;
  return others && `; ${others}`;
}

/** The first eight names, in quotes. */
const listed = (names: readonly string[]): string =>
  names
    .slice(0, 8)
    .map((name) => `'${name}'`)
    .join(', ');

/** `handlers#health` if `&handlers.health` is written and that module exists; otherwise undefined. */
function dottedExport(
  value: CallableValue,
  known: readonly string[],
  source: Source,
  bindings: Bindings,
): string | undefined {
  const dot = value.module.lastIndexOf('.');
  const name = value.module.slice(dot + 1);
  if (value.export !== undefined || dot <= 0 || !/^[\p{L}_$]/u.test(name)) return undefined;
  const module = [value.module.slice(0, dot), `../${value.module.slice(0, dot)}`].find((each) =>
    known.includes(each),
  );
  if (module === undefined) return undefined;
  const binding = bindings.callable({ ...value, module, export: name }, source);
  return binding.kind === 'no-export' ? undefined : `${module}#${name}`;
}
