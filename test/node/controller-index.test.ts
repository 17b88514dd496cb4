// Controllers read without being run: test/fixtures/controllers has a module of every kind.

import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { ControllerIndex } from '../../src/node/modules/controller-index.js';

const folder = fileURLToPath(new URL('../fixtures/controllers', import.meta.url));
const routesFile = `${folder}/routes`;
let index: ControllerIndex;

beforeAll(async () => {
  index = await ControllerIndex.load(folder);
});

const actions = (name: string): string[] => [...index.controller(name)!.byName.keys()].sort();
const exported = (name: string): Record<string, string> =>
  Object.fromEntries([...index.module(name, routesFile)!.byName].map(([key, member]) => [key, member.kind]));

describe('a controller', () => {
  it('that is a class has the methods of an instance, inherited ones too, and not those that are kept private', () => {
    expect(actions('posts')).toEqual(['count', 'index', 'inherited', 'show', 'used']);
    expect(index.controller('posts')!.isComplete).toBe(true);
  });

  it('has its actions where they are declared, with their doc comments', () => {
    const { index: list, inherited } = Object.fromEntries(index.controller('posts')!.byName);
    expect(list).toMatchObject({
      kind: 'function',
      doc: 'Lists the posts.\n\nNewest first.',
      range: { start: { line: 11, column: 3 } },
    });
    expect(inherited).toMatchObject({
      file: `${folder}/lib/base.ts`,
      doc: 'Comes from the base class.',
      range: { start: { line: 7, column: 3 } },
    });
  });

  it('that is a module has the functions that it exports, from wherever they come', () => {
    expect(actions('users')).toEqual([
      'check',
      'create',
      'destroy',
      'first',
      'index',
      'isKnown',
      'second',
      'show',
      'third',
    ]);
    expect(index.controller('users')!.isComplete).toBe(true);
  });

  it('may be a CommonJS module', () => {
    expect(actions('admin/legacy')).toEqual(['index', 'show']);
    expect(actions('admin/object')).toEqual(['index', 'show']);
  });

  it('of which not everything can be told says so', () => {
    expect(index.controller('admin/opaque')!.isComplete).toBe(false);
  });

  it('with a syntax error is read as far as it goes, and nothing is thrown', () => {
    expect(index.controller('broken')).toBeDefined();
  });

  it('that does not exist is undefined, and so is one outside of the folder', () => {
    expect(index.controller('nobody')).toBeUndefined();
    expect(index.controller('../fixtures/controllers/posts')).toBeUndefined();
  });

  it('is found by name among the files of the folder', () => {
    expect(index.controllerNames()).toEqual(
      expect.arrayContaining(['posts', 'users', 'admin/legacy', 'admin/object']),
    );
  });
});

describe('a module', () => {
  it('has its exports with what they are', () => {
    expect(exported('lib/base')).toEqual({
      Base: 'class',
      limit: 'value',
      isKnown: 'function',
      default: 'function',
    });
    expect(exported('users')).toMatchObject({
      base: 'object',
      most: 'value',
      check: 'function',
      first: 'unknown',
    });
  });

  it('that is no file may be a package: it is undefined', () => {
    expect(index.module('some-package', routesFile)).toBeUndefined();
  });
});
