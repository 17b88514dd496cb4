// A concern that nothing uses.

import type { Declaration } from '../../language/declarations.js';
import { unusedConcerns } from '../../analysis/unread-concerns.js';
import { inRoutes, type Rule, type RuleContext } from '../rule.js';
import { namePlace } from '../../language/diagnostics.js';

export const unusedConcern: Rule = {
  code: 'unused-concern',
  severity: 'warning',
  isUnnecessary: true,
  summary: 'Nothing uses the concern, so its routes do not exist',
  reason:
    'A concern itself makes no routes: its block is read only where `concerns` or the option of that name uses it. If nothing uses it, it is superfluous, ' +
    'or its use is missing.',
  bad: inRoutes("concern 'commentable', { resources 'comments' }", "resources 'photos'"),
  good: inRoutes(
    "concern 'commentable', { resources 'comments' }",
    "resources 'photos', concerns => 'commentable'",
  ),
  check(context) {
    const { program } = context.analysis.interpretation;
    // A statement that does not parse may become a use of the concern.
    if ([...program.files.values()].some(({ diagnostics }) => diagnostics.length > 0)) return;
    for (const concern of unusedConcerns(context.analysis)) {
      // A concern without a block is still being written.
      if (!concern.declaration.block) continue;
      if (mayBeMeant(concern, context)) continue;
      context.report({
        at: namePlace(concern.declaration),
        message: `nothing uses the concern '${concern.name}'; use it with \`concerns => '${concern.name}'\`, or take it out`,
      });
    }
  },
};

/** Whether a part that could not be read may be a use of the concern. That part is an error already. */
function mayBeMeant(
  { name, declaration }: { readonly name: string; readonly declaration: Declaration },
  { analysis, hasErrors }: RuleContext,
): boolean {
  if (!hasErrors) return false;
  if (analysis.diagnostics.some(({ code, suggestion }) => code === 'unknown-concern' && suggestion === name))
    return true;
  const [own] = declaration.arguments;
  for (const { source } of analysis.interpretation.program.files.values()) {
    for (let at = source.text.indexOf(name); at >= 0; at = source.text.indexOf(name, at + 1)) {
      const isOwn =
        source === declaration.source && own !== undefined && own.span.start <= at && at < own.span.end;
      if (!isOwn && !isWordAt(source.text, at - 1) && !isWordAt(source.text, at + name.length)) return true;
    }
  }
  return false;
}

const isWordAt = (text: string, at: number): boolean => /[\p{L}\p{M}\p{Nd}_-]/u.test(text.charAt(at));
