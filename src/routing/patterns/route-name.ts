// Route names: `new-line-item`, `new_line_item` and `newLineItem` are one.

/** The one spelling under which names are compared: kebab-case, lower case. */
export function canonicalName(name: string): string {
  if (/^[a-z\d-]*$/.test(name)) return name;
  let canonical = '';
  for (let i = 0; i < name.length; i++) {
    const char = name.charAt(i);
    if (char === '_') canonical += '-';
    else if (char >= 'A' && char <= 'Z') {
      const before = name[i - 1];
      const after = name[i + 1];
      const startsWord =
        before !== undefined &&
        before !== '-' &&
        before !== '_' &&
        (!isUpper(before) || (after !== undefined && after >= 'a' && after <= 'z'));
      canonical += (startsWord ? '-' : '') + char.toLowerCase();
    } else canonical += char;
  }
  return canonical;
}

/** `new-line_item` as a JavaScript name: `newLineItem`. */
export function camelCaseName(name: string): string {
  return name.replace(/[-_]+(.)/g, (_, char: string) => char.toUpperCase());
}

function isUpper(char: string): boolean {
  return char >= 'A' && char <= 'Z';
}
