// `match` with a single verb that has its own keyword.

import { keywordPlace } from '../../language/diagnostics.js';
import { isVerbKeyword } from '../../language/roles.js';
import { keywordRow } from '../../language/vocabulary.js';
import { stringsOf } from '../../language/value-kinds.js';
import { optionArgument, removalSpan } from '../places.js';
import { inRoutes, type Rule } from '../rule.js';

export const preferVerbOverMatch: Rule = {
  code: 'prefer-verb-over-match',
  severity: 'info',
  summary: '`match` with a single verb says in two words what the verb says in one',
  reason:
    '`match` is for several verbs, or for verbs without a keyword. With a single verb, its own keyword is shorter, and is found where all other verbs are.',
  bad: inRoutes("match '/search', to => 'search#run', via => 'get'"),
  good: inRoutes("get '/search', to => 'search#run'"),
  check(context) {
    context.eachDeclaration(({ declaration, call }) => {
      if (!keywordRow(declaration.keyword.text)?.options.includes('via')) return;
      const via = call && optionArgument(call, 'via');
      if (!via || via.value.kind === 'star') return;
      if (context.survey.doubt.isMistaken(declaration)) return context.lookAgain();
      const words = stringsOf(via.value).map(({ value }) => value.toLowerCase());
      const [verb] = words;
      if (verb === undefined || words.length !== 1 || !isVerbKeyword(verb)) return;
      context.report({
        at: keywordPlace(declaration),
        message: `\`match\` with the one verb '${verb}' is \`${verb}\`; write that, without \`via\``,
        fix: {
          title: `Write \`${verb}\``,
          edits: [
            { span: declaration.keyword.span, text: verb },
            { span: removalSpan(declaration, via.whole), text: '' },
          ],
        },
      });
    });
  },
};
