// What holds of any text, any table and path, any bytes on a socket and any edits. Each property has cases that can be written down, so
// that one which failed becomes a file of `test/fixtures/fuzz`.

import fc from 'fast-check';
import { expect } from 'vitest';
import { changed } from '../../lsp/documents.js';
import { positionAt } from '../../lsp/positions.js';
import { analyze } from '../../src/analysis/analyze.js';
import { Snapshot } from '../../src/analysis/snapshot.js';
import { applyEdits, formatRoutes } from '../../src/format/format.js';
import { Response } from '../../src/http/response.js';
import { Source } from '../../src/language/source.js';
import { parseSyntax } from '../../src/language/syntax.js';
import { lint } from '../../src/lint/lint.js';
import { rules } from '../../src/lint/registry.js';
import { toNodeListener } from '../../src/node/serving/listener.js';
import { PlainSearch } from '../../src/routing/recognition/plain-search.js';
import { recognition } from '../../src/routing/recognition/matcher.js';
import type { Match } from '../../src/routing/recognition/match.js';
import { Router } from '../../src/routing/router/router.js';
import { compiledRouter } from '../support/compiled-router.js';
import { program, spaces, textOf } from '../format/programs.js';
import { fakeBindings } from '../support/fake-application.js';
import { generatedCall, type GeneratedRoute } from '../support/generated-routes.js';
import { seededRandom } from '../support/random.js';
import { applied, nextEdits, type Edit } from '../support/random-edits.js';
import { mangled, pieces, statements } from '../support/random-texts.js';
import { RawClient, listening, request } from '../support/raw-http.js';
import * as reference from '../support/reference-matcher.js';
import { routerOf } from '../support/routes-of.js';
import { searchOf } from '../support/search-of.js';
import { expectSoundSyntax } from '../support/syntax-invariants.js';
import { toldFeatures, toldFindings, toldMeaning, toldSyntax } from '../support/told-snapshot.js';
import { anyText } from '../support/any-text.js';

/** A case is a text, or what JSON can say. */
export interface Property {
  readonly cases: fc.Arbitrary<unknown>;
  /** Throws where the case does not hold. */
  readonly check: (each: never) => Promise<void> | void;
}

export const properties: Readonly<Record<string, Property>> = {
  texts: { cases: texts(), check: understood },
  formatting: { cases: texts(), check: formattedWithoutLoss },
  recognition: { cases: tables(), check: recognisedAsInOrder },
  sockets: { cases: bytes(), check: answered },
  edits: { cases: edits(), check: asReadAfresh },
};

// Texts

function texts(): fc.Arbitrary<string> {
  const deep = fc
    .tuple(
      fc.constantFrom('{', '(', '[', '<', "scope '/a', {\n", 'a(', 'x => {', '/(', "'"),
      fc.nat({ max: 3_000 }),
    )
    .map(([opener, count]) => `routes {\n${opener.repeat(count)}`);
  return fc.oneof(
    { weight: 3, arbitrary: statements.map((body) => `routes {\n${body}\n}\n`) },
    { weight: 3, arbitrary: mangled },
    {
      weight: 2,
      arbitrary: fc
        .tuple(program, spaces)
        .map(([parts, gaps]) => textOf(parts, (index) => gaps[index % gaps.length]!)),
    },
    // A text breaks off where somebody is typing.
    {
      weight: 2,
      arbitrary: fc.tuple(mangled, fc.nat()).map(([text, at]) => text.slice(0, at % (text.length + 1))),
    },
    fc.array(pieces, { maxLength: 60 }).map((list) => list.join('')),
    anyText({ maxLength: 80 }),
    deep,
  );
}

/** Every rule but the one that loads a heavy tool. */
const overrides = new Map(
  [...rules.keys()].map((code) => [
    code,
    {
      severity: code === 'unsafe-regex' ? ('off' as const) : ('warning' as const),
      options: new Map(),
      reason: undefined,
    },
  ]),
);

async function understood(text: string): Promise<void> {
  expectSoundSyntax(parseSyntax(new Source('routes', text)));
  const analysis = analyze(text, { file: 'routes' });
  analysis.routeTable();
  const linted = await lint(analysis, { overrides });
  for (const { range, code, related = [], fix } of [...analysis.diagnostics, ...linted.diagnostics]) {
    for (const { start, end } of [
      range,
      ...related.map((each) => each.range),
      ...(fix?.edits ?? []).map((each) => each.range),
    ])
      expect([code, 0 <= start.offset, start.offset <= end.offset, end.offset <= text.length]).toEqual([
        code,
        true,
        true,
        true,
      ]);
  }
}

function formattedWithoutLoss(text: string): void {
  const formatting = formatRoutes(text);
  if (formatting.refused !== undefined) {
    expect(formatting.refused).not.toContain('bug in waypost');
    return;
  }
  expect(applyEdits(text, formatting.edits)).toBe(formatting.text);
  // A word at the very end may still be written; the formatter ends its line.
  const before = meaningOf(`${text}\n`);
  const { codes, ...others } = meaningOf(formatting.text);
  // What a closer leaves in doubt that closes nothing, its indentation says, which formatting takes away: then more is told, and nothing less.
  const isInDoubt = before.codes.includes('unmatched-bracket');
  const told: unknown = isInDoubt ? expect.arrayContaining([...before.codes]) : before.codes;
  expect({ ...others, codes }).toEqual({ ...before, codes: told });
  const again = formatRoutes(formatting.text);
  if (again.refused === undefined) expect(again.text).toBe(formatting.text);
}

/** What a file declares, what is wrong in it, and what is noted in it. */
function meaningOf(text: string): {
  readonly table: unknown;
  readonly codes: readonly string[];
  readonly comments: readonly string[];
} {
  const analysis = analyze(text);
  const { comments } = parseSyntax(new Source('routes', text));
  return {
    table: analysis.routeTable(),
    codes: analysis.diagnostics.map(({ code }) => code).sort(),
    comments: comments.map((comment) => comment.text.trim()).sort(),
  };
}

// Tables and paths

interface Table {
  readonly routes: readonly string[];
  /** `GET /path` */
  readonly requests: readonly string[];
}

function tables(): fc.Arbitrary<Table> {
  const verb = fc.constantFrom('get', 'get', 'post', 'delete');
  const declared = fc.tuple(verb, generatedCall).map(([keyword, { route }]) => declaration(keyword, route));
  return fc.record({
    routes: fc.array(declared, { minLength: 1, maxLength: 12 }),
    requests: fc.array(
      fc.tuple(fc.constantFrom('GET', 'HEAD', 'POST', 'PURGE'), paths()).map((line) => line.join(' ')),
      { minLength: 1, maxLength: 30 },
    ),
  });
}

function paths(): fc.Arbitrary<string> {
  const segment = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.constantFrom(
        'posts',
        'a',
        'a.b',
        '7',
        'en',
        'de',
        'x',
        'end',
        'in',
        'v7',
        '7-page',
        'a-b',
        'x.txt',
        '-tng',
        'café',
        '100%25',
      ),
    },
    fc.constantFrom(
      '%2F',
      '%2e%2e',
      '..',
      '.',
      '%',
      '%zz',
      '%C3%A9',
      '%ff',
      '%00',
      '',
      '日本',
      'a%2Eb',
      '%25',
      ';',
      '@',
      '😀',
    ),
    fc.string({
      unit: fc.constantFrom('a', '.', '-', '%', '2', 'F', '7', 'é', '\\', '?', '#'),
      maxLength: 6,
    }),
  );
  return fc.array(segment, { maxLength: 6 }).map((list) => `/${list.join('/')}`);
}

function declaration(keyword: string, { path, constraints, defaults }: GeneratedRoute): string {
  const quoted = (text: string): string => `'${text}'`;
  const options = Object.entries(constraints).flatMap(([name, demand]) => {
    if (typeof demand === 'function') return [];
    const list = [demand]
      .flat()
      .map((each) => (each instanceof RegExp ? String(each) : quoted(String(each))));
    return [`${name} => ${Array.isArray(demand) ? `[${list.join(', ')}]` : list[0]}`];
  });
  const given = Object.entries(defaults).map(([name, value]) => `${name} => ${quoted(value)}`);
  return [
    `${keyword} ${quoted(path)}`,
    "to => 'pages#show'",
    ...(options.length > 0 ? [`constraints => { ${options.join(', ')} }`] : []),
    ...(given.length > 0 ? [`defaults => { ${given.join(', ')} }`] : []),
  ].join(', ');
}

function answerOf(match: Match | undefined): object | undefined {
  return match && { index: match.route.index, params: Object.entries(match.params) };
}

function recognisedAsInOrder({ routes: lines, requests }: Table): void {
  const analysis = analyze(`routes {\n  ${lines.join('\n  ')}\n}\n`);
  const routes = analysis.routes.map(({ definition }) => definition);
  const router = new Router({ recognition, routes });
  const plain = new PlainSearch(router.routes);
  const compiled = compiledRouter(routes);
  const search = searchOf(routes);
  for (const line of requests) {
    const space = line.indexOf(' ');
    const [method, path] = [line.slice(0, space), line.slice(space + 1)];
    const match = router.recognize(method, path);
    expect(plain.find(method, path, {}), line).toEqual(match);
    expect(answerOf(compiled.recognize(method, path)), `compiled: ${line}`).toEqual(answerOf(match));
    const told = search ? search(method, path) : null;
    if (told !== null) expect(answerOf(told), `written: ${line}`).toEqual(answerOf(match));
    expect(answerOf(match), line).toEqual(reference.recognise(routes, method, path));
    expect(router.recognitionStatus(method, path), line).toBe(
      reference.recognitionStatus(routes, method, path),
    );
    expect(router.allowedMethods(path), line).toEqual(reference.allowedMethods(routes, path));
  }
}

// Requests on a socket

function bytes(): fc.Arbitrary<string> {
  const field = fc.constantFrom(
    'Host: localhost',
    'Host: localhost',
    'Host: a b',
    'Host: [::1',
    'Host:',
    'Host: x@y',
    'Connection: close',
    'Connection: keep-alive, upgrade',
    'Content-Length: 3',
    'Content-Length: -1',
    'Content-Length: 3, 3',
    'Transfer-Encoding: chunked',
    'Transfer-Encoding: gzip, chunked',
    'Expect: 100-continue',
    'Upgrade: websocket',
    'Content-Type: application/json',
    'Content-Type: multipart/form-data; boundary=',
    'Range: bytes=9-1,-',
    'If-None-Match: W/"',
    'Cookie: ;=;\x00',
    'X-Forwarded-For: ,,"',
    'Accept-Encoding: \xff',
    ' folded',
    'no colon',
  );
  const target = fc.oneof(
    { weight: 4, arbitrary: paths().map((path) => Buffer.from(path, 'utf8').toString('latin1')) },
    fc.constantFrom(
      '*',
      'http://x/a',
      'http://[',
      '//evil.org/%2e',
      'a',
      '/echo',
      '/json',
      '/echo?x=%zz&x[y=1',
    ),
  );
  const message = fc
    .record({
      method: fc.constantFrom(
        'GET',
        'GET',
        'POST',
        'POST',
        'HEAD',
        'OPTIONS',
        'TRACE',
        'CONNECT',
        'get',
        'G T',
      ),
      target,
      version: fc.constantFrom('HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTX'),
      fields: fc.array(field, { maxLength: 5 }),
      body: fc.constantFrom(
        '',
        '',
        'abc',
        '{"a":',
        '3\r\nabc\r\n0\r\n\r\n',
        'fffffffff\r\na',
        '0\r\n\r\n',
        '3;x="\r\nabc',
      ),
    })
    .map(
      ({ method, target: path, version, fields, body }) =>
        `${method} ${path} ${version}\r\n${fields.map((each) => `${each}\r\n`).join('')}\r\n${body}`,
    );
  return fc.array(message, { minLength: 1, maxLength: 3 }).map((list) => list.join(''));
}

/** Whatever comes, the answers are whole ones, nothing fails inside, and the next client is served. */
async function answered(sent: string): Promise<void> {
  const failures: unknown[] = [];
  const router = routerOf({
    'GET /': () => Response.text('home'),
    'ANY /echo': { to: async (asked: { text(): Promise<string> }) => Response.text(await asked.text()) },
    'ANY /json': { to: async (asked: { json(): Promise<unknown> }) => Response.json(await asked.json()) },
    'ANY /posts/:id(.:format)': () => Response.text('post'),
    'GET /*rest': () => Response.text('rest'),
  });
  const server = await listening(toNodeListener(router, { onError: (error) => void failures.push(error) }));
  try {
    const client = await RawClient.to(server.port);
    client.send(Buffer.from(sent, 'latin1')).socket.end();
    const text = await client.end(10_000);
    client.destroy();
    if (text !== '') expect(text).toMatch(/^HTTP\/1\.1 [1-5]\d\d /);
    expect(text).not.toMatch(/^HTTP\/1\.1 500 /m);
    expect(failures).toEqual([]);
    expect((await request(server.port, 'GET', '/')).status).toBe(200);
  } finally {
    await server.close();
  }
}

// Edits in the server

interface Edited {
  readonly text: string;
  readonly edits: readonly Edit[];
}

function edits(): fc.Arbitrary<Edited> {
  return fc
    .tuple(
      fc.oneof(
        mangled,
        statements.map((body) => `routes {\n${body}\n}\n`),
        fc.constant(''),
      ),
      fc.array(fc.nat({ max: 1_000_000 }), { minLength: 1, maxLength: 16 }),
    )
    .map(([text, seeds]) => {
      const made: Edit[] = [];
      let current = text;
      for (const seed of seeds) {
        for (const edit of nextEdits(current, seededRandom(seed))) {
          // An edit that parts a character or a line's end cannot be said by every client.
          if (
            [edit.start, edit.end].some((at) =>
              /^[\ud800-\udbff][\udc00-\udfff]$|^\r\n$/.test(current.slice(at - 1, at + 1)),
            )
          )
            break;
          made.push(edit);
          current = applied(current, edit);
        }
      }
      return { text, edits: made };
    });
}

async function asReadAfresh({ text, edits: list }: Edited): Promise<void> {
  const opened = (content: string): Snapshot =>
    new Snapshot(new Source('/app/config/routes', content), 0, () => ({
      file: '/app/config/routes',
      bindings: fakeBindings,
      read: () => undefined,
    }));
  let document = opened(text);
  for (const [version, edit] of list.entries()) {
    const { source } = document;
    const range = {
      start: positionAt(source, edit.start, 'utf-16'),
      end: positionAt(source, edit.end, 'utf-16'),
    };
    void document.analysis.diagnostics;
    const expected = applied(source.text, edit);
    document = changed(document, [{ range, text: edit.text }], 'utf-16', version);
    expect(document.source.text).toBe(expected);
    if (version % 4 === 3 || version === list.length - 1)
      expect(await told(document)).toEqual(await told(opened(expected)));
  }
}

async function told(snapshot: Snapshot): Promise<unknown> {
  const { length } = snapshot.source.text;
  const offsets = [0, length >> 1, length];
  return [
    ...toldSyntax(snapshot),
    ...toldMeaning(snapshot),
    ...(await toldFindings(snapshot, ['quick'])),
    ...toldFeatures(snapshot, offsets),
  ];
}
