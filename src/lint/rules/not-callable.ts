// A callable that is nothing to call, as far as its module's text tells.

import type { ReadCall } from '../../language/call-reader.js';
import { type Value, walkValues } from '../../language/declarations.js';
import { optionRole, positionalRole } from '../../language/roles.js';
import type { Rule } from '../rule.js';

export const notCallable: Rule = {
  code: 'not-callable',
  severity: 'error',
  cost: 'slow',
  summary: 'The export is neither a function nor an object with the method that is needed',
  reason:
    'A target is a function of the request or an object with `call`, a constraint a function or an object with `matches`, a mounted app an object with `call` or a ' +
    'function; only a layer may be a class. Anything else fails when the file is loaded, and the linter says so before.',
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
    for (const { declaration, call } of context.declarations) {
      const { source } = declaration;
      const layers = new Set(call ? layersIn(call) : []);
      walkValues(declaration, (value) => {
        if (value.kind !== 'callable' || value.inline !== undefined) return;
        const member = application.module(value.module, source.file)?.byName.get(value.export ?? 'default');
        const isClass = member?.kind === 'class' && !layers.has(value);
        if (member?.kind !== 'value' && !isClass) return;
        const is = isClass ? 'a class' : 'no function';
        context.report({
          at: { source, span: value.exportSpan ?? value.span },
          message: `'${value.export ?? 'default'}' of '${value.module}' is ${is}; name ${isClass ? 'a function' : 'one'}, or an object with the method that is called`,
        });
      });
    }
  },
};

/** The values that are layers, which may be classes. */
function layersIn({ declaration, positionals, options }: ReadCall): readonly Value[] {
  const written = [
    ...(positionalRole(declaration) === 'layer' ? positionals : []),
    ...[...options].flatMap(([option, { value }]) => (optionRole(option) === 'layer' ? [value] : [])),
  ];
  return written.flatMap((value) => (value?.kind === 'list' ? value.items : value ? [value] : []));
}
