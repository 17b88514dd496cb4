/** The text of the module `#standalone-runtime`, bundled from the sources. */
export function standaloneRuntimeModule(): Promise<string>;
