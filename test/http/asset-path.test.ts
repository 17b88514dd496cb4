import { afterEach, expect, it } from 'vitest';
import { assetPath } from '../../src/http/asset-path.js';

const known = Symbol.for('waypost.assets');

afterEach(() => void Reflect.deleteProperty(globalThis, known));

it('is the path itself in development', () => expect(assetPath('/app.css')).toBe('/app.css'));

it('is the name with a hash that a built application has of the file, and the path itself of any other', () => {
  Reflect.set(globalThis, known, { '/app.css': '/app-3f9a61c20b.css' });
  expect(['/app.css', '/icon.svg', 'toString'].map(assetPath)).toEqual([
    '/app-3f9a61c20b.css',
    '/icon.svg',
    'toString',
  ]);
});
