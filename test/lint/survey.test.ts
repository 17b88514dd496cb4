// What a survey tells rules of the declarations of a text, by their roles and their options.

import { expect, it } from 'vitest';
import { analyze } from '../../src/analysis/analyze.js';
import type { PlacedDeclaration } from '../../src/lint/survey.js';
import { surveyOf, withRole } from '../../src/lint/survey.js';

it('finds declarations by the role of what they begin with, and by option', () => {
  const survey = surveyOf(
    analyze(`routes {
  get '/a', to => 'a#b', as => 'c'
  constraints(id => /x/, {
    post '/a', to => 'a#b'
    get '/:id', to => 'a#b'
  })
}`),
  );
  const shown = (all: readonly PlacedDeclaration[]): string[] =>
    all.map(({ declaration: { source, span } }) => source.textOf(span).slice(0, 11));
  expect(shown(withRole(survey, 'constraints'))).toEqual(['constraints']);
  expect(shown(survey.withOption('as'))).toEqual(["get '/a', t"]);
});
