import { errorCode } from './error-code.ts';
import { errorMessage } from './error-message.ts';

/** So many causes of an error are searched. */
const MAX_CAUSES = 5;

/** What the codes of a disk without space mean, as the rest of a sentence. */
export const FULL_DISK_REASONS = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
} as const;

const DISK = 'the disk of the data folder or of temporary files';

/** What happened on this disk, by code. */
const EVENTS: ReadonlyMap<string | undefined, string> = new Map([
  ['ENOSPC', `no space is left on ${DISK}`],
  ['EDQUOT', `the quota of ${DISK} is used up`],
] satisfies [keyof typeof FULL_DISK_REASONS, string][]);

/** A file lacks its end although its writer reported no error, as when a disk is full for a moment. */
export class CutFileError extends Error {
  override readonly name = 'CutFileError';

  constructor() {
    super('The file was not written whole');
  }
}

/**
 * What to do when this process could not write a file because its disk is full, as the rest of a sentence; null for
 * any other error. The error of a database or storage whose own disk is full is none: their drivers explain it.
 */
export function fullDiskReason(error: unknown): string | null {
  let cause = error;
  for (let depth = 0; depth < MAX_CAUSES; depth += 1) {
    const event = eventOf(cause);
    if (event !== undefined) {
      return `${event}, so free space there, or give the service, in a cluster its runs, a larger disk`;
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

function eventOf(error: unknown): string | undefined {
  if (error instanceof CutFileError) {
    return `a file was not written whole, probably because no space was left for a moment on ${DISK}`;
  }
  const code = errorCode(error);
  return EVENTS.get(code === 'GenericFailure' ? codeOfPolars(errorMessage(error)) : code);
}

/** Polars has the words of the system without its code. */
function codeOfPolars(message: string): keyof typeof FULL_DISK_REASONS | undefined {
  if (/no space left on device/i.test(message)) return 'ENOSPC';
  return /disk quota exceeded/i.test(message) ? 'EDQUOT' : undefined;
}
