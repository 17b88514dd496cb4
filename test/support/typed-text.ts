// Texts as somebody types them, key by key, and what is told of them meanwhile.

import { vi } from 'vitest';
import { Typing } from '../../lsp/typing.js';
import { Snapshot } from '../../src/analysis/snapshot.js';
import type { Diagnostic } from '../../src/language/diagnostics.js';
import { Source } from '../../src/language/source.js';
import { lint } from '../../src/lint/lint.js';
import { fakeApplication } from './fake-application.js';
import { uri } from './lsp-client.js';

/** A text after a key, and what is told of it. */
export interface Typed {
  readonly text: string;
  readonly codes: string[];
  readonly messages: string[];
}

/** Types what stands between two bars, key by key; gives the text and what is told of it so many milliseconds after each. */
export async function typed(marked: string, after: number = 0): Promise<Typed[]> {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const [before = '', keys = '', behind = ''] = marked.split('|');
  const typing = new Typing();
  const told: Typed[] = [];
  let snapshot = new Snapshot(new Source('routes', before + behind), 0);
  const shown = (list: readonly Diagnostic[]): string[] =>
    list.map(({ code, range }) => `${code} ${range.start.line}`);
  /** What is told of the notation alone, with what of the text before it is not known to be gone. */
  const atOnce = (): string[] => {
    const told = typing.told(uri, snapshot.source, snapshot.syntax.diagnostics);
    return shown([...told, ...typing.kept(uri, snapshot.source, told)]);
  };
  const find = async (): Promise<readonly Diagnostic[]> => {
    const { diagnostics } = await lint(snapshot.analysis, { application: fakeApplication, effort: 'quick' });
    typing.found(uri, diagnostics);
    return typing.told(uri, snapshot.source, diagnostics);
  };
  await find();
  for (const [index, key] of [...keys].entries()) {
    const at = before.length + index;
    const edit = { start: at, end: at, text: key };
    snapshot = snapshot.edited(edit, index + 1);
    typing.edited(uri, [edit], snapshot);
    const codes = atOnce();
    now += after;
    const found = await find();
    codes.push(...shown(found));
    told.push({
      text: before + keys.slice(0, index + 1),
      codes: [...new Set(codes)],
      messages: found.map(({ message }) => message),
    });
    now -= after;
  }
  return told;
}
