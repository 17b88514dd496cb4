// Recognition that remembers paths without values, asked again and again, against the one that tries every route in order.

import { expect, test } from 'vitest';
import { listOf } from '../../src/routing/patterns/route-list.js';
import { literalRecognition } from '../../src/routing/recognition/literal-recognition.js';
import { PlainSearch } from '../../src/routing/recognition/plain-search.js';
import { isSimple, simpleRecognition } from '../../src/routing/recognition/simple-recognition.js';
import { seededRandom } from '../support/random.js';
import { methods, randomPath, randomTable } from '../support/random-routes.js';
import { routesOf } from '../support/routes-of.js';

const recognitionOf = literalRecognition(simpleRecognition);

test('it answers as the search that tries every route in order, the first time and every other', () => {
  let remembered = 0;
  for (let round = 0; round < 60; round++) {
    const random = seededRandom(9_000_011 + round);
    const definitions = randomTable(random, { size: 4 + (round % 30), isPlain: true }).filter(isSimple);
    if (definitions.length === 0) continue;
    const list = listOf(definitions);
    const recognition = recognitionOf(list);
    const plain = new PlainSearch(list.all);
    const paths = Array.from({ length: 8 }, () => randomPath(random, definitions));
    for (const path of [
      ...paths,
      ...paths.map((each) => `${each}?page=2`),
      ...paths,
      ...paths.toReversed(),
    ]) {
      for (const method of [...methods, 'get', 'PURGE']) {
        const found = recognition.find(method, path, {});
        const wanted = plain.find(method, path, {});
        expect([found?.route, found?.params], `${method} ${path}`).toEqual([wanted?.route, wanted?.params]);
        if (found && found === recognition.find(method, path, {})) remembered++;
        expect(recognition.allowedMethods(path, {})).toEqual(plain.allowedMethods(path, {}));
      }
    }
  }
  expect(remembered).toBeGreaterThan(500);
});

test('what a route was declared before stays before it', () => {
  const recognition = recognitionOf(
    listOf(routesOf({ 'GET /posts/:id': {}, 'GET /posts/new': {}, 'POST /posts/new': {} })),
  );
  for (let time = 0; time < 3; time++) {
    expect(recognition.find('GET', '/posts/new', {})?.params).toEqual({ id: 'new' });
    expect(recognition.find('POST', '/posts/new', {})?.route.index).toBe(2);
    expect(recognition.findAfter(0, 'GET', '/posts/new', {})?.route.index).toBe(1);
  }
});

test('of a path with a query nothing is remembered, nor of methods without end', () => {
  const recognition = recognitionOf(listOf(routesOf({ 'GET /about': {}, 'ANY /all': {} })));
  for (let k = 0; k < 100; k++) {
    expect(recognition.find('GET', `/about?page=${k}`, {})?.route.index).toBe(0);
    expect(recognition.find('POST', '/about', {})).toBeUndefined();
    expect(recognition.find(`M${k}`, '/all', {})?.route.index).toBe(1);
  }
});
