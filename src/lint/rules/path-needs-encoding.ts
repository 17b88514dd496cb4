// A path with percent escapes. Patterns are decoded text.

import { attempt } from '../../http/http-error.js';
import { change } from '../../language/diagnostics.js';
import { spanIn, type StringValue } from '../../language/declarations.js';
import { inRoutes, type Rule } from '../rule.js';

export const pathNeedsEncoding: Rule = {
  code: 'path-needs-encoding',
  severity: 'warning',
  summary: 'The path has a percent escape, which is literal text in a pattern',
  reason:
    'Patterns are written decoded and compared with the decoded path: `/caf\u00e9` matches the request for `/caf%C3%A9`. An escape in a pattern is literal ' +
    'text, so the route would only match a request that escapes the percent sign too. Write the character itself. Helpers encode it where necessary.',
  bad: inRoutes("get '/caf%C3%A9', to => 'pages#cafe'"),
  good: inRoutes("get '/caf\u00e9', to => 'pages#cafe'"),
  check(context) {
    context.eachDeclaration(({ declaration, paths }) => {
      for (const { value } of paths) {
        if (!value.value.includes('%')) continue;
        const found = /(?:%[0-9A-Fa-f]{2})+/.exec(value.value);
        if (!found) continue;
        // Escaped `/`, `?` and `#` cannot be literal text of a pattern, but a segment's value can contain them.
        const isOfSegment = /%(?:2f|3f|23)/i.test(found[0]);
        const text = isOfSegment ? undefined : attempt(() => decodeURIComponent(found[0]));
        const decoded = text?.replace(/[():*]/g, '\\$&');
        const span = spanIn(value, found.index, found.index + found[0].length);
        const written = decoded === undefined ? undefined : writtenIn(decoded, value);
        const help =
          written !== undefined
            ? `write '${written}'`
            : decoded !== undefined
              ? `write '${inDoubleQuotes(decoded)}' in double quotes`
              : isOfSegment
                ? 'write a segment in its place, with a constraint'
                : 'write the path decoded';
        context.report({
          at: { source: declaration.source, span },
          message: `'${found[0]}' is matched as these very characters; ${help}`,
          suggestion: written,
          fix:
            written !== undefined && isPlain(written, value)
              ? change(`Write '${written}'`, span, written)
              : undefined,
        });
      }
    });
  },
};

/** The text as written between the quotes of a path; undefined if this kind of quotes cannot contain it. */
function writtenIn(text: string, { notation }: StringValue): string | undefined {
  if (notation === 'double') return inDoubleQuotes(text);
  if (/\p{C}/u.test(text) || (notation !== 'single' && /[\s'"]/.test(text))) return undefined;
  return text.replaceAll("'", "\\'");
}

function inDoubleQuotes(text: string): string {
  return text
    .replaceAll(/["\\]/g, '\\$&')
    .replaceAll(/\p{C}/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

/** Whether the text certainly has no special meaning in a path. */
function isPlain(text: string, { notation }: StringValue): boolean {
  return (
    (notation === 'single' || notation === 'double') &&
    !/[\p{C}\s'"\\/?#()*:]/u.test(text.replaceAll(' ', ''))
  );
}
