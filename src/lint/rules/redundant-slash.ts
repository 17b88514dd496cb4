// Trailing and doubled slashes in a path.

import { change } from '../../language/diagnostics.js';
import { spanIn } from '../../language/declarations.js';
import { isResource } from '../../language/roles.js';
import { inRoutes, type Rule } from '../rule.js';

export const redundantSlash: Rule = {
  code: 'redundant-slash',
  severity: 'info',
  isUnnecessary: true,
  summary: 'A trailing or doubled slash has no meaning',
  reason:
    'Doubled slashes are joined and a trailing one is dropped, in patterns and in requests: `/about/` and `//about` are `/about`. If they are written, they ' +
    'suggest a difference that does not exist.',
  bad: inRoutes("get '/about/', to => 'pages#about'"),
  good: inRoutes("get '/about', to => 'pages#about'"),
  check(context) {
    context.eachDeclaration(({ declaration, paths }) => {
      for (const { value } of paths) {
        const { value: path } = value;
        // A whole URL is an error already.
        if ((!path.endsWith('/') && !path.includes('//')) || path.includes('://')) continue;
        const found = isResource(declaration) ? undefined : /(?<=.)\/+$|(?<=\/)\/+/.exec(path);
        if (!found) continue;
        const span = spanIn(value, found.index, found.index + found[0].length);
        context.report({
          at: { source: declaration.source, span },
          message: `this slash has no meaning in '${path}'; leave it out`,
          fix: change('Leave the slash out', span),
        });
      }
    });
  },
};
