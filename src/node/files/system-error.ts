// Explains why a file cannot be read or written, and what to do, from Node's codes such as `ENOENT`.

/** Thrown if a path leads to something other than a file, such as a pipe. The message says what it is. */
export class IrregularFileError extends Error {
  override readonly name = 'IrregularFileError';
}

/** The code of a system error; undefined for any other error. */
export function systemCode(error: unknown): string | undefined {
  // Not `instanceof Error`: in a test runner with its own realm, Node's errors are no instances of it.
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** The meanings of the codes. */
const meanings = new Map([
  ['EACCES', 'this user may not'],
  ['EPERM', 'this user may not'],
  ['EROFS', 'nothing can be written there'],
  ['ENOENT', 'there is no such file or folder'],
  ['ENOTDIR', 'a part of the path is no folder'],
  ['EISDIR', 'it is a folder'],
  ['ELOOP', 'its symbolic links lead in a circle'],
  ['ENAMETOOLONG', 'the name is too long for this system'],
  ['ENOSPC', 'the disk is full'],
  ['EFBIG', 'it would be too large'],
  ['EMFILE', 'too many files are open'],
  ['ENFILE', 'too many files are open on this machine'],
]);

/** Why a file cannot be read or written, in a few words, or the code if its meaning is not known here. */
export function systemReason(error: unknown): string {
  const code = systemCode(error);
  if (code !== undefined) return meanings.get(code) ?? code;
  return error instanceof IrregularFileError ? error.message : String(error);
}

/** What to do about a refusal. */
const advice: Readonly<Record<string, string>> = {
  EACCES: '; change its permissions',
  EPERM: '; change its permissions',
  EROFS: '; give another folder',
  ELOOP: '; point them at something that is there',
  EISDIR: '; give a file',
  EMFILE: '; raise the limit (ulimit -n)',
};

/** What the system refuses, and what to do; undefined if `error` is no system error. */
export function refusalText(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return undefined;
  const [code, reason] = [String(error.code), systemReason(error)];
  if (!('path' in error) || reason === code) return error.message;
  const isWritten = /^(?:mkdir|rename|rm|rmdir|unlink|copyfile)$/.test(String(error.syscall));
  return `cannot ${isWritten ? 'write' : 'read'} '${String(error.path)}': ${reason}${advice[code] ?? ''}`;
}
