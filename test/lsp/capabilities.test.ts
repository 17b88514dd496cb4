// What the server says that it can do, held to the requests that it answers: a capability without an answer is an error in the editor,
// an answer without its capability is never asked for.

import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { serverCapabilities } from '../../lsp/capabilities.js';

/** `foldingRangeProvider` and `connection.onFoldingRanges` are both `foldingrange`. */
const plain = (name: string): string => name.replace(/s?(?:Provider|Request)?$/, '').toLowerCase();

it('says exactly what it answers', () => {
  const text = readdirSync('lsp/requests')
    .map((name) => `lsp/requests/${name}`)
    .concat('lsp/server.ts', 'lsp/diagnostics.ts')
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const answered = [...text.matchAll(/\bconnection\.(?:languages\.)?(?:on([A-Z]\w*)|(\w+)\.on\w*)\(/g)]
    .map(([, method = '', group = '']) => plain(method || group))
    // What is told, what is a part of another request, and what has no provider.
    .filter((name) => !/^(did|initialize|shutdown|completionresolve|preparerename|workspace$|$)/.test(name));
  const said = Object.keys(serverCapabilities('utf-16')).filter((name) => name.endsWith('Provider'));
  expect([...new Set(answered)].sort()).toEqual(said.map(plain).sort());
});
