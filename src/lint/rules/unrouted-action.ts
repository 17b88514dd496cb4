// An action that no route leads to.

import { camelCaseName } from '../../routing/patterns/route-name.js';
import { inRoutes, type Rule } from '../rule.js';

export const unroutedAction: Rule = {
  code: 'unrouted-action',
  severity: 'warning',
  cost: 'slow',
  summary: 'No route leads to the action',
  reason:
    'A controller exports functions so that routes can call them. If no route leads to one, it is dead code, or its route is missing. The rule reads the ' +
    'text of every controller without running it, and looks only at functions declared in the controller itself. Names with a leading `_` are not actions. ' +
    'List functions that are meant for other modules in `ignore`.',
  bad: inRoutes("get '/about', to => 'pages#about'"),
  good: inRoutes("get '/about',   to => 'pages#about'", "get '/contact', to => 'pages#contact'"),
  files: { 'controllers/pages.ts': 'export function about() {}\nexport function contact() {}\n' },
  options: { ignore: { default: [], doc: "Actions that need no route, such as 'pages#helper' or 'lib/*'" } },
  check(context) {
    const { application } = context;
    if (!application?.hasControllers || context.hasErrors || context.routes.length === 0) return;
    const routed = new Set<string>();
    for (const { definition } of context.routes) {
      if (definition.target.kind !== 'controller') continue;
      const { controller, action } = definition.target;
      routed.add(`${controller}#${action}`).add(`${controller}#${camelCaseName(action)}`);
    }
    const ignored = context.option<readonly string[]>('ignore');
    for (const name of application.controllerNames()) {
      const controller = application.controller(name);
      if (!controller) continue;
      for (const [action, member] of controller.byName) {
        const target = `${name}#${action}`;
        if (member.kind !== 'function' || member.file !== controller.file || routed.has(target)) continue;
        if (ignored.some((pattern) => fits(target, pattern))) continue;
        context.report({
          at: member,
          message: `no route leads to '${target}'; add one, or give the function a name with a leading '_'`,
        });
      }
    }
  },
};

function fits(target: string, pattern: string): boolean {
  return pattern.endsWith('*') ? target.startsWith(pattern.slice(0, -1)) : target === pattern;
}
