// After any edits a document knows what a fresh reading of its text knows: every token, declaration and comment with its
// place, every route with its, every finding of the linter, and what the features answer.
//
// WAYPOST_EDITS=400 npx vitest run --config test/vitest.config.ts test/lsp/incremental.test.ts    a long run

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { changed, type ContentChange } from '../../lsp/documents.js';
import { positionAt, type PositionEncoding } from '../../lsp/positions.js';
import { Snapshot } from '../../src/analysis/snapshot.js';
import { Source } from '../../src/language/source.js';
import { fakeBindings } from '../support/fake-application.js';
import { type Random, seededRandom } from '../support/random.js';
import { applied, nextEdits, type Edit } from '../support/random-edits.js';
import { toldFeatures, toldFindings, toldMeaning, toldSyntax } from '../support/told-snapshot.js';

const handwritten = `routes {
  # what everybody may see
  root to => 'home#index'
  get '/about', to => 'home#about', as => 'about'
  get '/café/:id', to => 'photos#show', id => /\\d+/ # 😀

  concern 'commentable' {
    resources 'comments', only => <index create>
  }
  concern 'shared' {
    concerns 'commentable'
    get 'history', to => 'home#index'
  }
  resources 'photos', concerns => 'shared', except => <destroy>, {
    member { get 'preview' }
    collection do
      get 'search'
    end
  }
  resources 'magazines', :shallow, {
    resources 'ads', concerns => 'commentable'
  }
  namespace 'admin', {
    constraints(subdomain => 'admin', &guards#isStaff, {
      resources 'users', only => <index show>, { resource 'profile' }
    })
    include 'more'
  }
  get '/old/:slug', to => redirect('/new/%{slug}', status => 302)
  mount &handlers#health, at => '/health'
  direct 'homepage', &handlers#ping
}
`;

const included = new Map([
  [
    '/app/config/more.routes',
    "get '/more', to => 'photos#index'\nconcerns 'commentable'\nconcern 'from-afar' { get 'x', to => 'home#index' }\n",
  ],
  ['/app/config/admin.routes', "resources 'users', only => <index>\n"],
]);
const options = () => ({
  file: '/app/config/routes',
  bindings: fakeBindings,
  read: (file: string) => included.get(file),
});
const opened = (text: string): Snapshot => new Snapshot(new Source('/app/config/routes', text), 0, options);

const runs = Number(process.env['WAYPOST_EDITS'] ?? 1);
const seed = Number(process.env['WAYPOST_SEED'] ?? 1);
const steps = 24;
const encodings: readonly PositionEncoding[] = ['utf-8', 'utf-16', 'utf-32'];

/** The edits as a client says them: by lines and characters, sometimes as a whole text, sometimes several at once. */
function said(
  text: string,
  edits: readonly Edit[],
  encoding: PositionEncoding,
  next: Random,
): ContentChange[][] {
  const messages: ContentChange[][] = [];
  let current = text;
  const isOneMessage = next(3) === 0;
  for (const edit of edits) {
    const source = new Source('routes', current);
    const range = {
      start: positionAt(source, edit.start, encoding),
      end: positionAt(source, edit.end, encoding),
    };
    current = applied(current, edit);
    const change: ContentChange = next(25) === 0 ? { text: current } : { range, text: edit.text };
    if (isOneMessage && messages.length > 0) messages[0]!.push(change);
    else messages.push([change]);
  }
  return messages;
}

/** An edit that splits a character, or a line's end, in two cannot be said by every client. */
function canBeSaid(text: string, { start, end }: Edit): boolean {
  return [start, end].every(
    (at) => !/^[\ud800-\udbff][\udc00-\udfff]$|^\r\n$/.test(text.slice(at - 1, at + 1)),
  );
}

/** Asks a little of a document, as a client in the middle of typing does: what is known and what is not differs. */
function asked(snapshot: Snapshot, next: Random): void {
  const depth = next(4);
  if (depth > 0) void snapshot.syntax.tokens;
  if (depth > 1) void snapshot.analysis.diagnostics;
  if (depth > 2) void snapshot.occurrences.all();
}

async function told(
  snapshot: Snapshot,
  step: number,
  offsets: readonly number[],
): Promise<ReadonlyMap<string, string>> {
  return new Map([
    ...toldSyntax(snapshot),
    ...toldMeaning(snapshot),
    ...(await toldFindings(snapshot, step % 6 === 0 ? ['quick', 'full'] : ['quick'])),
    ...toldFeatures(snapshot, offsets),
  ]);
}

async function expectFresh(
  document: Snapshot,
  step: number,
  next: Random,
  story: () => string,
): Promise<void> {
  const { text } = document.source;
  const offsets = [next(text.length + 1), next(text.length + 1), text.indexOf('concern') + 12];
  const fresh = await told(opened(text), step, offsets);
  for (const [section, known] of await told(document, step, offsets)) {
    if (known === fresh.get(section)) continue;
    expect(
      JSON.parse(known === undefined || section === 'text' ? JSON.stringify(known) : known),
      `${section} after ${story()}`,
    ).toEqual(JSON.parse(section === 'text' ? JSON.stringify(fresh.get(section)) : fresh.get(section)!));
  }
}

describe('a snapshot', () => {
  const told = (snapshot: Snapshot): ReadonlyMap<string, string> =>
    new Map([...toldSyntax(snapshot), ...toldMeaning(snapshot)]);
  const at = handwritten.indexOf('  resources');
  const edits = [
    { start: at, end: at, text: "  get '/new', to => 'home#index'\n" },
    { start: at, end: at + 4, text: '{ ' },
    { start: 0, end: 6, text: 'draw' },
  ];

  it.each(edits)('says after $text what it said before', (edit) => {
    const before = opened(handwritten);
    const same = before.refreshed();
    const known = told(before);
    const after = before.edited(edit, 1);
    expect(told(before)).toEqual(known);
    expect(told(same)).toEqual(known);
    expect(told(after)).toEqual(told(opened(applied(handwritten, edit))));
  });

  it('says it to whoever goes on from it twice', () => {
    const before = opened(handwritten);
    void before.analysis;
    for (const edit of edits)
      expect(told(before.edited(edit, 1))).toEqual(told(opened(applied(handwritten, edit))));
  });

  it('says what another text would mean, of one after the other and while it is edited', () => {
    const meaning = ({ analysis }: Pick<Snapshot, 'analysis'>): string =>
      JSON.stringify([analysis.routeTable(), analysis.diagnostics]);
    const next = seededRandom(seed);
    let document = opened(handwritten);
    for (let step = 0; step < 16; step++) {
      const { text } = document.source;
      const [other, ...more] = nextEdits(text, next).map((edit) => applied(text, edit));
      for (const tried of [other ?? text, text, ...more])
        expect(meaning({ analysis: document.analysisOf(tried) })).toBe(meaning(opened(tried)));
      expect(meaning(document)).toBe(meaning(opened(text)));
      const [edit] = nextEdits(text, next);
      if (edit && next(2) === 0) document = document.edited(edit, step);
    }
  });
});

const texts: readonly (readonly [string, string, number])[] = [
  ['every kind of declaration', handwritten, runs],
  ['a short text', "routes {\n  resources 'photos', {\n    resources 'comments'\n  }\n}\n", runs],
  ['a real application', readFileSync('samples/blog/config/routes', 'utf8'), Math.ceil(runs / 8)],
];

describe.each(encodings)('edits of a client that counts in %s', (encoding) => {
  it.each(texts)(
    'leave what a fresh reading gives of %s',
    async (name, initial, count) => {
      for (let run = 0; run < count; run++) {
        const ofRun =
          seed * 1_000_003 +
          run * 31 +
          encodings.indexOf(encoding) * 7 +
          texts.findIndex((each) => each[0] === name);
        const next = seededRandom(ofRun);
        let document = opened(initial);
        asked(document, next);
        const past: string[] = [];
        const history: Edit[] = [];
        for (let step = 0; step < steps; step++) {
          const before = document.source.text;
          const story = (): string =>
            `${JSON.stringify(history.slice(-8))}\nof run ${ofRun}, step ${step}, which changed\n${before}\nto\n${document.source.text}`;
          const isUndone = past.length > 0 && next(4) === 0;
          const edits = isUndone ? [wholeEdit(before, past.pop()!)] : [...nextEdits(before, next)];
          if (!isUndone) past.push(before);
          let expected = before;
          const sayable: Edit[] = [];
          for (const edit of edits) {
            if (!canBeSaid(expected, edit)) break;
            expected = applied(expected, edit);
            sayable.push(edit);
          }
          history.push(...sayable);
          for (const message of said(before, sayable, encoding, next)) {
            document = changed(document, message, encoding, step);
            if (next(3) > 0) asked(document, next);
          }
          expect(document.source.text, story()).toBe(expected);
          if (next(3) > 0 || step === steps - 1) await expectFresh(document, step, next, story);
          // What stays broken tells little.
          if (step % 8 === 7 && !document.syntax.isSettled)
            document = changed(document, [{ text: initial }], encoding, step);
        }
      }
    },
    3_600_000,
  );
});

/** One edit from a text to another: what both begin and end with stays. */
function wholeEdit(before: string, after: string): Edit {
  let start = 0;
  while (start < Math.min(before.length, after.length) && before[start] === after[start]) start++;
  let tail = 0;
  while (tail < Math.min(before.length, after.length) - start && before.at(-1 - tail) === after.at(-1 - tail))
    tail++;
  return { start, end: before.length - tail, text: after.slice(start, after.length - tail) };
}
