// Segments in the notation of other routers, such as `{id}`.

import { spanIn, type Declaration } from '../../language/declarations.js';
import { errorsIn, type Place } from '../../language/diagnostics.js';
import { regexText } from '../../language/habits.js';
import { foreignPieces, insteadOf, type ForeignPiece } from '../../language/foreign-paths.js';
import type { Span } from '../../language/source.js';
import { inRoutes, type Rule, type RuleContext } from '../rule.js';

export const foreignPathSyntax: Rule = {
  code: 'foreign-path-syntax',
  severity: 'warning',
  summary: 'The path has a notation of another router, which is literal text here',
  reason:
    'In other routers, `{id}`, `<id>`, `[id]`, a type or a regex after a segment, or a name with `-` are segments. Here they are literal characters, which ' +
    'no request has. A segment is `:id`, a glob `*path`, an optional part is in `( … )`, and a regex is a constraint.',
  bad: inRoutes("get '/users/{id}', to => 'users#show'"),
  good: inRoutes("get '/users/:id', to => 'users#show'"),
  check(context) {
    context.eachDeclaration(({ declaration, paths }) => {
      for (const { value: path, isPositional } of paths) {
        if (!isPositional || !/[{<[^$\\?.+ ]|:\w+[-(]/.test(path.value)) continue;
        if (isMistaken(context, { source: declaration.source, span: path.span })) {
          context.lookAgain();
          continue;
        }
        const glued = gluedToSegment(path.value, declaration);
        if (glued) {
          const { start, end, message, suggestion } = glued;
          const span = spanIn(path, start, end);
          context.report({ at: { source: declaration.source, span }, message, suggestion });
          continue;
        }
        const [first, ...others] = foreignPieces(path.value);
        if (!first) continue;
        const spanOf = ({ start, text }: ForeignPiece): Span => spanIn(path, start, start + text.length);
        // One fix changes all pieces of the path: half of it in another notation would be no better.
        const pieces = [first, ...others] as const;
        const isAllKnown = pieces.every(({ instead, constraint }) => instead !== undefined && !constraint);
        context.report({
          at: { source: declaration.source, span: spanOf(first) },
          message: literalText(pieces),
          suggestion: isAllKnown && pieces.length === 1 ? first.instead : undefined,
          fix: isAllKnown
            ? {
                title: `Write ${pieces.map((piece) => `'${piece.instead}'`).join(' and ')}`,
                edits: pieces.map((piece) => ({ span: spanOf(piece), text: piece.instead ?? '' })),
              }
            : undefined,
        });
      }
    });
  },
};

/** The message about the first piece. In `^users$` both pieces are to be left out, so it names both. */
function literalText(pieces: readonly [ForeignPiece, ...ForeignPiece[]]): string {
  const [first] = pieces;
  const alike =
    first.instead === undefined ? pieces.filter((piece) => insteadOf(piece) === insteadOf(first)) : [first];
  const texts = [...new Set(alike.map(({ text }) => `'${text}'`))];
  return texts.length > 1
    ? `${texts.join(' and ')} are literal text here; ${insteadOf(first, 'them')}`
    : `${texts.join('')} is literal text here; ${insteadOf(first)}`;
}

/** Whether an error has been reported in the path already. */
function isMistaken({ analysis }: RuleContext, { source, span: { start, end } }: Place): boolean {
  return errorsIn(analysis.diagnostics).some(
    ({ file, range }) => file === source.file && range.start.offset >= start && range.end.offset <= end,
  );
}

interface Glued {
  readonly start: number;
  readonly end: number;
  readonly message: string;
  readonly suggestion?: string;
}

/** Longer paths are skipped: the regex below takes quadratic time. */
const longestPath = 2_000;

/** Finds a type, a regex or a repetition after a segment (`:id<int>`, `:id(\d+)`, `:id+`), or a segment whose name has a `-`. */
function gluedToSegment(path: string, { arguments: given }: Declaration): Glued | undefined {
  if (path.length > longestPath) return undefined;
  const behind =
    /:(\w+)(\{(?!\/|[^\w}[(]?[:*][A-Za-z_])[^}]*\}|<[^>]*>|\((?:\w{2,}|[^()]*\\[^():*][^()]*|\[[^()]*|\.\+|[^():*|]+\|[^():*]+)\)|[+](?=\/|$))/.exec(
      path,
    );
  if (behind) {
    const [whole, name = '', text = ''] = behind;
    const start = behind.index + whole.length - text.length;
    const inside = text.slice(1, -1);
    const isRegex = /[\\[.+*|]/.test(inside);
    const regex = isRegex ? regexText(inside) : '/\\d+/';
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
  const [whole, name = '', rest = ''] = dashed;
  // If a constraint names the segment without its `-`, its author knows where the name ends.
  if (given.some((argument) => argument.kind === 'pair' && argument.key.text === name)) return undefined;
  const meant = whole.replaceAll('-', '_');
  return {
    start: dashed.index,
    end: dashed.index + whole.length,
    message: `'${whole}' is the segment ':${name}' with '${rest}' behind it; write '${meant}' for one segment`,
    suggestion: meant,
  };
}
