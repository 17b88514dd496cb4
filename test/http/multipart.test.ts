// Forms as multipart/form-data, as different programs write them.

import { expect, it } from 'vitest';
import { Request } from '../../src/http/request.js';

type Entry = [name: string, value: string] | [name: string, file: string, type: string, content: string];

async function entriesOf(body: string | Uint8Array, type: string): Promise<Entry[]> {
  const headers = { 'content-type': type };
  const form = await new Request({ method: 'POST', path: '/', headers, body }).formData();
  const entries: Entry[] = [];
  for (const [name, value] of form)
    entries.push(
      typeof value === 'string' ? [name, value] : [name, value.name, value.type, await value.text()],
    );
  return entries;
}

/** Lines of a body, each with the end that it has there. */
const lines = (...all: string[]): string => all.join('\r\n');
const type = 'multipart/form-data; boundary=B';
const field = ['--B', 'Content-Disposition: form-data; name="a"', '', '1'];

it.each<[string, string, Entry[]]>([
  [
    '.NET',
    lines(
      '--B',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Disposition: form-data; name=title',
      '',
      'Bees',
      '--B',
      "Content-Disposition: form-data; name=photo; filename=b.txt; filename*=utf-8''b%C3%A9.txt",
      '',
      'buzz',
      '--B--',
      '',
    ),
    [
      ['title', 'Bees'],
      ['photo', 'bé.txt', 'text/plain', 'buzz'],
    ],
  ],
  [
    'Go',
    lines(
      '--B',
      'Content-Disposition: form-data; name="f"; filename="a \\"b\\" c.txt"',
      'Content-Type: image/png',
      '',
      'x',
      '--B--',
      '',
    ),
    [['f', 'a "b" c.txt', 'image/png', 'x']],
  ],
  [
    'a browser',
    lines(
      '--B',
      'Content-Disposition: form-data; name="%22a%22%0D%0A\\"; filename="é\\"',
      'Content-Type: text/css',
      '',
      '\r\n--b\r\n',
      '--B--',
      '',
    ),
    [['"a"\r\n\\', 'é\\', 'text/css', '\r\n--b\r\n']],
  ],
  [
    'a mail program',
    lines(
      'for those who cannot read it',
      '--B \t',
      'CONTENT-DISPOSITION:form-data ;',
      '\tfilename="a.txt"; NAME = "f" ;',
      'content-transfer-encoding: base64',
      '',
      'Yg==',
      '--B--',
      'bye',
    ),
    [['f', 'a.txt', 'text/plain', 'b']],
  ],
  ['one who leaves out the last line end', lines(...field, '--B--'), [['a', '1']]],
  ['one whose field is empty', lines(...field.slice(0, 3), '--B--'), [['a', '']]],
  ['one who fills nothing in', '--B--\r\n', []],
])('reads a form as %s writes it', async (_, body, entries) => {
  expect(await entriesOf(body, type)).toEqual(entries);
});

it.each([type, 'Multipart/Form-Data; charset=utf-8; Boundary="B"', 'multipart/form-data;boundary=B;x=y'])(
  'takes the boundary of %s',
  async (written) => {
    expect(await entriesOf(lines(...field, '--B--'), written)).toEqual([['a', '1']]);
  },
);

it('reads what the platform writes', async () => {
  const form = new FormData();
  form.append('a b', '\uFEFFé\r\n');
  form.append('"f"\n', new Blob([Uint8Array.of(13, 10, 45, 45, 0, 255)], { type: 'image/png' }), '☃.png');
  const written = new globalThis.Response(form);
  const sent = written.headers.get('content-type')!;
  const [text, file] = await entriesOf(new Uint8Array(await written.arrayBuffer()), sent);
  expect(text).toEqual(['a b', '\uFEFFé\r\n']);
  expect(file).toEqual(['"f"\r\n', '☃.png', 'image/png', '\r\n--\0\uFFFD']);
});

it.each([
  ['breaks off in a part', lines(...field, '')],
  ['breaks off in a head', lines(...field.slice(0, 2))],
  ['breaks off behind a part', lines(...field, '--B')],
  ['has a part without a name', lines('--B', 'Content-Disposition: form-data', '', '1', '--B--')],
  ['has a part that is no field', lines('--B', 'Content-Disposition: attachment; name=a', '', '1', '--B--')],
  ['has another boundary', lines(...field, '--B--').replaceAll('--B', '--C')],
  ['has a boundary that goes on', lines(...field, '--B--').replaceAll('--B', '--BB')],
  [
    'has a part in no base64',
    lines(...field, '--B--').replace('"a"', '"a"\r\nContent-Transfer-Encoding: base64'),
  ],
  ['has bare line feeds', lines(...field, '--B--').replaceAll('\r\n', '\n')],
])('refuses with 400 a form that %s', async (_, body) => {
  await expect(entriesOf(body, type)).rejects.toMatchObject({
    status: 400,
    message: 'the body is not a well-formed form',
  });
});
