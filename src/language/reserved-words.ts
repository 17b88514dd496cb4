// The reserved words of JavaScript.

/** Whether no function of a module can have this name. It must be exported with `as`: `export { newPost as new }`. */
export function isReserved(name: string): boolean {
  return reserved.has(name);
}

const reserved: ReadonlySet<string> = new Set(
  (
    'arguments await break case catch class const continue debugger default delete do else enum eval export extends false ' +
    'finally for function if implements import in instanceof interface let new null package private protected public ' +
    'return static super switch this throw true try typeof var void while with yield'
  ).split(' '),
);
