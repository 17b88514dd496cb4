// Finds out whether some text makes a constraint's regex take very long, and gives such a text.
//
// Most constraints (`\d+`, `[a-z0-9]+(?:-[a-z0-9]+)*`) are quickly proved linear. For the others `recheck` is loaded, a
// large library that models JavaScript's engine and finds the text. Verdicts are kept.

import { isSurelyLinear } from '../routing/patterns/regex-linearity.js';
import { attackText, type Attack } from './attack-text.js';

export interface UnsafeRegex {
  readonly growth: 'exponential' | 'polynomial';
  /** The degree of the polynomial. */
  readonly degree: number | undefined;
  /** A text that takes long, as a JavaScript expression: `'a'.repeat(32) + '!'`. */
  readonly attack: string;
}

/** `recheck`'s result for a regex. */
export interface CheckedRegex {
  /** Whether some text keeps it busy; `unknown` if `recheck` ran out of time. */
  readonly status: 'safe' | 'vulnerable' | 'unknown';
  /** How the time grows with the length of the text. */
  readonly complexity?: { readonly type: string; readonly degree?: number };
  /** A text that takes long, if there is one. */
  readonly attack?: Attack;
}

/** Runs `recheck` on a regex with its anchors, in this thread or in another. */
export type RegexCheck = (source: string, flags: string) => Promise<CheckedRegex>;

/** The part of `recheck` that is used here. */
interface Recheck {
  checkSync(source: string, flags: string, parameters: { readonly timeout: number }): CheckedRegex;
}

const verdicts = new Map<string, UnsafeRegex | 'safe' | 'unknown'>();
const mostVerdicts = 2000;
/** Milliseconds for one regex. After that its result is `unknown`. */
const usualPatience = 800;

let recheck: Recheck | undefined;

/** Loads `recheck` and runs it in this thread; it gives up after `patience` milliseconds. */
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
    // `recheck` throws if it does not know a construct. That is no finding.
    return { status: 'unknown' };
  }
}

/** A regex, and how it is applied: to a whole segment, or anywhere in an attribute of the request. */
export interface AppliedRegex {
  readonly regex: RegExp;
  readonly anchored: 'whole' | 'anywhere';
}

/**
 * How the regex can be attacked; undefined if it is safe, `unknown` if that was not found out in time. `check` runs only if the
 * regex is not proved linear, and once for each regex, even if its result is `unknown`.
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
