// What cannot be called, as far as the text of its module tells.

import { afterAll, expect, test } from 'vitest';
import { lintText, removeApplications } from '../support/linted-text.js';

afterAll(removeApplications);

test('a class is called by nobody; as a layer it is constructed', async () => {
  const text = `routes {
    get '/a', to => &parts#Guard
    get '/b', to => 'b#b', through => [&parts#Guard, &parts#pass]
    get '/c/:id', to => 'c#c', constraints => { id => &parts#Guard }
    through(&parts#Guard, { constraints(&parts#Guard, &parts#isStaff, { get '/d', to => 'd#d' }) })
    mount &parts#limit, at => '/e'
  }`;
  const parts = `import { Middleware } from 'waypost';
    export class Guard extends Middleware {}
    export const limit = 10;
    export function pass(request, next) { return next(request) }
    export function isStaff() { return true }\n`;
  const found = await lintText(text, { files: { 'parts.ts': parts } });
  const told = found.filter(({ code }) => code === 'not-callable');
  expect(told.map(({ range, message }) => `${range.start.line}: ${message}`)).toEqual([
    "2: 'Guard' of 'parts' is a class; name a function, or an object with the method that is called",
    "4: 'Guard' of 'parts' is a class; name a function, or an object with the method that is called",
    "5: 'Guard' of 'parts' is a class; name a function, or an object with the method that is called",
    "6: 'limit' of 'parts' is no function; name one, or an object with the method that is called",
  ]);
});
