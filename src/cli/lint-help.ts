// Explains the linter's codes on a terminal: one at length, or a list of all rules.

import { didYouMean, nearest } from '../language/nearest.js';
import { pageText } from '../lint/documentation.js';
import { codes } from '../lint/codes.js';
import { rules } from '../lint/registry.js';
import type { Colors } from './terminal.js';

/** The page of a code as text; undefined if there is no such code. */
export function explanationOf(code: string): string | undefined {
  if (!codes.has(code)) return undefined;
  return pageText(code)
    .replace(/^```\w*\n([^]*?)^```$/gm, (_, example: string) => example.replace(/^/gm, '    ').trimEnd())
    .trimEnd();
}

/** The message for an unknown code. */
export function unknownCodeText(code: string): string {
  const others = [...codes.keys()].filter((each) => !rules.has(each)).join(', ');
  const hint = didYouMean(nearest(code, codes.keys())) || ';';
  return `there is no code '${code}'${hint} --list-rules lists the rules, and these are the others: ${others}`;
}

/** The list of all rules, with severity and summary. */
export function ruleList(asJson: boolean, colors: Colors): string {
  const list = [...rules.values()];
  if (asJson) {
    return JSON.stringify(
      list.map(({ code, severity, summary, options = {} }) => ({ code, severity, summary, options })),
      undefined,
      2,
    );
  }
  const width = Math.max(...list.map(({ code }) => code.length));
  return list
    .map(
      ({ code, severity, summary }) =>
        `${colors.bold(code.padEnd(width))}  ${severity.padEnd(7)}  ${summary}`,
    )
    .join('\n');
}
