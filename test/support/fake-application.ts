// An application in memory, for tests of editor features: controllers and modules with their exports.

import type { ApplicationKnowledge } from '../../src/lint/application.js';
import { staticBindings } from '../../src/node/modules/static-bindings.js';
import type { Member, Members } from '../../src/node/modules/module-reading.js';
import type { Bindings } from '../../src/interpreter/bindings.js';

const controllers: Readonly<Record<string, readonly string[]>> = {
  home: ['index', 'about'],
  photos: ['index', 'create', 'new', 'show', 'edit', 'update', 'destroy', 'preview', 'search'],
  comments: ['index', 'create'],
  'admin/users': ['index', 'show'],
};
const modules: Readonly<Record<string, readonly string[]>> = {
  handlers: ['health', 'ping'],
  guards: ['isStaff'],
  limits: ['perMinute', 'settings', 'Timing'],
};

/** Exports that are not functions: their kind, and the members of a class or object. */
const otherKinds: Readonly<Record<string, Pick<Member, 'kind'> & { readonly has?: readonly string[] }>> = {
  perMinute: { kind: 'value' },
  settings: { kind: 'object', has: ['perHour'] },
  Timing: { kind: 'class', has: ['call'] },
};

function members(
  file: string,
  names: readonly string[],
): Members & { readonly file: string; readonly others: ReadonlySet<string> } {
  const byName = new Map<string, Member>();
  names.forEach((name, index) => {
    const start = { offset: index * 100 + 16, line: index * 3 + 1, column: 17 };
    const end = { offset: start.offset + name.length, line: start.line, column: start.column + name.length };
    const { kind = 'function', has } = Object.hasOwn(otherKinds, name) ? otherKinds[name]! : {};
    byName.set(name, {
      name,
      kind,
      file,
      range: { start, end },
      doc: `What ${name} does.`,
      members: has && members(file, has),
    });
  });
  return { file, byName, others: new Set(), isComplete: true };
}

/** Has controllers `home`, `photos`, `comments` and `admin/users`, and modules `handlers`, `guards` and `limits`. */
export const fakeApplication: ApplicationKnowledge = {
  hasControllers: true,
  controllerNames: () => Object.keys(controllers),
  controller: (name) =>
    Object.hasOwn(controllers, name) ? members(`/app/controllers/${name}.ts`, controllers[name]!) : undefined,
  module: (name) =>
    Object.hasOwn(modules, name) ? members(`/app/config/${name}.ts`, modules[name]!) : undefined,
  moduleNames: () => Object.keys(modules),
};

export const fakeBindings: Bindings = staticBindings({
  ...fakeApplication,
  pathOf: (file: string) => file,
  unusableController: () => undefined,
} as never);
