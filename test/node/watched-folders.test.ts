// What is told of folders that are watched. chokidar is played, so that its events come when they do: it tells of a file that is gone a tenth
// of a second later.

import { EventEmitter } from 'node:events';
import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchFolders } from '../../src/node/files/watched-folders.js';
import { TemporaryFolder } from '../support/temporary-folder.js';

const { chokidar } = vi.hoisted(() => ({ chokidar: { watch: vi.fn() } }));
vi.mock('chokidar', () => chokidar);

/** How long chokidar waits before it tells that something is gone. */
const untilGone = 100;
const soon = 1000;
const later = 5000;

let folder: TemporaryFolder;
let watcher: EventEmitter & { add(path: string): void; getWatched(): Record<string, string[]> };
/** What chokidar knows of the folders that it watches. */
let known: Record<string, string[]>;
let told: string[];
let problems: string[];
const failed = (problem: string): unknown => problems.push(problem);
const at = (name: string): string => join(folder.path, name);

beforeEach(async () => {
  folder = new TemporaryFolder();
  folder.write({ routes: 'routes {}' });
  known = { [folder.path]: ['routes'] };
  watcher = Object.assign(new EventEmitter(), { add: vi.fn(), getWatched: () => known });
  chokidar.watch.mockReturnValue(watcher);
  told = [];
  vi.useFakeTimers();
  problems = [];
  await watchFolders([folder.path], { failed }, (path) => told.push(path.slice(folder.path.length + 1)));
});
afterEach(() => {
  vi.useRealTimers();
  folder.remove();
});

const emit = (event: string, name: string): boolean => watcher.emit('all', event, at(name));

function write(name: string): void {
  const event = existsSync(at(name)) ? 'change' : 'add';
  writeFileSync(at(name), 'routes {}');
  emit(event, name);
}

function remove(name: string): void {
  rmSync(at(name));
  setTimeout(() => emit('unlink', name), untilGone);
}

/** Saves as editors do that write another file first. */
function saveBy(other: string, name: string): void {
  write(other);
  const event = existsSync(at(name)) ? 'change' : 'add';
  renameSync(at(other), at(name));
  emit(event, name);
  setTimeout(() => emit('unlink', other), untilGone);
}

describe('a change', () => {
  it('is told of once, with the last of the files', () => {
    write('routes');
    write('posts.ts');
    vi.advanceTimersByTime(soon);
    expect(told).toEqual(['posts.ts']);
    write('routes');
    vi.advanceTimersByTime(soon);
    expect(told).toEqual(['posts.ts', 'routes']);
  });

  it('is told of where a file goes or comes back', () => {
    remove('routes');
    vi.advanceTimersByTime(soon);
    write('routes');
    vi.advanceTimersByTime(soon);
    remove('routes');
    vi.advanceTimersByTime(soon);
    expect(told).toEqual(['routes', 'routes', 'routes']);
  });
});

describe('what the system does not watch', () => {
  it.each([
    ['ENOSPC', 'sudo sysctl fs.inotify.max_user_watches=524288'],
    ['EMFILE', 'ulimit -n'],
    ['EIO', 'the system says: EIO'],
  ])('is told of once, with what to do, and the rest is watched: %s', (code, help) => {
    for (const path of [at('routes'), at('posts.ts')])
      watcher.emit('error', Object.assign(new Error('watch'), { code, path }));
    expect(problems).toEqual([expect.stringContaining(help)]);
    expect(problems[0]).toContain(`changes of ${at('routes')} and maybe of others go unheard`);
    write('photos.ts');
    vi.advanceTimersByTime(soon);
    expect(told).toEqual(['photos.ts']);
  });
});

describe('a file that is written by way of another', () => {
  it('is told of once and by its own name', () => {
    saveBy('routes.tmp', 'routes');
    vi.advanceTimersByTime(soon);
    expect(told).toEqual(['routes']);
    saveBy('posts.tmp', 'posts.ts');
    vi.advanceTimersByTime(soon);
    expect(told).toEqual(['routes', 'posts.ts']);
  });

  it('is told of again each time', () => {
    for (let i = 0; i < 3; i++) {
      saveBy('routes.tmp', 'routes');
      vi.advanceTimersByTime(soon);
    }
    expect(told).toEqual(['routes', 'routes', 'routes']);
  });
});

describe('what comes and goes in between', () => {
  it('is not told of', () => {
    write('4913');
    remove('4913');
    vi.advanceTimersByTime(soon);
    mkdirSync(at('lock'));
    emit('addDir', 'lock');
    rmSync(at('lock'), { recursive: true });
    setTimeout(() => emit('unlinkDir', 'lock'), untilGone);
    vi.advanceTimersByTime(soon);
    expect(told).toEqual([]);
  });

  it('is told of once it stays', () => {
    write('posts.ts');
    rmSync(at('posts.ts'));
    vi.advanceTimersByTime(untilGone - 1);
    // chokidar calls it a change where a file is there again before it has told that it is gone.
    writeFileSync(at('posts.ts'), '');
    emit('change', 'posts.ts');
    vi.advanceTimersByTime(soon);
    expect(told).toEqual(['posts.ts']);
    remove('posts.ts');
    vi.advanceTimersByTime(soon);
    expect(told).toEqual(['posts.ts', 'posts.ts']);
  });
});

describe('a file that was there', () => {
  it('is told of where it is gone in the end', () => {
    remove('routes');
    vi.advanceTimersByTime(untilGone);
    write('routes');
    remove('routes');
    vi.advanceTimersByTime(soon);
    expect(told).toContain('routes');
  });
});

describe('paths that nobody asks for', () => {
  it('are not told of', async () => {
    await watchFolders([folder.path], { isOf: (path) => path === at('routes'), failed }, () =>
      told.push('chosen'),
    );
    write('posts.ts');
    vi.advanceTimersByTime(soon);
    expect(told).toEqual(['posts.ts']);
    write('routes');
    vi.advanceTimersByTime(soon);
    expect(told).toEqual(['posts.ts', 'routes', 'chosen']);
  });
});

describe('what comes into a folder that has just come, before chokidar watches it', () => {
  it('is told of, once', () => {
    mkdirSync(at('posts'));
    emit('addDir', 'posts');
    vi.advanceTimersByTime(100);
    writeFileSync(at('posts/known.ts'), '');
    known[at('posts')] = ['known.ts'];
    writeFileSync(at('posts/missed.ts'), '');
    vi.advanceTimersByTime(later);
    expect(told).toEqual(['posts', 'posts/missed.ts']);
    expect(watcher.add).toHaveBeenCalledExactlyOnceWith(at('posts/missed.ts'));
  });
});

describe('a folder that goes', () => {
  it('is told of once, with what was in it', () => {
    emit('unlinkDir', 'posts');
    emit('add', 'routes');
    setTimeout(() => emit('unlink', 'posts/new.ts'), untilGone);
    vi.advanceTimersByTime(soon);
    expect(told).toEqual(['posts/new.ts']);
  });

  // chokidar leaves out that a folder goes where it went a moment ago.
  it('is listed again where it goes twice', () => {
    known[folder.path] = ['routes', 'posts'];
    emit('unlinkDir', 'posts');
    vi.advanceTimersByTime(soon);
    expect(watcher.add).toHaveBeenCalledExactlyOnceWith(folder.path);
  });
});

describe('links', () => {
  /** Whether chokidar is to leave out a path, which is a link or is none. */
  const isIgnored = (name: string, isSymbolicLink: boolean): boolean =>
    chokidar.watch.mock.lastCall![1].ignored(at(name), { isSymbolicLink: () => isSymbolicLink });

  it.each([
    ['to the folder itself', '.', 'loop', true],
    ['to a folder around it', '..', 'loop', true],
    ['to each other', '../b', 'a/there/back', true],
    ['to nothing', 'nowhere', 'loop', false],
    ['to another folder', 'b', 'loop', false],
    ['to a file', 'routes', 'loop', false],
  ])('%s', (_, target, name, expected) => {
    mkdirSync(at('a'));
    mkdirSync(at('b'));
    if (target === '../b') {
      symlinkSync('../b', at('a/there'));
      symlinkSync('../a', at('b/back'));
    } else symlinkSync(target, at(name));
    expect(isIgnored(name, true)).toBe(expected);
    expect(isIgnored('a', false)).toBe(false);
  });
});
