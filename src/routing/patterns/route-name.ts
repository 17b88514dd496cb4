// Route names. `new-line-item`, `new_line_item` and `newLineItem` are the same name.

/** The spelling in which names are compared: kebab-case, lower case. */
export function canonicalName(name: string): string {
  if (/^[a-z\d-]*$/.test(name)) return name;
  return name
    .replaceAll('_', '-')
    .replace(/(?<=[^A-Z-])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '-')
    .replace(/[A-Z]/g, (char) => char.toLowerCase());
}

/** A name as a JavaScript identifier: `new-line_item` becomes `newLineItem`. */
export function camelCaseName(name: string): string {
  return name.replace(/[-_]+(.)/g, (_, char: string) => char.toUpperCase());
}
