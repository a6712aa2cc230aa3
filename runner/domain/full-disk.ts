import { errorCode } from './error-code.ts';
import { errorMessage } from './error-message.ts';

/** So many causes of an error are searched. */
const MAX_CAUSES = 5;

/**
 * What to do when this process could not write a file because its disk is full, as the rest of a sentence; null for
 * any other error. The error of a database or storage whose own disk is full is none: their drivers explain it.
 */
export function fullDiskReason(error: unknown): string | null {
  let cause = error;
  for (let depth = 0; depth < MAX_CAUSES; depth += 1) {
    if (isFullDisk(cause)) {
      return 'no space is left on the disk of the data folder or of temporary files, so free space there, or give the service, in a cluster its runs, a larger disk';
    }
    cause = cause instanceof Error ? cause.cause : undefined;
  }
  return null;
}

/** Like `fullDiskReason`, as a sentence. */
export function fullDiskSentence(error: unknown): string | null {
  const reason = fullDiskReason(error);
  return reason === null ? null : `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
}

/** Polars has the words of the system without its code. */
function isFullDisk(error: unknown): boolean {
  if (errorCode(error) === 'ENOSPC') return true;
  return (
    errorCode(error) === 'GenericFailure' && /no space left on device/i.test(errorMessage(error))
  );
}
