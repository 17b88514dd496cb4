// Looks up callables and controllers in the texts of their modules. Nothing is run.

import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { attempt } from '../../http/http-error.js';
import { missingModule } from './modules.js';
import { actionMember } from '../../routing/router/action-name.js';
import type { Binding, Bindings, ControllerKnowledge, ExportShape } from '../../interpreter/bindings.js';
import type { ControllerIndex } from './controller-index.js';
import type { Member } from './module-reading.js';

/**
 * The bindings of a linter or an editor. A module is missing if it is neither a file nor a package. If not all exports of a module are
 * known, none is reported as missing.
 */
export function staticBindings(index: ControllerIndex): Bindings {
  return {
    callable(value, source): Binding {
      if (value.inline !== undefined) return { kind: 'unknown' };
      const module = index.module(value.module, source.file);
      if (!module) {
        return isPackage(value.module, index.pathOf(source.file))
          ? { kind: 'unknown' }
          : missingModule(dirname(index.pathOf(source.file)), value.module);
      }
      const member = module.byName.get(value.export ?? 'default');
      if (member) return { kind: 'unseen', shape: shapeOf(member) };
      return module.isComplete
        ? { kind: 'no-export', known: [...module.byName.keys()] }
        : { kind: 'unknown' };
    },
    ...(index.hasControllers && {
      controllers: {
        known: index.controllerNames(),
        folder: index.controllerFolder,
        unusable: (name) => index.unusableController(name),
        find(name: string): ControllerKnowledge | undefined {
          const controller = index.controller(name);
          return (
            controller && {
              actions: [...controller.byName.keys()],
              hasAction: (action) =>
                !controller.isComplete ||
                actionMember(action, (name) => controller.byName.has(name) || controller.others.has(name)) !==
                  undefined,
            }
          );
        },
      },
    }),
  };
}

function shapeOf({ kind, members }: Member): ExportShape | undefined {
  if (kind === 'value') return { kind, has: () => false };
  if ((kind !== 'class' && kind !== 'object') || !members) return undefined;
  return { kind, has: (name) => !members.isComplete || members.byName.has(name) };
}

function isPackage(name: string, routesFile: string): boolean {
  return attempt(() => createRequire(routesFile).resolve(name)) !== undefined;
}
