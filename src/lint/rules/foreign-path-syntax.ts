// Segments written as other routers write them.

import type { Declaration } from '../../language/declarations.js';
import type { Rule } from '../rule.js';

export const foreignPathSyntax: Rule = {
  code: 'foreign-path-syntax',
  severity: 'warning',
  summary: 'The path has a notation of another router, which here is only text',
  reason:
    '`{id}`, `<id>`, `[id]`, a type or a regex behind a segment, a name with `-` are segments elsewhere; here they are literal characters that no request has. A segment is `:id`, a glob `*path`, an optional part stands in `( … )`, and a regex is a constraint.',
  bad: `routes {
  get '/users/{id}', to => 'users#show'
}`,
  good: `routes {
  get '/users/:id', to => 'users#show'
}`,
  check(context) {
    for (const { declaration, value: path, isPositional } of context.survey.paths) {
      if (!isPositional || !/[{<[^$\\?.+]|:\w+[-(]/.test(path.value)) continue;
      const glued = gluedToSegment(path.value, declaration);
      if (glued) {
        const { start, end, message, suggestion } = glued;
        const span = { start: path.offsetOf(start), end: path.offsetOf(end) };
        context.report({ at: { source: declaration.source, span }, message, suggestion });
        continue;
      }
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

interface Glued {
  readonly start: number;
  readonly end: number;
  readonly message: string;
  readonly suggestion?: string;
}

/** A type, a regex or a repetition behind a segment, or a segment whose name has a `-`. */
function gluedToSegment(path: string, { arguments: given }: Declaration): Glued | undefined {
  const behind = /:(\w+)(\{[^}]*\}|<[^>]*>|\((?:\w{2,}|[^()]*\\[^()]*|\[[^()]*)\)|[+](?=\/|$))/.exec(path);
  if (behind) {
    const [whole, name, text] = behind as unknown as readonly [string, string, string];
    const start = behind.index + whole.length - text.length;
    const inside = text.slice(1, -1);
    const isRegex = /[\\[.+*|]/.test(inside);
    const regex = isRegex ? `/${inside.replaceAll('/', '\\/')}/` : '/\\d+/';
    const write =
      text === '+'
        ? `write '*${name}' for several segments`
        : `what a segment is like is a constraint: write \`${name} => ${regex}\``;
    const isGroup = text.startsWith('(');
    return {
      start,
      end: start + text.length,
      message: `'${text}' is ${isGroup ? 'optional' : 'literal'} text behind ':${name}'; ${write}`,
    };
  }
  const dashed = /:(\w+)((?:-[A-Za-z]\w*)+)(?![(:*])/.exec(path);
  if (!dashed) return undefined;
  const [whole, name, rest] = dashed as unknown as readonly [string, string, string];
  // Who constrains the segment knows its name.
  if (given.some((argument) => argument.kind === 'pair' && argument.key.text === name)) return undefined;
  const meant = whole.replaceAll('-', '_');
  return {
    start: dashed.index,
    end: dashed.index + whole.length,
    message: `'${whole}' is the segment ':${name}' with '${rest}' behind it; write '${meant}' for one segment`,
    suggestion: meant,
  };
}

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
