// Those who may write: their passwords, and the sessions that browsers hold.
//
// A password is kept as `salt:hash` in hexadecimal, made by scrypt. A session's token is known to the browser alone; the
// database has a hash of it.

import { createHash, randomBytes, scrypt, scryptSync, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { row, run } from './database.js';

const scryptAsync = promisify<string, Buffer, number, Buffer>(scrypt);
const hashLength = 32;

/** How long a session lasts, in seconds: two weeks. */
export const sessionSeconds = 14 * 24 * 60 * 60;

/** Lets somebody write, with this password. */
export function addWriter(name: string, password: string): void {
  const salt = randomBytes(16);
  const hash = scryptSync(password, salt, hashLength);
  run(
    'INSERT INTO writers (name, password) VALUES (?, ?)',
    name,
    `${salt.toString('hex')}:${hash.toString('hex')}`,
  );
}

/** Whether the password is the writer's. An unknown name takes as long to find out as a wrong password. */
export async function isPasswordOf(name: string, password: string): Promise<boolean> {
  const stored = row('SELECT password FROM writers WHERE name = ?', name)?.['password'];
  const [salt = '', hash = ''] = String(stored ?? `${'00'.repeat(16)}:${'00'.repeat(hashLength)}`).split(':');
  const given = await scryptAsync(password, Buffer.from(salt, 'hex'), hashLength);
  return timingSafeEqual(given, Buffer.from(hash, 'hex')) && stored !== undefined;
}

/** Begins a session; the token is for the browser to keep. */
export function beginSession(writer: string): string {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(Date.now() + sessionSeconds * 1000).toISOString();
  run('DELETE FROM sessions WHERE expires_at < ?', new Date().toISOString());
  run(
    'INSERT INTO sessions (token_hash, writer, expires_at) VALUES (?, ?, ?)',
    hashOf(token),
    writer,
    expiresAt,
  );
  return token;
}

/** Whose session the token is of, while it lasts. */
export function writerOf(token: string): string | undefined {
  const found = row(
    'SELECT writer FROM sessions WHERE token_hash = ? AND expires_at > ?',
    hashOf(token),
    new Date().toISOString(),
  );
  return found && String(found['writer']);
}

export function endSession(token: string): void {
  run('DELETE FROM sessions WHERE token_hash = ?', hashOf(token));
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
