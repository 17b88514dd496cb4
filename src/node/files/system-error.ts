// Why a file cannot be read or written, and what to do about it: Node gives a code such as `ENOENT`.

/** Thrown for what has the name of a file and is none; the message says what it is. */
export class IrregularFileError extends Error {
  override readonly name = 'IrregularFileError';
}

/** The code of an error of the system; undefined for any other error. */
export function systemCode(error: unknown): string | undefined {
  // In a test runner that has a realm of its own, Node's errors are no `Error`.
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** What the system means by its codes. */
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

/** Why a file cannot be read or written, in a few words; where there are none for its code, the code. */
export function systemReason(error: unknown): string {
  const code = systemCode(error);
  if (code !== undefined) return meanings.get(code) ?? code;
  return error instanceof IrregularFileError ? error.message : String(error);
}

/** What to do where a file is refused. */
const advice: Readonly<Record<string, string>> = {
  EACCES: '; change its permissions',
  EPERM: '; change its permissions',
  EROFS: '; give another folder',
  ELOOP: '; point them at something that is there',
  EISDIR: '; give a file',
  EMFILE: '; raise the limit (ulimit -n)',
};

/** What the system refuses, and what to do; undefined for any other error. */
export function refusalText(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return undefined;
  const [code, reason] = [String(error.code), systemReason(error)];
  if (!('path' in error) || reason === code) return error.message;
  const isWritten = /^(?:mkdir|rename|rm|rmdir|unlink|copyfile)$/.test(String(error.syscall));
  return `cannot ${isWritten ? 'write' : 'read'} '${String(error.path)}': ${reason}${advice[code] ?? ''}`;
}
