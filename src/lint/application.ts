// What the linter may ask about an application's modules. Whoever hosts it answers: on Node, ControllerIndex reads the
// modules' texts; an editor in a browser may have none.

import type { Diagnostic } from '../language/diagnostics.js';
import type { AnalyzeOptions } from '../analysis/analyze.js';
import { actionMember } from '../routing/action-name.js';

/** An export of a module, or an action of a controller. */
export interface KnownMember {
  readonly name: string;
  readonly kind: 'function' | 'class' | 'object' | 'value' | 'unknown';
  readonly file: string;
  readonly range: Diagnostic['range'];
  readonly doc: string | undefined;
}

export interface KnownMembers {
  readonly file: string;
  readonly byName: ReadonlyMap<string, KnownMember>;
  /** Whether there are no others. */
  readonly isComplete: boolean;
}

export interface ApplicationKnowledge {
  readonly hasControllers: boolean;
  controllerNames(): readonly string[];
  controller(name: string): KnownMembers | undefined;
  /** The module of a callable; undefined where it is no file of the application. */
  module(name: string, routesFile: string): KnownMembers | undefined;
  moduleNames(routesFile: string): readonly string[];
  /** Whether a package of this name can be found from the routes file. */
  hasPackage(name: string, routesFile: string): boolean;
}

type Bindings = NonNullable<AnalyzeOptions['bindings']>;

/** What `&module#export` and `'controller#action'` stand for, for `analyze`, as far as is known. */
export function bindingsOf(knowledge: ApplicationKnowledge): Bindings {
  return {
    callable(value, source) {
      if (value.inline !== undefined) return { kind: 'unknown' };
      const module = knowledge.module(value.module, source.file);
      if (!module) {
        if (knowledge.hasPackage(value.module, source.file)) return { kind: 'unknown' };
        return { kind: 'no-module', known: knowledge.moduleNames(source.file) };
      }
      if (module.byName.has(value.export ?? 'default')) return { kind: 'unseen' };
      return module.isComplete ? { kind: 'no-export', known: [...module.byName.keys()] } : { kind: 'unknown' };
    },
    ...(knowledge.hasControllers && {
      controllers: {
        get known() {
          return knowledge.controllerNames();
        },
        find(name: string) {
          const controller = knowledge.controller(name);
          return (
            controller && {
              actions: [...controller.byName.keys()],
              hasAction: (action: string) => !controller.isComplete || actionMember(action, (name) => controller.byName.has(name)) !== undefined,
            }
          );
        },
      },
    }),
  };
}
