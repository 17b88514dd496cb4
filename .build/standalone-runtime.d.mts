/** The text of the module `#standalone-runtime`, bundled of the sources. */
export function standaloneRuntimeModule(): Promise<string>;
