import { UserError } from '../../domain/errors.ts';

/** The number of the limit on Linux and macOS. */
const RLIMIT_CORE = 4;

let forbidden: Promise<void> | undefined;

/**
 * Sets the maximum size of a core dump of this process to 0, for good, so that a crash writes no secret to a
 * disk. Its later children inherit the limit. Where that cannot be done, it warns once (a `MillraceWarning` of the
 * process) and continues.
 */
export function forbidCoreDumps(): Promise<void> {
  forbidden ??= setLimit().catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    process.emitWarning(
      `A crash of this process may write secrets of connections into a core dump: its limit cannot be set (${reason}). Set it to 0 outside: ulimit -c 0`,
      'MillraceWarning',
    );
  });
  return forbidden;
}

async function setLimit(): Promise<void> {
  if (process.platform === 'win32') throw new UserError('Windows has no such limit');
  const { default: koffi } = await import('koffi');
  const setrlimit = koffi.load(null).func('setrlimit', 'int', ['int', 'void *']);
  // Soft and hard limit: two numbers of 64 bits.
  if (setrlimit(RLIMIT_CORE, Buffer.alloc(16)) !== 0) throw new UserError('setrlimit failed');
}
