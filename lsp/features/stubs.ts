// Code for what a route names and nobody has written: a controller with its actions, an action in a controller that
// exists, an export of a module.

import type { Snapshot } from '../../src/analysis/snapshot.js';
import type { Diagnostic } from '../../src/language/diagnostics.js';
import { Source, type Range, type Span } from '../../src/language/source.js';
import { actionMember } from '../../src/routing/router/action-name.js';
import { camelCaseName } from '../../src/routing/patterns/route-name.js';
import type { ActionEdit, CodeAction, CodeActionHost } from './action-edits.js';

/** The actions that create what a diagnostic misses. */
export function stubs(
  snapshot: Snapshot,
  diagnostic: Diagnostic,
  host: CodeActionHost,
): readonly CodeAction[] {
  const edit =
    diagnostic.code === 'missing-export'
      ? exportStub(snapshot, diagnostic, host)
      : controllerStub(snapshot, diagnostic, host);
  return edit ? [{ kind: 'quickfix', diagnostic, ...edit }] : [];
}

function controllerStub(
  snapshot: Snapshot,
  { range }: Diagnostic,
  host: CodeActionHost,
): Pick<CodeAction, 'title' | 'edits'> | undefined {
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
  if (!first) return undefined;
  const controller = host.application?.controller(first.controller);
  const wanted = targets
    .filter((target) => target.controller === first.controller)
    .map(({ action }) => action);
  const missing = [...new Set(wanted)].filter(
    (action) => !controller || actionMember(action, (name) => controller.byName.has(name)) === undefined,
  );
  if (missing.length === 0) return undefined;
  if (controller) {
    const title =
      missing.length === 1
        ? `Add the action '${missing[0]}' to the controller`
        : `Add ${missing.length} actions to the controller`;
    return { title, edits: [inModule(controller.file, missing, host)] };
  }
  const file = host.controllerFile?.(first.controller);
  if (file === undefined) return undefined;
  const text = `import { Response, type Request } from 'waypost';\n\n${missing.map((action) => functionStub(action)).join('\n')}`;
  return {
    title: `Create the controller '${first.controller}'`,
    edits: [{ kind: 'file', file, text, isNew: true }],
  };
}

function exportStub(
  snapshot: Snapshot,
  { range }: Diagnostic,
  host: CodeActionHost,
): Pick<CodeAction, 'title' | 'edits'> | undefined {
  const occurrence = snapshot.occurrences.at(snapshot.source, range.start.offset);
  const found =
    snapshot.occurrences
      .all('callable')
      .find(
        ({ source, span }) =>
          source === snapshot.source && span.start <= range.start.offset && range.end.offset <= span.end,
      ) ?? occurrence;
  if (found?.kind !== 'callable') return undefined;
  const [module = '', name = 'default'] = found.key.slice(1).split('#');
  const known = host.application?.module(module, snapshot.source.file);
  if (known)
    return known.byName.has(name)
      ? undefined
      : { title: `Add the export '${name}' to the module`, edits: [inModule(known.file, [name], host)] };
  if (!/^[\w./-]+$/.test(module) || !host.application) return undefined;
  const file = `${snapshot.source.file.replace(/[^/\\]*$/, '')}${module}.ts`;
  return {
    title: `Create the module '${module}'`,
    edits: [
      {
        kind: 'file',
        file,
        text: `import { Response, type Request } from 'waypost';\n\n${functionStub(name)}`,
        isNew: true,
      },
    ],
  };
}

/** The functions in a module that exists: as methods where its default export is a class, otherwise at its end. */
function inModule(file: string, names: readonly string[], { textOf }: CodeActionHost): ActionEdit {
  const text = textOf?.(file) ?? '';
  const isClass = /\bexport\s+default\s+(?:abstract\s+)?class\b/.test(text);
  const isTyped = /\.[cm]?tsx?$/.test(file);
  const knowsTypes =
    /\bRequest\b[^;]*\bfrom\s*['"]waypost['"]/.test(text) &&
    /\bResponse\b[^;]*\bfrom\s*['"]waypost['"]/.test(text);
  if (isClass) {
    const end = text.lastIndexOf('}');
    const code = names
      .map(
        (name) =>
          `\n  ${methodName(name)}()${isTyped ? ': string' : ''} {\n    return '${camelCaseName(name)}';\n  }\n`,
      )
      .join('');
    return { kind: 'edit', file, range: rangeOf(file, text, { start: end, end }), text: code };
  }
  const code = names.map((name) => (knowsTypes ? functionStub(name) : plainStub(name, isTyped))).join('\n');
  return {
    kind: 'file',
    file,
    text: `${text === '' || text.endsWith('\n') ? '' : '\n'}\n${code}`,
    isNew: false,
  };
}

/** Words that no function of a module may be called: they are exported by another name. */
const reserved: ReadonlySet<string> = new Set(
  (
    'arguments await break case catch class const continue debugger default delete do else enum eval export extends false ' +
    'finally for function if implements import in instanceof interface let new null package private protected public ' +
    'return static super switch this throw true try typeof var void while with yield'
  ).split(' '),
);

function functionStub(action: string): string {
  return exported(
    action,
    '(request: Request): Response',
    (name) => `return new Response({ body: '${name}' });`,
  );
}

function plainStub(action: string, isTyped: boolean): string {
  return exported(action, isTyped ? '(): string' : '()', (name) => `return '${name}';`);
}

function exported(action: string, head: string, body: (name: string) => string): string {
  const name = methodName(action);
  if (name === 'default') return `export default function handle${head} {\n  ${body('default')}\n}\n`;
  if (!reserved.has(name)) return `export function ${name}${head} {\n  ${body(name)}\n}\n`;
  return `function ${name}Action${head} {\n  ${body(name)}\n}\nexport { ${name}Action as ${name} };\n`;
}

function methodName(action: string): string {
  return camelCaseName(action);
}

function holds(range: Range, span: Span): boolean {
  return span.start <= range.start.offset && range.end.offset <= span.end;
}

function rangeOf(file: string, text: string, span: Span): Range {
  return new Source(file, text).rangeOf(span);
}
