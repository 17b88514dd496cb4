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
    get '/f', to => 'f#f', through => [&parts#limit, &parts#Bare, &parts#bag, &parts#box, &parts#made]
    get '/g', to => 'g#g', constraints => [&parts#bag, &parts#box]
  }`;
  const parts = `import { Middleware } from 'waypost';
    export class Guard extends Middleware {}
    export class Bare {}
    export const limit = 10, bag = { matches: () => true }, box = { call: () => 'x' }, made = make();
    export function pass(request, next) { return next(request) }
    export function isStaff() { return true }\n`;
  const found = await lintText(text, { files: { 'parts.ts': parts } });
  const told = found.filter(({ severity }) => severity === 'error');
  expect(
    told.map(({ code, range, message }) => `${range.start.line} ${code}: ${message.split(';')[0]}`),
  ).toEqual([
    '2 not-callable: &parts#Guard is a class',
    '4 not-callable: &parts#Guard is a class',
    '5 not-callable: &parts#Guard is a class',
    '6 not-callable: &parts#limit is no function',
    '7 invalid-value: &parts#limit is no function',
    '7 invalid-value: &parts#Bare is a class without `call`',
    '7 invalid-value: &parts#bag is an object without `call`',
    '8 not-callable: &parts#box is an object without `matches`',
  ]);
});
