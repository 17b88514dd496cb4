// A route whose `sunset` day is past.

import { timeOfDay } from '../../routing/patterns/facts.js';
import { inRoutes, type Rule } from '../rule.js';

export const pastSunset: Rule = {
  code: 'past-sunset',
  severity: 'warning',
  summary: 'The day on which the route was to be removed is past',
  reason:
    'The `Sunset` header has told clients that the route is gone after that day. Remove the route, or give the day on which it will really be removed.',
  bad: inRoutes("get '/export', to => 'exports#show', sunset => '2020-06-01'"),
  good: inRoutes("get '/export', to => 'exports#show', sunset => '2999-06-01'"),
  check(context) {
    const today = new Date().toISOString().slice(0, 10);
    for (const { declaration, call } of context.survey.withOption('sunset')) {
      const value = call?.options.get('sunset')?.value;
      const written =
        value?.kind === 'hash' ? value.pairs.find(({ key }) => key.text === 'date')?.value : value;
      // An invalid date is an error already.
      if (written?.kind !== 'string' || timeOfDay(written.value) === undefined || written.value >= today)
        continue;
      context.report({
        at: { source: declaration.source, span: written.span },
        message: `these routes were to go away on ${written.value}, which is past; take them out, or name another day`,
      });
    }
  },
};
