// The bundled texts of standalone-runtime.ts. The build makes this module; tests make it of the sources as they are.
declare module '#standalone-runtime' {
  /** For routes whose regexes are all left to JavaScript's engine. */
  export const native: string;
  /** For those of which some could stall it: it has `guarded`. */
  export const guarded: string;
}
