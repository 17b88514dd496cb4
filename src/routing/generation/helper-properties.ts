// The properties by which helpers are found: `editUserPath`, `edit-user-path`, `edit_user_url`.

import { camelCaseName, canonicalName } from '../patterns/route-name.js';

/** Whether a helper gives a path or a whole URL. */
export type Kind = 'path' | 'url';

/** The name and kind that a property asks for: `editUserPath`, `edit-user-path`, `edit_user_url`. */
export function helperShape(property: string): { readonly name: string; readonly kind: Kind } | undefined {
  for (const [suffix, kind] of suffixes) {
    if (property.length > suffix.length && property.endsWith(suffix))
      return { name: property.slice(0, -suffix.length), kind };
  }
  return undefined;
}

const suffixes: readonly (readonly [string, Kind])[] = [
  ['Path', 'path'],
  ['Url', 'url'],
  ['-path', 'path'],
  ['-url', 'url'],
  ['_path', 'path'],
  ['_url', 'url'],
];

/** The properties under which a helper is kept once it was asked for. */
export function keptKeys(name: string): readonly string[] {
  return [
    `${camelCaseName(name)}Path`,
    `${camelCaseName(name)}Url`,
    `${canonicalName(name)}-path`,
    `${canonicalName(name)}-url`,
  ];
}
