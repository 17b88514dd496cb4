// What stands over a routes file on disk: its changes since the last commit, and requests to the server that is running.

import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chmodSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { committedText } from '../../src/node/files/committed-text.js';
import { announceServer, runningServer } from '../../src/node/files/running-servers.js';
import { application, applicationIn, type Application } from '../support/lsp-project.js';
import { WorkFolder } from '../support/test-terminal.js';

describe('over a file', () => {
  const before = "routes {\n  get '/a', to => 'x#a'\n  get '/b', to => 'x#b'\n  get '/c', to => 'x#c'\n}\n";
  const after =
    "routes {\n  get '/a', to => 'x#a'\n  get '/:any', to => 'x#any'\n  get '/b', to => 'x#b'\n  get '/c', to => 'x#other'\n  post '/d', to => 'x#d'\n}\n";
  const lenses = async (
    app: Application,
  ): Promise<readonly { title: string; command: string; arguments: unknown[] }[]> =>
    (
      await app.client.request<{ command: { title: string; command: string; arguments: unknown[] } }[]>(
        'textDocument/codeLens',
        { textDocument: { uri: app.uri('config/routes') } },
      )
    ).map(({ command }) => command);

  it('stands what the edits change against the last commit, and nothing of the repository is run for it', async () => {
    const folder = new WorkFolder();
    onTestFinished(() => folder.remove());
    folder.write({ 'config/routes': before, 'run.sh': '#!/bin/sh\ntouch "$(dirname "$0")/ran"\n' });
    const git = (...args: readonly string[]): void =>
      void execFileSync('git', ['-C', folder.path, '-c', 'user.name=a', '-c', 'user.email=a@b', ...args]);
    git('init', '--quiet');
    git('add', 'config');
    git('commit', '--quiet', '-m', 'routes');
    chmodSync(join(folder.path, 'run.sh'), 0o755);
    for (const key of [
      'core.fsmonitor',
      'core.pager',
      'diff.x.textconv',
      'filter.x.smudge',
      'core.sshCommand',
    ])
      git('config', key, join(folder.path, 'run.sh'));
    folder.write({ '.gitattributes': '* diff=x filter=x\n' });
    expect(await committedText(join(folder.path, 'config/routes'))).toBe(before);
    expect(existsSync(join(folder.path, 'ran'))).toBe(false);
    const app = await applicationIn(folder);
    await app.open('config/routes', before);
    expect(JSON.stringify(await lenses(app))).not.toContain('commit');
    await app.change('config/routes', 2, after);
    const lens = (await lenses(app)).find(({ command }) => command === 'waypost.showChanges')!;
    expect(lens.title).toBe('2 added, 1 changed, 2 hidden since the last commit');
    await app.client.request('workspace/executeCommand', lens);
    const { message } = await app.client.next<{ message: string }>('window/showMessage');
    expect(message.split('\n').slice(1)).toEqual([
      '+ GET /:any → x#any',
      '+ POST /d → x#d',
      '~ GET /c → x#other',
      '! GET /b → x#b (hidden by an earlier route)',
      '! GET /c → x#other (hidden by an earlier route)',
    ]);
  });

  it('nor is anything fetched that a clone lacks, whatever its configuration allows and however old git is', async () => {
    const folder = new WorkFolder();
    onTestFinished(() => folder.remove());
    folder.write({
      'config/routes': before,
      'bin/git': `#!/bin/sh\nunset GIT_NO_LAZY_FETCH\nPATH=\${PATH#*:} exec git "$@"\n`,
    });
    chmodSync(join(folder.path, 'bin/git'), 0o755);
    const git = (...args: readonly string[]): string =>
      execFileSync('git', ['-C', folder.path, '-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
        encoding: 'utf8',
      });
    git('init', '--quiet');
    git('add', 'config');
    git('commit', '--quiet', '-m', 'routes');
    const object = git('rev-parse', 'HEAD:config/routes').trim();
    rmSync(join(folder.path, '.git/objects', object.slice(0, 2)), { recursive: true });
    for (const [key, value] of [
      ['core.repositoryFormatVersion', '1'],
      ['extensions.partialClone', 'origin'],
      ['remote.origin.promisor', 'true'],
      ['remote.origin.url', `ext::touch ${join(folder.path, 'ran')}`],
      ['protocol.ext.allow', 'always'],
    ] as const)
      git('config', key, value);
    vi.stubEnv('PATH', `${join(folder.path, 'bin')}:${process.env['PATH']}`);
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(await committedText(join(folder.path, 'config/routes'))).toBeUndefined();
    expect(existsSync(join(folder.path, 'ran'))).toBe(false);
  });

  it('stands no such thing where there is no repository', async () => {
    const app = await application({ 'config/routes': before });
    await app.open('config/routes', after);
    expect(JSON.stringify(await lenses(app))).not.toContain('commit');
  });

  it('stand requests to the development server that is running, which the lens sends', async () => {
    const folder = new WorkFolder();
    onTestFinished(() => folder.remove());
    const text =
      "routes {\n  get '/about', to => 'x#about', through => &auth#signedIn\n  get '/posts/:id', to => 'x#show'\n}\n";
    folder.write({ 'config/routes': text });
    vi.stubEnv('XDG_CACHE_HOME', join(folder.path, '.cache'));
    onTestFinished(() => void vi.unstubAllEnvs());
    const asked: string[] = [];
    const server = createServer(({ method, url }, response) => {
      asked.push(`${method} ${url}`);
      response.setHeader('server-timing', 'app;dur=1.2').end('yes');
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const questions: unknown[] = [];
    let answer: unknown = null;
    const app = await applicationIn(
      folder,
      {},
      {
        'window/showMessageRequest': () => {
          questions.push(answer);
          return answer;
        },
      },
    );
    await app.open('config/routes', text);
    const requests = async (): Promise<readonly { title: string; command: string }[]> =>
      (await lenses(app)).filter(({ command }) => command === 'waypost.sendRequest');
    expect(await requests()).toEqual([]);
    announceServer(folder.path, `http://localhost:${(server.address() as AddressInfo).port}`);
    const [about, post] = await requests();
    expect([about!.title, post!.title]).toEqual(['▷ GET /about', '▷ GET /posts/7 …']);
    await app.client.request('workspace/executeCommand', about);
    const { message } = await app.client.next<{ message: string }>('window/showMessage');
    expect(message).toMatch(/^GET \/about → 200 OK in \d+ ms · through &auth#signedIn · app;dur=1.2$/);
    // The development server knows what is on disk.
    await app.change('config/routes', 2, `# new\n${text}`);
    await app.client.request('workspace/executeCommand', about);
    await app.client.next<{ message: string }>('window/showMessage', (said) =>
      said.message.endsWith(' · of the routes as they were saved last'),
    );
    asked.pop();
    // What is made up is sent only once somebody has said so.
    await app.client.request('workspace/executeCommand', post);
    expect(asked).toEqual(['GET /about']);
    answer = { title: 'Send GET /posts/7' };
    await app.client.request('workspace/executeCommand', post);
    expect(asked).toEqual(['GET /about', 'GET /posts/7']);
  });

  it('stand none to a server that is not on this machine, or is gone', () => {
    const folder = new WorkFolder();
    onTestFinished(() => folder.remove());
    vi.stubEnv('XDG_CACHE_HOME', join(folder.path, '.cache'));
    onTestFinished(() => void vi.unstubAllEnvs());
    announceServer(folder.path, 'http://example.com:3000');
    expect(runningServer(folder.path)).toBeUndefined();
    expect(runningServer(join(folder.path, 'other'))).toBeUndefined();
  });

  it('are noted in a folder for caches, and in none that would lie in the project', () => {
    const folder = new WorkFolder();
    onTestFinished(() => folder.remove());
    onTestFinished(() => void vi.unstubAllEnvs());
    for (const base of ['', 'cache']) {
      vi.stubEnv('XDG_CACHE_HOME', base);
      vi.stubEnv('LOCALAPPDATA', join(folder.path, 'home'));
      announceServer(folder.path, 'http://localhost:3000');
      expect(runningServer(folder.path)).toBe(base === '' ? 'http://localhost:3000' : undefined);
    }
    expect(readdirSync(join(folder.path, 'home/waypost/servers'))).toHaveLength(1);
    expect([existsSync('waypost'), existsSync('cache')]).toEqual([false, false]);
  });

  it('are noted no longer once the server was killed and another one starts', () => {
    const folder = new WorkFolder();
    onTestFinished(() => folder.remove());
    vi.stubEnv('XDG_CACHE_HOME', join(folder.path, '.cache'));
    onTestFinished(() => void vi.unstubAllEnvs());
    const { pid: gone } = spawnSync(process.execPath, ['--version']);
    const running = process.ppid;
    const note = (pid: number): string => JSON.stringify({ url: 'http://localhost:3000', pid });
    const [killed, other] = ['a'.repeat(32), 'b'.repeat(32)];
    folder.write({
      [`.cache/waypost/servers/${killed}.json`]: note(gone),
      [`.cache/waypost/servers/${other}.json`]: note(running),
      '.cache/waypost/servers/else.json': note(gone),
    });
    announceServer(folder.path, 'http://localhost:3001');
    const left = readdirSync(join(folder.path, '.cache/waypost/servers'));
    expect(left).toHaveLength(3);
    expect(left).toEqual(expect.arrayContaining([`${other}.json`, 'else.json']));
  });
});
