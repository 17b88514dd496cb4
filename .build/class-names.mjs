// Gives classes their names back in what a bundler wrote. esbuild makes `var Response = class _Response { … }` of a class that speaks of itself, and then
// consoles and stack traces show `_Response`. A blank in the place of each underscore keeps source maps right.
import { readFileSync, writeFileSync } from 'node:fs';

/** @param {readonly string[]} files those that a bundler wrote, not minified */
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
