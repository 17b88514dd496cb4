// Values out of all measure, on one line: an editor that asks about them waits a time that goes with their length.

import { describe, it } from 'vitest';
import { codeActions } from '../../lsp/features/code-actions.js';
import { complete } from '../../lsp/features/completion.js';
import { inlayHints } from '../../lsp/features/hints.js';
import { hover } from '../../lsp/features/hover.js';
import { definition, references } from '../../lsp/features/navigation.js';
import { prepareRename } from '../../lsp/features/rename.js';
import { semanticTokens } from '../../lsp/features/semantic-tokens.js';
import { signatureHelp } from '../../lsp/features/signature-help.js';
import { lint } from '../../src/lint/lint.js';
import { snapshotOf } from '../support/code-actions.js';
import { fakeApplication } from '../support/fake-application.js';
import { again, expectLinear } from '../support/growth.js';

/** Milliseconds for what an editor asks in the middle of a long value, and at its end. */
async function cost(before: string, value: string, after: string): Promise<number> {
  const snapshot = snapshotOf(`routes {\n  ${before}${value}${after}\n}\n`);
  const { diagnostics } = await lint(snapshot.analysis, { effort: 'quick', application: fakeApplication });
  const start = performance.now();
  const line = { start: 11, end: snapshot.source.text.length - 3 };
  for (const offset of [line.start + before.length + (value.length >> 1), line.end - after.length]) {
    complete(snapshot, offset, { application: fakeApplication });
    hover(snapshot, offset, fakeApplication);
    signatureHelp(snapshot, offset);
    definition(snapshot, offset, fakeApplication);
    references(snapshot, offset, true, fakeApplication);
    prepareRename(snapshot, offset, {});
  }
  semanticTokens(snapshot);
  inlayHints(snapshot, line);
  codeActions(snapshot, line, diagnostics);
  return performance.now() - start;
}

/** Statements with `…` in them, and what stands there many times. */
const statements = [
  ["get '/a/:id', to => 'a#b', id => /…/", '['],
  ["get '/a/:id', to => 'a#b', id => /…/", '[a'],
  ["get '/a/:id', to => 'a#b', id => /…\\]/", '['],
  ["get '/a/:id', to => 'a#b', id => /…/", '([)'],
  ["get '/a/:id', to => 'a#b', id => /…/", 'a{1}'],
  ["get '/a/:id', to => 'a#b', id => /…/", '\\\\d'],
  ["get '/b', to => 'a#b', as => 'a'\n  get '/…', to => 'a#b', as => 'a'", '\\('],
  ["get '/b', to => 'a#b', as => 'a'\n  get '/…', to => 'a#b', as => 'a'", '\\(a'],
  ["get '/b', to => 'a#b', as => 'a'\n  get '/…', to => 'a#b', as => 'a'", 'a-'],
  ["get '/…', to => 'a#b'", 'a/'],
  ["get '/…', to => 'a#b'", '{'],
  ["get '/a', to => '…'", 'a/'],
  ["get '/a', to => '…'", '#'],
  ["get '/a', to => redirect('/…')", '%{'],
  ["get '/a', to => &…#b", 'a/'],
  ["resources '…'", 'a-'],
  ["include '…'", 'a/'],
  ["get '/a', to => 'a#b' # …", '#'],
  ['# waypost-ignore …', 'a '],
  ['#> GET /…', 'a/'],
] as const;

describe('eight times as much costs about eight times as much', again, () => {
  it.each(statements)('%s of %j', async (statement, unit) => {
    const [before = '', after = ''] = statement.split('…');
    const costOf = (size: number): Promise<number> => cost(before, unit.repeat(size / unit.length), after);
    await expectLinear(costOf, 24_000);
  });
});
