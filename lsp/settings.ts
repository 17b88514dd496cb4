// The client's settings under `waypost`: which features are on. The value may be anything. Valid settings in it are used, and each
// invalid one is reported once.
//
//   { "waypost": { "inlayHints": { "enabled": false } } }

import { didYouMean, nearest } from '../src/language/nearest.js';
import { isRecord, kindOf } from '../src/lint/configuration.js';

/** Keys that only clients read, such as the VS Code extension. */
const ofClients = ['server', 'trace', 'controllers', 'commands'];

/** The features that can be switched off. */
export const defaultSettings = {
  diagnostics: true,
  completion: true,
  hover: true,
  links: true,
  codeLens: true,
  inlayHints: true,
};

export type Settings = Readonly<typeof defaultSettings>;

export const switches: readonly string[] = Object.keys(defaultSettings);

export interface ReadSettings {
  readonly settings: Settings;
  /** The problems in the value. Each is a sentence that begins with the place. */
  readonly problems: readonly string[];
}

/** Reads the client's value for `waypost`. Settings that it leaves out, or gives as null or with a wrong type, stay as in `before`. */
export function readSettings(value: unknown, before: Settings = defaultSettings): ReadSettings {
  if (value === undefined || value === null) return { settings: before, problems: [] };
  if (!isRecord(value))
    return { settings: before, problems: [`waypost: this is ${kindOf(value)}; write an object`] };
  const problems: string[] = [];
  const read: Record<string, boolean> = {};
  for (const [key, given] of Object.entries(value)) {
    if (!switches.includes(key)) {
      if (!ofClients.includes(key))
        problems.push(
          `waypost.${key}: there is no such setting${didYouMean(nearest(key, switches)) || ` (${switches.join(', ')})`}`,
        );
      continue;
    }
    const enabled = isRecord(given) ? given['enabled'] : given;
    if (typeof enabled === 'boolean') read[key] = enabled;
    else if (enabled !== undefined && enabled !== null)
      problems.push(`waypost.${key}.enabled: this is ${kindOf(enabled)}; write true or false`);
  }
  return { settings: { ...before, ...read }, problems };
}
