// Notes where the development server of an application listens, so that an editor can send requests to it. The note is in the user's cache
// folder and not in the project: a cloned repository must not be able to name a server.

import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { attempt } from '../../http/http-error.js';
import { userCachePath } from './private-folder.js';
import { systemCode } from './system-error.js';

interface Note {
  readonly url: string;
  readonly pid: number;
}

const noteName = /^[\da-f]{32}\.json$/;

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Notes until the process ends that the application of a folder is served, and removes the notes of killed processes. Errors of writing are
 * ignored.
 */
export function announceServer(folder: string, url: string): void {
  const file = noteOf(folder);
  if (file === undefined) return;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, JSON.stringify({ url, pid: process.pid } satisfies Note), { mode: 0o600 });
  } catch {
    return;
  }
  removeStale(dirname(file));
  process.once('exit', () => removeOf(process.pid, file));
}

function removeStale(folder: string): void {
  for (const entry of attempt(() => readdirSync(folder, { withFileTypes: true })) ?? []) {
    const file = join(folder, entry.name);
    const pid = entry.isFile() && noteName.test(entry.name) ? noted(file)?.pid : undefined;
    if (pid !== undefined && !isRunning(pid)) removeOf(pid, file);
  }
}

/** Removes a note, unless another process has written its own there since. */
function removeOf(pid: number, file: string): void {
  if (noted(file)?.pid === pid) attempt(() => rmSync(file, { force: true }));
}

/** The origin of the server that runs for a folder on this machine; undefined if there is none. */
export function runningServer(folder: string): string | undefined {
  const file = noteOf(folder);
  const note = file === undefined ? undefined : noted(file);
  if (!note || !isRunning(note.pid)) return undefined;
  const url = URL.canParse(note.url) ? new URL(note.url) : undefined;
  return url && /^https?:$/.test(url.protocol) && loopback.has(url.hostname) ? url.origin : undefined;
}

function noteOf(folder: string): string | undefined {
  const base = userCachePath();
  if (base === undefined) return undefined;
  const name = createHash('sha256')
    .update(attempt(() => realpathSync(folder)) ?? folder)
    .digest('hex')
    .slice(0, 32);
  return join(base, 'servers', `${name}.json`);
}

function noted(file: string): Note | undefined {
  const value = attempt((): unknown => JSON.parse(readFileSync(file, 'utf8')));
  if (typeof value !== 'object' || value === null || !('url' in value && 'pid' in value)) return undefined;
  const { url, pid } = value;
  return typeof url === 'string' && typeof pid === 'number' && Number.isInteger(pid)
    ? { url, pid }
    : undefined;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCode(error) === 'EPERM';
  }
}
