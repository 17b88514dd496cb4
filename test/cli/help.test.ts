// `--help` is what somebody sees of waypost first: it is read in a terminal of 80 columns, in a narrow one and in a pipe.

import { afterAll, expect, it } from 'vitest';
import { WorkFolder } from '../support/test-terminal.js';

const folder = new WorkFolder();
afterAll(() => folder.remove());

const commands =
  'routes openapi match path lint format serve middleware types new compile build start lsp'.split(' ');

const help = async (columns: number | undefined, ...command: readonly string[]): Promise<string> =>
  (await folder.run([...command, '--help'], '', '.', columns)).output;

it.each([80, 60, 40, undefined])('keeps within %s columns', async (columns) => {
  for (const command of [[], ...commands.map((name) => [name])]) {
    const lines = (await help(columns, ...command)).split('\n');
    const isWhole = (line: string): boolean => line.length <= (columns ?? 80) || /^\S|^ *\S+$/.test(line);
    expect(lines.filter((line) => !isWhole(line) && !line.startsWith('  waypost '))).toEqual([]);
  }
});

it('has descriptions beside the commands where there is room, and below them elsewhere', async () => {
  expect(await help(80)).toContain(`
  match <METHOD> <PATH> [FILE]  Say which route answers a request, with its
                                params; PATH may be a whole URL.
`);
  expect(await help(40)).toContain(`
  match <METHOD> <PATH> [FILE]
      Say which route answers a request,
      with its params; PATH may be a
      whole URL.
`);
});

it('is named where a command is not known', async () => {
  expect(await folder.run(['dev'])).toEqual({
    output: '',
    errors: "error: unknown command 'dev'\nwaypost --help lists the commands",
    status: 2,
  });
  for (const asked of [
    ['help', 'dev'],
    ['dev', '--help'],
  ])
    expect(await folder.run(asked)).toEqual(await folder.run(['dev']));
  expect((await folder.run(['help', 'routes'])).output).toBe(await help(undefined, 'routes'));
  expect((await folder.run(['rutes'])).errors).toContain('(Did you mean routes?)');
  expect((await folder.run(['routes', '--foo'])).errors).toBe("error: unknown option '--foo'");
});

it('says how a command is called that lacks an argument', async () => {
  expect((await folder.run(['match', '/posts'])).errors).toBe(
    "error: missing required argument 'PATH'\nwaypost match [options] <METHOD> <PATH> [FILE]",
  );
  expect((await folder.run(['match', '/posts', 'GET'])).errors).toContain(
    "value '/posts' is invalid for argument 'METHOD'. It is a word such as GET, and stands before the path.",
  );
  expect((await folder.run(['match', '', '/posts'])).errors).toContain(
    "argument 'METHOD'. It is a word such as GET",
  );
});

it.each([
  ['FILE', 'routes', ''],
  ['FILE', 'lint', 'routes', ''],
  ['DIR', 'new', ''],
  ['--out <file>', 'types', '--out', ''],
  ['--runtime [file]', 'types', '--runtime', ''],
  ['--file <file>', 'path', 'post', '--file', ''],
  ['--check <spec>', 'openapi', '--check', ''],
  ['--static <dir>', 'serve', '--static', ''],
  ['--include <path...>', 'build', '--include', 'data', ''],
])('asks for a path where it is given an empty text: %s', async (shown, ...args) => {
  expect(await folder.run(args)).toEqual({
    output: '',
    errors: `error: ${shown} is the path of a file or a folder, and an empty text is none`,
    status: 2,
  });
});
