// Whether a constraint's regex can be made to take very long, and by which text.
//
// Most constraints (`\d+`, `[a-z0-9]+(?:-[a-z0-9]+)*`) are seen to be linear at once; only for the rest is `recheck`
// loaded, which is heavy, knows what the engine really does, and gives the attack. Verdicts are kept.

import { isSurelyLinear } from '../routing/patterns/regex-linearity.js';
import { attackText, type Attack } from './attack-text.js';

export interface UnsafeRegex {
  readonly growth: 'exponential' | 'polynomial';
  /** The degree of the polynomial. */
  readonly degree: number | undefined;
  /** A text that takes long, as a JavaScript expression: `'a'.repeat(32) + '!'`. */
  readonly attack: string;
}

/** What the tool says of a regex. */
export interface CheckedRegex {
  /** Whether some text keeps it busy; `unknown` where that was not found out in time. */
  readonly status: 'safe' | 'vulnerable' | 'unknown';
  /** How the time grows with the length of the text. */
  readonly complexity?: { readonly type: string; readonly degree?: number };
  /** A text that takes long, where there is one. */
  readonly attack?: Attack;
}

/** Asks the tool, here or elsewhere, about a regex with its anchors. */
export type RegexCheck = (source: string, flags: string) => Promise<CheckedRegex>;

/** The part of `recheck` that is used here. */
interface Recheck {
  checkSync(source: string, flags: string, parameters: { readonly timeout: number }): CheckedRegex;
}

const verdicts = new Map<string, UnsafeRegex | 'safe' | 'unknown'>();
const mostVerdicts = 2000;
/** Milliseconds for one regex, after which nothing is known of it. */
const usualPatience = 800;

let recheck: Recheck | undefined;

/** Loads the tool and asks it in this thread; it gives up after `patience` milliseconds. */
export async function checkHere(
  source: string,
  flags: string,
  patience = usualPatience,
): Promise<CheckedRegex> {
  if (!recheck) {
    const loaded = (await import('recheck/lib/browser.js')) as { readonly default?: Recheck } & Recheck;
    recheck = loaded.default ?? loaded;
  }
  try {
    const { status, complexity, attack } = recheck.checkSync(source, flags, { timeout: patience });
    return { status, ...(complexity && { complexity }), ...(attack && { attack }) };
  } catch {
    // A construction that the tool does not know is no finding.
    return { status: 'unknown' };
  }
}

/** The regex and how it is applied: to the whole of a segment, or anywhere in an attribute. */
export interface AppliedRegex {
  readonly regex: RegExp;
  readonly anchored: 'whole' | 'anywhere';
}

/**
 * How the regex can be attacked; undefined if it is safe, `unknown` if that could not be told in time. The tool is asked only where
 * the regex is not plainly linear, and once for each: what it could not tell it is not asked again.
 */
export async function unsafeRegex(
  applied: AppliedRegex,
  check: RegexCheck = checkHere,
): Promise<UnsafeRegex | 'unknown' | undefined> {
  let verdict = verdicts.get(keyOf(applied));
  if (verdict === undefined) {
    try {
      const isLinear = isSurelyLinear(applied.regex, applied.anchored);
      verdict = isLinear
        ? 'safe'
        : verdictOf(applied, await check(sourceOf(applied), applied.regex.flags.replace(/[dgy]/g, '')));
    } catch {
      return 'unknown';
    }
    remember(applied, verdict);
  }
  return verdict === 'safe' ? undefined : verdict;
}

function sourceOf({ regex, anchored }: AppliedRegex): string {
  return anchored === 'whole' ? `^(?:${regex.source})$` : regex.source;
}

function verdictOf(
  applied: AppliedRegex,
  { status, complexity, attack }: CheckedRegex,
): UnsafeRegex | 'safe' | 'unknown' {
  if (status !== 'vulnerable' || !attack) return status === 'safe' ? 'safe' : 'unknown';
  const growth = complexity?.type === 'exponential' ? 'exponential' : 'polynomial';
  const regex = new RegExp(sourceOf(applied), applied.regex.flags.replace(/[gy]/g, ''));
  return {
    growth,
    degree: growth === 'polynomial' ? complexity?.degree : undefined,
    attack: attackText(attack, (text) => regex.test(text)),
  };
}

function remember(applied: AppliedRegex, verdict: UnsafeRegex | 'safe' | 'unknown'): void {
  if (verdicts.size >= mostVerdicts) verdicts.clear();
  verdicts.set(keyOf(applied), verdict);
}

const keyOf = ({ regex, anchored }: AppliedRegex): string => `${anchored} ${regex.flags} ${regex.source}`;
