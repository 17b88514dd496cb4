// What a client may set, under `waypost`: which features answer. The value comes from outside and may be anything: the settings in
// it that are valid are used, and each that is not is reported once.
//
//   { "waypost": { "inlayHints": { "enabled": false } } }

import { didYouMean, nearest } from '../src/language/nearest.js';
import { isRecord, kindOf } from '../src/lint/configuration.js';

/** Keys that the client keeps to itself: the VS Code extension has them. */
const ofClients = ['server', 'trace', 'controllers', 'commands'];

/** Features that can be switched off one by one. */
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
  /** What is wrong with the value, each a sentence that begins with where. */
  readonly problems: readonly string[];
}

/** Reads what a client has under `waypost`; what it does not say, as null or a wrong type, stays as it was set `before`. */
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
