import { expect, test } from 'vitest';
import { Documents, uriOf } from '../../lsp/documents.js';
import type { Host } from '../../lsp/host.js';

const host = { readFile: () => undefined } as unknown as Host;
const paths = (documents: Documents, path: string): readonly string[] =>
  documents.snapshotOf(path)!.analysis.routes.map(({ definition }) => definition.pattern.text);

test('a document reads a file that it includes again when that is edited', () => {
  const documents = new Documents(host);
  documents.open(
    uriOf('/app/routes'),
    "routes {\n  include 'more'\n  concern 'c' { get '/c', to => 'a#b' }\n  scope '/s' { concerns 'd' }\n}\n",
    1,
  );
  documents.open(uriOf('/app/more'), "get '/one', to => 'a#b'\nconcern 'd' { get '/d', to => 'a#b' }\n", 1);
  expect(paths(documents, '/app/routes')).toEqual(['/one', '/s/d']);

  const change = { range: { start: { line: 0, character: 6 }, end: { line: 0, character: 9 } }, text: 'two' };
  documents.change(uriOf('/app/more'), [change], 2);
  expect(documents.reread(uriOf('/app/more'))).toEqual([uriOf('/app/routes')]);
  expect(paths(documents, '/app/routes')).toEqual(['/two', '/s/d']);

  documents.change(
    uriOf('/app/more'),
    [{ range: { start: { line: 1, character: 20 }, end: { line: 1, character: 21 } }, text: 'e' }],
    3,
  );
  documents.reread(uriOf('/app/more'));
  expect(paths(documents, '/app/routes')).toEqual(['/two', '/s/e']);
  expect(documents.reread(uriOf('/app/routes'))).toEqual([]);
});

test('a file that is included twice is shown as it stands where it is included first', () => {
  const documents = new Documents(host);
  documents.open(
    uriOf('/app/routes'),
    "routes {\n  namespace 'one' { include 'more' }\n  namespace 'two' { include 'more' }\n}\n",
    1,
  );
  documents.open(uriOf('/app/more'), "get '/x', to => 'a#b'\n", 1);
  const { interpretation } = documents.snapshotOf('/app/routes')!.analysis;
  const included = [...interpretation.fileScopes].find(([{ file }]) => file === '/app/more');
  expect(included?.[1].modules).toEqual(['one']);
});
