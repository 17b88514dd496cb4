// Restores the names of classes in bundled files. esbuild writes a class that refers to itself as `var Response = class _Response { … }`,
// and consoles and stack traces then show `_Response`. Each underscore is replaced by a space, so source maps stay right.
import { readFileSync, writeFileSync } from 'node:fs';

/** @param {readonly string[]} files bundled files that are not minified */
export function nameClasses(files) {
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    const names = new Set(
      [...text.matchAll(/\b(\w+?)\d* = class _(\w+)/g)]
        .filter(([, name, own]) => name === own)
        .map(([, name]) => name),
    );
    const named = [...names].reduce(
      (code, name) => code.replace(new RegExp(`(?<![\\w$.])_${name}\\b`, 'g'), ` ${name}`),
      text,
    );
    if (named !== text) writeFileSync(file, named);
  }
}
