// A tree can be moved along with its text by the numbers in its spans: no two nodes share one, and nothing else knows an offset.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { StringValue } from '../../src/language/declarations.js';
import { Source, type Span } from '../../src/language/source.js';
import { parseSyntax } from '../../src/language/syntax.js';
import { fixtureFiles } from '../support/diagnostic-fixtures.js';

const notations = `routes {
  get '/a\\'b', to => "c\\td#e", as: "\\u{1F600}x", :only<a b>, :shallow, :!format;
  get '/x' => 'pages#x', 'defaults' => { id => 1, 'format' => 'json', :flag }
  mount &apps/blog#app => '/blog'
  get &apps/blog => '/b', via => %w[get post]
  constraints(&guards#isStaff, host => <a.com b.com>, { redirect('/x', status => 302) })
  scope redirect('/y') do get /path, to: users#index end
}`;
const folder = 'test/fixtures/syntax';
const texts = new Map([
  ['every notation', notations],
  ...fixtureFiles(folder).map((file) => [file, readFileSync(join(folder, file), 'utf8')] as const),
]);

interface Found {
  readonly spans: Span[];
  readonly strings: StringValue[];
  readonly others: object[];
}

/** All objects below one, its source and regexes aside: spans, strings, and the rest. */
function objectsBelow(value: unknown, found: Found = { spans: [], strings: [], others: [] }): Found {
  if (value === null || typeof value !== 'object' || value instanceof Source || value instanceof RegExp)
    return found;
  if (isSpan(value)) {
    found.spans.push(value);
    return found;
  }
  if ('kind' in value && value.kind === 'string') found.strings.push(value as StringValue);
  else if (!Array.isArray(value)) found.others.push(value);
  for (const part of Object.values(value)) objectsBelow(part, found);
  return found;
}

function isSpan(value: object): value is Span {
  return Object.keys(value).sort().join() === 'end,start';
}

function placesOf(string: StringValue): number[] {
  return Array.from({ length: string.value.length + 1 }, (_, index) => string.offsetOf(index));
}

describe.each([...texts])('in %s', (_, text) => {
  const { declarations, comments } = parseSyntax(new Source('routes', text));
  const { spans, strings, others } = objectsBelow([declarations, comments]);

  test('no two nodes share a span', () => {
    expect(new Set(spans).size).toBe(spans.length);
  });

  test('no node keeps an offset or a closure outside of its span', () => {
    for (const node of others) {
      for (const [name, value] of Object.entries(node)) {
        expect(typeof value, name).not.toBe('function');
        if (typeof value === 'number') expect(['value', 'inline'], name).toContain(name);
      }
    }
  });

  test('strings know their characters after a move', () => {
    const before = strings.map(placesOf);
    for (const span of spans as { start: number; end: number }[]) {
      span.start += 7;
      span.end += 7;
    }
    expect(strings.map(placesOf)).toEqual(before.map((places) => places.map((place) => place + 7)));
  });
});
