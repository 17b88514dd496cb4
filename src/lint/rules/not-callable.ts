// A callable that is nothing to call, as far as its module's text tells.

import { walkValues } from '../../language/declarations.js';
import type { Rule } from '../rule.js';

export const notCallable: Rule = {
  code: 'not-callable',
  severity: 'error',
  cost: 'slow',
  summary: 'The export is neither a function nor an object with the method that is needed',
  reason:
    'A target is a function of the request or an object with `call`, a constraint a function or an object with `matches`, a mounted app an object with `call` or a ' +
    'function. Anything else fails when the file is loaded, and the linter says so before.',
  bad: `routes {
  get '/limit', to => &handlers#limit
}`,
  good: `routes {
  get '/limit', to => &handlers#showLimit
}`,
  files: { 'handlers.ts': 'export const limit = 10\nexport function showLimit() {}\n' },
  check(context) {
    const { application } = context;
    if (!application) return;
    for (const { declaration } of context.declarations) {
      const { source } = declaration;
      walkValues(declaration, (value) => {
        if (value.kind !== 'callable' || value.inline !== undefined) return;
        const member = application.module(value.module, source.file)?.byName.get(value.export ?? 'default');
        if (member?.kind !== 'value') return;
        context.report({
          at: { source, span: value.exportSpan ?? value.span },
          message: `'${value.export ?? 'default'}' of '${value.module}' is no function; name one, or an object with the method that is called`,
        });
      });
    }
  },
};
