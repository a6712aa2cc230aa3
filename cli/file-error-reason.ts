import path from 'node:path';
import { errorCode } from '../runner/domain/error-code.ts';
import { FULL_DISK_REASONS } from '../runner/domain/full-disk.ts';

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is a file, not a folder',
  ENAMETOOLONG: 'its name is too long',
  ...FULL_DISK_REASONS,
  EROFS: 'the file system is read-only',
};

/** Explains a file system error, as the continuation of `FILE cannot be read: `. */
export function fileErrorReason(file: string, cause: unknown): string {
  const code = errorCode(cause) ?? 'the system gives no reason';
  // The absolute path shows how a relative one was resolved.
  if (code === 'ENOENT') return `there is no ${path.resolve(file)}`;
  return REASONS[code] ?? code;
}
