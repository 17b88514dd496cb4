// The names from the application that fit at the place of a completion: controllers and their folders, targets, actions. Names are
// written as they must be there, without the surrounding modules.
//
//   namespace 'admin' { get '/x', to => '│'      users#index, of the controller admin/users

import type { Snapshot } from '../../src/analysis/snapshot.js';
import { Inflection } from '../../src/interpreter/inflection.js';
import type { InterpretedRoute } from '../../src/interpreter/interpreted-route.js';
import type { Scope } from '../../src/interpreter/scope.js';
import { qualify } from '../../src/interpreter/targets.js';
import { callParts } from '../../src/language/call-parts.js';
import type { Declaration } from '../../src/language/declarations.js';
import { declares, hasKey, isResource, optionRole } from '../../src/language/roles.js';
import { keywordRow, optionRow, type OptionName, type Role } from '../../src/language/vocabulary.js';
import type { CompletionDocs } from './completion-items.js';
import {
  likelyControllers,
  mostFirst,
  namedElsewhere,
  routed,
  targetRank,
  type ControllerPurpose,
  type NamedElsewhere,
  type Writing,
} from './completion-ranking.js';

export const inflection = new Inflection();

/** What this module needs to know about the place of the cursor. */
export interface NamingPlace extends Writing {
  readonly snapshot: Snapshot;
  /** The call to whose arguments the cursor belongs. */
  call(): Declaration | undefined;
  /** The scope around the cursor: paths, modules, a controller. */
  scope(): Scope | undefined;
  /** The last route declared before the statement at the cursor. */
  routeBefore(): InterpretedRoute | undefined;
}

export class ApplicationNames {
  readonly #place: NamingPlace;

  constructor(place: NamingPlace) {
    this.#place = place;
  }

  /** Actions for `only` and `except`. Those that the resource's controller has come first in `only` and last in `except`. */
  likelyActions(actions: readonly string[], option: OptionName, call: Declaration): readonly string[] {
    const routes = this.#place.snapshot.analysis.routesOf(call);
    const [controller = this.#controllerOfName(call)] = routes.flatMap((each) => controllerOf(each) ?? []);
    const known =
      controller === undefined ? undefined : this.#place.host.application?.controller(controller)?.byName;
    if (!known) return actions;
    const leavesOut = optionRow(option)?.leavesOut ?? false;
    return mostFirst(actions, (action) => (known.has(action) === leavesOut ? 0 : 1));
  }

  /** The controller of a resource that has no routes yet. */
  #controllerOfName({ arguments: [first], keyword }: Declaration): string | undefined {
    if (first?.kind !== 'string') return undefined;
    const name = hasKey({ keyword }) ? first.value : inflection.plural(first.value);
    return qualify(name, this.#modules());
  }

  /** The modules around the call, and the call's own. */
  #modules(): readonly string[] {
    const own = this.#told('module');
    const around = this.#place.scope()?.modules ?? [];
    return own === undefined ? around : [...around, own];
  }

  /** The string value of the call's option with a certain role. */
  #told(role: Role): string | undefined {
    const call = this.#place.call();
    const parts = call ? callParts(call, keywordRow(call.keyword.text)) : [];
    const told = parts.find((part) => part.kind === 'option' && part.row.role === role);
    const value = told?.kind === 'option' ? told.pair.value : undefined;
    return value?.kind === 'string' ? value.value : undefined;
  }

  /** Controllers as they are named here, without the surrounding modules. The likeliest come first. */
  controllerNames(purpose: ControllerPurpose): readonly string[] {
    const prefix = prefixOf(this.#modules());
    return likelyControllers(this.#namesBelow(prefix), prefix, purpose, this.#place);
  }

  /** Resources that need an option to reach their controllers. None if the call already has such an option. */
  namedElsewhere(): readonly NamedElsewhere[] {
    const options = this.#place.call()?.arguments ?? [];
    const isTold = options.some(
      (each) => each.kind === 'pair' && /^(?:module|controller)$/.test(optionRole(each.key.text) ?? ''),
    );
    if (this.#isInConcern() || isTold) return [];
    const prefix = prefixOf(this.#modules());
    const [around] = this.#place.cursor.parents.findLast(isResource)?.arguments ?? [];
    const parent =
      around?.kind === 'string'
        ? { name: around.value, singular: inflection.singular(around.value) }
        : undefined;
    return namedElsewhere(this.#namesBelow(prefix), prefix, parent, this.#place);
  }

  #isInConcern(): boolean {
    return this.#place.cursor.parents.some((parent) => declares(parent, 'concern'));
  }

  #namesBelow(prefix: string): readonly string[] {
    const names = this.#place.host.application?.controllerNames() ?? [];
    // A concern's modules are those of its uses, which may differ.
    if (this.#isInConcern()) return [...new Set(names.map((name) => name.slice(name.lastIndexOf('/') + 1)))];
    return names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
  }

  /** Folders of controllers, as a namespace or module would name them here. Those without routes come first. */
  folderNames(): readonly string[] {
    const prefix = prefixOf(this.#place.scope()?.modules ?? []);
    const { controllers } = routed(this.#place);
    const routedFolders = [...controllers].filter((name) => name.startsWith(prefix));
    const folders = new Set(
      this.#namesBelow(prefix).flatMap((name) => {
        const parts = name.split('/').slice(0, -1);
        return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
      }),
    );
    return mostFirst([...folders], (folder) =>
      routedFolders.some((name) => name.startsWith(`${prefix}${folder}/`)) ? 0 : 1,
    );
  }

  /** Possible targets, or possible actions if the controller is known. The likeliest come first. */
  targets(of: 'target' | 'action'): readonly { readonly target: string; readonly docs: CompletionDocs }[] {
    const { application } = this.#place.host;
    if (!application) return [];
    const prefix = prefixOf(this.#modules());
    const own = this.#ownController();
    const { file } = this.#place.snapshot.source;
    const known = routed(this.#place);
    const call = this.#place.call();
    const previous = controllerOf(this.#place.routeBefore());
    const actions = (name: string, before: string): { target: string; docs: CompletionDocs }[] =>
      this.#wholeNames(name).flatMap((whole) =>
        [...(application.controller(whole)?.byName.keys() ?? [])].map((action) => ({
          target: before + action,
          docs: { of: 'action' as const, name: `${whole}#${action}`, file },
        })),
      );
    const rank = ({ docs }: { readonly docs: CompletionDocs }): number =>
      targetRank(docs.name, call, known, previous, docs.name.slice(prefix.length).includes('/'));
    const others = of === 'action' || this.takesActionAlone() ? [] : this.#namesBelow(prefix);
    const found = [
      ...(own === undefined ? [] : mostFirst(actions(own, ''), rank)),
      ...mostFirst(
        others.flatMap((name) => actions(name, `${name}#`)),
        rank,
      ),
    ];
    return [...new Map(found.map((each) => [each.target, each])).values()];
  }

  /** Whether the target can only be an action, because an option names the controller. */
  takesActionAlone(): boolean {
    return this.#told('controller') !== undefined;
  }

  /** The controller of a route at the cursor, from its own option or its scope. */
  #ownController(): string | undefined {
    return this.#told('controller') ?? this.#place.scope()?.controller;
  }

  /**
   * The controllers that a name can mean here. In a concern, this is any controller with that name, since the modules depend on its uses.
   */
  #wholeNames(name: string): readonly string[] {
    if (!this.#isInConcern()) return [qualify(name, this.#modules())];
    const names = this.#place.host.application?.controllerNames() ?? [];
    return names.filter((whole) => whole === name || whole.endsWith(`/${name}`));
  }

  /** Actions of the call's controller to which no route leads. The path of a verb may name one. */
  unroutedActions(): readonly string[] {
    const own = this.#ownController();
    if (own === undefined) return [];
    const { targets } = routed(this.#place);
    const actions = this.#wholeNames(own).flatMap((name) =>
      [...(this.#place.host.application?.controller(name)?.byName.keys() ?? [])].filter(
        (action) => !targets.has(`${name}#${action}`),
      ),
    );
    return [...new Set(actions)];
  }
}

/** The controller to which a route leads. */
function controllerOf(route: InterpretedRoute | undefined): string | undefined {
  const target = route?.definition.target;
  return target?.kind === 'controller' ? target.controller : undefined;
}

/** The prefix that modules give to names of controllers. */
export function prefixOf(modules: readonly string[]): string {
  return modules.map((part) => (part === '' ? '' : `${part}/`)).join('');
}
