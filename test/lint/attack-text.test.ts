// Texts that keep a regex busy are shown so that somebody can read and run them.

import { describe, expect, it } from 'vitest';
import { analyze } from '../../src/analysis/analyze.js';
import { attackText, quoted } from '../../src/lint/attack-text.js';
import { lint } from '../../src/lint/lint.js';
import { type RegexCheck, unsafeRegex, type UnsafeRegex } from '../../src/lint/regex-safety.js';

const pump = (prefix: string, text: string, bias = 0): { prefix: string; pump: string; bias: number } => ({
  prefix,
  pump: text,
  bias,
});
const never = (): boolean => false;

describe('an attack', () => {
  it('joins equal pieces, and leaves out what is empty', () => {
    expect(attackText({ pumps: [pump('a', 'a')], suffix: 'b', base: 30 }, never)).toBe(
      "'a'.repeat(31) + 'b'",
    );
    expect(attackText({ pumps: [pump('', '='), pump('', '=', 1)], suffix: '', base: 5 }, never)).toBe(
      "'='.repeat(11)",
    );
    expect(attackText({ pumps: [pump('', 'xy')], suffix: 'x', base: 1 }, never)).toBe("'xy' + 'x'");
  });

  it('ends readably where the regex fails so too', () => {
    const attack = { pumps: [pump('', 'a')], suffix: '\0', base: 31 };
    expect(attackText(attack, never)).toBe("'a'.repeat(31) + '!'");
    expect(attackText(attack, (text) => /^[a!]+$/.test(text))).toBe("'a'.repeat(31) + '?'");
    expect(attackText(attack, () => true)).toBe("'a'.repeat(31) + '\\x00'");
  });

  it('has nothing in it that does not print', () => {
    expect(quoted("it's a \\ \n\t\r\u0001\u007f\u009f\u00a0\u202e\u2028\ufeff\u{e0001} é 日")).toBe(
      "'it\\'s a \\\\ \\n\\t\\r\\x01\\x7f\\x9f\\xa0\\u{202e}\\u{2028}\\u{feff}\\u{e0001} é 日'",
    );
  });
});

it.each([/([a-z]+-?)+/, /(a|a)*b/, /(\0|\0)+y/, /(é|é)+z/, /(?:\d+,?)+/])(
  'the attack on %s is a JavaScript expression, on which the regex fails',
  async (regex) => {
    const applied = { regex, anchored: 'whole' } as const;
    const { attack } = (await unsafeRegex(applied)) as UnsafeRegex;
    expect(attack).toMatch(/^[ -~é]+$/);
    // Repeated a few times only, it takes no time.
    const text = new Function(`return ${attack.replace(/repeat\(\d+\)/g, 'repeat(4)')}`)() as string;
    expect(new RegExp(`^(?:${regex.source})$`).test(text)).toBe(false);
  },
);

it('a regex of which nothing could be told is a finding only where nothing else than the language’s engine may match it', async () => {
  const text = "routes {\n  get '/tags/:tag', to => 'tags#show', tag => /(?:(?:a|b)*,?)*/\n}\n";
  const told = async (regex?: 'native'): Promise<readonly string[]> => {
    const checkRegex: RegexCheck = () => Promise.resolve({ status: 'unknown' });
    const { diagnostics } = await lint(analyze(text, { file: 'routes', regex }), { checkRegex });
    return diagnostics.filter(({ code }) => code === 'unsafe-regex').map(({ message }) => message);
  };
  expect(await told()).toEqual([]);
  expect(await told('native')).toEqual([expect.stringContaining('is not known')]);
  // It is not taken for safe from then on.
  expect(await told('native')).toHaveLength(1);
});
