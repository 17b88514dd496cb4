// Writes code that a route names but the application lacks: a controller with its actions, an action of an existing controller, or an
// export of a module.

import { callableName } from '../../src/analysis/callables.js';
import type { Snapshot } from '../../src/analysis/snapshot.js';
import { isReserved } from '../../src/language/reserved-words.js';
import { inLinesOf, resolvePath, Source, type Range, type Span } from '../../src/language/source.js';
import { actionOf } from '../../src/lint/application.js';
import { camelCaseName } from '../../src/routing/patterns/route-name.js';
import { mayBeAction } from '../../src/routing/router/action-name.js';
import { fileEdit } from './rename-files.js';
import { mayBeFile, type ActionEdit } from './action-edits.js';
import type { Mend, Mistake } from './mend.js';
import type { ModuleHost } from './rename-in-modules.js';

/** Writes an action that a controller lacks, or the whole controller. */
export function missingAction({ snapshot, diagnostic: { range }, host }: Mistake): readonly Mend[] {
  const targets = snapshot.analysis.routes.flatMap(
    ({ targetPlace, controllerPlace, definition: { target } }) => {
      const isHere = [targetPlace, controllerPlace].some(
        ({ source, span }) =>
          source === snapshot.source && (span.start === range.start.offset || holds(range, span)),
      );
      return isHere && target.kind === 'controller' ? [target] : [];
    },
  );
  const [first] = targets;
  if (!first) return [];
  const controller = host.application?.controller(first.controller);
  const wanted = targets
    .filter((target) => target.controller === first.controller)
    .map(({ action }) => action);
  const missing = [...new Set(wanted)].filter(
    (action) => mayBeAction(action) && (!controller || !actionOf(controller, action)),
  );
  if (missing.length === 0) return [];
  if (controller) {
    const title =
      missing.length === 1
        ? `Add the action '${missing[0]}' to the controller`
        : `Add ${missing.length} actions to the controller`;
    return writing(title, inModule(controller.file, missing, 'controller', host), snapshot, host);
  }
  const file = host.controllerFile?.(first.controller);
  if (file === undefined) return [];
  return writing(`Create the controller '${first.controller}'`, [newModule(file, missing)], snapshot, host);
}

/** Writes an export that a module lacks, or the whole module. Not offered if the name is probably a misspelling. */
export function missingExport({ snapshot, diagnostic: { range, fix }, host }: Mistake): readonly Mend[] {
  if (fix) return [];
  const occurrence = snapshot.occurrences.at(snapshot.source, range.start.offset);
  const found =
    snapshot.occurrences
      .all('callable')
      .find(({ source, span }) => source === snapshot.source && holds(range, span)) ?? occurrence;
  if (found?.kind !== 'callable') return [];
  const { module, export: name = 'default' } = callableName(found.name);
  const known = host.application?.module(module, snapshot.source.file);
  if (known) {
    const edits = known.byName.has(name) ? undefined : inModule(known.file, [name], 'module', host);
    return writing(`Add the export '${name}' to the module`, edits, snapshot, host);
  }
  if (!mayBeFile(module) || !host.application) return [];
  const file = `${resolvePath(snapshot.source.file, module)}.ts`;
  return writing(`Create the module '${module}'`, [newModule(file, [name])], snapshot, host);
}

/** A fix whose texts have the line ends of the file they go into, or of the routes file. */
function writing(
  title: string,
  edits: readonly ActionEdit[] | undefined,
  snapshot: Snapshot,
  host: ModuleHost,
): readonly Mend[] {
  if (!edits) return [];
  const inLines = (each: ActionEdit): ActionEdit => ({
    ...each,
    text: inLinesOf(host.textOf?.(each.file) ?? snapshot.source.text, each.text),
  });
  return [{ title, edits: edits.map(inLines) }];
}

/** A new module with functions to fill in. */
function newModule(file: string, names: readonly string[]): ActionEdit {
  const functions = names.map((name) => functionStub(name)).join('\n');
  const text = `import { Response, type Request } from 'waypost';\n\n${functions}`;
  return { file, text, isNew: true };
}

/** Adds functions to an existing module. Undefined if its syntax tree has no place for them. */
function inModule(
  file: string,
  names: readonly string[],
  of: 'controller' | 'module',
  { textOf, modules }: ModuleHost,
): readonly ActionEdit[] | undefined {
  const text = textOf?.(file) ?? '';
  const room = modules?.room(file, text, of);
  if (!room) return undefined;
  const isTyped = /\.[cm]?tsx?$/.test(file);
  const at = (offset: number, inserted: string): ActionEdit =>
    fileEdit(new Source(file, text), { start: offset, end: offset }, inserted);
  const member = (name: string, end: string): string =>
    `\n  ${camelCaseName(name)}()${isTyped ? ': string' : ''} {\n    return '${camelCaseName(name)}';\n  }${end}\n`;
  switch (room.kind) {
    case 'class':
      return [at(room.offset, names.map((name) => member(name, '')).join(''))];
    case 'object':
      return [
        ...(room.commaAt === undefined ? [] : [at(room.commaAt, ',')]),
        at(room.offset, names.map((name) => member(name, ',')).join('')),
      ];
    case 'export':
    case 'commonjs': {
      const { imports, taken, exports } = room;
      const knowsTypes = imports.has('Response') && (imports.has('Request') || imports.has('type Request'));
      const code = names
        .map((name) => {
          if (exports !== undefined)
            return `${exports}.${camelCaseName(name)} = function () {\n  return '${camelCaseName(name)}';\n};\n`;
          return knowsTypes ? functionStub(name, taken) : plainStub(name, isTyped, taken);
        })
        .join('\n');
      const before = text === '' || text.endsWith('\n') ? '' : '\n';
      return [{ file, text: `${before}\n${code}`, isNew: false }];
    }
  }
}

function functionStub(action: string, taken: ReadonlySet<string> = new Set()): string {
  const head = '(request: Request): Response';
  return exported(action, head, (name) => `return new Response({ body: '${name}' });`, taken);
}

function plainStub(action: string, isTyped: boolean, taken: ReadonlySet<string>): string {
  return exported(action, isTyped ? '(): string' : '()', (name) => `return '${name}';`, taken);
}

/** An exported function. If its name is reserved or taken in the module, it is written under another name and exported under this one. */
function exported(
  action: string,
  head: string,
  body: (name: string) => string,
  taken: ReadonlySet<string>,
): string {
  const name = camelCaseName(action);
  const free = (wanted: string): string => (taken.has(wanted) ? free(`${wanted}Action`) : wanted);
  if (name === 'default')
    return `export default function ${free('handle')}${head} {\n  ${body('default')}\n}\n`;
  if (!isReserved(name) && !taken.has(name)) return `export function ${name}${head} {\n  ${body(name)}\n}\n`;
  const own = free(`${name}Action`);
  return `function ${own}${head} {\n  ${body(name)}\n}\nexport { ${own} as ${name} };\n`;
}

function holds(range: Range, span: Span): boolean {
  return span.start <= range.start.offset && range.end.offset <= span.end;
}
