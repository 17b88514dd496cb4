// A controller or module whose text could not be read, so that its exports are not checked.

import { callableLabel, walkValues } from '../../language/declarations.js';
import type { KnownMembers } from '../application.js';
import type { Place } from '../../language/diagnostics.js';
import { inRoutes, type Rule } from '../rule.js';

export const unreadableModule: Rule = {
  code: 'unreadable-module',
  severity: 'warning',
  cost: 'slow',
  summary: 'A controller or module cannot be read, so its actions and exports are not checked',
  reason:
    'The linter reads the text of controllers and of the modules after `&`. If a file has a syntax error, its exports are not known, so a missing action or ' +
    'export is not reported. The same holds for files beyond limits of size, time and nesting, which keep the linter and the editor from failing or ' +
    'stalling. Such a file is mostly generated, or made for an attack.',
  bad: inRoutes("get '/about', to => &generated#about"),
  good: inRoutes("get '/about', to => &pages#about"),
  files: {
    'generated.ts': `export default\n${'[\n'.repeat(20_000)}`,
    'pages.ts': 'export function about() {}\n',
  },
  check(context) {
    const { application } = context;
    if (!application) return;
    const reported = new Set<string>();
    // Reported at the first place that names it: a suppression can only be in a routes file, and editors only show findings there.
    const look = (name: string, module: KnownMembers | undefined, at: () => Place): void => {
      if (module?.unread === undefined || reported.has(module.file)) return;
      reported.add(module.file);
      context.report({
        at: at(),
        message: `the file of ${name} ${module.unread}, so nothing is said of what it exports; look into it`,
      });
    };
    for (const { definition, controllerPlace } of context.analysis.routes) {
      if (definition.target.kind !== 'controller') continue;
      const { controller } = definition.target;
      look(`the controller '${controller}'`, application.controller(controller), () => controllerPlace);
    }
    for (const { declaration } of context.declarations) {
      walkValues(declaration, (value) => {
        if (value.kind === 'callable' && value.inline === undefined)
          look(callableLabel(value), application.module(value.module, declaration.source.file), () => ({
            source: declaration.source,
            span: value.span,
          }));
      });
    }
  },
};
