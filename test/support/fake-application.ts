// An application in memory: controllers and modules by what they export, for tests of editor features.

import type { ApplicationKnowledge, KnownMember, KnownMembers } from '../../src/lint/application.js';
import { staticBindings } from '../../src/node/modules/static-bindings.js';
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
};

function members(file: string, names: readonly string[]): KnownMembers {
  const byName = new Map<string, KnownMember>();
  names.forEach((name, index) => {
    const start = { offset: index * 100 + 16, line: index * 3 + 1, column: 17 };
    const end = { offset: start.offset + name.length, line: start.line, column: start.column + name.length };
    byName.set(name, { name, kind: 'function', file, range: { start, end }, doc: `What ${name} does.` });
  });
  return { file, byName, others: new Set(), isComplete: true };
}

/** Controllers `home`, `photos`, `comments`, `admin/users`; modules `handlers` and `guards`. */
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
