// Segments written as other routers write them.

import type { Rule } from '../rule.js';

export const foreignPathSyntax: Rule = {
  code: 'foreign-path-syntax',
  severity: 'warning',
  summary: 'The path has a notation of another router, which here is only text',
  reason:
    '`{id}`, `<id>`, `[id]` and a regex in the path are segments elsewhere; here they are literal characters that no request has. A segment is `:id`, a glob `*path`, an optional part stands in `( … )`, and a regex is a constraint.',
  bad: `routes {
  get '/users/{id}', to => 'users#show'
}`,
  good: `routes {
  get '/users/:id', to => 'users#show'
}`,
  check(context) {
    for (const { declaration, value: path, isPositional } of context.survey.paths) {
      if (!isPositional || !/[{<[^$\\?.]/.test(path.value)) continue;
      for (const { pattern, write } of notations) {
        const found = pattern.exec(path.value);
        if (!found) continue;
        const span = { start: path.offsetOf(found.index), end: path.offsetOf(found.index + found[0].length) };
        const instead = write(found);
        context.report({
          at: { source: declaration.source, span },
          message: `'${found[0]}' is literal text here; ${instead === undefined ? 'leave it out, since a pattern matches the whole path, and a regex is a constraint' : `write '${instead}'`}`,
          suggestion: instead,
          fix:
            instead === undefined
              ? undefined
              : { title: `Write '${instead}'`, edits: [{ span, text: instead }] },
        });
        break;
      }
    }
  },
};

const notations: readonly {
  readonly pattern: RegExp;
  readonly write: (found: RegExpExecArray) => string | undefined;
}[] = [
  {
    pattern: /\{(?:\*\*?|\.\.\.)(\w+)\}|\{(\w+):path\}|\[\.\.\.(\w+)\]|<path:(\w+)>/,
    write: (found) => `*${found.slice(1).find(Boolean)!}`,
  },
  { pattern: /\{(\w+)\?\}|\[\[(\w+)\]\]/, write: (found) => `(:${found.slice(1).find(Boolean)!})` },
  {
    pattern: /\{(\w+)(?::\w+)?\}|<(?:\w+:)?(\w+)>|\[(\w+)\]/,
    write: (found) => `:${found.slice(1).find(Boolean)!}`,
  },
  { pattern: /^\^|(?<=\w)\$$|\(\?[:=!<P]|\\[dws][+*]?|\.\*/, write: () => undefined },
];
