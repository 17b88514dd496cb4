// The examples of docs/url-helpers.md are what the helpers answer: `expression  // → answer`.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseRoutes } from '../../src/interpreter/load.js';
import { UrlHelpers } from '../../src/routing/generation/url-helpers.js';

const page = readFileSync(new URL('../../docs/url-helpers.md', import.meta.url), 'utf8');
const [, text = ''] = /```routes\n(.*?)```/s.exec(page) ?? [];
const examples = [...page.matchAll(/```js\n(.*?)```/gs)].flatMap(([, block = '']) =>
  block.split('\n').filter((line) => line !== ''),
);

class User {
  constructor(readonly id?: number) {}
}
class Post extends User {}
class Basket {
  constructor(
    readonly owner: number,
    readonly id = 1,
  ) {}
}

describe('the page about URL helpers', () => {
  it('has examples', () => {
    expect(examples.length).toBeGreaterThan(30);
  });

  it.each(examples)('%s', (line) => {
    const [expression = '', answer] = line.split(/\s*\/\/ → /);
    const helpers = new UrlHelpers({ router: parseRoutes(text), defaultUrlOptions: { host: 'example.org' } });
    const evaluated: unknown = new Function('helpers', 'User', 'Post', 'Basket', `return ${expression}`)(
      helpers,
      User,
      Post,
      Basket,
    );
    expect(evaluated).toBe(answer);
  });
});
