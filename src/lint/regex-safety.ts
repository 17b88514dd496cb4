// Whether a constraint's regex can be made to take very long, and by which text.
//
// Most constraints (`\d+`, `[a-z0-9]+(?:-[a-z0-9]+)*`) are seen to be linear at once; only for the rest is `recheck`
// loaded, which is heavy, knows what the engine really does, and gives the attack. Verdicts are kept.

import { isSurelyLinear } from '../routing/regular-language/ambiguity.js';
import { attackText, type Attack } from './attack-text.js';

export interface UnsafeRegex {
  readonly growth: 'exponential' | 'polynomial';
  /** The degree of the polynomial. */
  readonly degree: number | undefined;
  /** A text that takes long, as a JavaScript expression: `'a'.repeat(32) + '!'`. */
  readonly attack: string;
}

/** The part of `recheck` that is used here. */
interface Recheck {
  checkSync(
    source: string,
    flags: string,
    parameters: { readonly timeout: number; readonly maxAttackStringSize?: number },
  ): {
    readonly status: 'safe' | 'vulnerable' | 'unknown';
    readonly complexity?: { readonly type: string; readonly degree?: number };
    readonly attack?: Attack;
  };
}

const verdicts = new Map<string, UnsafeRegex | 'safe'>();
const mostVerdicts = 2000;
/** Milliseconds for one regex. */
const patience = 800;

let recheck: Recheck | undefined;

/** The regex and how it is applied: to the whole of a segment, or anywhere in an attribute. */
export interface AppliedRegex {
  readonly regex: RegExp;
  readonly anchored: 'whole' | 'anywhere';
}

/** Loads what the regexes need to be judged by `unsafeRegex`; nothing where they are plainly linear. */
export async function prepareRegexes(regexes: Iterable<AppliedRegex>): Promise<void> {
  for (const each of regexes) {
    if (verdictOf(each) !== undefined) continue;
    if (!recheck) {
      const loaded = (await import('recheck/lib/browser.js')) as { readonly default?: Recheck } & Recheck;
      recheck = loaded.default ?? loaded;
    }
    return;
  }
}

/** How the regex can be attacked; undefined if it is safe, or not known to be unsafe. */
export function unsafeRegex(applied: AppliedRegex): UnsafeRegex | undefined {
  let verdict = verdictOf(applied);
  if (verdict === undefined) {
    if (!recheck) return undefined;
    verdict = judge(applied, recheck);
    remember(applied, verdict);
  }
  return verdict === 'safe' ? undefined : verdict;
}

function verdictOf(applied: AppliedRegex): UnsafeRegex | 'safe' | undefined {
  const known = verdicts.get(keyOf(applied));
  if (known !== undefined) return known;
  if (!isSurelyLinear(applied.regex, applied.anchored)) return undefined;
  remember(applied, 'safe');
  return 'safe';
}

function judge({ regex, anchored }: AppliedRegex, { checkSync }: Recheck): UnsafeRegex | 'safe' {
  const source = anchored === 'whole' ? `^(?:${regex.source})$` : regex.source;
  try {
    const { status, complexity, attack } = checkSync(source, regex.flags.replace(/[dgy]/g, ''), { timeout: patience });
    if (status !== 'vulnerable' || !attack) return 'safe';
    const growth = complexity?.type === 'exponential' ? 'exponential' : 'polynomial';
    const applied = new RegExp(source, regex.flags.replace(/[gy]/g, ''));
    return { growth, degree: growth === 'polynomial' ? complexity?.degree : undefined, attack: attackText(attack, (text) => applied.test(text)) };
  } catch {
    // A construction that the tool does not know is no finding.
    return 'safe';
  }
}

function remember(applied: AppliedRegex, verdict: UnsafeRegex | 'safe'): void {
  if (verdicts.size >= mostVerdicts) verdicts.clear();
  verdicts.set(keyOf(applied), verdict);
}

const keyOf = ({ regex, anchored }: AppliedRegex): string => `${anchored} ${regex.flags} ${regex.source}`;
